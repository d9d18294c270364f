import FeedViewerBase

/// RSS in JSON: the elements of RSS 2.0 as members of objects, `{"rss": {"channel": {"item": [...]}}}`, with the names and
/// meanings of RSS 2.0.
///
/// An element is a text. One with attributes is an object, whose member `#value` is the text, and repeated ones are an array.
/// Programs that turn any XML into JSON call the text `#text`, `$t` or `_`, and write `@` before the names of attributes.
extension JSONFeedReader {
  /// An element with the attribute that was asked for.
  private struct Element {
    var text: String?
    var attribute: String?
  }

  mutating func readRSS() throws(JSONScanner.Fault) {
    guard try enterObject() else { return }
    while let key = try scanner.nextKey() {
      if "channel" ~= name(key), try scanner.peek() == .object {
        format = format ?? .rss
        try readChannel()
      } else {
        try scanner.skipValue()
      }
      if isDone { return }
    }
  }

  private mutating func readChannel() throws(JSONScanner.Fault) {
    scanner.enter()
    while let key = try scanner.nextKey() {
      switch name(key) {
      case "title":
        let text = try element().text
        guard let title = plain(text) else { break }
        feed.title.offer(title, rank: 0)
      case "link":
        for address in try elements(attribute: "href").compactMap(Self.address) {
          feed.link.offer(address, rank: 0)
        }
        noteFeedBase()
      case "description": feed.summary.offer(plain(try element().text), rank: 0)
      case "language": feed.language.offer(LanguageTag.read(try element().text), rank: 0)
      case "managingEditor", "author":
        for person in try elements() {
          if let name = person.text.flatMap(PersonName.read) { feed.addAuthor(name) }
        }
      case "image": try readChannelImage()
      case "item" where try scanner.peek() == .array: try readEntries(.rss)
      case "item" where try scanner.peek() == .object: try readItem(.rss)
      default: try scanner.skipValue()
      }
      if isDone { return }
    }
  }

  private mutating func readChannelImage() throws(JSONScanner.Fault) {
    guard try enterObject() else { return }
    while let key = try scanner.nextKey() {
      if "url" ~= name(key) { feed.icon.offer(try reference(), rank: 0) } else { try scanner.skipValue() }
    }
  }

  mutating func readRSSItem() throws(JSONScanner.Fault) {
    scanner.enter()
    while let key = try scanner.nextKey() {
      switch name(key) {
      case "title":
        guard try readElement() else { break }
        entry.written.offerTitle(unescaped, rank: 0, in: &entry.texts)
        decodeOnce()
        entry.title.offer(title(), rank: 0, in: &entry.texts)
      case "link":
        guard try readElement(attribute: "href") else { break }
        offerLink(rank: 0)
      case "description":
        guard try readElement() else { break }
        entry.written.offerBody(unescaped, rank: 0, isSummary: true, in: &entry.texts)
        offerBody(isHTML: MarkupRule.isBodyHTML(unescaped), isSummary: true)
      case "content:encoded", "encoded":
        guard try readElement() else { break }
        entry.written.offerBody(unescaped, rank: 0, isSummary: false, in: &entry.texts)
        offerBody(isHTML: MarkupRule.isBodyHTML(unescaped), isSummary: false)
      case "pubDate":
        guard try readElement() else { break }
        offerDate(isUpdate: false)
      case "dc:date":
        guard try readElement() else { break }
        offerDate(isUpdate: true)
      case "guid": offerIdentifier(try element(attribute: "isPermaLink"))
      case "author", "dc:creator":
        for person in try elements() {
          if let name = person.text.flatMap(PersonName.read) { entry.addAuthor(name, rank: 0) }
        }
      case "category": for tag in try elements() { if let tag = plain(tag.text) { entry.addTag(tag) } }
      case "comments": entry.offerComments(address: Self.address(try element()))
      case "source":
        let source = try element(attribute: "url")
        entry.offerSource(title: plain(source.text), address: source.attribute.map(CleanAddress.of))
      case "enclosure": try readEnclosures()
      default: try scanner.skipValue()
      }
    }
    entry.link.offer(entry.permalink, rank: 6)
  }

  private mutating func offerIdentifier(_ element: Element) {
    guard let text = element.text else { return }
    entry.identifier.offer(text, rank: 0, in: &entry.texts)
    let address = Reference.resolve(CleanAddress.of(text), against: nil)
    if element.attribute?.lowercased() != "false", Reference.isWebAddress(address) {
      entry.permalink = entry.texts.place(of: address)
    }
  }

  /// Offers the text that was read last.
  mutating func offerBody(isHTML: Bool, isSummary: Bool) {
    decodeOnce(isHTML: isHTML)
    let text =
      isHTML ? html.text(of: unescapedHTML, style: .blocks) : html.plain(unescaped, style: .blocks)
    if text == nil, isHTML {
      entry.pictureWords.offer(HTMLText.pictureWords(in: unescapedHTML), rank: isSummary ? 1 : 0)
    }
    if isSummary {
      entry.summary.offer(text, rank: 0, in: &entry.texts)
    } else {
      entry.content.offer(text, rank: 0, in: &entry.texts)
    }
    if isHTML {
      for image in html.images {
        entry.addImage(image, rank: isSummary ? ImageRank.inSummary : ImageRank.inContent, base: html.base)
      }
    }
    offerArticle(isHTML ? .html : .plain, rank: isSummary ? 2 : 0)
  }

  private mutating func readEnclosures() throws(JSONScanner.Fault) {
    guard try scanner.peek() == .array else { return try readEnclosure() }
    scanner.enter()
    while try scanner.nextElement() { try readEnclosure() }
  }

  private mutating func readEnclosure() throws(JSONScanner.Fault) {
    guard try enterObject() else { return }
    var enclosure = Enclosure(url: "")
    while let key = try scanner.nextKey() {
      switch attributeName(key) {
      case "url": try readAddress(of: &enclosure)
      case "type": enclosure.type = try string()
      case "length": enclosure.length = try amount().map(Int64.init)
      default: try scanner.skipValue()
      }
    }
    add(enclosure)
  }

  // MARK: Elements

  /// The name of an attribute.
  private mutating func attributeName(_ key: Range<Int>) -> JSONKey {
    let bytes = scanner.bytes(key)
    return JSONKey(bytes: bytes.first == 0x40 ? UnsafeBufferPointer(rebasing: bytes.dropFirst()) : bytes)
  }

  /// Reads the text of the next element as if it was a string. Returns false if it has none.
  ///
  /// - Parameter attribute: The name of an attribute that stands for a missing text.
  private mutating func readElement(attribute: StaticString? = nil) throws(JSONScanner.Fault) -> Bool {
    switch try scanner.peek() {
    case .string, .number: return try readTextOrNumber()
    case .object, .array:
      let found = try elements(attribute: attribute).lazy.compactMap { $0.text ?? $0.attribute }.first
      plainString = nil
      scratch.clear()
      guard var found else { return false }
      found.withUTF8 { scratch.append($0) }
      return true
    case .literal:
      try scanner.skipValue()
      return false
    }
  }

  /// The next element; without a text if it is neither a text nor an object.
  private mutating func element(attribute: StaticString? = nil) throws(JSONScanner.Fault) -> Element {
    try elements(attribute: attribute).first ?? Element()
  }

  /// The next element, or all of an array.
  private mutating func elements(attribute: StaticString? = nil) throws(JSONScanner.Fault) -> [Element] {
    guard try scanner.peek() == .array else { return [try singleElement(attribute)] }
    var all: [Element] = []
    scanner.enter()
    while try scanner.nextElement() {
      let element = try singleElement(attribute)
      if all.count <= EntryDraft.listLimit { all.append(element) }
    }
    return all
  }

  private mutating func singleElement(_ attribute: StaticString?) throws(JSONScanner.Fault) -> Element {
    guard try scanner.peek() == .object else { return Element(text: try scalarText()) }
    scanner.enter()
    var element = Element()
    while let key = try scanner.nextKey() {
      switch name(key) {
      case "#value", "#text", "$t", "_": element.text = try scalarText()
      default:
        if let attribute, attribute ~= attributeName(key) {
          element.attribute = try scalarText()
        } else {
          try scanner.skipValue()
        }
      }
    }
    return element
  }

  /// A string without white space around it, a number or a truth value; nil for an empty one and for other values.
  private mutating func scalarText() throws(JSONScanner.Fault) -> String? {
    switch try scanner.peek() {
    case .string: return try string()
    case .number: return try textOrNumber()
    case .literal:
      let range = try scanner.scalar()
      let text = scanner.bytes(range).validString
      return text == "null" ? nil : text
    case .object, .array:
      try scanner.skipValue()
      return nil
    }
  }

  /// The address that an element names.
  private static func address(_ element: Element) -> String? {
    guard let address = (element.text ?? element.attribute).map(CleanAddress.of), !address.isEmpty,
      Reference.isSafe(address)
    else { return nil }
    return address
  }

  /// A text on one line, which may be HTML although it should be plain.
  private mutating func plain(_ text: String?) -> String? {
    guard var text else { return nil }
    return text.withUTF8 {
      let plain =
        MarkupRule.isTitleHTML($0) ? html.text(of: $0, style: .line) : html.plain($0, style: .line)
      return plain?.validString
    }
  }
}
