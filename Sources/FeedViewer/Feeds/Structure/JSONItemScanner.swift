import Glibc

/// Finds where consecutive items of a JSON feed begin and end, without reading their values.
///
/// It accepts an item only if `JSONFeedReader` is sure to read it without a fault, and to end at the same bracket: that
/// reader takes or skips whole values. So the scanner checks the grammar, and stops at whatever is unusual, such as a
/// comma before a closing bracket or an element that is no object.
///
/// The text may hold control characters, which decoding would remove: the scanner stops where that would make another end
/// of a string, and where they are outside strings.
struct JSONItemScanner: ItemScanner {
  /// The most brackets that are open at a time; the reader accepts more.
  private static let depthLimit = 32

  init() {}

  /// The bracket of the next item, after a comma.
  func beginning(after start: Int, in text: UnsafePointer<UInt8>, _ end: Int) -> ScanStep {
    var position = start
    Self.skipSpace(text, &position, end)
    guard position < end else { return .needsMore }
    guard text[position] == 0x2C else { return .unusual }
    position += 1
    Self.skipSpace(text, &position, end)
    guard position < end else { return .needsMore }
    return text[position] == 0x7B ? .at(position) : .unusual
  }

  func end(ofItemAt start: Int, in text: UnsafePointer<UInt8>, _ end: Int) -> ScanStep {
    var position = start
    var depth = 0
    // A bit for each open bracket, the innermost one last: whether it is that of an object.
    var objects: UInt64 = 0
    while true {
      // At a value.
      guard position < end else { return .needsMore }
      var isClosed = true
      switch text[position] {
      case 0x22:
        let step = Self.endOfString(text, position, end)
        guard case .at(let next) = step else { return step }
        position = next
      case 0x7B, 0x5B:
        guard depth < Self.depthLimit else { return .unusual }
        let isObject = text[position] == 0x7B
        position += 1
        Self.skipSpace(text, &position, end)
        guard position < end else { return .needsMore }
        if text[position] == (isObject ? 0x7D : 0x5D) {
          position += 1
          if depth == 0 { return .at(position) }
        } else {
          depth += 1
          objects = objects << 1 | (isObject ? 1 : 0)
          isClosed = false
        }
      default:
        let first = position
        while position < end, Self.isPartOfScalar(text[position]) { position += 1 }
        guard position < end else { return .needsMore }
        guard position > first, text[first] != 0x2B, text[first] != 0x2E else { return .unusual }
      }
      // After a value: closes brackets up to the next comma.
      while isClosed {
        Self.skipSpace(text, &position, end)
        guard position < end else { return .needsMore }
        let byte = text[position]
        if byte == 0x2C {
          position += 1
          Self.skipSpace(text, &position, end)
          break
        }
        guard byte == (objects & 1 != 0 ? 0x7D : 0x5D) else { return .unusual }
        position += 1
        depth -= 1
        objects >>= 1
        if depth == 0 { return .at(position) }
      }
      guard objects & 1 != 0 else { continue }
      // At a key.
      guard position < end else { return .needsMore }
      guard text[position] == 0x22 else { return .unusual }
      let step = Self.endOfString(text, position, end)
      guard case .at(let next) = step else { return step }
      position = next
      Self.skipSpace(text, &position, end)
      guard position < end else { return .needsMore }
      guard text[position] == 0x3A else { return .unusual }
      position += 1
      Self.skipSpace(text, &position, end)
    }
  }

  func copy() -> JSONItemScanner { self }

  /// The bracket and the first key.
  func marker(of item: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    let beginning = item.prefix(64)
    guard let opening = beginning.firstIndex(of: 0x22),
      let closing = beginning[(opening + 1)...].firstIndex(of: 0x22)
    else { return nil }
    return Array(beginning[...closing])
  }

  /// The offset after the string that starts at a quote.
  private static func endOfString(_ text: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> ScanStep {
    var position = start + 1
    while let quote = ByteBlock.firstPlace(of: 0x22, in: text, position, end) {
      let before = text[quote - 1]
      if before >= 0x20, before != 0x5C { return .at(quote + 1) }
      // Without the control character the quote might follow a backslash.
      if UndecodedByte.isRemoved(before) { return .unusual }
      var backslashes = 0
      while text[quote - backslashes - 1] == 0x5C { backslashes += 1 }
      let beginning = text[quote - backslashes - 1]
      if backslashes > 0, UndecodedByte.isRemoved(beginning) { return .unusual }
      if backslashes % 2 == 0 { return .at(quote + 1) }
      position = quote + 1
    }
    return .needsMore
  }

  @inline(__always)
  private static func skipSpace(_ text: UnsafePointer<UInt8>, _ position: inout Int, _ end: Int) {
    while position < end, UndecodedByte.isSpace(text[position]) { position += 1 }
  }

  @inline(__always)
  private static func isPartOfScalar(_ byte: UInt8) -> Bool {
    ASCII.isLetter(byte) || ASCII.isDigit(byte) || byte == 0x2D || byte == 0x2B || byte == 0x2E
  }
}
