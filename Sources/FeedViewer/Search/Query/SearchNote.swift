import FeedViewerBase

/// A part of a query that was not understood, or only in part. The rest of the query counts.
///
/// Most notes are about a query that is still being typed: show them without alarm.
public enum SearchNote: Sendable, Hashable, CustomStringConvertible {
  /// A phrase has no quotation mark at its end; it goes on to the end of the query.
  case openQuote(phrase: String)
  /// Nothing to search for follows a keyword, a minus sign or a quotation mark, or only characters that are never
  /// found, such as accents of their own.
  case nothingToFind(term: String)
  /// `is:` is followed by something else than `unread`, `read` or `starred`.
  case unknownState(term: String)
  /// `before:` or `after:` is not followed by a year, a month or a day.
  case unknownDate(term: String)
  /// Only the beginning of a date was understood.
  case incompleteDate(term: String, understood: String)
  /// The query is so long that only its beginning counts.
  case cut

  /// One sentence for the user.
  public var description: String { message.description }

  /// The sentence, which can be translated.
  public var message: Message {
    switch self {
    case .openQuote(let phrase): Message("The phrase “\(phrase)” has no quotation mark at its end.")
    case .nothingToFind(let term): Message("“\(term)” has nothing to search for.")
    case .unknownState(let term): Message("“\(term)” is none of is:unread, is:read and is:starred.")
    case .unknownDate(let term): Message("“\(term)” has no date, such as 2024, 2024-05 or 2024-05-03.")
    case .incompleteDate(let term, let understood): Message("Of “\(term)”, only \(understood) is a date.")
    case .cut: Message("Only the beginning of this long text is searched for.")
    }
  }
}
