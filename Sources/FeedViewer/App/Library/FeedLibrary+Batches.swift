import FeedViewerBase
import FeedViewerFeeds
import FeedViewerRows
import VirtualList

/// Provides batches to the list: the next page of a feed. It is fetched when the end of the list comes near.
extension FeedLibrary: BatchFetching {
  var growingSections: [Int] {
    files.compactMap { hasMoreBatches($0) ? places[$0.path]?.last : nil }.sorted()
  }

  func fetchBatch(ofSection section: Int, completion: @escaping (BatchOutcome) -> Void) {
    guard sections.indices.contains(section), let path = sections[section].path else {
      return completion(.cancelled)
    }
    let (start, duration) = (ContinuousClock.now, batchDuration)
    Task { [weak self] in
      let rowCount: Int
      switch await self?.loadNextPage(of: path) {
      case .loaded(let rows): rowCount = rows
      case .end, .remote, .missing, .failed: rowCount = 0
      case .busy, nil: return completion(.cancelled)
      }
      duration.note(.now - start)
      completion(.fetched(rowCount: rowCount))
    }
  }

  private func hasMoreBatches(_ file: OpenFile) -> Bool {
    guard readings[file.path] == nil, case .file = nextPage(of: file) else { return false }
    return !file.pages.isLoading
  }
}
