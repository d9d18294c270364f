import FeedViewerBase

/// The meaning of each element for the feed: the tables of formats.md, sections 2 and 5 to 9.
extension XMLFeedReader {
  // MARK: The root

  /// Detects the format from the root element.
  mutating func rootRole(of local: XMLLocalName, in module: XMLModule, symbol: Int32) throws(FeedError)
    -> Role
  {
    // The first root decides the format; later ones can only add entries.
    if format != nil { return role(of: local, in: module, inside: isFragment ? .channel : .ignored) }
    if module == .other {
      names.adoptNamespace(
        ofPrefix: names.symbols[Int(symbol)].prefix, as: local == .feed || local == .entry ? .atom10 : .rss)
    }
    switch local {
    case .rss:
      format = .rss
    case .rdf:
      format = .rss10
    case .feed, .entry:
      format = module == .atom03 ? .atom03 : .atom10
    case .channel, .item:
      format = .rss
      isFragment = local == .item
    case .opml:
      format = .opml
      return .outlineRoot
    default:
      let reason = refusal(symbol)
      guard reason == .webPage, pendingRefusal == nil || frames.last?.role == .wrapper else {
        throw FeedError(file: file, reason: reason)
      }
      return wrapper(reason)
    }
    readFeedLanguage()
    switch local {
    case .feed: return .channel
    case .channel:
      readChannelDefinition()
      return .channel
    case .entry, .item:
      isFragment = true
      return .entry
    default: return .root
    }
  }

  /// Continues inside a web page, because some feeds are wrapped in one.
  private mutating func wrapper(_ reason: FeedError.Reason) -> Role {
    pendingRefusal = pendingRefusal ?? reason
    return .wrapper
  }

  private func refusal(_ symbol: Int32) -> FeedError.Reason {
    let name = names.symbols[Int(symbol)]
    var local = name.local
    if name.prefix.isEmpty, local.withUTF8({ HTMLElement.isKnown($0) }) { return .webPage }
    let full = name.prefix.isEmpty ? name.local : "\(name.prefix):\(name.local)"
    return .notAFeed(found: Message("an XML document with the root element <\(full)>"))
  }

  /// The Channel Definition Format (W3C note, 1997) stores addresses in attributes of its root `channel`.
  private mutating func readChannelDefinition() {
    if let address = linkAddress() { feed.link.offer(resolvedByXMLBase(address), rank: 2) }
    if let base = addressAttribute("base") {
      let joined = Reference.resolve(base, against: bases.last)
      if Reference.isUsableBase(joined) { bases.append(joined) }
    }
    noteFeedBase()
  }

  private mutating func readFeedLanguage() {
    if let language = languages.last, !language.isEmpty { feed.language.offer(language, rank: 0) }
  }

  // MARK: Below the root

  mutating func role(of local: XMLLocalName, in module: XMLModule, inside parent: Role) -> Role {
    switch parent {
    case .root:
      if module.isRSS || module == .rdf, local == .channel {
        if module == .rss090 { format = .rss090 }
        readFeedLanguage()
        return .channel
      }
      return isItem(local, module) ? .entry : channelChild(local, module)
    case .channel:
      return isItem(local, module) ? .entry : channelChild(local, module)
    case .image:
      if module.isRSS, local == .url { return take(.feedIcon) }
      return .ignored
    case .entry:
      return entryChild(local, module)
    case .mediaGroup:
      if module.isRSS, local == .category { return take(.tag, .titleRule) }
      if module.isRSS, local == .url { return take(.image) }
      if module == .media, local == .title { return titleOfMedia() }
      return module == .media ? mediaElement(local) : .ignored
    case .mediaContent:
      guard module == .media else { return .ignored }
      // The title is that of the media object (Media RSS 1.5.1, media:title).
      return local == .title ? takeOfMedia(.mediaTitle, .titleRule) : mediaElement(local)
    case .source:
      if module.isAtom || module == .none, local == .author {
        return beginPerson(.source, rank: EntryDraft.inheritedAuthor + 1)
      }
      if module.isAtom, local == .title { return take(.sourceTitle, atomText()) }
      if module.isAtom, local == .link, relation == .alternate {
        entry.offerSource(address: linkAddress())
      }
      return .ignored
    case .person:
      switch local {
      case .name: return .personName
      case .email: return .personAddress
      case .uri, .url: return .personPage
      default: return .ignored
      }
    case .personName, .personAddress, .personPage:
      return .ignored
    case .wrapper, .ignored:
      // Items are found at any depth, for example inside an element of another vocabulary that is never closed.
      return isItem(local, module) && !frames.contains { $0.role == .entry } ? .entry : .ignored
    case .outlineRoot, .outlineHead, .outlineBody, .outline:
      return outlineRole(of: local, inside: parent)
    case .field, .markup:
      return .markup
    }
  }

  func isItem(_ local: XMLLocalName, _ module: XMLModule) -> Bool {
    local == .item && (module.isRSS || module.isAtom) || local == .entry && (module.isAtom || module == .none)
  }

  mutating func take(
    _ target: Field.Target, rank: UInt8 = 0, _ text: Field.Text = .plain
  ) -> Role {
    field = Field(target: target, rank: rank, text: text)
    captured.clear()
    dropBorrowed()
    capturedMarkup = false
    return .field
  }

  /// Takes a field that the start tag decides alone, whatever the entry has so far.
  mutating func takeByTag(
    _ target: Field.Target, rank: UInt8 = 0, _ text: Field.Text = .plain
  ) -> Role {
    isDecidedByTag = true
    return take(target, rank: rank, text)
  }

  mutating func beginPerson(_ owner: PersonDraft.Owner, rank: UInt8) -> Role {
    person = PersonDraft(owner, rank: rank)
    return .person
  }

  mutating func atomText(untyped: Field.Text = .plain) -> Field.Text {
    Field.text(type: rawAttribute("type"), mode: rawAttribute("mode"), untyped: untyped)
  }

  /// Inlined; otherwise the whole reader would be copied for the call.
  @inline(__always)
  var isAtomFeed: Bool { format == .atom10 || format == .atom03 }

  // MARK: Feed

  private mutating func channelChild(_ local: XMLLocalName, _ module: XMLModule) -> Role {
    if module.isAtom || module == .none && isAtomFeed { return atomFeedChild(local) }
    switch (module, local) {
    case (.none, _), (.rss, _), (.rss090, _): return rssChannelChild(local)
    case (.dublinCore, .title): return take(.feedTitle, rank: 2, .titleRule)
    case (.dublinCore, .description): return take(.feedSummary, rank: 1, .bodyRule)
    case (.dublinCore, .language): return take(.feedLanguage, rank: 1)
    case (.dublinCore, .creator): return take(.feedAuthor)
    case (.history, .complete):
      feed.pages.isComplete = true
      return .ignored
    case (.history, .archive):
      feed.pages.isArchive = true
      return .ignored
    case (.itunes, .summary): return take(.feedSummary, rank: 4, .bodyRule)
    case (.itunes, .subtitle): return take(.feedSummary, rank: 5, .bodyRule)
    case (.itunes, .author): return take(.feedAuthor)
    case (.itunes, .image):
      let address = nonemptyAttribute("href") ?? nonemptyAttribute("url")
      feed.icon.offer(address.map(CleanAddress.of), rank: 3)
      return .ignored
    case (.googlePlay, .description): return take(.feedSummary, rank: 7, .bodyRule)
    case (.googlePlay, .author): return take(.feedAuthor, rank: 1)
    case (.googlePlay, .image):
      let address = nonemptyAttribute("href") ?? nonemptyAttribute("url")
      feed.icon.offer(address.map(CleanAddress.of), rank: 5)
      return .ignored
    default: return .ignored
    }
  }

  private mutating func rssChannelChild(_ local: XMLLocalName) -> Role {
    switch local {
    case .title: return take(.feedTitle, .titleRule)
    case .link:
      offerFeedLink(pageRank: 2)
      return take(.feedLink, rank: 2)
    case .a:
      offerFeedLink(pageRank: 3)
      return .ignored
    case .description, .abstract: return take(.feedSummary, .bodyRule)
    case .subtitle, .tagline: return take(.feedSummary, rank: 2, .bodyRule)
    case .language: return take(.feedLanguage, rank: 2)
    case .image: return .image
    case .managingeditor, .author: return take(.feedAuthor)
    default: return .ignored
    }
  }

  private mutating func atomFeedChild(_ local: XMLLocalName) -> Role {
    switch local {
    case .title: return take(.feedTitle, rank: isAtomFeed ? 0 : 3, atomText(untyped: untypedTitle))
    case .subtitle, .tagline: return take(.feedSummary, rank: isAtomFeed ? 0 : 3, atomText())
    case .info: return take(.feedSummary, rank: 6, atomText())
    case .link:
      offerFeedLink(pageRank: 4)
      return .ignored
    case .id: return take(.feedIdentifier)
    case .icon: return take(.feedIcon, rank: isAtomFeed ? 1 : 4)
    case .logo: return take(.feedIcon, rank: isAtomFeed ? 0 : 4)
    case .author: return beginPerson(.feed, rank: 0)
    default: return .ignored
    }
  }

  /// Untyped titles in Atom 0.3 often contain HTML.
  @inline(__always)
  var untypedTitle: Field.Text { format == .atom03 ? .titleRule : .plain }

  /// Takes the website or the feed's own address from a link element. An alternate that is not a web page, such as
  /// the feed in another format, is neither.
  private mutating func offerFeedLink(pageRank: UInt8) {
    guard let address = linkAddress() else { return }
    switch relation {
    case .alternate:
      guard namesPage else { return }
      // Atom forbids a second alternate of the same type, so the first one wins; of RSS links the last one wins.
      if pageRank == 2 {
        feed.link.replace(resolvedByXMLBase(address), rank: pageRank)
      } else {
        feed.link.offer(resolvedByXMLBase(address), rank: pageRank)
      }
    case .itself: feed.selfAddress = feed.selfAddress ?? (address.isEmpty ? nil : address)
    case .next: feed.pages.next = feed.pages.next ?? resolvedByXMLBase(address)
    case .previousArchive:
      feed.pages.previousArchive = feed.pages.previousArchive ?? resolvedByXMLBase(address)
    default: break
    }
    noteFeedBase()
  }

  /// The relation of a link (RFC 4287, section 4.2.7.2); `alternate` by default. A registered name may be written as the IRI
  /// that it stands for.
  enum LinkRelation { case alternate, itself, next, previousArchive, enclosure, replies, other }

  var relation: LinkRelation {
    mutating get {
      guard let name = rawAttribute("rel").map(Self.registeredRelation), !name.isEmpty else {
        return .alternate
      }
      if name.equalsIgnoringCase("alternate") { return .alternate }
      if name.equalsIgnoringCase("self") { return .itself }
      if name.equalsIgnoringCase("next") { return .next }
      if name.equalsIgnoringCase("prev-archive") { return .previousArchive }
      if name.equalsIgnoringCase("enclosure") { return .enclosure }
      return name.equalsIgnoringCase("replies") ? .replies : .other
    }
  }

  /// The beginning of the IRIs of registered relations, and the place at which IANA keeps them now.
  private static let relationFolders: [StaticString] = [
    "http://www.iana.org/assignments/relation/", "https://www.iana.org/assignments/relation/",
    "http://www.iana.org/assignments/link-relations/", "https://www.iana.org/assignments/link-relations/",
  ]

  /// A relation without the beginning of its IRI, if it is a registered one.
  private static func registeredRelation(_ name: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    guard name.count > 40 else { return name }
    let folder = relationFolders.first { name.startsIgnoringCase($0) }
    return folder.map { UnsafeBufferPointer(rebasing: name[$0.utf8CodeUnitCount...]) } ?? name
  }

  /// What the attributes of the current link tell, apart from its address.
  var link: XMLTagMemory.KnownLink {
    mutating get {
      if let number = scanner.tagNumber, let known = scanner.tags.link(of: number) { return known }
      let link = XMLTagMemory.KnownLink(
        relation: relation, namesPage: namesPage, hasAddress: rawAttribute("href") != nil)
      if let number = scanner.tagNumber, scanner.isKnownAsWhole || lastAttributeIs("href") {
        scanner.tags.setLink(link, of: number)
      }
      return link
    }
  }

  /// The address in an attribute; `nil` if it is missing, unsafe or empty.
  mutating func linkAddress(_ name: StaticString = "href") -> String? {
    guard let address = addressAttribute(name), Reference.isSafe(address) else { return nil }
    // An empty reference denotes `xml:base`, if there is one: no link leads to the feed itself.
    return address.isEmpty && resolvedByXMLBase(address).isEmpty ? nil : address
  }

  /// Whether the type of the current link is that of a web page.
  var namesPage: Bool {
    mutating get {
      guard let type = rawAttribute("type"), !type.isEmpty else { return true }
      return type.equalsIgnoringCase("text/html") || type.equalsIgnoringCase("application/xhtml+xml")
    }
  }

  /// An address of an entry or its files, resolved as far as a base is known.
  mutating func resolved(_ address: String) -> String {
    Reference.isRelative(address) || address.utf8.contains(0x5C)
      ? Reference.resolve(named: address, against: base) : address
  }

  /// An address of the feed, of whose other pages files may be beside it.
  mutating func resolvedByXMLBase(_ address: String) -> String {
    Reference.resolve(named: address, against: bases.last)
  }
}
