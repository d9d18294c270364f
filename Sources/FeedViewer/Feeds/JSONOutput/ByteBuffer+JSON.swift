import FeedViewerBase

extension ByteBuffer {
  /// Appends UTF-8 as a JSON string: in quotes, with quotes, backslashes, control characters and other characters that
  /// terminals obey escaped. O(length).
  mutating func appendJSONString(_ bytes: UnsafeBufferPointer<UInt8>) {
    append(0x22)
    if let start = bytes.baseAddress { appendEscaped(start, before: start + bytes.count) }
    append(0x22)
  }

  private mutating func appendEscaped(_ start: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>) {
    var position = start
    while position < end {
      position = appendUnescaped(position, before: end)
      guard position < end else { return }
      position += appendCharacter(UnsafeBufferPointer(start: position, count: end - position))
    }
  }

  /// Copies bytes up to the first one that may have to be escaped, 16 and eight at a time.
  /// - Returns: The place of that byte, or the end.
  @inline(__always)
  private mutating func appendUnescaped(
    _ start: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>
  ) -> UnsafePointer<UInt8> {
    reserve(end - start + 8)
    var position = start
    var target = base + count
    while end - position >= TextBlock.size {
      let block = TextBlock.load(position)
      TextBlock.store(block, at: target)
      let stops =
        (block .< TextBlock.all(0x20)) .| (block .== TextBlock.all(0x22)) .| (block .== TextBlock.all(0x5C))
        .| (block .== TextBlock.all(0x7F)) .| ((block & TextBlock.all(0xDF)) .== TextBlock.all(0xC2))
      let length = TextBlock.first(stops)
      position += length
      target += length
      if length < TextBlock.size {
        advance(to: target - base)
        return position
      }
    }
    while end - position >= 8 {
      let word = UnsafeRawPointer(position).loadUnaligned(as: UInt64.self)
      UnsafeMutableRawPointer(target).storeBytes(of: word, as: UInt64.self)
      let stops =
        WordSearch.controlMarks(in: word) | WordSearch.marks(0x22, in: word)
        | WordSearch.marks(0x5C, in: word) | WordSearch.marks(0x7F, in: word)
        | WordSearch.marks(0xC2, in: word) | WordSearch.marks(0xE2, in: word)
      let length = WordSearch.index(of: stops)
      position += length
      target += length
      if length < 8 { break }
    }
    if end - position < 8 {
      while position < end, !Self.mayNeedEscape(position.pointee) {
        target.pointee = position.pointee
        position += 1
        target += 1
      }
    }
    advance(to: target - base)
    return position
  }

  /// Whether a byte must be escaped, or is the first one of a character that terminals may obey.
  @inline(__always)
  private static func mayNeedEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == 0x22 || byte == 0x5C || byte == 0x7F || byte & 0xDF == 0xC2
  }

  /// Appends the first of some characters, escaped if it must be.
  /// - Returns: The number of bytes that were appended or escaped.
  private mutating func appendCharacter(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    switch bytes[0] {
    case 0x22, 0x5C: append(UInt64(bytes[0]) << 8 | 0x5C, count: 2)
    case 0x0A: append("\\n")
    case 0x09: append("\\t")
    case 0x0D: append("\\r")
    default:
      guard let length = TerminalCharacters.lengthOfObeyed(bytes) else {
        append(bytes[0])
        return 1
      }
      append(escapeOf: String(decoding: bytes[..<length], as: UTF8.self))
      return length
    }
    return 1
  }

  private mutating func append(escapeOf character: String) {
    for unit in character.utf16 {
      append("\\u")
      for shift in [12, 8, 4, 0] {
        let digit = UInt8(truncatingIfNeeded: unit >> shift) & 0x0F
        append(digit < 10 ? 0x30 + digit : 0x57 + digit)
      }
    }
  }
}
