import FeedViewerBase
import FeedViewerFeeds
import FeedViewerReadingState

@testable import FeedViewer

// Tests write paths as texts.

func == (path: FilePath, text: String) -> Bool { path == FilePath(text) }

func == (paths: [FilePath], texts: [String]) -> Bool { paths == texts.map { FilePath($0) } }

extension FeedLibrary {
  func open(_ paths: [String]) { open(paths.map { FilePath($0) }) }

  @discardableResult func close(_ path: String) -> ClosedFile? { close(FilePath(path)) }

  func reload(_ path: String) { reload(FilePath(path)) }

  func isArchive(_ path: String) -> Bool { isArchive(FilePath(path)) }

  func marks(ofFile path: String) -> FeedMarks { marks(ofFile: FilePath(path)) }

  func listedEntries(of path: String) -> (outline: FileOutline, entries: Range<Int>)? {
    listedEntries(of: FilePath(path))
  }

  func archiveEntries(of path: String) -> (outline: FileOutline, entries: Range<Int>)? {
    archiveEntries(of: FilePath(path))
  }

  func dateStarts(
    of path: String, then: @escaping () -> Void
  ) -> (dates: DateStarts, row: (Int) -> Int)? {
    dateStarts(of: FilePath(path), then: then)
  }

  func nextPage(of path: String) -> PageLocation? { nextPage(of: FilePath(path)) }

  func loadNextPage(of path: String) async -> NextPage { await loadNextPage(of: FilePath(path)) }
}

extension EntryEditor {
  func closeFile(_ path: String) -> String? { closeFile(FilePath(path)) }

  func moveFile(_ path: String, by distance: Int) { moveFile(FilePath(path), by: distance) }
}

extension ViewerWindow {
  func open(_ paths: [String]) { open(paths.map { FilePath($0) }) }

  func showFeed(_ feed: String) { show(.feed(FilePath(feed))) }
}

nonisolated extension FeedLoader {
  static func events(
    path: String, state: ReadingState, sizes: LoadingSizes = LoadingSizes(), since earlier: LoadedFile? = nil
  ) -> AsyncStream<LoadEvent> {
    events(path: FilePath(path), state: state, sizes: sizes, since: earlier)
  }

  static func sections(of feed: Feed, path: String) -> [LoadedSection] {
    sections(of: feed, path: FilePath(path))
  }
}

nonisolated extension LoadingSizes {
  func plan(forFileAt path: String) -> LoadingPlan { plan(forFileAt: FilePath(path)) }
}

nonisolated extension RealPath {
  static func of(_ path: String) -> String { of(FilePath(path)).text }
}
