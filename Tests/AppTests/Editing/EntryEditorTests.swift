import Expectations
import LayoutCore
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
    editor = EntryEditor(entries)
  }

  @Test func rowsThatTheFileHasAgainAreNotDoubled() async {
    await fixture.open("/a", title: "A", ["1", "2"])
    _ = editor.delete([library.sections[0].rows[0]])
    fixture.change("/a")
    await fixture.finish("/a", title: "A", ["1", "2"])
    expect(fixture.keys == [["2"]] && fixture.listAgrees)
    editor.history.undo()
    // The file is read again.
    await fixture.finish("/a", title: "A", ["1", "2"])
    expect(fixture.keys == [["1", "2"]] && fixture.listAgrees)
  }

  @Test func marksAreUndoneOnlyWhereTheyChanged() async {
    await fixture.open("/a", title: "A", ["1", "2", "3"])
    let rows = Array(library.sections[0].rows)
    library.set(.read, true, of: [rows[1]])
    expect(editor.set(.read, true, of: rows), equals: "2 entries marked as read")
    expect(editor.set(.read, true, of: rows) == nil)
    editor.history.undo()
    expect(rows.map(\.isRead), equals: [false, true, false])
    editor.history.redo()
    expect(rows.map(\.isRead), equals: [true, true, true])
  }

  @Test func anEditAfterUndoingEndsRedoing() async {
    await fixture.open("/a", title: "A", ["1", "2", "3"])
    let rows = library.sections[0].rows
    _ = editor.delete([rows[0]])
    editor.history.undo()
    _ = editor.delete([rows[1]])
    expect(editor.history.redo() == nil)
    expect(fixture.keys, equals: [["1", "3"]])
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
