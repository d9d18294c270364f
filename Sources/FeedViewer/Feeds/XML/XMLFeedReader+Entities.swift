import FeedViewerBase
import Glibc

/// Character references in XML text, including entities that the DOCTYPE declares.
extension XMLFeedReader {
  /// Longer entity values are not expanded, and neither are nested entities, so that entity bombs are harmless.
  private static let entityLimit = 1_024

  /// Appends text with its references decoded; other ampersands are kept as text. O(length).
  mutating func appendDecoded(_ range: Range<Int>, to buffer: inout ByteBuffer) {
    let base = scanner.text.base
    let end = base + range.upperBound
    var position = base + range.lowerBound
    while true {
      position = buffer.appendResolving(position, before: end)
      guard position < end else { return }
      position += appendReference(at: position, before: end, to: &buffer)
    }
  }

  /// Appends the reference at an `&` and returns its length.
  private mutating func appendReference(
    at position: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>, to buffer: inout ByteBuffer
  ) -> Int {
    switch CharacterReferences.find(at: position, before: end) {
    case .character(let packed, let length, let isStandard):
      if !isStandard, !isDeclared(at: position, length: length) { noteForeignReference(at: position, length) }
      buffer.append(length == 6 ? Self.inXHTML(packed) : packed)
      return length
    case .unknown(let length):
      guard let text = declaredText(at: position, length) else { break }
      text.withUnsafeBufferPointer { buffer.append($0) }
      return length + 2
    case .none:
      noteAmpersand(at: position, Message("a bare “&”"))
    }
    buffer.append(0x26)
    return 1
  }

  /// In XML, `lang` and `rang` have the values that XHTML 1.0 declares (Appendix A.2.3, xhtml-symbol.ent); HTML 5
  /// assigns other brackets to these names.
  private static func inXHTML(_ packed: PackedUTF8) -> PackedUTF8 {
    switch packed {
    case PackedUTF8(0x27E8): PackedUTF8(0x2329)
    case PackedUTF8(0x27E9): PackedUTF8(0x232A)
    default: packed
    }
  }

  /// The value of a declared entity whose name has the given length. Notes a repair if there is none.
  private mutating func declaredText(at position: UnsafePointer<UInt8>, _ length: Int) -> [UInt8]? {
    let name = name(at: position, length)
    guard let text = entities[name] else {
      noteAmpersand(at: position, Message("the unknown entity &\(name);"))
      return nil
    }
    guard text.count <= entityBudget else {
      noteAmpersand(at: position, Message("entities that stand for more than 10 MB of text"))
      return nil
    }
    entityBudget -= text.count
    return text
  }

  /// The value of an entity declared in the DOCTYPE and the length of the reference; `nil` for any other reference.
  mutating func entity(
    at position: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>
  ) -> (text: [UInt8], length: Int)? {
    guard case .unknown(let length) = CharacterReferences.find(at: position, before: end) else { return nil }
    return declaredText(at: position, length).map { ($0, length + 2) }
  }

  private func name(at position: UnsafePointer<UInt8>, _ length: Int) -> String {
    UnsafeBufferPointer(start: position + 1, count: length).string
  }

  private func isDeclared(at position: UnsafePointer<UInt8>, length: Int) -> Bool {
    !entities.isEmpty && entities[name(at: position, length - 2)] != nil
  }

  private mutating func noteForeignReference(at position: UnsafePointer<UInt8>, _ length: Int) {
    let reference = UnsafeBufferPointer(start: position, count: length).string
    let repair =
      position[1] == 0x23 ? Message("read as windows-1252 or replaced") : Message("read as in HTML")
    log.note(
      Message("\(reference), which XML does not know"), repair, at: scanner.text.base.offset(of: position),
      in: &scanner.text)
  }

  private mutating func noteAmpersand(at position: UnsafePointer<UInt8>, _ found: Message) {
    log.note(found, Message("kept as text"), at: scanner.text.base.offset(of: position), in: &scanner.text)
  }

  /// Reads the internal general entities of a DOCTYPE; external and parameter entities are ignored.
  mutating func readEntities(_ range: Range<Int>) {
    let base = scanner.text.base
    var position = range.lowerBound
    while position < range.upperBound, entities.count < 1_000 {
      guard let found = memchr(base + position, 0x3C, range.upperBound - position) else { return }
      position = base.offset(of: found) + 1
      guard scanner.bytes(position..<range.upperBound).startsIgnoringCase("!entity") else { continue }
      position += 7
      func skipSpace() {
        while position < range.upperBound, ASCII.isSpace(base[position]) { position += 1 }
      }
      skipSpace()
      let nameStart = position
      while position < range.upperBound, !ASCII.isSpace(base[position]), base[position] != 0x3E {
        position += 1
      }
      let name = scanner.bytes(nameStart..<position).string
      skipSpace()
      guard position < range.upperBound, base[position] == 0x22 || base[position] == 0x27 else { continue }
      let quote = base[position]
      let valueStart = position + 1
      position = valueStart
      while position < range.upperBound, base[position] != quote { position += 1 }
      guard position < range.upperBound, position - valueStart <= XMLFeedReader.entityLimit else { continue }
      if entities[name] == nil { entities[name] = entityValue(valueStart..<position) }
    }
  }

  /// The value of an entity: numeric references are decoded once, named ones only if HTML defines them.
  private func entityValue(_ range: Range<Int>) -> [UInt8] {
    var result = ByteBuffer()
    var position = scanner.text.base + range.lowerBound
    let end = scanner.text.base + range.upperBound
    while position < end {
      if position.pointee == 0x26,
        case .character(let packed, let length, _) = CharacterReferences.find(at: position, before: end)
      {
        result.append(packed)
        position += length
      } else {
        result.append(position.pointee)
        position += 1
      }
    }
    return Array(result.view)
  }
}
