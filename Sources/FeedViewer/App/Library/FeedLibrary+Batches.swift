import FeedViewerBase
import FeedViewerFeeds
import FeedViewerRows
import VirtualList

/// Provides batches to the list: the next part of a large file that is being read, and the next page of a feed. They
/// are fetched when the end of the list comes near.
extension FeedLibrary: BatchFetching {
  var growingSections: [Int] {
    files.compactMap { hasMoreBatches($0) ? places[$0.path]?.last : nil }.sorted()
  }

  func fetchBatch(ofSection section: Int, completion: @escaping (BatchOutcome) -> Void) {
    guard sections.indices.contains(section), let path = sections[section].path else {
      return completion(.cancelled)
    }
    let (start, duration) = (ContinuousClock.now, batchDuration)
    let completion = { (outcome: BatchOutcome) in
      if case .fetched = outcome { duration.note(.now - start) }
      completion(outcome)
    }
    if readings[path] != nil {
      readings[path]!.awaitedPart = AwaitedPart(completion)
      showHeldParts(of: path)
    } else {
      Task { [weak self] in
        switch await self?.loadNextPage(of: path) {
        case .loaded(let rowCount): completion(.fetched(rowCount: rowCount))
        case .end, .remote, .missing, .failed: completion(.fetched(rowCount: 0))
        case .busy, nil: completion(.cancelled)
        }
      }
    }
  }

  private func hasMoreBatches(_ file: OpenFile) -> Bool {
    if let reading = readings[file.path] { return reading.collected == nil && reading.outlined == nil }
    if case .file = nextPage(of: file) { return !file.pages.isLoading }
    return false
  }

  /// Adds the next part of a file that is read for the first time. The first part is shown at once, and so are parts whose
  /// rows have places; others when the list asks for them or when the file is complete.
  func take(_ parts: [LoadedSection], of file: OpenFile) {
    readings[file.path]?.entryCount += parts.reduce(0) { $0 + $1.rows.count }
    let parts = fill(parts, of: file)
    guard !parts.isEmpty else { return }
    let isFirst = places[file.path] == nil
    guard holdsBackParts, !isFirst, readings[file.path] != nil else { return show(parts, of: file) }
    for part in parts {
      let last = readings[file.path]!.held.indices.last
      if let last, readings[file.path]!.held[last].title == part.title {
        readings[file.path]!.held[last].rows += part.rows
        if readings[file.path]!.held[last].marking != part.marking {
          readings[file.path]!.held[last].marking = nil
        }
      } else {
        readings[file.path]!.held.append(part)
      }
    }
    if readings[file.path]!.awaitedPart != nil { showHeldParts(of: file.path) }
  }

  /// Shows the held parts of a file in one batch.
  func showHeldParts(of path: FilePath) {
    guard let index = index(ofFile: path), let held = readings[path]?.held, !held.isEmpty else { return }
    readings[path]!.held = []
    show(held, of: files[index])
    // The rows are in the list before the waiting fetch completes.
    deliverEdits()
    delegate?.libraryDidChangeFiles(self)
    let awaited = readings[path]!.awaitedPart
    readings[path]!.awaitedPart = nil
    awaited?.arrived(rowCount: held.reduce(0) { $0 + $1.rows.count })
  }
}

/// A pending request for the next part of a file. Releasing it reports that none follows.
@MainActor  // repeated for the isolated deinit: release builds lose the module's default isolation
final class AwaitedPart {
  private var completion: ((BatchOutcome) -> Void)?

  init(_ completion: @escaping (BatchOutcome) -> Void) { self.completion = completion }

  func arrived(rowCount: Int) {
    let completion = completion
    self.completion = nil
    completion?(.fetched(rowCount: rowCount))
  }

  isolated deinit { completion?(.cancelled) }
}
