import Expectations
import Testing

@testable import FeedViewer

/// Undo and redo of the reader's edits.
struct EntryEditorTests {
  private let fixture = LibraryFixture()
  private let entries: ShownEntries
  private let editor: EntryEditor
  private var library: FeedLibrary { fixture.library }

  init() {
    entries = ShownEntries(library: fixture.library)
    fixture.library.consumer = fixture
    editor = EntryEditor(entries)
  }

  @Test func manyRowsAreDeletedAndRestoredInLinearTime() async {
    await fixture.open("/a", title: "A", (0..<6_000).map(String.init))
    let rows = library.sections[0].rows
    let before = fixture.edits.count
    _ = editor.delete(rows.enumerated().filter { $0.offset % 2 == 0 }.map(\.element))
    expect(library.entryCount, equals: 3_000)
    editor.history.undo()
    expect(library.sections[0].rows.map(\.entryKey), equals: (0..<6_000).map(String.init))
    expect(fixture.edits.count, equals: before + 2)
  }
}
