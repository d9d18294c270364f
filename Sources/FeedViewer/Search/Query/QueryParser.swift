import FeedViewerFeeds

/// Reads the terms of a query from its text. Every text is a query.
struct QueryParser {
  /// Of a longer text, such as a page that was pasted, only the beginning counts: terms are compared with each other, and
  /// each is looked for in all entries.
  static let maximumLength = 1_000

  private(set) var terms: [SearchTerm] = []
  private(set) var notes: [SearchNote] = []
  private let clock: LocalClock

  init(_ text: String, clock: LocalClock) {
    self.clock = clock
    // By scalars: a mark after a quotation mark does not make another character of it.
    let scalars = Substring(text).unicodeScalars
    var rest = scalars.prefix(Self.maximumLength)
    let isCut = rest.endIndex < scalars.endIndex
    while true {
      rest = rest.drop { $0.properties.isWhitespace }
      if rest.isEmpty { break }
      readTerm(&rest)
    }
    // What is wrong with the end of a text that was cut is not the reader's doing.
    if isCut { notes = [.cut] }
  }

  private mutating func readTerm(_ rest: inout Substring.UnicodeScalarView) {
    let start = rest
    let isExcluded = rest.first == "-"
    if isExcluded { rest.removeFirst() }
    let keyword = Self.readKeyword(&rest)
    let value: String
    if rest.first == "\"" {
      rest.removeFirst()
      value = Self.read(&rest) { $0 != "\"" }
      if rest.isEmpty, !value.allSatisfy(\.isWhitespace) { notes.append(.openQuote(phrase: value)) }
      rest = rest.dropFirst()
    } else {
      value = Self.read(&rest) { !$0.properties.isWhitespace }
    }
    let term = String(start[..<rest.startIndex])
    switch keyword {
    case "is": addState(value, term, isExcluded)
    case "before", "after": addDate(value, term, isExcluded, isBefore: keyword == "before")
    default: addText(value, term, isExcluded, in: keyword.flatMap(SearchField.init(keyword:)))
    }
  }

  /// Removes the scalars at the beginning that belong to a value.
  private static func read(
    _ rest: inout Substring.UnicodeScalarView, while belongs: (Unicode.Scalar) -> Bool
  ) -> String {
    let value = rest.prefix(while: belongs)
    rest = rest[value.endIndex...]
    return String(value)
  }

  private static let keywords = ["is", "before", "after"] + SearchField.allCases.compactMap(\.keyword)

  /// Removes a keyword and its colon.
  /// - Returns: The keyword in lower case; nil if the text begins with something else.
  private static func readKeyword(_ rest: inout Substring.UnicodeScalarView) -> String? {
    let word = rest.prefix { $0.isASCII && $0.properties.isAlphabetic }
    guard rest[word.endIndex...].first == ":",
      let keyword = keywords.first(where: { $0 == String(word).lowercased() })
    else { return nil }
    rest = rest[word.endIndex...].dropFirst()
    return keyword
  }

  private mutating func addText(_ value: String, _ term: String, _ isExcluded: Bool, in field: SearchField?) {
    guard let needle = Needle(value) else { return notes.append(.nothingToFind(term: term)) }
    let term = SearchTerm(condition: .text(needle, in: field), isExcluded: isExcluded)
    // A word that is there twice need not be looked for twice.
    if !terms.contains(term) { terms.append(term) }
  }

  private mutating func addState(_ value: String, _ term: String, _ isExcluded: Bool) {
    let state: EntryState
    switch value.lowercased() {
    case "unread": state = .unread
    case "read": state = .read
    case "starred": state = .starred
    default: return notes.append(.unknownState(term: term))
    }
    terms.append(SearchTerm(condition: .state(state), isExcluded: isExcluded))
  }

  private mutating func addDate(_ value: String, _ term: String, _ isExcluded: Bool, isBefore: Bool) {
    guard let date = QueryDate(value[...], clock: clock) else {
      return notes.append(.unknownDate(term: term))
    }
    if !date.isComplete {
      notes.append(.incompleteDate(term: term, understood: String(date.understood)))
    }
    terms.append(
      SearchTerm(
        condition: isBefore ? .before(date.start) : .after(date.start), isExcluded: isExcluded))
  }
}
