extension ByteBuffer {
  /// Appends UTF-8 as a JSON string: in quotes, with quotes, backslashes and control characters escaped. O(length).
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
      append(escapeOf: position.pointee)
      position += 1
    }
  }

  /// Copies bytes up to the first one that must be escaped, 16 and eight at a time.
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
        | WordSearch.marks(0x5C, in: word)
      let length = WordSearch.index(of: stops)
      position += length
      target += length
      if length < 8 { break }
    }
    if end - position < 8 {
      while position < end, !Self.needsEscape(position.pointee) {
        target.pointee = position.pointee
        position += 1
        target += 1
      }
    }
    advance(to: target - base)
    return position
  }

  @inline(__always)
  private static func needsEscape(_ byte: UInt8) -> Bool { byte < 0x20 || byte == 0x22 || byte == 0x5C }

  private mutating func append(escapeOf byte: UInt8) {
    append(0x5C)
    switch byte {
    case 0x22, 0x5C: append(byte)
    case 0x0A: append(0x6E)
    case 0x09: append(0x74)
    case 0x0D: append(0x72)
    default:
      append("u00")
      append(byte < 0x10 ? 0x30 : 0x31)
      let digit = byte & 0x0F
      append(digit < 10 ? 0x30 + digit : 0x57 + digit)
    }
  }
}
