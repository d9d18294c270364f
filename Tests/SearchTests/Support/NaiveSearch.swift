import FeedViewerFeeds

/// Plain searching: the model for its tests.
enum NaiveSearch {
  /// A term with the text of a query that stands for it.
  struct Term {
    enum Condition {
      case text(String, field: String?)
      case state(String)
      case before(Int64), after(Int64)
    }

    var text: String
    var condition: Condition
    var isExcluded: Bool
  }

  struct States {
    var isRead: Bool
    var isStarred: Bool
  }

  /// An entry with its folded texts.
  struct Entry {
    var fields: [String: [String]]
    var date: FeedDate?

    init(_ entry: FeedEntry) {
      let texts: [String: [String?]] = [
        "title": [entry.title], "author": [entry.byline] + entry.details.contributors, "tag": entry.tags,
        "body": [entry.body],
      ]
      fields = texts.mapValues { $0.compactMap { $0.map(FoldingRules.fold) } }
      date = entry.date
    }
  }

  static func matches(_ terms: [Term], _ entry: Entry, _ states: States) -> Bool {
    terms.allSatisfy { term in
      meets(term.condition, entry, states).map { $0 != term.isExcluded } ?? true
    }
  }

  /// Nil if there is nothing to find.
  private static func meets(_ condition: Term.Condition, _ entry: Entry, _ states: States) -> Bool? {
    switch condition {
    case .state("read"): return states.isRead
    case .state("unread"): return !states.isRead
    case .state: return states.isStarred
    case .before(let seconds): return entry.date.map { $0.secondsSinceEpoch < seconds } ?? false
    case .after(let seconds): return entry.date.map { $0.secondsSinceEpoch >= seconds } ?? false
    case .text(let text, let field):
      let needle = FoldingRules.fold(text)
      if needle.isEmpty { return nil }
      let texts = field.map { entry.fields[$0] ?? [] } ?? entry.fields.values.flatMap { $0 }
      return texts.contains { !places(of: needle, in: $0).isEmpty }
    }
  }

  /// The places of a folded text in another one, in scalars, not overlapping. None ends before a mark that makes another
  /// letter of the last one.
  static func places(of needle: String, in text: String) -> [Range<Int>] {
    let needle = Array(needle.unicodeScalars)
    let text = Array(text.unicodeScalars)
    var places: [Range<Int>] = []
    var start = 0
    while !needle.isEmpty, start + needle.count <= text.count {
      let end = start + needle.count
      let isMatch =
        text[start..<end].elementsEqual(needle)
        && (end == text.count || ![7, 8].contains(text[end].properties.canonicalCombiningClass.rawValue))
      if isMatch { places.append(start..<end) }
      start = isMatch ? end : start + 1
    }
    return places
  }
}
