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
    case .openQuote(let phrase): Message("Missing closing quote after “\(phrase)”")
    case .nothingToFind(let term): Message("Nothing to search for after “\(term)”")
    case .unknownState(let term): Message("Unknown “\(term)”. Try is:unread, is:read or is:starred.")
    case .unknownDate(let term): Message("“\(term)” needs a date such as 2024-05")
    case .incompleteDate(_, let understood): Message("Only “\(understood)” is a date")
    case .cut: Message("Only the beginning of this text is used.")
    }
  }
}
