import FeedViewerFeeds

/// The parts of a URL that determine where it leads, parsed like browsers do (WHATWG URL Standard).
nonisolated struct LinkAddress: Equatable, Sendable {
  /// In lower case, without the colon; nil for a relative reference.
  let scheme: String?
  /// Only for web and mail addresses.
  let host: HostName?
  /// Whether user information precedes the host, which could be mistaken for it: `user@host`.
  let hasUserInfo: Bool
  /// What follows the host, or the scheme if there is no host.
  let rest: String

  /// - Complexity: O(length).
  init(_ address: String) {
    let text = CleanAddress.of(address)
    guard let scheme = Self.scheme(of: text) else {
      (self.scheme, host, hasUserInfo, rest) = (nil, nil, false, text)
      return
    }
    self.scheme = scheme
    let remainder = text.dropFirst(scheme.count + 1)
    switch scheme {
    case "http", "https":
      let authority = remainder.drop { $0 == "/" || $0 == "\\" }
      let end = authority.firstIndex { "/\\?#".contains($0) } ?? authority.endIndex
      let user = authority[..<end].lastIndex(of: "@")
      hasUserInfo = user != nil
      let place = authority[(user.map { authority.index(after: $0) } ?? authority.startIndex)..<end]
      let port = Self.port(of: place)
      host = HostName(String(place.dropLast(port.count)))
      rest = port + authority[end...]
    case "mailto":
      let recipient = remainder.prefix { $0 != "?" }
      host = recipient.lastIndex(of: "@").flatMap {
        HostName(String(recipient[recipient.index(after: $0)...]))
      }
      hasUserInfo = false
      rest = String(remainder)
    default: (host, hasUserInfo, rest) = (nil, false, String(remainder))
    }
  }

  /// The scheme of an absolute URL (RFC 3986, section 3.1).
  private static func scheme(of text: String) -> String? {
    guard let colon = text.utf8.prefix(64).firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let scheme = text[..<colon]
    guard scheme.first?.isLetter == true,
      scheme.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) })
    else { return nil }
    return scheme.lowercased()
  }

  /// The port with its colon, or an empty string.
  private static func port(of place: Substring) -> String {
    guard let colon = place.lastIndex(of: ":") else { return "" }
    let digits = place[place.index(after: colon)...]
    return digits.allSatisfy { $0.isASCII && $0.isNumber } ? String(place[colon...]) : ""
  }
}
