/// The entries of a file that match a query.
public struct SearchResult: Sendable {
  public let query: SearchQuery
  /// The numbers of the entries in file order.
  public let matches: EntrySet
  /// The entries that match all terms but those about states.
  let candidates: EntrySet

  init(_ query: SearchQuery, candidates: EntrySet, states: EntryStates) {
    self.query = query
    self.candidates = candidates
    matches = Self.filter(candidates, query, states)
  }

  private static func filter(_ entries: EntrySet, _ query: SearchQuery, _ states: EntryStates) -> EntrySet {
    var entries = entries
    for term in query.terms {
      guard case .state(let state) = term.condition else { continue }
      let set = state == .starred ? states.starred : states.read
      if (state == .unread) != term.isExcluded {
        entries.subtract(set)
      } else {
        entries.formIntersection(set)
      }
    }
    return entries
  }
}
