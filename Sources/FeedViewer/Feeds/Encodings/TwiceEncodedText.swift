import Glibc

/// Text that was encoded twice: UTF-8 whose bytes a program took for windows-1252 and encoded as UTF-8 again, so that `ó` became
/// `Ã³`.
enum TwiceEncodedText {
  /// Decodes a text again.
  ///
  /// - Parameters:
  ///   - text: Valid UTF-8 without control characters but tabs and line feeds.
  ///   - isHTML: Whether characters may also be written as references: `&Atilde;&#179;` is `ó` as well. References to ASCII
  ///     characters stay as they are.
  ///   - result: Receives the text as it was before the second encoding.
  /// - Returns: Whether the text was encoded twice: every run of characters that are not ASCII is in windows-1252 or Latin-1, and
  ///   its bytes there are valid UTF-8. Otherwise, `result` holds nothing of use.
  /// - Complexity: O(length of the text); of nearly all texts, O(length up to the first character that is not ASCII, or HTML's
  ///   first reference to one).
  static func decode(
    _ text: UnsafeBufferPointer<UInt8>, isHTML: Bool, into result: inout ByteBuffer
  ) -> Bool {
    guard let base = text.baseAddress,
      let first = isHTML ? firstCharacter(inHTML: text) : firstMultiByteCharacter(in: text)
    else { return false }
    let end = base + text.count
    func unit(at position: UnsafePointer<UInt8>) -> Unit {
      !isHTML && position.pointee == 0x26 ? .written(1) : self.unit(at: position, before: end)
    }
    // Whether the first characters of a run may be the bytes of one character.
    guard case .byte(let lead, let length) = unit(at: base + first), (0xC2...0xF4).contains(lead),
      first + length < text.count, case .byte(let next, _) = unit(at: base + first + length), next < 0xC0
    else { return false }
    result.clear()
    result.reserve(text.count)
    var position = base
    while position < end {
      switch unit(at: position) {
      case .written(let length):
        result.append(position, count: length)
        position += length
      case .byte(let byte, let length):
        result.append(byte)
        position += length
      case .other: return false
      }
    }
    return UTF8Check.isText(result.base, count: result.count)
  }

  /// A character of HTML, or a reference to one.
  private enum Unit {
    /// ASCII, with its length as written.
    case written(Int)
    /// One that stands for a byte, with its length as written.
    case byte(UInt8, Int)
    case other
  }

  private static func unit(at position: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>) -> Unit {
    if position.pointee == 0x26 {
      guard let (packed, length) = CharacterReferences.findInHTML(at: position, before: end, .text) else {
        return .written(1)
      }
      if packed.length == 1 { return .written(length) }
      return withUnsafeBytes(of: packed.bytes.littleEndian) { bytes in
        let found = byte(at: 0, in: bytes.bindMemory(to: UInt8.self))
        return found.map { $0.length == packed.length ? .byte($0.byte, length) : .other } ?? .other
      }
    }
    if position.pointee < 0x80 { return .written(1) }
    let found = byte(at: 0, in: UnsafeBufferPointer(start: position, count: end - position))
    return found.map { .byte($0.byte, $0.length) } ?? .other
  }

  /// Where the first character is that is not ASCII, or a reference to one; nil if there is none.
  private static func firstCharacter(inHTML html: UnsafeBufferPointer<UInt8>) -> Int? {
    guard let base = html.baseAddress else { return nil }
    let first = firstMultiByteCharacter(in: html)
    let limit = base + (first ?? html.count)
    var position = base
    while position < limit, let found = memchr(position, 0x26, limit - position) {
      position = UnsafePointer(found.assumingMemoryBound(to: UInt8.self))
      guard case .written(let length) = unit(at: position, before: base + html.count) else {
        return position - base
      }
      position += length
    }
    return first
  }

  private static func firstMultiByteCharacter(in text: UnsafeBufferPointer<UInt8>) -> Int? {
    guard let base = text.baseAddress else { return nil }
    var index = 0
    // Several words at a time, because most texts are scanned to their end.
    while index + 32 <= text.count {
      let words = UnsafeRawPointer(base + index).loadUnaligned(as: SIMD4<UInt64>.self)
      let joined = words[0] | words[1] | words[2] | words[3]
      if joined & 0x8080_8080_8080_8080 != 0 { break }
      index += 32
    }
    while index < text.count {
      if base[index] >= 0x80 { return index }
      index += 1
    }
    return nil
  }

  /// The byte of windows-1252 or Latin-1 for the character at an index, and the length of the character; nil if it is in neither.
  private static func byte(at index: Int, in text: UnsafeBufferPointer<UInt8>) -> (byte: UInt8, length: Int)?
  {
    let first = text[index]
    if first == 0xC2 || first == 0xC3 {
      return ((first & 0x03) << 6 | text[index + 1] & 0x3F, 2)
    }
    let scalar: UInt32
    let length: Int
    switch first {
    case 0xC4...0xCB:
      scalar = UInt32(first & 0x1F) << 6 | UInt32(text[index + 1] & 0x3F)
      length = 2
    case 0xE2:
      scalar = UInt32(0x2) << 12 | UInt32(text[index + 1] & 0x3F) << 6 | UInt32(text[index + 2] & 0x3F)
      length = 3
    default: return nil
    }
    return Windows1252.byte(of: scalar).map { ($0, length) }
  }
}
