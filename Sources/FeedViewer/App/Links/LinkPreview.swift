import Feeds

/// What is shown of a link before it is followed: where it leads, and what about it could deceive.
nonisolated struct LinkPreview: Equatable, Sendable {
  /// What a reader should know besides the address.
  enum Remark: Hashable, Sendable {
    /// The link's text names another host than its address.
    case otherHost(text: String, host: String)
    /// What stands before an `@` could be taken for the host.
    case userInfo(host: String)
    /// The host's letters could be taken for others.
    case deceptiveHost(String)
    /// The host has letters beyond ASCII.
    case hostInOtherLetters(String)
    case fileOnThisComputer
    /// The viewer opens no links with this scheme.
    case notOpened(scheme: String)
    /// There is no host where one should be.
    case noHost
  }

  /// How much is shown of what follows the host, in characters.
  private static let restLimit = 72
  /// How much of a link's text is looked through for a host, in characters.
  private static let textLimit = 300

  /// The address with its host whole, on one line.
  let address: String
  let remarks: [Remark]

  /// - Parameters:
  ///   - text: What the link says; nil for one that is a picture or a button.
  ///   - address: Where it leads.
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

  /// Whether something about the link could deceive.
  var isWarning: Bool {
    remarks.contains { remark in
      switch remark {
      case .otherHost, .userInfo, .deceptiveHost, .noHost: true
      case .hostInOtherLetters, .fileOnThisComputer, .notOpened: false
      }
    }
  }

  /// The remarks in words; nil if there are none.
  var words: String? {
    remarks.isEmpty ? nil : remarks.map(\.words).joined(separator: " ")
  }

  /// All of it, for assistive tools.
  var description: String { [words, address].compactMap { $0 }.joined(separator: " ") }

  private static func shown(_ rest: String) -> String { UntrustedText.address(rest, limit: restLimit) }

  // MARK: Hosts in texts

  /// The first host that a text names, if the link does not lead to any of those that it names.
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

  /// The host that a word names: an address, or a name that ends as names of hosts do.
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
  /// Domains of countries with which names of files, programs and sentences end more often than names of hosts.
  private static let fileSuffixes: Set<Substring> = [
    "ai", "as", "am", "at", "be", "by", "cc", "do", "gz", "hs", "in", "is", "it", "js", "la", "md", "me",
    "mk",
    "ml", "mm", "my", "no", "pl", "pm", "ps", "py", "rb", "rs", "sh", "so", "tf", "to", "ts", "us", "vi",
  ]
}

extension LinkPreview.Remark {
  /// A sentence for readers.
  nonisolated var words: String {
    // Names in other scripts keep their own direction.
    func isolated(_ name: String) -> String { "\u{2068}\(name)\u{2069}" }
    return switch self {
    case .otherHost(let text, let host): "The text says \(isolated(text)), but the link leads to \(host)."
    case .userInfo(let host): "The link leads to \(host), whatever stands before it."
    case .deceptiveHost(let name): "The letters of \(isolated(name)) may look like others."
    case .hostInOtherLetters(let name): "The host is \(isolated(name))."
    case .fileOnThisComputer: "A file on this computer."
    case .notOpened(let scheme): "Links with “\(scheme):” are not opened."
    case .noHost: "The address names no host."
    }
  }
}
