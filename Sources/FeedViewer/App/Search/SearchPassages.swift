import FeedViewerSearch
import PangoText
import VirtualList

/// The passages that rows show while something is searched for, instead of the beginnings of their texts. Workers find them, since
/// entries are read for it; until then a row shows its beginning.
final class SearchPassages {
  /// What a passage belongs to: an entry as it is.
  nonisolated struct Key: Hashable, Sendable {
    fileprivate let row: ItemKey
    private let revision: UInt64

    init(_ row: FeedRow) { (self.row, revision) = (row.key, row.contentRevision) }
  }

  /// The passages of rows; nil for one whose beginning is shown.
  typealias Passages = [Key: String?]

  /// Called when rows show passages from now on; with the places where the list asked for them.
  var onArrival: ([(row: FeedRow, place: RowIndexPath)]) -> Void = { _ in }
  /// Beyond this many rows, passages are found again.
  private static let limit = 5_000
  /// Beyond this many rows, those that were asked for first are given up: the list has gone on.
  private static let waitingLimit = 512
  /// Rows whose passages arrive together.
  private static let batchSize = 32

  private var query: SearchQuery?
  private var known: Passages = [:]
  /// Rows that have shown passages for queries before.
  private var former: Set<ItemKey> = []
  /// The most urgent ones at the end.
  private var waiting: [(row: FeedRow, place: RowIndexPath)] = []
  private var asked: Set<Key> = []
  private var finding: Task<Void, Never>?

  /// Shows the passages of another query, or of none.
  ///
  /// - Parameter first: Those that are known already.
  func show(_ query: SearchQuery?, first: Passages = [:]) {
    former.formUnion(known.lazy.filter { $0.value != nil }.map(\.key.row))
    finding?.cancel()
    finding = nil
    self.query = query
    known = first
    waiting = []
    asked = []
  }

  /// The passage that a row shows; nil for the beginning of its text, or until its passage is found.
  func passage(of row: FeedRow, at place: RowIndexPath) -> String? {
    guard query != nil else { return nil }
    let key = Key(row)
    if let passage = known[key] { return passage }
    guard asked.insert(key).inserted else { return nil }
    waiting.append((row, place))
    if waiting.count > Self.waitingLimit { asked.remove(Key(waiting.removeFirst().row)) }
    find()
    return nil
  }

  /// Rows whose heights are to be measured again, because they have shown other passages. Each is told once.
  func takeFormer() -> Set<ItemKey> {
    defer { former = [] }
    return former
  }

  private func find() {
    guard finding == nil, let query else { return }
    finding = Task { [weak self] in
      while !Task.isCancelled, let batch = self?.takeBatch() {
        let found = await Self.passages(of: batch.map(\.row), query)
        guard !Task.isCancelled, let self else { return }
        self.take(found, of: batch)
      }
      if !Task.isCancelled { self?.finding = nil }
    }
  }

  private func takeBatch() -> [(row: FeedRow, place: RowIndexPath)]? {
    guard !waiting.isEmpty else { return nil }
    let batch = Array(waiting.suffix(Self.batchSize))
    waiting.removeLast(batch.count)
    return batch
  }

  private func take(_ found: Passages, of batch: [(row: FeedRow, place: RowIndexPath)]) {
    if known.count + found.count > Self.limit { known = [:] }
    known.merge(found) { $1 }
    asked.subtract(found.keys)
    let changed = batch.filter { found[Key($0.row)].flatMap(\.self) != nil }
    if !changed.isEmpty { onArrival(changed) }
  }

  /// Finds the passages of rows.
  ///
  /// - Complexity: O(length of the entries), read from the disk.
  @concurrent
  nonisolated static func passages(of rows: [FeedRow], _ query: SearchQuery) async -> Passages {
    var passages: Passages = [:]
    for row in rows {
      if Task.isCancelled { break }
      let found = row.entry.body.flatMap {
        query.passage(
          of: $0, maximumLength: RowContext.previewLength, seenLength: RowContext.seenLength)
      }
      let passage = found.map { RowText.paragraph($0.text) }.flatMap { $0 == row.preview ? nil : $0 }
      passages[Key(row)] = .some(passage)
    }
    return passages
  }
}
