import Glibc

/// Splits XML into tags and text. Accepts malformed input and never fails.
///
/// A pull parser that keeps no tree, does not recurse and copies nothing: names, values and texts are offsets in
/// `text`, valid until the next token is read. Long texts arrive in several pieces. Grammar errors are repaired as
/// listed in formats.md, section 4.
struct XMLScanner: ~Copyable {
  enum Token {
    /// A start tag; `name`, `attribute(_:)` and `isSelfClosing` describe it.
    case start
    /// An end tag; `name` describes it.
    case end
    /// Text with character references.
    case text(Range<Int>)
    /// Text without character references.
    case characterData(Range<Int>)
    case documentType(Range<Int>)
    case endOfFile
  }

  struct Attribute {
    var name: Range<Int>
    /// Without quotes, with character references undecoded.
    var value: Range<Int>

    func moved(by distance: Int) -> Attribute {
      Attribute(
        name: name.lowerBound + distance..<name.upperBound + distance,
        value: value.lowerBound + distance..<value.upperBound + distance)
    }
  }

  enum Repair {
    case bareLessThan, unquotedValue, attributeWithoutValue, unclosedCDATA, unclosedComment, unclosedTag
    case unclosedDocumentType, tooManyAttributes
  }

  var text: SourceText
  private(set) var position: Int
  /// The start of the last token and of what was skipped before it.
  private(set) var tokenStart = 0
  private(set) var name = 0..<0
  /// The attributes of a start tag that is not in `tags`.
  private var attributes: [Attribute] = []
  private(set) var isSelfClosing = false
  /// Whether the text ended inside a tag. Such a start tag was dropped; the name of an end tag may be incomplete.
  private(set) var endsInTag = false
  /// The number of the start tag in `tags`; nil if it is not remembered.
  private(set) var tagNumber: Int?
  /// The start of that tag.
  private var tagStart = 0
  /// The value of its last attribute, if only its beginning is remembered.
  private var lastValue: Range<Int>?
  var tags = XMLTagMemory()
  private var hasTooManyAttributes = false
  private var isInsideCDATA = false
  /// Searched for once: otherwise a file of nothing but `<!DOCTYPE [` would be searched to its end for each.
  private var hasUnclosedDocumentType = false
  /// No processing instruction ends before this offset.
  private var instructionEndSearched = 0
  /// The position of the open CDATA section, once its start has left the buffer.
  private var sectionPlace: TextPlace?
  /// The number of tokens of which the end of the text may have decided where they end, without a repair.
  private(set) var uncertainEndCount = 0
  /// The number of DOCTYPEs that were skipped without a repair, since one before them did not end.
  private(set) var skippedDocumentTypes = 0
  /// Repairs since the reader last emptied the list.
  var repairs: [(repair: Repair, position: Position)] = []

  enum Position {
    case offset(Int)
    /// Of text that has left the buffer.
    case place(TextPlace)
  }

  /// The length of text after the start of a token that is in memory when it is read, if there is so much.
  static let lookAhead = 16
  static let attributeLimit = 256
  /// A longer tag must have an unclosed quote.
  static let tagLimit = 16 << 20
  static let documentTypeLimit = 1 << 20
  private static let instructionLimit = 65_536
  /// The length of the longest reference; text is not split inside one.
  private static let longestReference = 80

  init(_ text: consuming SourceText) {
    position = text.start
    self.text = text
  }

  func bytes(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> { text.bytes(range) }

  mutating func next() -> Token {
    tokenStart = position
    if isInsideCDATA { return characterData() }
    while true {
      // `<![CDATA[` is the longest token start.
      while text.end - position < Self.lookAhead, text.readMore(keeping: position) {}
      guard position < text.end else { return .endOfFile }
      let base = text.base + position
      if base[0] != 0x3C { return characters(after: 0) }
      guard position + 1 < text.end else { return cutTag() }
      let following = base[1]
      if ASCII.startsName(following) {
        if rememberedStartTag() || startTag() { return .start }
        continue
      }
      switch following {
      case 0x2F:
        guard position + 2 < text.end else { return cutTag() }
        guard ASCII.startsName(base[2]) || ASCII.isSpace(base[2]) else {
          return bareLessThan()
        }
        endTag()
        return .end
      case 0x21:
        if let token = declaration() { return token }
      case 0x3F:
        skipInstruction()
      default:
        return bareLessThan()
      }
    }
  }

  /// The offset of a byte, or the end of the buffered text.
  private func find(_ byte: UInt8, from start: Int) -> Int { find(byte, from: start, before: text.end) }

  private func find(_ byte: UInt8, from start: Int, before end: Int) -> Int {
    guard start < end, let found = memchr(text.base + start, Int32(byte), end - start) else { return end }
    return text.base.offset(of: found)
  }

  private mutating func note(_ repair: Repair, at offset: Int) { repairs.append((repair, .offset(offset))) }

  // MARK: Text

  /// The offset of the next `<`, or the end of the buffered text.
  @inline(__always)
  private func textEnd(from start: Int) -> Int {
    // Most texts are white space between elements. The text is readable beyond its end.
    let length = TextBlock.first(TextBlock.load(text.base + start) .== TextBlock.all(0x3C))
    if length < TextBlock.size { return min(start + length, text.end) }
    return find(0x3C, from: start)
  }

  /// Text up to the next `<`, or a piece of it.
  private mutating func characters(after skipped: Int) -> Token {
    while true {
      let start = position
      let stop = textEnd(from: start + skipped)
      if stop < text.end {
        position = stop
        return .text(start..<stop)
      }
      if text.isComplete {
        position = text.end
        return .text(start..<stop - TruncatedMarkup.openReference(text.bytes(start..<stop)))
      }
      // An incomplete reference at the end is kept for the next piece.
      var piece = stop
      let earliest = max(start + skipped, stop - Self.longestReference)
      var index = stop - 1
      while index >= earliest {
        let byte = text.base[index]
        if byte == 0x3B { break }
        if byte == 0x26 {
          piece = index
          break
        }
        index -= 1
      }
      if piece - start >= text.chunkSize / 2 {
        position = piece
        return .text(start..<piece)
      }
      _ = text.readMore(keeping: start)
    }
  }

  /// The file ends inside a tag.
  private mutating func cutTag() -> Token {
    note(.unclosedTag, at: position)
    endsInTag = true
    position = text.end
    return .endOfFile
  }

  private mutating func bareLessThan() -> Token {
    note(.bareLessThan, at: position)
    return characters(after: 1)
  }

  /// The text of a CDATA section, or a piece of it.
  private mutating func characterData() -> Token {
    let start = position
    var searchFrom = position
    while true {
      if let close = find("]]>", from: searchFrom) {
        isInsideCDATA = false
        sectionPlace = nil
        position = close + 3
        return .characterData(start..<close)
      }
      if text.isComplete {
        repairs.append((.unclosedCDATA, sectionPlace.map { .place($0) } ?? .offset(start - 9)))
        isInsideCDATA = false
        position = text.end
        // The buffer may end with the first two bytes of `]]>`.
        var end = text.end
        while end > start, text.end - end < 2, text.base[end - 1] == 0x5D { end -= 1 }
        return .characterData(start..<end)
      }
      if sectionPlace == nil { sectionPlace = text.place(of: start - 9) }
      // Brackets at the end may start `]]>`.
      var piece = text.end
      while piece > start, text.end - piece < 2, text.base[piece - 1] == 0x5D { piece -= 1 }
      if piece - start >= text.chunkSize / 2 {
        position = piece
        return .characterData(start..<piece)
      }
      searchFrom = piece
      _ = text.readMore(keeping: start)
    }
  }

  // MARK: Elements that hold nothing but text

  /// Skips white space before a tag.
  @inline(__always)
  mutating func skipBlank() {
    let base = text.base
    // The text is readable beyond its end, where nothing is skipped.
    var offset = position
    while ASCII.isSpace(base[offset]), offset < text.end { offset += 1 }
    if offset < text.end, base[offset] == 0x3C, !isInsideCDATA { position = offset }
  }

  /// The text or the CDATA section between the start tag that was just read and its end tag, if there is nothing else
  /// between them, and both are written in the same way. The end tag is then read, too.
  ///
  /// - Returns: Nil if there is anything else, or if not all of it is in memory. Then nothing is read.
  mutating func content() -> Token? {
    let start = position
    let stop = textEnd(from: start)
    if let next = endTag(at: stop) {
      position = next
      return .text(start..<stop)
    }
    guard stop == start, text.end - start >= Self.lookAhead, memcmp(text.base + start, "<![CDATA[", 9) == 0,
      let close = find("]]>", from: start + 9), let next = endTag(at: close + 3)
    else { return nil }
    position = next
    return .characterData(start + 9..<close)
  }

  /// The end of an end tag at an offset, if it is written as the last start tag was.
  @inline(__always)
  private func endTag(at offset: Int) -> Int? {
    let close = offset + 2 + name.count
    guard close < text.end else { return nil }
    let tag = text.base + offset
    guard tag[0] == 0x3C, tag[1] == 0x2F, tag[2 + name.count] == 0x3E,
      Self.areEqual(tag + 2, text.base + name.lowerBound, name.count)
    else { return nil }
    return close + 1
  }

  /// Whether so many bytes are equal. Both must be readable for eight bytes: short names are compared without a call.
  @inline(__always)
  private static func areEqual(_ one: UnsafePointer<UInt8>, _ other: UnsafePointer<UInt8>, _ count: Int)
    -> Bool
  {
    guard count <= 8, count > 0 else { return memcmp(one, other, count) == 0 }
    let differences =
      UnsafeRawPointer(one).loadUnaligned(as: UInt64.self)
      ^ UnsafeRawPointer(other).loadUnaligned(as: UInt64.self)
    return UInt64(littleEndian: differences) << UInt64(64 - 8 * count) == 0
  }

  // MARK: Tags

  /// Reads a start tag that is expected here. Returns false if another one is here, or if not all of it is in memory.
  @inline(__always)
  private mutating func rememberedStartTag() -> Bool {
    let start = position
    guard text.end - start >= XMLTagMemory.greatestLength,
      let number = tags.next(at: text.base + start)
    else { return false }
    return readRemembered(number, at: start)
  }

  private mutating func readRemembered(_ number: Int, at start: Int) -> Bool {
    var end = start + tags.tags[number].length
    var value: Range<Int>?
    isSelfClosing = false
    if let quote = tags.tags[number].quote {
      let closing = find(quote, from: end)
      // As far as `/>`.
      guard closing + 2 < text.end else { return false }
      let following = text.base[closing + 1]
      isSelfClosing = following == 0x2F && text.base[closing + 2] == 0x3E
      guard isSelfClosing || following == 0x3E else { return false }
      value = end..<closing
      end = closing + (isSelfClosing ? 3 : 2)
    }
    (tagNumber, tagStart, lastValue) = (number, start, value)
    name = start + tags.tags[number].name.lowerBound..<start + tags.tags[number].name.upperBound
    hasTooManyAttributes = false
    position = end
    return true
  }

  /// The number of the start tag's attributes.
  var attributeCount: Int { tagNumber.map { tags.tags[$0].attributes.count } ?? attributes.count }

  /// An attribute of the start tag. Those of a remembered tag are not copied, because most are never asked for.
  @inline(__always)
  func attribute(_ index: Int) -> Attribute {
    guard let tagNumber else { return attributes[index] }
    var attribute = tags.tags[tagNumber].attributes[index].moved(by: tagStart)
    if let lastValue, index + 1 == tags.tags[tagNumber].attributes.count { attribute.value = lastValue }
    return attribute
  }

  /// Whether all tags with the number of this one have the same bytes.
  var isKnownAsWhole: Bool { tagNumber.map { tags.tags[$0].quote == nil } ?? false }

  /// Whether the start tag may have attributes that apply to what is below it, too.
  var mayTellWhatIsInherited: Bool {
    tagNumber.map { tags.tags[$0].mayTellWhatIsInherited } ?? !attributes.isEmpty
  }

  @inline(__always)
  private mutating func clearAttributes() {
    // Of a few, faster than removing all at once.
    while attributes.popLast() != nil {}
  }

  /// Remembers the start tag that was just read.
  private mutating func rememberStartTag(at start: Int, isRepaired: Bool) {
    tagNumber = nil
    guard text.end - start >= XMLTagMemory.greatestLength, !isRepaired, !hasTooManyAttributes else { return }
    (tagStart, lastValue) = (start, nil)
    tagNumber = tags.add(
      text.base + start, length: position - start, isSelfClosing: isSelfClosing,
      name: name.lowerBound - start..<name.upperBound - start,
      attributes: attributes.map { $0.moved(by: -start) })
  }

  private enum Reading { case done, needsMore, dropped }

  /// Reads a start tag. Returns false if the file ends inside it; the tag is then dropped.
  private mutating func startTag() -> Bool {
    let start = position
    while true {
      let noted = repairs.count
      switch startTag(at: start) {
      case .done:
        rememberStartTag(at: start, isRepaired: repairs.count > noted)
        return true
      case .dropped:
        endsInTag = true
        return false
      case .needsMore:
        repairs.removeLast(repairs.count - noted)
        _ = text.readMore(keeping: start)
      }
    }
  }

  /// Whether an incomplete tag may continue after the buffered text.
  private func mayGrow(from start: Int) -> Bool { !text.isComplete && text.end - start < Self.tagLimit }

  private mutating func startTag(at start: Int) -> Reading {
    let base = text.base
    let end = text.end
    position = start + 1
    name = takeName(base, end)
    clearAttributes()
    hasTooManyAttributes = false
    isSelfClosing = false
    while true {
      skipSpace(base, end)
      guard position < end else {
        if mayGrow(from: start) { return .needsMore }
        note(.unclosedTag, at: start)
        return text.isComplete ? .dropped : .done
      }
      switch base[position] {
      case 0x3E:
        position += 1
        return .done
      case 0x3C:
        note(.unclosedTag, at: start)
        return .done
      case 0x2F:
        position += 1
        guard position < end || !mayGrow(from: start) else { return .needsMore }
        isSelfClosing = position < end && base[position] == 0x3E
      case 0x3D, 0x22, 0x27:
        position += 1
      default:
        if !attribute(ofTagAt: start, base, end) { return .needsMore }
      }
    }
  }

  @inline(__always)
  private mutating func skipSpace(_ base: SourceText.Window, _ end: Int) {
    while position < end, ASCII.isSpace(base[position]) { position += 1 }
  }

  @inline(__always)
  private mutating func takeName(_ base: SourceText.Window, _ end: Int) -> Range<Int> {
    let start = position
    while position < end {
      // The text is readable beyond its end.
      let word = UnsafeRawPointer(base + position).loadUnaligned(as: UInt64.self)
      let length = WordSearch.index(of: WordSearch.nameEndMarks(in: word))
      position = min(end, position + length)
      guard length == 8 || position < end && !ASCII.endsName(base[position]) else { break }
      if length < 8 { position += 1 }
    }
    return start..<position
  }

  /// Reads an attribute. Returns false if it may continue after the buffered text.
  private mutating func attribute(ofTagAt tag: Int, _ base: SourceText.Window, _ end: Int) -> Bool {
    let start = position
    let attributeName = takeName(base, end)
    skipSpace(base, end)
    if position >= end, mayGrow(from: tag) { return false }
    guard position < end, base[position] == 0x3D else {
      if !hasTooManyAttributes { note(.attributeWithoutValue, at: start) }
      keep(Attribute(name: attributeName, value: attributeName.upperBound..<attributeName.upperBound))
      return true
    }
    position += 1
    skipSpace(base, end)
    guard position < end else { return !mayGrow(from: tag) }
    let quote = base[position]
    if quote == 0x22 || quote == 0x27 {
      let valueStart = position + 1
      let closing = find(quote, from: valueStart)
      if closing < end {
        keep(Attribute(name: attributeName, value: valueStart..<closing))
        position = closing + 1
        return true
      }
      if mayGrow(from: tag) { return false }
      position = valueStart
    }
    if !hasTooManyAttributes { note(.unquotedValue, at: start) }
    let valueStart = position
    while position < end, !ASCII.isSpace(base[position]), base[position] != 0x3E {
      if base[position] == 0x2F, position + 1 < end, base[position + 1] == 0x3E { break }
      position += 1
    }
    if position >= end, mayGrow(from: tag) { return false }
    keep(Attribute(name: attributeName, value: valueStart..<position))
    return true
  }

  /// Of two equal attributes the first one wins, because readers take the first match.
  private mutating func keep(_ attribute: Attribute) {
    if attributes.count < XMLScanner.attributeLimit {
      attributes.append(attribute)
    } else if !hasTooManyAttributes {
      hasTooManyAttributes = true
      note(.tooManyAttributes, at: attribute.name.lowerBound)
    }
  }

  private mutating func endTag() {
    let start = position
    while true {
      let base = text.base
      let end = text.end
      position = start + 2
      skipSpace(base, end)
      name = takeName(base, end)
      while position < end, base[position] != 0x3E, base[position] != 0x3C { position += 1 }
      if position < end || !mayGrow(from: start) { break }
      _ = text.readMore(keeping: start)
    }
    if position < text.end, text.base[position] == 0x3E {
      position += 1
    } else {
      note(.unclosedTag, at: start)
      endsInTag = position == text.end && text.isComplete
    }
  }

  // MARK: Declarations

  private mutating func declaration() -> Token? {
    let start = position
    let opening = text.bytes(position..<min(text.end, position + 16))
    if opening.startsIgnoringCase("<!--") {
      position += 4
      skipComment(from: start)
      return nil
    }
    if opening.startsIgnoringCase("<![cdata[") {
      position += 9
      isInsideCDATA = true
      return characterData()
    }
    let isDocumentType = opening.startsIgnoringCase("<!doctype")
    if isDocumentType, hasUnclosedDocumentType { skippedDocumentTypes += 1 }
    while isDocumentType, !hasUnclosedDocumentType {
      if let end = declarationEnd(from: start + 2) {
        position = end
        return .documentType(start..<end)
      }
      if text.isComplete || text.end - start > Self.documentTypeLimit {
        hasUnclosedDocumentType = true
        note(.unclosedDocumentType, at: start)
      } else {
        _ = text.readMore(keeping: start)
      }
    }
    skipToBracket()
    return nil
  }

  /// Skips to after the next `>`, discarding the text before it. Used for declarations without an internal subset,
  /// and for DOCTYPEs that are too long or have an unclosed quote or bracket.
  private mutating func skipToBracket() {
    while true {
      position = find(0x3E, from: position)
      if position < text.end {
        position += 1
        return
      }
      guard text.readMore(keeping: position) else {
        uncertainEndCount += 1
        return
      }
    }
  }

  /// Skips to after the end of a comment, discarding the text before it.
  private mutating func skipComment(from start: Int) {
    var place: TextPlace?
    while true {
      if let close = find("-->", from: position) {
        position = close + 3
        return
      }
      place = place ?? text.place(of: start)
      position = max(position, text.end - 2)
      guard text.readMore(keeping: position) else {
        repairs.append((.unclosedComment, place.map { .place($0) } ?? .offset(start)))
        position = text.end
        return
      }
    }
  }

  /// The first occurrence of `text` that ends before `limit` and in the buffered text.
  private func find(_ text: StaticString, from start: Int, before limit: Int = .max) -> Int? {
    let length = text.utf8CodeUnitCount
    let end = min(limit, self.text.end)
    var place = start
    while true {
      place = find(text.utf8Start[0], from: place, before: end)
      guard place + length <= end else { return nil }
      if memcmp(self.text.base + place, text.utf8Start, length) == 0 { return place }
      place += 1
    }
  }

  /// The offset after a declaration's `>`, skipping its internal subset, quoted text and comments.
  private func declarationEnd(from start: Int) -> Int? {
    let base = text.base
    var depth = 0
    var quote: UInt8 = 0
    var index = start
    while index < text.end {
      let byte = base[index]
      index += 1
      if quote != 0 {
        if byte == quote { quote = 0 }
      } else if depth > 0 && (byte == 0x22 || byte == 0x27) {
        quote = byte
      } else if byte == 0x5B {
        depth += 1
      } else if byte == 0x5D {
        depth = max(0, depth - 1)
      } else if byte == 0x3E && depth == 0 {
        return index
      } else if byte == 0x3C, text.bytes(index..<min(text.end, index + 3)).startsIgnoringCase("!--") {
        guard let close = find("-->", from: index + 3) else { return nil }
        index = close + 3
      }
    }
    return nil
  }

  private mutating func skipInstruction() {
    while text.end - position < Self.instructionLimit, text.readMore(keeping: position) {}
    let limit = min(text.end, position + Self.instructionLimit)
    // Searched for once: otherwise a file of nothing but `<? >` would be searched to its end for each.
    if limit > instructionEndSearched {
      let from = max(position + 2, instructionEndSearched - 1)
      if let close = find("?>", from: from, before: limit) {
        position = close + 2
        return
      }
      instructionEndSearched = limit
    }
    uncertainEndCount += 1
    position = min(text.end, find(0x3E, from: position) + 1)
  }

  /// Continues at a token after text that was read by others.
  mutating func skip(to offset: Int) {
    precondition(offset >= position && offset <= text.end, "Only text in memory can be skipped.")
    position = offset
  }
}
