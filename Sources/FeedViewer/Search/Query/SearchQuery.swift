import FeedViewerFeeds

/// What a reader looks for. Every text is a query, also one that is still being typed.
///
/// An entry must meet all terms. They are separated by white space:
/// - `word`: a field of the entry (`SearchField`) contains it, also inside a word, without regard to case, diacritics
///   and the other differences that `TextFolder` lists.
/// - `"several words"`: a field contains the phrase. Runs of white space in the text count as one space.
/// - `title:word`, `author:word`, `tag:word`, each also with a phrase: that field contains it.
/// - `is:unread`, `is:read`, `is:starred`.
/// - `before:2024`, `before:2024-05`, `before:2024-05-03`: the entry's date is before the beginning of the year, month or
///   day. `after:` with the same dates: the entry's date is not before that beginning, so that `after:2024-05
///   before:2024-06` means May 2024, as in Gmail. Entries without a date meet neither. Days begin at midnight in the
///   reader's time zone.
/// - `-` before any of these: entries that meet it are left out.
///
/// Of a text of more than 1,000 Unicode scalars, the beginning counts.
///
/// A word with any other prefix, such as `http:`, is an ordinary word.
public struct SearchQuery: Sendable, Hashable {
  let terms: [SearchTerm]
  /// What was not understood, in the order of the query.
  public let notes: [SearchNote]

  /// - Parameters:
  ///   - text: As typed.
  ///   - clock: The reader's time zone, in which days begin.
  /// - Complexity: O(length).
  public init(_ text: String, clock: LocalClock = .current) {
    let parser = QueryParser(text, clock: clock)
    terms = parser.terms
    notes = parser.notes
  }

  /// Whether the query has no terms, so that all entries match.
  public var isEmpty: Bool { terms.isEmpty }

  /// Whether the answer depends on what the reader did with the entries.
  public var usesStates: Bool {
    terms.contains { if case .state = $0.condition { true } else { false } }
  }

  /// Whether every entry that matches the terms of this query that are not about states matches those of the other one too, as
  /// far as that can be told without looking at entries: as one types, most queries narrow the ones before.
  func narrowsTextAndDates(of other: SearchQuery) -> Bool {
    other.terms.allSatisfy { loose in
      if case .state = loose.condition { return true }
      return terms.contains { $0.implies(loose) }
    }
  }

  /// What is to be marked in a field: the texts of terms that are not excluded, and that are restricted to no other field, each
  /// once.
  func needles(in field: SearchField) -> [Needle] {
    var needles: [Needle] = []
    for term in terms where !term.isExcluded {
      if case .text(let needle, let place) = term.condition, place == nil || place == field,
        !needles.contains(needle)
      {
        needles.append(needle)
      }
    }
    return needles
  }
}
