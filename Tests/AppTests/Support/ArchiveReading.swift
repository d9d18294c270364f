import FeedViewerBase
import FeedViewerFeeds
import FeedViewerReadingState
import Glibc
import VirtualList

@testable import FeedViewer

/// A file that is read at once, but whose events a test passes on one by one.
final class ArchiveReading {
  let path: String
  let heading: FeedHeading
  /// All rows in order.
  private(set) var rows: [FeedRow] = []
  let outline: FileOutline
  private var marking: RowMarking?
  private var passed = 0
  private var continuation: AsyncStream<LoadEvent>.Continuation?

  init(_ path: String, state: ReadingState = ReadingState()) async throws {
    self.path = path
    var last: FeedHeading?
    for await event in FeedLoader.events(
      path: path, state: state, sizes: LoadingSizes(reread: 0, listed: .max)
    ) {
      switch event {
      case .listed, .estimated, .loaded: break
      case .part(let heading, let parts):
        last = heading
        rows += parts.flatMap(\.rows)
        marking = parts.first?.marking
      case .finished(let heading): last = heading
      case .failed(let error): throw error
      }
    }
    heading = last ?? LibraryFixture.heading(nil, path)
    outline = FileOutline(
      try FeedReader.structure(contentsOf: path, keepsCopy: false), path: FilePath(path),
      now: Int64(time(nil)))
  }

  /// The events of the reading, for `FeedLibrary`.
  func events() -> AsyncStream<LoadEvent> { AsyncStream { continuation = $0 } }

  /// How many entries were passed on.
  var passedCount: Int { passed }

  /// Passes on the next entries.
  func part(_ count: Int) -> LoadEvent {
    let places = passed..<min(passed + count, rows.count)
    let next = outline.rows.uniqueInOrder(Array(rows[places]))
    rows.replaceSubrange(places, with: next)
    passed += next.count
    return .part(heading, [LoadedSection(title: nil, rows: next, marking: marking)])
  }

  func send(_ events: LoadEvent...) { for event in events { continuation?.yield(event) } }
}
