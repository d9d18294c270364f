/// URL references: schemes, and resolution against a base (RFC 3986, section 5).
enum Reference {
  /// The scheme of a reference in lower case; `nil` if it is relative.
  static func scheme(of text: String) -> String? {
    guard let first = text.utf8.first, ASCII.isLetter(first) else { return nil }
    var length = 0
    for byte in text.utf8 {
      if byte == 0x3A { return text.prefix(length).lowercased() }
      guard ASCII.isLetter(byte) || ASCII.isDigit(byte) || byte == 0x2B || byte == 0x2D || byte == 0x2E else {
        return nil
      }
      length += 1
      if length > 40 { return nil }
    }
    return nil
  }

  /// Whether a reference is an absolute `http` or `https` URL.
  static func isWebAddress(_ text: String) -> Bool {
    let start = text.utf8.prefix(8).map(ASCII.lowercased)
    return start.starts(with: "http:".utf8) || start.starts(with: "https:".utf8)
  }

  /// Whether bytes are an absolute `http` or `https` URL.
  static func isWebAddress(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    bytes.startsIgnoringCase("http:") || bytes.startsIgnoringCase("https:")
  }

  /// Most references start with a different letter than the schemes that are not safe.
  private static func mayBeUnsafe(beginningWith first: UInt8?) -> Bool {
    switch first.map(ASCII.lowercased) {
    case 0x6A, 0x76, 0x64: true
    default: false
    }
  }

  /// See `isSafe(_:)`.
  static func isSafe(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    !mayBeUnsafe(beginningWith: bytes.first) || isSafe(bytes.validString)
  }

  /// Whether a reference may be shown as a link: it is neither a script nor a page embedded as `data:`.
  static func isSafe(_ text: String) -> Bool {
    guard mayBeUnsafe(beginningWith: text.utf8.first) else { return true }
    return switch scheme(of: text) {
    case "javascript", "vbscript": false
    case "data": !text.lowercased().hasPrefix("data:text/html")
    default: true
    }
  }

  /// A longer base is ignored, because it would be copied into every resolved reference.
  private static let longestBase = 1_024

  /// Whether references can be resolved against `text`.
  static func isUsableBase(_ text: String) -> Bool { text.utf8.count <= longestBase && isSafe(text) }

  /// Whether references can be resolved against `text`, which then is absolute and has a path.
  static func isBase(_ text: String) -> Bool {
    guard isUsableBase(text), let scheme = scheme(of: text) else { return false }
    return Parts(text, after: scheme).authority != nil
  }

  /// Whether a base decides what a reference means.
  static func isRelative(_ text: String) -> Bool { scheme(of: text) == nil }

  /// Resolves a reference against a base. It stays unchanged if it is absolute or the base is unusable, except that a
  /// backslash is a slash in the path of a web address (WHATWG URL Standard, section 4.4): programs on Windows write them.
  static func resolve(_ reference: String, against base: String?) -> String {
    let text = reference.utf8.contains(0x5C) ? withSlashes(reference, against: base) : reference
    guard let base, base.utf8.count <= longestBase, scheme(of: text) == nil, let baseScheme = scheme(of: base)
    else { return text }
    let parts = Parts(base, after: baseScheme)
    guard let authority = parts.authority else { return text }
    let root = parts.scheme + ":" + authority
    if text.isEmpty { return root + parts.path + parts.query }
    if text.hasPrefix("//") { return parts.scheme + ":" + text }
    if text.hasPrefix("#") { return root + parts.path + parts.query + text }
    if text.hasPrefix("?") { return root + parts.path + text }
    let pathEnd = text.firstIndex { $0 == "?" || $0 == "#" } ?? text.endIndex
    var path = String(text[..<pathEnd])
    if !path.hasPrefix("/") {
      let folderEnd = parts.path.lastIndex(of: "/")
      path = (folderEnd.map { String(parts.path[...$0]) } ?? "/") + path
    }
    return root + removingDotSegments(path) + text[pathEnd...]
  }

  private static func withSlashes(_ reference: String, against base: String?) -> String {
    let isOnWeb =
      scheme(of: reference) == nil ? base.map { isWebAddress($0) } ?? false : isWebAddress(reference)
    guard isOnWeb else { return reference }
    let pathEnd = reference.firstIndex { $0 == "?" || $0 == "#" } ?? reference.endIndex
    return String(reference[..<pathEnd].map { $0 == "\\" ? "/" : $0 }) + reference[pathEnd...]
  }

  /// An address that was resolved as far as bases are known. A host alone is one on the web (RFC 3986, section 4.2).
  static func webAddress(_ address: String) -> String {
    address.hasPrefix("//") ? "https:" + address : address
  }

  private struct Parts {
    var scheme: String
    /// Includes the two slashes; empty for `file:/x`, `nil` for references without a path such as `urn:`.
    var authority: String?
    var path: String
    var query: String

    init(_ base: String, after name: String) {
      scheme = String(base.prefix(name.count))
      var rest = base.dropFirst(name.count + 1)
      if let fragment = rest.firstIndex(of: "#") { rest = rest[..<fragment].trimmingSpaces[...] }
      let queryStart = rest.firstIndex(of: "?") ?? rest.endIndex
      query = String(rest[queryStart...])
      rest = rest[..<queryStart]
      if rest.hasPrefix("//") {
        let pathStart = rest.dropFirst(2).firstIndex(of: "/") ?? rest.endIndex
        authority = String(rest[..<pathStart])
        path = String(rest[pathStart...])
      } else {
        authority = rest.hasPrefix("/") ? "" : nil
        path = String(rest)
      }
    }
  }

  /// Removes `.` and `..` segments.
  static func removingDotSegments(_ path: String) -> String {
    guard path.holds("/.") else { return path }
    var kept: [Substring] = []
    let segments = path.split(separator: "/", omittingEmptySubsequences: false)
    for (index, segment) in segments.enumerated() {
      let isLast = index == segments.count - 1
      switch segment {
      case ".":
        if isLast { kept.append("") }
      case "..":
        if kept.count > 1 { kept.removeLast() }
        if isLast { kept.append("") }
      default:
        kept.append(segment)
      }
    }
    return kept.joined(separator: "/")
  }
}
