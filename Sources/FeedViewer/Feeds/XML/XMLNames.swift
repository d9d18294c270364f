/// The vocabularies that the reader knows (formats.md, section 9).
enum XMLModule: UInt8 {
  case none, rss, rdf, rss090, atom10, atom03
  case content, dublinCore, dublinCoreTerms, media, itunes, googlePlay, feedburner, prism, history, xhtml, xml
  case slash, commentAPI, threading
  case other

  /// RSS elements have no namespace or one of those that RSS dialects use.
  var isRSS: Bool { self == .none || self == .rss || self == .rss090 }
  var isAtom: Bool { self == .atom10 || self == .atom03 }

  /// The module of a namespace URI, ignoring case, white space, a trailing `/` and the `s` of https.
  static func of(namespace: String) -> XMLModule {
    var name = namespace.trimmingSpaces.lowercased()
    if name.hasPrefix("https:") { name = "http:" + name.dropFirst(6) }
    if name.hasSuffix("/") { name.removeLast() }
    return byNamespace[name] ?? .other
  }

  /// The module that a prefix usually denotes, for feeds that do not declare it.
  static func of(undeclaredPrefix prefix: String) -> XMLModule {
    byPrefix[prefix] ?? .other
  }

  private static let byNamespace: [String: XMLModule] = [
    "": .none,
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#": .rdf,
    "http://purl.org/rss/1.0": .rss,
    "http://my.netscape.com/rdf/simple/0.9": .rss090,
    "http://channel.netscape.com/rdf/simple/0.9": .rss090,
    "http://purl.org/net/rss1.1#": .rss,
    "http://my.netscape.com/publish/formats/rss-0.91.dtd": .rss,
    "http://backend.userland.com/rss": .rss,
    "http://backend.userland.com/rss2": .rss,
    "http://backend.userland.com/rss091": .rss,
    "http://blogs.law.harvard.edu/tech/rss": .rss,
    "http://cyber.law.harvard.edu/rss": .rss,
    "http://www.w3.org/2005/atom": .atom10,
    "http://purl.org/atom/ns#": .atom03,
    "http://example.com/necho": .atom03,
    "http://purl.org/rss/1.0/modules/content": .content,
    "http://purl.org/dc/elements/1.1": .dublinCore,
    "http://purl.org/dc/elements/1.0": .dublinCore,
    "http://purl.org/dc/terms": .dublinCoreTerms,
    "http://search.yahoo.com/mrss": .media,
    "http://www.itunes.com/dtds/podcast-1.0.dtd": .itunes,
    "http://example.com/dtds/podcast-1.0.dtd": .itunes,
    "http://www.google.com/schemas/play-podcasts/1.0": .googlePlay,
    "http://rssnamespace.org/feedburner/ext/1.0": .feedburner,
    "http://prismstandard.org/namespaces/1.2/basic": .prism,
    "http://prismstandard.org/namespaces/basic/2.0": .prism,
    "http://purl.org/syndication/history/1.0": .history,
    "http://purl.org/rss/1.0/modules/slash": .slash,
    "http://wellformedweb.org/commentapi": .commentAPI,
    "http://purl.org/syndication/thread/1.0": .threading,
    "http://www.w3.org/1999/xhtml": .xhtml,
    "http://www.w3.org/xml/1998/namespace": .xml,
  ]

  private static let byPrefix: [String: XMLModule] = [
    "rss": .rss, "rdf": .rdf, "atom": .atom10, "atom10": .atom10, "atom03": .atom03, "content": .content,
    "dc": .dublinCore, "dcterms": .dublinCoreTerms, "media": .media, "itunes": .itunes,
    "googleplay": .googlePlay, "feedburner": .feedburner, "prism": .prism, "fh": .history, "xhtml": .xhtml,
    "xml": .xml, "slash": .slash, "wfw": .commentAPI, "thr": .threading,
  ]
}

/// The local names of known elements, in lower case.
enum XMLLocalName: String {
  case rss, rdf, feed, channel, item, entry, opml, html, head, body, div
  case title, link, description, language, image, url, textinput, a
  case guid, author, category, categories, pubdate, enclosure, encoded, fullitem, managingeditor, webmaster
  case creator, contributor, date, subject, identifier
  case issued, created, modified, abstract, published, updated, publicationdate
  case id, subtitle, tagline, info, summary, content, source, icon, logo, name, email, uri
  case group, text, thumbnail, player, embed, credit, keywords, origlink
  case comments, commentrss, total, duration
  case outline, ownername, complete, archive
  case unknown
}

/// Interns the element names of a file, so that each name is analysed only once.
///
/// Names are compared regardless of case. The meaning of a prefix depends on the position; it is cached until the
/// next namespace declaration takes effect or ends.
struct XMLNameTable: Sendable {
  struct Symbol {
    var prefix: String
    var local: String
    var knownLocal: XMLLocalName
    var module: XMLModule = .none
    /// Whether the prefix is declared at the position for which the module is valid.
    var isDeclared = true
    var version = -1
  }

  /// The first and the last eight bytes of a name, which is all of most names.
  private struct Spelling {
    var first: UInt64
    var last: UInt64
    var length: Int
    /// The start of a longer name in `letters`.
    var start = 0
    var symbol: Int32 = 0

    /// - Parameter name: Must be readable up to seven bytes past its end.
    init(_ name: UnsafeBufferPointer<UInt8>) {
      length = name.count
      guard let base = UnsafeRawPointer(name.baseAddress), length > 0 else {
        (first, last) = (0, 0)
        return
      }
      let word = base.loadUnaligned(as: UInt64.self)
      first = length < 8 ? word & (1 &<< UInt64(length * 8) &- 1) : word
      last = length < 8 ? 0 : base.loadUnaligned(fromByteOffset: length - 8, as: UInt64.self)
    }

    var hash: Int {
      let mixed = (first ^ last &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(length)) &* 0xD6E8_FEB8_6659_FD93
      return Int(truncatingIfNeeded: mixed >> 40)
    }
  }

  private struct Binding {
    var prefix: String
    var module: XMLModule
    /// The index of the outer binding of the same prefix; -1 if there is none.
    var outer: Int
  }

  private(set) var symbols: [Symbol] = []
  /// Interned spellings, which differ in case, by hash.
  private var spellings: [Spelling] = []
  /// The letters of names longer than 16 bytes.
  private var letters: [UInt8] = []
  private var slots = [Int32](repeating: -1, count: 256)
  private var symbolByName: [String: Int32] = [:]
  private var bindings: [Binding] = []
  /// The index of the innermost binding of each prefix.
  private var innermost: [String: Int] = [:]
  /// Changes whenever a namespace declaration takes effect or ends.
  private(set) var version = 0

  /// Longer names, and names beyond the limit, share one symbol: no feed has them, and they would fill the memory.
  private static let longestName = 256
  private static let nameLimit = 65_536

  /// The number of namespace declarations in effect; pass it to `endDeclarations` later.
  var declarationCount: Int { bindings.count }

  mutating func declare(prefix: String, namespace: String) {
    let outer = innermost.updateValue(bindings.count, forKey: prefix) ?? -1
    bindings.append(Binding(prefix: prefix, module: .of(namespace: namespace), outer: outer))
    version += 1
  }

  /// Assigns a module to the root element's namespace if it is unknown.
  mutating func adoptNamespace(ofPrefix prefix: String, as module: XMLModule) {
    var index = innermost[prefix] ?? -1
    while index >= 0 {
      bindings[index].module = module
      index = bindings[index].outer
    }
    version += 1
  }

  mutating func endDeclarations(downTo count: Int) {
    guard bindings.count > count else { return }
    while bindings.count > count {
      let binding = bindings.removeLast()
      innermost[binding.prefix] = binding.outer >= 0 ? binding.outer : nil
    }
    version += 1
  }

  /// The prefixes that are declared at the current position, in lower case.
  var declaredPrefixes: [String] { Array(innermost.keys) }

  /// Whether the same prefixes have the same meanings at the current positions of two files.
  func hasDeclarations(of other: XMLNameTable) -> Bool {
    innermost.mapValues { bindings[$0].module } == other.innermost.mapValues { other.bindings[$0].module }
  }

  /// A name as it was written, in lower case.
  func spelling(of symbol: Int32) -> String {
    let name = symbols[Int(symbol)]
    return name.prefix.isEmpty ? name.local : "\(name.prefix):\(name.local)"
  }

  private func module(ofPrefix prefix: String) -> XMLModule {
    if let index = innermost[prefix] { return bindings[index].module }
    return prefix.isEmpty ? .none : .of(undeclaredPrefix: prefix)
  }

  private func isDeclared(_ prefix: String) -> Bool {
    prefix.isEmpty || prefix == "xml" || innermost[prefix] != nil
  }

  /// The meaning of a symbol at the current position.
  mutating func meaning(of symbol: Int32) -> (module: XMLModule, local: XMLLocalName) {
    let index = Int(symbol)
    if symbols[index].version != version { update(index) }
    return (symbols[index].module, symbols[index].knownLocal)
  }

  /// The meaning of a symbol, and whether its prefix is declared, at the current position.
  mutating func element(of symbol: Int32) -> (module: XMLModule, local: XMLLocalName, isDeclared: Bool) {
    let index = Int(symbol)
    if symbols[index].version != version { update(index) }
    return (symbols[index].module, symbols[index].knownLocal, symbols[index].isDeclared)
  }

  private mutating func update(_ index: Int) {
    let prefix = symbols[index].prefix
    symbols[index].module = module(ofPrefix: prefix)
    symbols[index].isDeclared = isDeclared(prefix)
    symbols[index].version = version
  }

  /// The symbol of an element name as written. O(length); allocates only for new names.
  mutating func symbol(of name: UnsafeBufferPointer<UInt8>) -> Int32 {
    var name = name
    if name.count > Self.longestName { name = UnsafeBufferPointer(rebasing: name[..<0]) }
    var spelling = Spelling(name)
    var slot = spelling.hash & (slots.count - 1)
    while slots[slot] >= 0 {
      let known = spellings[Int(slots[slot])]
      if known.first == spelling.first, known.last == spelling.last, known.length == spelling.length,
        known.length <= 16 || isEqual(name, known.start)
      {
        return known.symbol
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    let lowered = name.string.lowercased()
    if spellings.count >= Self.nameLimit, !name.isEmpty,
      !XMLNameTable.isKnown(lowered) || spellings.count >= 2 * Self.nameLimit
    {
      return symbol(of: UnsafeBufferPointer(rebasing: name[..<0]))
    }
    spelling.symbol = symbolByName[lowered] ?? makeSymbol(lowered)
    slots[slot] = Int32(spellings.count)
    if name.count > 16 {
      spelling.start = letters.count
      letters += name
    }
    spellings.append(spelling)
    if spellings.count * 2 > slots.count { grow() }
    return spelling.symbol
  }

  private static func isKnown(_ name: String) -> Bool {
    XMLLocalName(rawValue: name.split(separator: ":").last.map(String.init) ?? name) != nil
  }

  private mutating func makeSymbol(_ name: String) -> Int32 {
    let symbol = Int32(symbols.count)
    let colon = name.firstIndex(of: ":")
    let prefix = colon.map { String(name[..<$0]) } ?? ""
    let local = colon.map { String(name[name.index(after: $0)...]) } ?? name
    symbols.append(
      Symbol(prefix: prefix, local: local, knownLocal: XMLLocalName(rawValue: local) ?? .unknown))
    symbolByName[name] = symbol
    return symbol
  }

  private mutating func grow() {
    slots = [Int32](repeating: -1, count: slots.count * 2)
    for (index, spelling) in spellings.enumerated() {
      var slot = spelling.hash & (slots.count - 1)
      while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Int32(index)
    }
  }

  private func isEqual(_ name: UnsafeBufferPointer<UInt8>, _ start: Int) -> Bool {
    letters.withUnsafeBufferPointer { letters in
      for index in 0..<name.count where letters[start + index] != name[index] { return false }
      return true
    }
  }
}
