import FeedViewerBase

/// Values of the wrong type are skipped and count as absent.
extension JSONFeedReader {
  /// A key, valid until the next token is read.
  mutating func name(_ key: Range<Int>) -> JSONKey { JSONKey(bytes: scanner.bytes(key)) }

  mutating func string() throws(JSONScanner.Fault) -> String? {
    guard try readWholeString() else { return nil }
    let text = unescaped.trimmed
    return text.isEmpty ? nil : text.validString
  }

  /// A string as it is, or a number as written.
  mutating func textOrNumber() throws(JSONScanner.Fault) -> String? {
    try readTextOrNumber() ? unescaped.validString : nil
  }

  /// A date as text, or as Unix time.
  mutating func date() throws(JSONScanner.Fault) -> FeedDate? {
    let text = try textOrNumber()
    return text.flatMap { text in
      Int64(text).map { FeedDate(secondsSinceEpoch: $0) } ?? DateReader.date(text)
    }
  }

  /// A number that is not negative.
  mutating func amount() throws(JSONScanner.Fault) -> Int? {
    try textOrNumber().flatMap(WrittenNumber.amount)
  }

  mutating func flag() throws(JSONScanner.Fault) -> Bool {
    guard try scanner.peek() == .literal else {
      try scanner.skipValue()
      return false
    }
    let range = try scanner.scalar()
    return scanner.bytes(range).equalsIgnoringCase("true")
  }

  /// The string that was read last as the title of an item, which may contain HTML although it should be plain. Valid until
  /// the next text.
  mutating func title() -> UnsafeBufferPointer<UInt8>? {
    MarkupRule.isTitleHTML(unescapedHTML)
      ? html.text(of: unescapedHTML, style: .line) : html.plain(unescaped, style: .line)
  }

  mutating func plainTitle() throws(JSONScanner.Fault) -> String? {
    try readString() ? html.plain(unescaped, style: .line)?.validString : nil
  }

  /// The string that was read last as plain text with its line breaks. Valid until the next text.
  mutating func lines() -> UnsafeBufferPointer<UInt8>? {
    html.plain(unescaped, style: .blocks, keepsLines: true)
  }

  /// The address of a page or a file.
  mutating func address() throws(JSONScanner.Fault) -> String? {
    try reference().flatMap { Reference.isSafe($0) ? $0 : nil }
  }

  /// The address of a picture.
  mutating func reference() throws(JSONScanner.Fault) -> String? {
    try string().map(CleanAddress.of).flatMap { $0.isEmpty ? nil : $0 }
  }

  mutating func readLink(rank: UInt8) throws(JSONScanner.Fault) {
    if try readWholeString() { offerLink(rank: rank) }
  }

  /// Offers the string that was read last as the address of the entry.
  mutating func offerLink(rank: UInt8) {
    let text = unescaped.trimmed
    entry.written.offerLink(text, rank: rank, in: &entry.texts)
    if Reference.isWebAddress(text), CleanAddress.isClean(text) {
      return entry.link.offer(text, rank: rank, in: &entry.texts)
    }
    let address = CleanAddress.of(text.validString)
    if !address.isEmpty, Reference.isSafe(address) {
      entry.offerLink(address, rank: rank, base: feedBase)
    }
  }

  /// Reads the address of a file.
  mutating func readAddress(of enclosure: inout Enclosure) throws(JSONScanner.Fault) {
    let reference = try address() ?? ""
    enclosure.url =
      Reference.isRelative(reference) ? Reference.resolve(named: reference, against: feedBase) : reference
    enclosure.reference = enclosure.url == reference || reference.isEmpty ? nil : reference
  }

  mutating func enterObject() throws(JSONScanner.Fault) -> Bool {
    guard try scanner.peek() == .object else {
      try scanner.skipValue()
      return false
    }
    scanner.enter()
    return true
  }

  mutating func enterArray() throws(JSONScanner.Fault) -> Bool {
    guard try scanner.peek() == .array else {
      try scanner.skipValue()
      return false
    }
    scanner.enter()
    return true
  }

  /// The strings of an array, unmodified.
  mutating func texts() throws(JSONScanner.Fault) -> [String] {
    try list { reader throws(JSONScanner.Fault) in try reader.textOrNumber() }
  }

  mutating func amounts() throws(JSONScanner.Fault) -> [Int] {
    try list { reader throws(JSONScanner.Fault) in try reader.amount() }
  }

  private mutating func list<Element>(
    _ element: (inout JSONFeedReader) throws(JSONScanner.Fault) -> Element?
  ) throws(JSONScanner.Fault) -> [Element] {
    guard try enterArray() else { return [] }
    var result: [Element] = []
    while try scanner.nextElement() {
      if let value = try element(&self) { result.append(value) }
    }
    return result
  }

  /// The name in an author object, else the address of a page about the author: an object has at least one of the two, or a
  /// picture (JSON Feed 1.1, authors).
  mutating func person() throws(JSONScanner.Fault) -> String? {
    scanner.enter()
    var (personName, page): (String?, String?)
    while let key = try scanner.nextKey() {
      switch name(key) {
      case "name": personName = try plainTitle()
      case "url": page = try address()
      default: try scanner.skipValue()
      }
    }
    return personName ?? page
  }
}
