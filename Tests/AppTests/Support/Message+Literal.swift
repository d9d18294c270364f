import FeedViewerBase

/// Expected messages are written as plain English.
extension Message: ExpressibleByStringLiteral,
  ExpressibleByExtendedGraphemeClusterLiteral,
  ExpressibleByUnicodeScalarLiteral
{
  public init(stringLiteral text: String) { self.init("\(text)") }
}
