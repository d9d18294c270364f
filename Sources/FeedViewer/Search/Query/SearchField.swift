/// A part of an entry that is searched.
public enum SearchField: Sendable, Hashable, CaseIterable {
  case title
  /// All authors and contributors.
  case authors
  case tags
  /// The content, else the summary.
  case body

  /// The keyword that restricts a term to the field; nil if there is none.
  var keyword: String? {
    switch self {
    case .title: "title"
    case .authors: "author"
    case .tags: "tag"
    case .body: nil
    }
  }

  /// The field of a keyword in lower case.
  init?(keyword: String) {
    guard let field = Self.allCases.first(where: { $0.keyword == keyword }) else { return nil }
    self = field
  }
}
