/// URL references: schemes, and resolution against a base (RFC 3986, section 5).
enum Reference {
  /// The scheme of a reference in lower case; `nil` if it is relative.
  static func scheme(of text: String) -> String? { schemeEnd(of: text).map { text[..<$0].lowercased() } }

  /// The place of the colon after the scheme of a reference; `nil` if it is relative.
  private static func schemeEnd(of text: String) -> String.Index? {
    guard let first = text.utf8.first, ASCII.isLetter(first) else { return nil }
    let start = text.utf8.prefix(41)
    let end = start.firstIndex { byte in
      !(ASCII.isLetter(byte) || ASCII.isDigit(byte) || byte == 0x2B || byte == 0x2D || byte == 0x2E)
    }
    return end.flatMap { start[$0] == 0x3A ? $0 : nil }
  }

  /// Whether a reference is an absolute `http` or `https` URL: one that means the same beside any base.
  static func isWebAddress(_ text: String) -> Bool {
    guard let end = webSchemeEnd(of: text) else { return false }
    return hasAuthority(text.utf8[end...].prefix(3))
  }

  /// Whether bytes are an absolute `http` or `https` URL.
  static func isWebAddress(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let length = bytes.startsIgnoringCase("http:") ? 5 : bytes.startsIgnoringCase("https:") ? 6 : bytes.count
    return hasAuthority(bytes[length...].prefix(3))
  }

  /// Whether what follows a scheme is two slashes and a third character that is none, and no backslash.
  @inline(__always)
  private static func hasAuthority(_ start: some Collection<UInt8>) -> Bool {
    var bytes = start.makeIterator()
    guard bytes.next() == 0x2F, bytes.next() == 0x2F, let third = bytes.next() else { return false }
    return third != 0x2F && third != 0x5C
  }

  /// The end of the scheme `http:` or `https:` that a reference begins with.
  private static func webSchemeEnd(of text: String) -> String.Index? {
    let start = text.utf8.prefix(6)
    for scheme in ["http:", "https:"] as [StaticString] where start.count >= scheme.utf8CodeUnitCount {
      let known = UnsafeBufferPointer(start: scheme.utf8Start, count: scheme.utf8CodeUnitCount)
      if zip(start, known).allSatisfy({ ASCII.lowercased($0) == $1 }) {
        return text.utf8.index(start.startIndex, offsetBy: known.count)
      }
    }
    return nil
  }

  /// Most references start with a different letter than the schemes that are not safe.
  private static func mayBeUnsafe(beginningWith first: UInt8?) -> Bool {
    switch first.map(ASCII.lowercased) {
    case 0x6A, 0x76, 0x64: true
    default: false
    }
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
    guard isUsableBase(text), let schemeEnd = schemeEnd(of: text) else { return false }
    return text.utf8[schemeEnd...].dropFirst().first == 0x2F
  }

  /// Whether a base decides what a reference means.
  static func isRelative(_ text: String) -> Bool {
    schemeEnd(of: text) == nil || webSchemeEnd(of: text) != nil && !isWebAddress(text)
  }

  /// Resolves a reference against a base. It stays unchanged if it is absolute or the base is unusable, except that a
  /// backslash is a slash in the path of a web address (WHATWG URL Standard, section 4.4): programs on Windows write them.
  static func resolve(_ reference: String, against base: String?) -> String {
    let text = reference.utf8.contains(0x5C) ? withSlashes(reference, against: base) : reference
    if let schemeEnd = webSchemeEnd(of: text), !isWebAddress(text) {
      return resolve(text, schemeEnd, against: base)
    }
    guard var base, base.utf8.count <= longestBase, isRelative(text), schemeEnd(of: base) != nil else {
      return text
    }
    if let fragment = base.utf8.firstIndex(of: 0x23) { base = String(base[..<fragment].trimmingSpaces) }
    guard let parts = Parts(base) else { return text }
    let bytes = text.utf8
    switch bytes.first {
    case nil: return base
    case 0x2F where bytes.dropFirst().first == 0x2F:
      let isOnWeb = webSchemeEnd(of: base) != nil
      return String(base[..<parts.schemeEnd]) + (isOnWeb ? withTwoSlashes(text[...]) ?? text : text)
    case 0x23: return base + text
    case 0x3F: return String(base[..<parts.query]) + text
    default: break
    }
    var folderEnd = parts.path
    if bytes.first != 0x2F, let slash = base.utf8[parts.path..<parts.query].lastIndex(of: 0x2F) {
      folderEnd = base.utf8.index(after: slash)
    }
    let folder = base[parts.path..<folderEnd]
    let needsSlash = folder.isEmpty && bytes.first != 0x2F
    let pathEnd = pathEnd(of: text)
    guard folder.holdsDotSegment || bytes.first == 0x2E || text[..<pathEnd].holdsDotSegment else {
      return String(base[..<folderEnd]) + (needsSlash ? "/" + text : text)
    }
    let path = String(folder) + (needsSlash ? "/" : "") + String(text[..<pathEnd])
    return String(base[..<parts.path]) + removingDotSegments(path) + String(text[pathEnd...])
  }

  /// Resolves what an element of a feed names as an address, which may be none, and then stays as written.
  static func resolve(named text: String, against base: String?) -> String {
    base == nil || isReference(text) ? resolve(text, against: base) : text
  }

  /// Whether a text may be meant as a reference (RFC 3986, section 4.2): a colon before the first slash would end a scheme, and
  /// references have no spaces; but names of files often do.
  static func isReference(_ text: String) -> Bool {
    guard text.utf8.contains(where: { $0 == 0x3A || $0 == 0x20 }), schemeEnd(of: text) == nil else {
      return true
    }
    let path = text[..<pathEnd(of: text)].utf8
    let first = path.prefix { $0 != 0x2F && $0 != 0x5C }
    if first.contains(0x3A) { return false }
    return first.endIndex < path.endIndex || !first.contains(0x20) || namesFile(path)
  }

  /// Whether the name at the end of a path has an ending.
  private static func namesFile(_ path: Substring.UTF8View) -> Bool {
    guard let point = path.lastIndex(of: 0x2E) else { return false }
    let ending = path[point...].dropFirst()
    return (1...5).contains(ending.count) && ending.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) }
  }

  /// Resolves a reference whose scheme `http:` or `https:` is not followed by two slashes and a host (WHATWG URL Standard,
  /// section 4.4: the states of special schemes). With one slash or none it is relative to a base of the same scheme; otherwise
  /// the host comes next, after any number of slashes.
  private static func resolve(
    _ text: String, _ schemeEnd: String.Index, against base: String?
  ) -> String {
    let rest = text[schemeEnd...]
    if !rest.utf8.starts(with: "//".utf8), let base, let baseEnd = webSchemeEnd(of: base),
      base[..<baseEnd].lowercased() == text[..<schemeEnd].lowercased()
    {
      // A colon in it ends no scheme.
      let path = String(rest)
      return resolve(Self.schemeEnd(of: path) == nil ? path : "./" + path, against: base)
    }
    return withTwoSlashes(rest).map { String(text[..<schemeEnd]) + $0 } ?? text
  }

  /// A host and what follows it, after two slashes in the place of any number; nil if there is no host.
  private static func withTwoSlashes(_ text: Substring) -> String? {
    let host = text.utf8.drop { $0 == 0x2F }
    guard let first = host.first, first != 0x3F, first != 0x23 else { return nil }
    return "//" + String(Substring(host))
  }

  /// Where the query or the fragment of a reference begins.
  private static func pathEnd(of reference: String) -> String.Index {
    reference.utf8.firstIndex { $0 == 0x3F || $0 == 0x23 } ?? reference.endIndex
  }

  private static func withSlashes(_ reference: String, against base: String?) -> String {
    let isOnWeb =
      scheme(of: reference) == nil
      ? base.map { isWebAddress($0) } ?? false : webSchemeEnd(of: reference) != nil
    guard isOnWeb else { return reference }
    let pathEnd = pathEnd(of: reference)
    return String(reference[..<pathEnd].map { $0 == "\\" ? "/" : $0 }) + reference[pathEnd...]
  }

  /// An address that was resolved as far as bases are known. A host alone is one on the web (RFC 3986, section 4.2).
  static func webAddress(_ address: String) -> String {
    address.hasPrefix("//") ? withTwoSlashes(address[...]).map { "https:" + $0 } ?? address : address
  }

  /// What is the same for all addresses of a file: the protocol does not count, nor does the query after a name that says what the
  /// file is, in which servers take the size of a picture, or players a number.
  static func fileIdentity(_ address: String) -> Substring {
    var rest = address[...]
    for scheme in ["https:", "http:"] where address.hasPrefix(scheme) {
      rest = address.dropFirst(scheme.count)
    }
    let path = rest[..<pathEnd(of: address)]
    guard let point = path.utf8.suffix(6).lastIndex(of: 0x2E),
      fileEndings.contains(path[path.utf8.index(after: point)...].lowercased())
    else { return rest }
    return path
  }

  /// The identity of a file without the size at the end of its name, as WordPress names the sizes of one picture: `a-300x200.jpg`.
  static func sizelessIdentity(_ identity: Substring) -> Substring {
    guard let point = identity.utf8.lastIndex(of: 0x2E),
      let hyphen = identity[..<point].utf8.lastIndex(of: 0x2D)
    else { return identity }
    let sides = identity[hyphen..<point].dropFirst().utf8.split(
      separator: 0x78, omittingEmptySubsequences: false)
    guard sides.count == 2, sides.allSatisfy({ (2...5).contains($0.count) && $0.allSatisfy(ASCII.isDigit) })
    else {
      return identity
    }
    return identity[..<hyphen] + identity[point...]
  }

  /// The ends of the names of pictures, sounds and videos.
  private static let fileEndings: Set<String> = [
    "jpg", "jpeg", "png", "gif", "webp", "svg", "avif", "bmp", "mp3", "m4a", "m4b", "aac", "ogg", "oga",
    "opus",
    "flac", "wav", "mp4", "m4v", "mov", "webm", "ogv",
  ]

  /// Where the parts of a base begin that has no fragment.
  private struct Parts {
    /// The end of the scheme with its colon.
    let schemeEnd: String.Index
    /// After the authority, if there is one.
    let path: String.Index
    let query: String.Index

    /// Nil for references without a path such as `urn:`.
    init?(_ base: String) {
      let utf8 = base.utf8
      guard let colon = Reference.schemeEnd(of: base) else { return nil }
      schemeEnd = utf8.index(after: colon)
      query = utf8[schemeEnd...].firstIndex(of: 0x3F) ?? utf8.endIndex
      let rest = utf8[schemeEnd..<query]
      guard rest.first == 0x2F else { return nil }
      let hasAuthority = rest.dropFirst().first == 0x2F
      path = hasAuthority ? rest.dropFirst(2).firstIndex(of: 0x2F) ?? query : schemeEnd
    }
  }

  /// Removes `.` and `..` segments.
  static func removingDotSegments(_ path: String) -> String {
    guard path[...].holdsDotSegment else { return path }
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

extension Substring {
  /// Whether one of the segments of a path begins with a full stop, but for the first one.
  fileprivate var holdsDotSegment: Bool {
    var previous: UInt8 = 0
    for byte in utf8 {
      if byte == 0x2E, previous == 0x2F { return true }
      previous = byte
    }
    return false
  }
}
