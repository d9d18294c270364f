import FeedViewerBase

/// Strings are used in place if they have no escapes.
extension JSONFeedReader {
  /// The string that was read last, without escapes. Valid until the next token is read.
  var unescaped: UnsafeBufferPointer<UInt8> { plainString.map { scanner.bytes($0) } ?? scratch.view }

  /// The same, for HTML.
  var unescapedHTML: UnsafeBufferPointer<UInt8> {
    scanner.endsInString ? TruncatedMarkup.withoutOpenMarkup(unescaped) : unescaped
  }

  /// Reads the next string. Returns false for other values, which are skipped.
  mutating func readString() throws(JSONScanner.Fault) -> Bool {
    scratch.clear()
    plainString = nil
    guard try scanner.peek() == .string else {
      try scanner.skipValue()
      return false
    }
    let range = scanner.string()
    let bytes = scanner.bytes(range)
    if range.count <= FeedLimits.fieldLength, !scanner.holdsEscapes {
      plainString = range
      return true
    }
    JSONScanner.unescape(
      bytes, to: &scratch, limit: FeedLimits.fieldLength, isCut: scanner.endsInString)
    if scratch.count > FeedLimits.fieldLength { cutString(at: range.lowerBound) }
    return true
  }

  /// Like `readString`, for strings that are useless if they are cut off.
  mutating func readWholeString() throws(JSONScanner.Fault) -> Bool {
    try readString() && !scanner.endsInString
  }

  /// Reads the next string as it is, or number as written. Returns false for an empty string and for other values.
  mutating func readTextOrNumber() throws(JSONScanner.Fault) -> Bool {
    guard try scanner.peek() == .number else { return try readWholeString() && !unescaped.isEmpty }
    plainString = try scanner.scalar()
    return true
  }

  /// Cuts a text that is too long, at a character boundary.
  private mutating func cutString(at place: Int) {
    log.note(Message("a text of more than 16 MB"), Message("cut there"), at: place, in: &scanner.text)
    var end = FeedLimits.fieldLength
    while end > 0, scratch.base[end] & 0xC0 == 0x80 { end -= 1 }
    scratch.truncate(to: end)
  }

  /// Decodes the string that was read last again, if it was encoded twice.
  mutating func decodeOnce(isHTML: Bool = false) {
    guard TwiceEncodedText.decode(unescaped, isHTML: isHTML, into: &decodedAgain) else { return }
    log.noteTwiceEncodedText(at: scanner.position, in: &scanner.text)
    swap(&scratch, &decodedAgain)
    plainString = nil
  }

  /// Reads the tags in an array, or in one text with commas between them, which can only mean several.
  mutating func readTags() throws(JSONScanner.Fault) {
    listed.removeAll(keepingCapacity: true)
    if try scanner.peek() == .string {
      listed = (try string() ?? "").split(separator: ",").map(\.trimmingSpaces)
      return
    }
    guard try enterArray() else { return }
    while try scanner.nextElement() {
      if let text = try textOrNumber() { listed.append(text) }
    }
  }

  /// Reads the names in an author object or an array of them. A text in place of an object can only be the name.
  mutating func readPeople() throws(JSONScanner.Fault) {
    listed.removeAll(keepingCapacity: true)
    guard try scanner.peek() == .array else { return try readPerson() }
    scanner.enter()
    while try scanner.nextElement() { try readPerson() }
  }

  private mutating func readPerson() throws(JSONScanner.Fault) {
    let name = try scanner.peek() == .object ? person() : plainTitle()
    if let name { listed.append(name) }
  }
}
