import FeedViewerBase

extension FeedEntry {
  /// Two hundred characters of a text that is written for people are shorter, in bytes. One character of another text may be as
  /// long as the text.
  private static let longestStart = 16_384

  /// The entry's key unless entries before it ask for the same: its identifier, else link and title, else title, start of
  /// the body and date.
  var ownKey: String {
    if let identifier, !identifier.isEmpty { return identifier }
    if let link { return link + "\n" + (title ?? "") }
    let date = published?.iso8601UTC ?? dateText ?? ""
    var body = body ?? ""
    if body.utf8.count > Self.longestStart {
      // A scalar that this divides is left out.
      body = String(body[..<body.utf8.index(body.startIndex, offsetBy: Self.longestStart)])
    }
    return (title ?? "") + "\n" + body.prefix(200) + "\n" + date
  }

  /// The hash of `ownKey`.
  var ownKeyHash: UInt64 {
    var hash = Hash64()
    let hasIdentifier =
      record.withUTF8(of: .identifier) {
        if $0.count > 0 { hash.combine($0) }
        return $0.count > 0
      } ?? false
    if !hasIdentifier { hash.combine(ownKey) }
    return hash.value
  }
}
