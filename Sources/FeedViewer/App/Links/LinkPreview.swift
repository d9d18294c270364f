import FeedViewerBase
import FeedViewerFeeds

/// What is shown of a link before it is followed: its target, and what about it may be deceptive.
nonisolated struct LinkPreview: Equatable, Sendable {
  /// A remark on the address.
  enum Remark: Hashable, Sendable {
    /// The link's text names another host than its address.
    case otherHost(text: String, host: String)
    /// The user information before an `@` may be mistaken for the host.
    case userInfo(host: String)
    /// Letters of the host may be mistaken for others.
    case deceptiveHost(String)
    /// The host contains non-ASCII letters.
    case hostInOtherLetters(String)
    case fileOnThisComputer
    /// The viewer does not open links with this scheme.
    case notOpened(scheme: String)
    /// The host is missing.
    case noHost
  }

  /// The most characters shown after the host.
  private static let restLimit = 72
  /// The most characters of a link's text that are searched for a host.
  private static let textLimit = 300

  /// The address on one line, with its complete host.
  let address: String
  let remarks: [Remark]

  /// - Parameters:
  ///   - text: The link's text; nil for a picture or a button.
  ///   - address: The link's target.
  /// - Complexity: O(length).
  init(text: String?, address: String) {
    let parts = LinkAddress(address)
    var remarks: [Remark] = []
    switch parts.scheme {
    case "http"?, "https"?:
      if let host = parts.host {
        self.address = "\(parts.scheme!)://\(host.ascii)\(Self.shown(parts.rest))"
        if let other = text.flatMap({ Self.otherHost(in: $0, than: host) }) {
          remarks.append(.otherHost(text: UntrustedText.revealed(other, limit: 80), host: host.ascii))
        }
        if parts.hasUserInfo { remarks.append(.userInfo(host: host.ascii)) }
      } else {
        self.address = Self.shown(address)
        remarks.append(.noHost)
      }
    case "mailto"?: self.address = "mailto:\(Self.shown(parts.rest))"
    case "file"?, nil:
      self.address = Self.shown(address)
      remarks.append(.fileOnThisComputer)
    case let scheme?:
      self.address = Self.shown(address)
      remarks.append(.notOpened(scheme: UntrustedText.revealed(scheme, limit: 24)))
    }
    if let host = parts.host, host.unicode != host.ascii {
      let name = UntrustedText.revealed(host.unicode)
      remarks.append(host.isDeceptive ? .deceptiveHost(name) : .hostInOtherLetters(name))
    }
    self.remarks = remarks
  }

  /// Whether the link may be deceptive.
  var isWarning: Bool {
    remarks.contains { remark in
      switch remark {
      case .otherHost, .userInfo, .deceptiveHost, .noHost: true
      case .hostInOtherLetters, .fileOnThisComputer, .notOpened: false
      }
    }
  }

  /// The remarks as text; nil if there are none.
  var words: String? {
    remarks.isEmpty ? nil : Sentences.joined(remarks.map(\.words))
  }

  /// The whole preview, for assistive tools.
  var description: String { [words, address].compactMap { $0 }.joined(separator: " ") }

  private static func shown(_ rest: String) -> String { UntrustedText.address(rest, limit: restLimit) }

  // MARK: Hosts in texts

  /// The first host named in a text, if the link leads to none of the hosts named in it.
  private static func otherHost(in text: String, than host: HostName) -> String? {
    let start = String(text.unicodeScalars.prefix(textLimit))
    var first: String?
    for word in start.split(whereSeparator: { $0.isWhitespace || "()[]{}<>\"“”„«»,;|".contains($0) }) {
      guard let (name, found) = namedHost(in: word) else { continue }
      if found.isRelated(to: host) { return nil }
      first = first ?? name
    }
    return first
  }

  /// The host that a word names: a URL, or a name with a known top-level domain.
  private static func namedHost(in word: Substring) -> (name: String, host: HostName)? {
    let word = String(
      String.UnicodeScalarView(word.unicodeScalars.filter { !$0.properties.isDefaultIgnorableCodePoint }))
    let address = LinkAddress(word)
    if address.scheme == "http" || address.scheme == "https" {
      return address.host.map { ($0.unicode, $0) }
    }
    guard !word.contains("@") else { return nil }
    let name = word.prefix { !"/?#:".contains($0) }.lowercased()
    let trimmed = String(
      name.drop { !$0.isLetter && !$0.isNumber }.reversed().drop { !$0.isLetter && !$0.isNumber }.reversed())
    let labels = trimmed.split(separator: ".", omittingEmptySubsequences: false)
    guard labels.count > 1, labels.allSatisfy({ !$0.isEmpty }), let host = HostName(trimmed) else {
      return nil
    }
    let last = labels[labels.count - 1]
    let isCountry =
      last.count == 2 && last.allSatisfy { $0.isASCII && $0.isLetter } && !fileSuffixes.contains(last)
    return trimmed.hasPrefix("www.") || isCountry || commonDomains.contains(last) ? (trimmed, host) : nil
  }

  private static let commonDomains: Set<Substring> = [
    "com", "org", "net", "edu", "gov", "mil", "int", "info", "biz", "name", "app", "dev", "online", "shop",
    "site",
    "store", "xyz", "example", "onion", "bank",
  ]
  /// Country domains that are more often suffixes of files, programs and sentences than of hosts.
  private static let fileSuffixes: Set<Substring> = [
    "ai", "as", "am", "at", "be", "by", "cc", "do", "gz", "hs", "in", "is", "it", "js", "la", "md", "me",
    "mk",
    "ml", "mm", "my", "no", "pl", "pm", "ps", "py", "rb", "rs", "sh", "so", "tf", "to", "ts", "us", "vi",
  ]
}

extension LinkPreview.Remark {
  /// A sentence for the user.
  nonisolated var words: String {
    // Isolates the direction of names in other scripts.
    func isolated(_ name: String) -> String { "\u{2068}\(name)\u{2069}" }
    return switch self {
    case .otherHost(let text, let host):
      localized("Says \(isolated(text)), but goes to \(host)")
    case .userInfo(let host): localized("Goes to \(host)")
    case .deceptiveHost(let name): localized("\(isolated(name)) contains look-alike letters")
    case .hostInOtherLetters(let name): localized("Goes to \(isolated(name))")
    case .fileOnThisComputer: localized("A file on this computer.")
    case .notOpened(let scheme): localized("“\(scheme):” links can’t be opened")
    case .noHost: localized("Incomplete address")
    }
  }
}
