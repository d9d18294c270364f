import Expectations
import FeedViewerReadingState
import LayoutCore
import ProgramRuns
import Testing
import VirtualList

@testable import FeedViewer

/// The folder of a test, and lists of libraries whose files are read only where the lists show them. All have the same marks.
final class ArchiveLists {
  /// The number of entries that are read anyway.
  static let head = 20
  let folder: TemporaryFolder
  let state = ReadingState()
  /// Their libraries do not keep them.
  private var fixtures: [LibraryFixture] = []

  init() throws { folder = try TemporaryFolder() }

  /// - Parameter gate: Holds back the counts of entries.
  func list(_ sizes: LoadingSizes = .holding(head: head), gate: Gate? = nil) -> SearchedList {
    let fixture = LibraryFixture(
      state: state,
      load: { [state] path, earlier in
        let events = FeedLoader.events(path: path, state: state, sizes: sizes, since: earlier)
        return gate?.holdingBackCounts(events) ?? events
      })
    fixtures.append(fixture)
    return SearchedList(fixture.library)
  }

  /// Simulates a change of a file that the first list watches.
  func change(_ path: String) { fixtures[0].change(path) }
}

/// A suite whose tests have such lists.
protocol ArchiveListSuite { var lists: ArchiveLists { get } }

extension ArchiveListSuite {
  var folder: TemporaryFolder { lists.folder }
  var state: ReadingState { lists.state }

  func list(_ sizes: LoadingSizes = .holding(head: ArchiveLists.head)) -> SearchedList { lists.list(sizes) }

  func open(_ paths: [String], in list: SearchedList) async throws {
    list.library.open(paths)
    try await expect(
      MainLoop.settle {
        list.isComplete && !list.library.isLoading && list.library.sections.count == paths.count
      })
  }

  func show(_ arrangement: Arrangement, in list: SearchedList) async throws {
    list.entries.show(arrangement)
    try await expect(MainLoop.settle { list.isComplete })
    expect(list.agrees)
  }

  func need(_ rows: [Int], in list: SearchedList) async throws {
    let places = rows.map { RowIndexPath(section: 0, row: $0) }
    list.library.need(places)
    try await expect(
      MainLoop.settle { places.allSatisfy { list.library.row(at: $0)?.isPlaceholder == false } })
  }
}
