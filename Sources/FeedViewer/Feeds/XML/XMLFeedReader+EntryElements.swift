/// The meaning of each element of an entry: formats.md, sections 5 to 9.
extension XMLFeedReader {
  mutating func beginEntry() {
    if let about = attribute("rdf:about") {
      entry.identifier.offer(about.isEmpty ? nil : about, rank: 1, in: &entry.texts)
    }
    if let language = languages.last, !language.isEmpty {
      entry.language.offer(language, rank: 0, in: &entry.texts)
    }
    if !isAtomFeed { readItemDefinition() }
  }

  /// The attributes of an item in the Channel Definition Format.
  private mutating func readItemDefinition() {
    offerWrittenLink(rank: 3)
    if let address = linkAddress() { entry.offerLink(address, rank: 3, base: base) }
    if let date = attribute("lastmod"), let date = DateReader.date(date) {
      entry.updated.offer(date, rank: 2)
    }
  }

  mutating func entryChild(_ local: XMLLocalName, _ module: XMLModule) -> Role {
    if module.isAtom || module == .none && isAtomFeed { return atomEntryChild(local) }
    switch module {
    case .none, .rss, .rss090: return rssItemChild(local)
    case .content:
      return local == .encoded ? takeByTag(.content, rank: 0, .bodyRule) : .ignored
    case .xhtml:
      return local == .body || local == .div ? take(.content, rank: 1, .markup) : .ignored
    case .dublinCore, .dublinCoreTerms: return dublinCoreElement(local, module)
    case .media: return mediaElement(local)
    case .itunes: return podcastElement(local)
    case .googlePlay: return googlePodcastElement(local)
    case .feedburner: return local == .origlink ? take(.link, rank: 5) : .ignored
    case .prism: return local == .publicationdate ? take(.published, rank: 5) : .ignored
    case .slash: return local == .comments ? take(.commentCount) : .ignored
    case .commentAPI: return local == .commentrss ? take(.commentsFeed) : .ignored
    case .threading: return local == .total ? take(.commentCount) : .ignored
    case .atom10, .atom03, .rdf, .history, .xml, .other: return .ignored
    }
  }

  private mutating func rssItemChild(_ local: XMLLocalName) -> Role {
    switch local {
    case .title: return takeByTag(.title, .titleRule)
    case .link:
      offerEntryLink(link)
      return take(.link, rank: 2)
    case .a:
      offerEntryLink(link)
      return .ignored
    case .description: return takeText(rank: 0, other: 2)
    case .summary: return takeText(rank: 2, other: 0)
    case .abstract: return takeByTag(.summary, rank: 6, .bodyRule)
    case .encoded: return takeByTag(.content, rank: 0, .bodyRule)
    case .fullitem: return takeByTag(.content, rank: 2, .bodyRule)
    case .content: return takeByTag(.content, rank: 3, .bodyRule)
    case .body: return takeByTag(.content, rank: 1, .bodyRule)
    case .guid:
      return takeByTag(attribute("ispermalink", is: "false") ? .identifier : .permalink)
    case .id: return takeByTag(.identifier, rank: 2)
    case .author: return beginPerson(.entry, rank: 1)
    case .contributor: return beginPerson(.contributor, rank: 0)
    case .comments: return takeByTag(.commentsAddress)
    // As a channel has one, with an address in it.
    case .image: return .mediaGroup
    case .source:
      entry.offerSource(address: linkAddress("url"))
      return take(.sourceTitle, .titleRule)
    case .pubdate: return takeByTag(.published)
    case .published: return takeByTag(.published, rank: 6)
    case .updated, .modified: return takeByTag(.updated, rank: 1)
    case .category: return takeByTag(.tag, .titleRule)
    case .categories: return .mediaGroup
    case .enclosure:
      addEnclosure(address: addressAttribute("url"))
      // Some enclosures describe their file with nested media elements, as `media:content` does.
      return .mediaGroup
    default: return .ignored
    }
  }

  /// Takes a `description` or `summary`. If an item has both, the first one is its summary and the second one its
  /// content.
  private mutating func takeText(rank: UInt8, other: UInt8) -> Role {
    entry.summary.rank == other
      ? take(.content, rank: 4, .bodyRule) : take(.summary, rank: rank, .bodyRule)
  }

  private mutating func atomEntryChild(_ local: XMLLocalName) -> Role {
    let isOwn = isAtomFeed
    switch local {
    case .title: return takeByTag(.title, rank: isOwn ? 0 : 4, atomText(untyped: untypedTitle))
    case .summary: return takeByTag(.summary, rank: isOwn ? 0 : 2, atomText())
    case .content:
      // RFC 4287, section 4.1.3.2: the content is elsewhere, and the element is empty.
      if let address = addressAttribute("src"), !address.isEmpty {
        addEnclosure(address: address)
        return .ignored
      }
      return takeByTag(.content, rank: isOwn ? 0 : 3, atomText())
    case .id: return takeByTag(.identifier, rank: isOwn ? 0 : 2)
    case .link:
      let link = link
      offerEntryLink(link)
      // A common error: the address is the element's text instead of an attribute.
      return link.relation == .alternate && !link.hasAddress ? take(.link, rank: 5) : .ignored
    case .published: return takeByTag(.published, rank: isOwn ? 0 : 4)
    case .issued: return takeByTag(.published, rank: isOwn ? 1 : 4)
    case .created: return takeByTag(.created)
    case .updated: return takeByTag(.updated)
    case .modified: return takeByTag(.updated, rank: 1)
    case .author: return beginPerson(.entry, rank: isOwn ? 0 : 4)
    case .contributor: return beginPerson(.contributor, rank: 0)
    case .source: return .source
    case .category:
      // RFC 4287, section 4.2.2: the label is for people, the term for programs.
      if scanner.isSelfClosing {
        if let tag = nonemptyAttributeText("label") ?? attributeText("term") { entry.addTag(tag) }
        return .ignored
      }
      let label = nonemptyAttribute("label")
      attributeTag = label ?? attribute("term")
      return take(.tag)
    default: return .ignored
    }
  }

  private mutating func dublinCoreElement(_ local: XMLLocalName, _ module: XMLModule) -> Role {
    switch local {
    case .title: return takeByTag(.title, rank: 1, .titleRule)
    case .description, .abstract: return takeByTag(.summary, rank: 1, .bodyRule)
    case .creator, .author: return takeByTag(.author, rank: isAtomFeed ? 1 : 0)
    case .contributor: return take(.contributor)
    case .date: return takeByTag(.updated, rank: 1)
    case .issued: return takeByTag(.published, rank: 2)
    case .created: return take(.created)
    case .modified: return module == .dublinCoreTerms ? take(.updated, rank: 1) : .ignored
    case .subject: return takeByTag(.tag, .titleRule)
    case .language: return take(.language, rank: 1)
    default: return .ignored
    }
  }

  private mutating func podcastElement(_ local: XMLLocalName) -> Role {
    switch local {
    case .author: return takeByTag(.author, rank: 2)
    case .summary: return take(.podcastSummary, rank: 3, .bodyRule)
    case .subtitle: return takeByTag(.summary, rank: 5, .bodyRule)
    case .title: return take(.title, rank: 3, .titleRule)
    case .keywords: return take(.tagList)
    case .duration: return takeByTag(.duration)
    case .image:
      if let address = addressAttribute("href") ?? addressAttribute("url") {
        entry.addImage(address, rank: ImageRank.podcast, base: bases.last)
        return .ignored
      }
      return take(.image)
    default: return .ignored
    }
  }

  /// Google Play Podcasts repeats what the vocabulary of iTunes says: its elements count where the others are missing.
  private mutating func googlePodcastElement(_ local: XMLLocalName) -> Role {
    switch local {
    case .author: return take(.author, rank: 5)
    case .description: return take(.lateSummary, rank: 7, .bodyRule)
    case .image:
      if let address = addressAttribute("href") ?? addressAttribute("url") {
        entry.addImage(address, rank: ImageRank.googlePodcast, base: bases.last)
      }
      return .ignored
    default: return .ignored
    }
  }

  mutating func mediaElement(_ local: XMLLocalName) -> Role {
    switch local {
    case .group:
      entry.beginGroup()
      return .mediaGroup
    case .content:
      return addMediaContent() ? .mediaContent : .mediaGroup
    case .thumbnail:
      if let address = addressAttribute("url"), !address.isEmpty {
        let width = attribute("width").flatMap(WrittenNumber.pixels) ?? 0
        entry.addThumbnail(resolved(address), width: width)
        entry.addImage(address, rank: ImageRank.thumbnail(width: width), base: bases.last)
      }
      return .ignored
    // A player with its parameters (Media RSS 1.5.1, media:embed).
    case .player, .embed:
      if let address = linkAddress("url"), Reference.isWebAddress(address) || Reference.isRelative(address) {
        entry.addPlayer(resolved(address))
      }
      return .ignored
    case .title: return takeOfMedia(.title, rank: 2, .titleRule)
    case .description: return takeOfMedia(.summary, rank: 4, .bodyRule)
    // A transcript, closed captions or lyrics, often in parts.
    case .text: return takeOfMedia(.lateSummary, rank: 8, .bodyRule)
    case .credit: return take(.author, rank: EntryDraft.inheritedAuthor)
    case .keywords: return take(.tagList)
    case .category:
      // The label is for people (Media RSS 1.5.1, media:category).
      attributeTag = nonemptyAttribute("label")
      return take(.tag, .titleRule)
    default: return .ignored
    }
  }

  /// - Returns: Whether the object is a file that is attached.
  private mutating func addMediaContent() -> Bool {
    contentIsPicture = false
    guard let address = linkAddress("url"), !address.isEmpty else { return false }
    let type = nonemptyAttribute("type")?.lowercased()
    let medium = nonemptyAttribute("medium")?.lowercased()
    let isPicture =
      medium == "image" || type?.hasPrefix("image/") == true
      || medium == nil && type == nil && ImageSources.namesPicture(address)
    if isPicture {
      // Nothing can be seen of a tracking pixel.
      for side in ["width", "height"] as [StaticString] {
        if let pixels = attribute(side).flatMap(WrittenNumber.pixels), pixels <= ImageSources.largestPoint {
          return false
        }
      }
      // The default object of a group comes first (Media RSS 1.5.1, `isDefault`).
      let isDefault = attribute("isdefault", is: "true")
      let group = isInMediaGroup() ? entry.group.number : nil
      entry.addImage(
        address, rank: isDefault ? ImageRank.media : ImageRank.media + 1, base: bases.last, group: group)
      if group != nil { entry.offerTitleOfPicture(entry.group.title) }
      contentIsPicture = true
      return false
    } else {
      let length = attribute("filesize").flatMap(WrittenNumber.amount).map(Int64.init)
      entry.offerDuration(attribute("duration").flatMap(MediaDuration.seconds))
      var enclosure = enclosure(at: address, type: type, length: length)
      if isInMediaGroup() { enclosure.title = entry.group.title }
      entry.addEnclosure(enclosure)
      return true
    }
  }

  private mutating func isInMediaGroup() -> Bool { isIn(.group) }

  private mutating func isInPicture() -> Bool { contentIsPicture && isIn(.content) }

  /// Whether the element around is one of Media RSS.
  private mutating func isIn(_ name: XMLLocalName) -> Bool {
    guard let top = frames.last, top.role == .mediaGroup else { return false }
    let (module, local, _) = names.element(of: top.symbol)
    return module == .media && local == name
  }

  /// The role of a title in a group or in a picture: it is that of the entry where it has no other, and that of the media (Media
  /// RSS 1.5.1, media:title).
  mutating func titleOfMedia() -> Role {
    let target: Field.Target = isIn(.group) ? .groupTitle : isInPicture() ? .pictureTitle : .title
    return takeOfMedia(target, rank: 2, .titleRule)
  }

  /// Takes a text about media that the page of the entry shows, even where the entry has another one.
  mutating func takeOfMedia(_ target: Field.Target, rank: UInt8 = 0, _ text: Field.Text) -> Role {
    let isOfPicture = isInPicture()
    let role = take(target, rank: rank, text)
    field.isOfMedia = true
    field.isOfPicture = isOfPicture
    return role
  }

  private mutating func addEnclosure(address: String?) {
    guard let address, !address.isEmpty, Reference.isSafe(address) else { return }
    let type = nonemptyAttribute("type")
    let length = attribute("length").flatMap(WrittenNumber.amount).map(Int64.init)
    var enclosure = enclosure(at: address, type: type, length: length)
    enclosure.title = nonemptyAttribute("title")
    if enclosure.isPicture { entry.addImage(address, rank: ImageRank.enclosure, base: bases.last) }
    entry.addEnclosure(enclosure)
  }

  private mutating func enclosure(at address: String, type: String?, length: Int64?) -> Enclosure {
    let url = resolved(address)
    return Enclosure(url: url, reference: url == address ? nil : address, type: type, length: length)
  }

  /// Offers the address of the start tag as it is written.
  private mutating func offerWrittenLink(rank: UInt8) {
    if let address = attributeText("href") { entry.written.offerLink(address, rank: rank, in: &entry.texts) }
  }

  private mutating func offerEntryLink(_ link: XMLTagMemory.KnownLink) {
    guard link.hasAddress else { return }
    let rank: UInt8 = link.namesPage ? 4 : 5
    if link.relation == .alternate { offerWrittenLink(rank: rank) }
    if link.relation == .alternate, let address = attributeText("href"), Reference.isWebAddress(address),
      CleanAddress.isClean(address)
    {
      // Nothing to resolve.
      return entry.link.offer(address, rank: rank, in: &entry.texts)
    }
    guard let address = linkAddress() else { return }
    switch link.relation {
    case .alternate: entry.offerLink(address, rank: rank, base: base)
    case .enclosure: addEnclosure(address: address)
    case .replies:
      // RFC 4685, section 4.
      if link.namesPage {
        entry.offerComments(address: resolved(address))
      } else {
        entry.offerComments(feedAddress: resolved(address))
      }
      entry.offerComments(count: attribute("thr:count").flatMap(WrittenNumber.amount))
    default: break
    }
  }
}
