import Messages

/// Values of the wrong type are skipped and count as absent.
extension JSONFeedReader {
  /// A key, valid until the next token is read.
  mutating func name(_ key: Range<Int>) -> JSONKey { JSONKey(bytes: scanner.bytes(key)) }

  /// Unescapes the next string into `scratch`. Returns false for other values, which are skipped.
  mutating func readScratch() throws(JSONScanner.Fault) -> Bool {
    guard try scanner.peek() == .string else {
      try scanner.skipValue()
      return false
    }
    let range = scanner.string()
    scratch.clear()
    JSONScanner.unescape(
      scanner.bytes(range), to: &scratch, limit: FeedLimits.fieldLength, isCut: scanner.endsInString)
    if scratch.count > FeedLimits.fieldLength { cutScratch(at: range.lowerBound) }
    return true
  }

  /// Like `readScratch`, for strings that are useless if they are cut off.
  private mutating func readWholeScratch() throws(JSONScanner.Fault) -> Bool {
    try readScratch() && !scanner.endsInString
  }

  /// The string unescaped last, which may be HTML.
  var scratchOfHTML: UnsafeBufferPointer<UInt8> {
    scanner.endsInString ? TruncatedMarkup.withoutOpenMarkup(scratch.view) : scratch.view
  }

  /// Cuts a text that is too long, at a character boundary.
  private mutating func cutScratch(at place: Int) {
    log.note(Message("a text of more than 16 MB"), Message("cut there"), at: place, in: &scanner.text)
    var end = FeedLimits.fieldLength
    while end > 0, scratch.base[end] & 0xC0 == 0x80 { end -= 1 }
    scratch.truncate(to: end)
  }

  mutating func string() throws(JSONScanner.Fault) -> String? {
    guard try readWholeScratch() else { return nil }
    let text = scratch.view.trimmed
    return text.isEmpty ? nil : text.validString
  }

  /// A string as it is, or a number as written.
  mutating func textOrNumber() throws(JSONScanner.Fault) -> String? {
    if try scanner.peek() == .number {
      let range = try scanner.scalar()
      return scanner.bytes(range).string
    }
    guard try readWholeScratch() else { return nil }
    return scratch.isEmpty ? nil : scratch.view.validString
  }

  /// A date as text, or as Unix time.
  mutating func date() throws(JSONScanner.Fault) -> FeedDate? {
    let text = try textOrNumber()
    return text.flatMap { text in
      Int64(text).map { FeedDate(secondsSinceEpoch: $0) } ?? DateReader.date(text)
    }
  }

  mutating func integer() throws(JSONScanner.Fault) -> Int? { try textOrNumber().flatMap { Int($0) } }

  mutating func flag() throws(JSONScanner.Fault) -> Bool {
    guard try scanner.peek() == .literal else {
      try scanner.skipValue()
      return false
    }
    let range = try scanner.scalar()
    return scanner.bytes(range).equalsIgnoringCase("true")
  }

  /// The title of an item, which may contain HTML although it should be plain.
  mutating func title() throws(JSONScanner.Fault) -> String? {
    guard try readScratch() else { return nil }
    return MarkupRule.isTitleHTML(scratchOfHTML)
      ? html.text(of: scratchOfHTML, style: .line) : html.plain(scratch.view, style: .line)
  }

  mutating func plainTitle() throws(JSONScanner.Fault) -> String? {
    try readScratch() ? html.plain(scratch.view, style: .line) : nil
  }

  mutating func lines() throws(JSONScanner.Fault) -> String? {
    try readScratch() ? html.plain(scratch.view, style: .blocks, keepsLines: true) : nil
  }

  mutating func address() throws(JSONScanner.Fault) -> String? {
    guard let text = try string(), Reference.isSafe(text) else { return nil }
    return text
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

  mutating func strings() throws(JSONScanner.Fault) -> [String] {
    try list { reader throws(JSONScanner.Fault) in try reader.string() }
  }

  /// The strings of an array, unmodified.
  mutating func texts() throws(JSONScanner.Fault) -> [String] {
    try list { reader throws(JSONScanner.Fault) in try reader.textOrNumber() }
  }

  mutating func integers() throws(JSONScanner.Fault) -> [Int] {
    try list { reader throws(JSONScanner.Fault) in try reader.integer() }
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

  /// The names in an author object or an array of them.
  mutating func people() throws(JSONScanner.Fault) -> [String] {
    switch try scanner.peek() {
    case .object: return try person().map { [$0] } ?? []
    case .array:
      scanner.enter()
      var names: [String] = []
      while try scanner.nextElement() {
        if try scanner.peek() == .object {
          if let name = try person() { names.append(name) }
        } else {
          try scanner.skipValue()
        }
      }
      return names
    default:
      try scanner.skipValue()
      return []
    }
  }

  mutating func person() throws(JSONScanner.Fault) -> String? {
    scanner.enter()
    var result: String?
    while let key = try scanner.nextKey() {
      if "name" ~= name(key) { result = try plainTitle() } else { try scanner.skipValue() }
    }
    return result
  }
}
