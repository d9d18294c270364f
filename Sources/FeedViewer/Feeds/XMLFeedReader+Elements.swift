/// What each element is to the feed: the tables of formats.md, sections 2 and 5 to 9.
extension XMLFeedReader {
  // MARK: The root

  /// Recognises the format by the first element.
  mutating func rootRole(of local: XMLLocalName, in module: XMLModule, symbol: Int32) throws(FeedError) -> Role {
    if isFragment, format != nil {
      return role(of: local, in: module, inside: .channel)
    }
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
    default:
      let reason = refusal(local, symbol)
      guard reason == .webPage, pendingRefusal == nil || frames.last?.role == .wrapper else {
        throw FeedError(file: file, reason: reason)
      }
      return wrapper(reason)
    }
    readFeedLanguage()
    switch local {
    case .feed: return .channel
    case .channel: return .channel
    case .entry, .item:
      isFragment = true
      return .entry
    default: return .root
    }
  }

  /// Goes on inside a web page: now and then one is wrapped around a whole feed.
  private mutating func wrapper(_ reason: FeedError.Reason) -> Role {
    pendingRefusal = pendingRefusal ?? reason
    return .wrapper
  }

  private func refusal(_ local: XMLLocalName, _ symbol: Int32) -> FeedError.Reason {
    let name = names.symbols[Int(symbol)]
    switch local {
    case .opml: return .opml
    case .html, .head, .body, .div: return .webPage
    default:
      if name.prefix.isEmpty, ["script", "p", "meta", "table", "center", "style"].contains(name.local) {
        return .webPage
      }
      let full = name.prefix.isEmpty ? name.local : "\(name.prefix):\(name.local)"
      return .notAFeed(found: "an XML document with the root element <\(full)>")
    }
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
      return module == .media ? mediaElement(local) : .ignored
    case .source:
      if module.isAtom || module == .none, local == .author { return beginPerson(.source, rank: EntryDraft.inheritedAuthor + 1) }
      return .ignored
    case .person:
      switch local {
      case .name: return .personName
      case .email: return .personAddress
      default: return .ignored
      }
    case .personName, .personAddress:
      return .ignored
    case .wrapper, .ignored:
      // Items are found wherever they are, such as behind an element of another vocabulary that is never closed.
      return isItem(local, module) && !frames.contains { $0.role == .entry } ? .entry : .ignored
    case .field, .markup:
      return .markup
    }
  }

  func isItem(_ local: XMLLocalName, _ module: XMLModule) -> Bool {
    local == .item && (module.isRSS || module.isAtom) || local == .entry && (module.isAtom || module == .none)
  }

  private mutating func take(
    _ target: Field.Target, rank: UInt8 = 0, _ text: Field.Text = .plain, fallback: String? = nil
  ) -> Role {
    field = Field(target: target, rank: rank, text: text, fallback: fallback)
    captured.clear()
    capturedMarkup = false
    return .field
  }

  private mutating func beginPerson(_ owner: PersonDraft.Owner, rank: UInt8) -> Role {
    person = PersonDraft(owner, rank: rank)
    return .person
  }

  private mutating func atomText(untyped: Field.Text = .plain) -> Field.Text {
    Field.text(type: attribute("type"), mode: attribute("mode"), untyped: untyped)
  }

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
    case (.itunes, .summary): return take(.feedSummary, rank: 4, .bodyRule)
    case (.itunes, .subtitle): return take(.feedSummary, rank: 5, .bodyRule)
    case (.itunes, .author): return take(.feedAuthor)
    case (.itunes, .image):
      feed.icon.offer(attribute("href") ?? attribute("url"), rank: 3)
      return .ignored
    default: return .ignored
    }
  }

  private mutating func rssChannelChild(_ local: XMLLocalName) -> Role {
    switch local {
    case .title: return take(.feedTitle, .titleRule)
    case .link:
      offerFeedLink()
      return take(.feedLink, rank: 2)
    case .description: return take(.feedSummary, .bodyRule)
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
      offerFeedLink()
      return .ignored
    case .id: return take(.feedIdentifier)
    case .icon: return take(.feedIcon, rank: isAtomFeed ? 1 : 4)
    case .logo: return take(.feedIcon, rank: isAtomFeed ? 0 : 4)
    case .author: return beginPerson(.feed, rank: 0)
    default: return .ignored
    }
  }

  /// Atom 0.3 titles without a type hold HTML often enough to look.
  private var untypedTitle: Field.Text { format == .atom03 ? .titleRule : .plain }

  private mutating func offerFeedLink() {
    guard let address = linkAddress() else { return }
    switch attribute("rel")?.lowercased() ?? "alternate" {
    case "alternate": feed.link.offer(resolved(address), rank: linkRank())
    case "self": feed.identifier.offer(address, rank: 1)
    default: break
    }
  }

  /// The `href` of a link element; `nil` if it has none or a harmful one.
  private mutating func linkAddress() -> String? {
    guard let address = attribute("href"), Reference.isHarmless(address) else { return nil }
    return address
  }

  private mutating func linkRank() -> UInt8 {
    switch attribute("type")?.lowercased() {
    case nil, "", "text/html", "application/xhtml+xml": 4
    default: 5
    }
  }

  func resolved(_ address: String) -> String { Reference.resolve(address, against: bases.last) }

  // MARK: Entry

  mutating func beginEntry() {
    entry = EntryDraft()
    if let about = attribute("rdf:about") { entry.identifier.offer(about.isEmpty ? nil : about, rank: 1) }
    if let language = languages.last, !language.isEmpty { entry.language.offer(language, rank: 0) }
  }

  private mutating func entryChild(_ local: XMLLocalName, _ module: XMLModule) -> Role {
    if module.isAtom || module == .none && isAtomFeed { return atomEntryChild(local) }
    switch module {
    case .none, .rss, .rss090: return rssItemChild(local)
    case .content:
      return local == .encoded ? take(.content, rank: 0, .bodyRule) : .ignored
    case .xhtml:
      return local == .body || local == .div ? take(.content, rank: 1, .markup) : .ignored
    case .dublinCore, .dublinCoreTerms: return dublinCoreElement(local, module)
    case .media: return mediaElement(local)
    case .itunes: return podcastElement(local)
    case .feedburner: return local == .origlink ? take(.link, rank: 5) : .ignored
    case .prism: return local == .publicationdate ? take(.published, rank: 5) : .ignored
    case .atom10, .atom03, .rdf, .xml, .other: return .ignored
    }
  }

  private mutating func rssItemChild(_ local: XMLLocalName) -> Role {
    switch local {
    case .title: return take(.title, .titleRule)
    case .link:
      offerEntryLink()
      return take(.link, rank: 2)
    case .description: return take(.summary, .bodyRule)
    case .encoded: return take(.content, rank: 0, .bodyRule)
    case .fullitem: return take(.content, rank: 2, .bodyRule)
    case .content: return take(.content, rank: 3, .bodyRule)
    case .body: return take(.content, rank: 1, .bodyRule)
    case .summary: return take(.summary, rank: 2, .bodyRule)
    case .guid:
      let isPermalink = attribute("ispermalink")?.lowercased() != "false"
      return take(isPermalink ? .permalink : .identifier)
    case .id: return take(.identifier, rank: 2)
    case .author: return beginPerson(.entry, rank: 1)
    case .pubdate: return take(.published)
    case .category: return take(.tag, .titleRule)
    case .categories: return .mediaGroup
    case .enclosure:
      addEnclosure(address: attribute("url"))
      return .ignored
    default: return .ignored
    }
  }

  private mutating func atomEntryChild(_ local: XMLLocalName) -> Role {
    let isOwn = isAtomFeed
    switch local {
    case .title: return take(.title, rank: isOwn ? 0 : 4, atomText(untyped: untypedTitle))
    case .summary: return take(.summary, rank: isOwn ? 0 : 2, atomText())
    case .content:
      return take(.content, rank: isOwn ? 0 : 3, atomText())
    case .id: return take(.identifier, rank: isOwn ? 0 : 2)
    case .link:
      offerEntryLink()
      // An old mistake: the address as text instead of an attribute.
      let isAlternate = attribute("rel").map { $0.isEmpty || $0.lowercased() == "alternate" } ?? true
      return isAlternate && attribute("href") == nil ? take(.link, rank: 5) : .ignored
    case .published: return take(.published, rank: isOwn ? 0 : 4)
    case .issued: return take(.published, rank: isOwn ? 1 : 4)
    case .created: return take(.created)
    case .updated: return take(.updated)
    case .modified: return take(.updated, rank: 1)
    case .author: return beginPerson(.entry, rank: isOwn ? 0 : 4)
    case .source: return .source
    case .category:
      let label = attribute("label")
      let term = attribute("term") ?? label
      return take(.tag, fallback: term)
    default: return .ignored
    }
  }

  private mutating func dublinCoreElement(_ local: XMLLocalName, _ module: XMLModule) -> Role {
    switch local {
    case .title: return take(.title, rank: 1, .titleRule)
    case .description, .abstract: return take(.summary, rank: 1, .bodyRule)
    case .creator, .author: return take(.author)
    case .date: return take(.updated, rank: 3)
    case .issued: return take(.published, rank: 2)
    case .created: return take(.created)
    case .modified: return module == .dublinCoreTerms ? take(.updated, rank: 2) : .ignored
    case .subject: return take(.tag, .titleRule)
    case .language: return take(.language, rank: 1)
    default: return .ignored
    }
  }

  private mutating func podcastElement(_ local: XMLLocalName) -> Role {
    switch local {
    case .author: return take(.author, rank: 2)
    case .summary: return take(.summary, rank: 3, .bodyRule)
    case .subtitle: return take(.summary, rank: 5, .bodyRule)
    case .title: return take(.title, rank: 3, .titleRule)
    case .keywords: return take(.tagList)
    case .image:
      if let address = attribute("href") ?? attribute("url") {
        entry.addImage(address, rank: ImageRank.podcast)
        return .ignored
      }
      return take(.image)
    default: return .ignored
    }
  }

  private mutating func mediaElement(_ local: XMLLocalName) -> Role {
    switch local {
    case .group: return .mediaGroup
    case .content:
      addMediaContent()
      return .mediaGroup
    case .thumbnail:
      if let address = attribute("url"), !address.isEmpty {
        let width = attribute("width").flatMap { Int($0) } ?? 0
        entry.thumbnails.append((resolved(address), width))
        entry.addImage(address, rank: ImageRank.thumbnail(width: width))
      }
      return .ignored
    case .title: return take(.title, rank: 2, .titleRule)
    case .description: return take(.summary, rank: 4, .bodyRule)
    case .credit: return take(.author, rank: EntryDraft.inheritedAuthor)
    case .keywords: return take(.tagList)
    case .category: return take(.tag, .titleRule)
    default: return .ignored
    }
  }

  private mutating func addMediaContent() {
    guard let address = attribute("url"), !address.isEmpty else { return }
    let type = attribute("type")?.lowercased()
    if attribute("medium")?.lowercased() == "image" || type?.hasPrefix("image/") == true {
      entry.addImage(address, rank: ImageRank.media)
    } else {
      let length = attribute("filesize").flatMap { Int64($0) }
      addEnclosure(Enclosure(url: resolved(address), type: type, length: length))
    }
  }

  private mutating func addEnclosure(address: String?) {
    guard let address, !address.isEmpty, Reference.isHarmless(address) else { return }
    let type = attribute("type")
    if type?.lowercased().hasPrefix("image/") == true { entry.addImage(address, rank: ImageRank.enclosure) }
    let length = attribute("length").flatMap { Int64($0) }
    addEnclosure(Enclosure(url: resolved(address), type: type, length: length, title: attribute("title")))
  }

  /// A file that `enclosure` and `media:content` both name is listed once.
  private mutating func addEnclosure(_ enclosure: Enclosure) {
    if !entry.enclosures.contains(where: { $0.url == enclosure.url }) { entry.enclosures.append(enclosure) }
  }

  private mutating func offerEntryLink() {
    guard let address = linkAddress() else { return }
    switch attribute("rel")?.lowercased() ?? "alternate" {
    case "alternate", "": entry.link.offer(resolved(address), rank: linkRank())
    case "enclosure": addEnclosure(address: address)
    default: break
    }
  }
}

/// The order of an entry's pictures (formats.md, section 9); lower is better.
enum ImageRank {
  static func thumbnail(width: Int) -> Int { 10_000 - min(max(width, 0), 10_000) }
  static let media = 20_000
  static let enclosure = 30_000
  static let podcast = 40_000
  static let image = 50_000
  static let banner = 60_000
  static let inContent = 70_000
  static let inSummary = 80_000
}
