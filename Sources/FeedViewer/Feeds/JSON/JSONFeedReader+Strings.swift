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

  /// Reads the strings of an array.
  mutating func readStrings() throws(JSONScanner.Fault) {
    listed.removeAll(keepingCapacity: true)
    guard try enterArray() else { return }
    while try scanner.nextElement() {
      if let text = try string() { listed.append(text) }
    }
  }

  /// Reads the names in an author object or an array of them.
  mutating func readPeople() throws(JSONScanner.Fault) {
    listed.removeAll(keepingCapacity: true)
    switch try scanner.peek() {
    case .object:
      if let name = try person() { listed.append(name) }
    case .array:
      scanner.enter()
      while try scanner.nextElement() {
        if try scanner.peek() == .object {
          if let name = try person() { listed.append(name) }
        } else {
          try scanner.skipValue()
        }
      }
    default:
      try scanner.skipValue()
    }
  }
}
