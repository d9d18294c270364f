import FeedViewerFeeds

extension SearchText {
  /// Finds all entries that match a query, on this thread.
  ///
  /// - Parameters:
  ///   - query: An empty one matches all entries.
  ///   - states: What the reader did with the entries; counts only if the query asks for it.
  ///   - previous: A result of this text, or of its beginning. If the query narrows that one, only entries that matched it
  ///     and entries that came since are looked at.
  ///   - isCancelled: Asked after each megabyte.
  /// - Returns: Nil if the search was cancelled.
  /// - Complexity: O(length of the text) for each term, about 0.1 ms for each megabyte.
  public func search(
    _ query: SearchQuery, states: EntryStates = EntryStates(), after previous: SearchResult? = nil,
    isCancelled: () -> Bool = { false }
  ) -> SearchResult? {
    let plan = SearchPlan(query, self, after: previous)
    var candidates = EntrySet()
    for piece in plan.pieces {
      if isCancelled() { return nil }
      candidates.append(plan.candidates(in: piece))
    }
    return SearchResult(query, candidates: candidates, states: states)
  }

  /// The same search on worker threads, divided among as many as there are processors.
  ///
  /// - Returns: Nil if the task was cancelled.
  @concurrent
  public func concurrentSearch(
    _ query: SearchQuery, states: EntryStates = EntryStates(), after previous: SearchResult? = nil
  ) async -> SearchResult? {
    let plan = SearchPlan(query, self, after: previous)
    let found = await withTaskGroup(of: (Int, EntrySet).self) { group in
      for (number, piece) in plan.pieces.enumerated() {
        group.addTask { (number, Task.isCancelled ? EntrySet() : plan.candidates(in: piece)) }
      }
      var found: [EntrySet] = Array(repeating: EntrySet(), count: plan.pieces.count)
      for await (number, entries) in group { found[number] = entries }
      return found
    }
    if Task.isCancelled { return nil }
    var candidates = EntrySet()
    for entries in found { candidates.append(entries) }
    return SearchResult(query, candidates: candidates, states: states)
  }
}

/// How a query is answered: its terms in the order in which they are applied, and the pieces of the text.
private struct SearchPlan: Sendable {
  /// Consecutive entries that one worker searches.
  struct Piece: Sendable {
    var chunk: SearchChunk
    /// The entries to look at.
    var entries: EntrySet
  }

  private struct TextTerm: Sendable {
    var scanner: NeedleScanner
    var field: SearchField?
    var isExcluded: Bool
  }

  let pieces: [Piece]
  private let dateTerms: [SearchTerm]
  /// Those that probably leave the fewest entries first.
  private let textTerms: [TextTerm]

  init(_ query: SearchQuery, _ text: SearchText, after previous: SearchResult?) {
    let known = previous.flatMap { query.narrowsTextAndDates(of: $0.query) ? $0.candidates : nil }
    var start = 0
    pieces = text.chunks.map { chunk in
      let range = start..<start + chunk.count
      start = range.upperBound
      guard let known, known.capacity > range.lowerBound else {
        return Piece(chunk: chunk, entries: EntrySet(allBelow: chunk.count))
      }
      var entries = known.slice(range)
      for entry in range.dropFirst(max(0, known.capacity - range.lowerBound)) {
        entries.insert(entry - range.lowerBound)
      }
      return Piece(chunk: chunk, entries: entries)
    }
    dateTerms = query.terms.filter {
      switch $0.condition {
      case .before, .after: true
      case .text, .state: false
      }
    }
    textTerms = query.terms.compactMap { term in
      guard case .text(let needle, let field) = term.condition else { return nil }
      return TextTerm(
        scanner: NeedleScanner(needle, frequencies: text.frequencies), field: field,
        isExcluded: term.isExcluded)
    }.sorted { left, right in
      (left.isExcluded ? 1 : 0, left.field == nil ? 0 : 1, left.scanner.frequency)
        < (right.isExcluded ? 1 : 0, right.field == nil ? 0 : 1, right.scanner.frequency)
    }
  }

  /// The entries of a piece that match all terms but those about states.
  func candidates(in piece: Piece) -> EntrySet {
    var entries = piece.entries
    for term in dateTerms {
      for entry in entries where !Self.passes(piece.chunk.date(ofEntry: entry), term) {
        entries.remove(entry)
      }
    }
    for term in textTerms where !entries.isEmpty {
      let found = piece.chunk.entries(with: term.scanner, in: term.field, among: entries)
      if term.isExcluded { entries.subtract(found) } else { entries = found }
    }
    return entries
  }

  private static func passes(_ date: FeedDate?, _ term: SearchTerm) -> Bool {
    guard let date else { return term.isExcluded }
    switch term.condition {
    case .before(let limit): return (date < limit) != term.isExcluded
    case .after(let limit): return (date >= limit) != term.isExcluded
    case .text, .state: preconditionFailure("The term is not about dates.")
    }
  }
}
