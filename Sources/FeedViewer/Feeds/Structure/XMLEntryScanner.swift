import Glibc

/// Finds where consecutive entries of an XML feed begin and end, without reading their texts.
///
/// It accepts an entry only if `XMLFeedReader`, in the state for which the scanner was made, is sure to find an entry in
/// exactly these bytes. That reader takes the end tag of the entry's element for its end, unless it is in a CDATA section,
/// a comment, an instruction or a tag, another such element was opened since, or an element around the entry was closed
/// before. So the scanner looks at every `<`. It stops at whatever is unusual, such as a tag that would have to be
/// repaired, and leaves that to the reader. What does not move the end, such as elements that are not closed, is found when
/// the entry is read.
///
/// The text may hold control characters, which decoding would remove, and bytes that are not UTF-8: the scanner stops
/// where removing the former would give other tags, and at names with others than ASCII characters that could end the
/// entry.
struct XMLEntryScanner: ItemScanner {
  /// The length of the text after a `<` that must be there: longer than any beginning of a token, and with the 32 bytes
  /// after the text, longer than a known tag.
  private static let lookAhead = 20
  /// A longer instruction, or a tag with more attributes, is left to the reader.
  static let instructionLimit = 4_096
  private static let attributeLimit = 64
  /// The reader does not tell longer names apart.
  private static let nameLimit = 256

  /// The element's name as it is written.
  private let name: [UInt8]
  /// In lower case, as the following.
  private let ownName: [UInt8]
  /// The names of the elements around the entries.
  private let outerNames: [[UInt8]]
  /// The prefixes that are declared around the entries.
  private let prefixes: [[UInt8]]
  /// The first letters of names that end an entry, as a bit set.
  private let endingLetters: UInt32
  /// The rank of the first letter of the element's name.
  private let ownLetter: UInt8
  /// Tags inside entries that neither begin nor end one, nor need repair.
  private var knownTags = KnownTags()
  /// Start tags of entries.
  private var knownEntryTags = KnownTags()

  /// - Parameters:
  ///   - name: The name of the entries' elements as it is written.
  ///   - outerNames: The names of the elements around them, in lower case.
  ///   - prefixes: The prefixes that the reader does not report, in lower case.
  /// - Returns: Nil if a name consists of others than letters, digits and the signs that are usual in names.
  init?(name: [UInt8], outerNames: [[UInt8]], prefixes: [[UInt8]]) {
    ownName = name.map(ASCII.lowercased)
    var letters: UInt32 = 0
    for name in outerNames + [ownName] {
      guard let first = name.first, ASCII.isLetter(first), name.count < Self.nameLimit,
        name.allSatisfy({ ASCII.isLetter($0) || ASCII.isDigit($0) || ":-_.".utf8.contains($0) })
      else { return nil }
      letters |= 1 << UInt32(first - 0x61)
    }
    self.name = name
    self.outerNames = outerNames
    self.prefixes = prefixes
    endingLetters = letters
    ownLetter = ownName[0] - 0x61
  }

  func copy() -> XMLEntryScanner {
    var copy = self
    (copy.knownTags, copy.knownEntryTags) = (KnownTags(), KnownTags())
    return copy
  }

  func marker(of item: UnsafeBufferPointer<UInt8>) -> [UInt8]? { [0x3C] + name }

  // MARK: Entries

  /// The `<` of the next entry; before it are only white space, comments and instructions.
  func beginning(after start: Int, in text: UnsafePointer<UInt8>, _ end: Int) -> ScanStep {
    var position = start
    while true {
      while position < end, UndecodedByte.isSpace(text[position]) { position += 1 }
      guard position + Self.lookAhead + name.count <= end else { return .needsMore }
      guard text[position] == 0x3C else { return .unusual }
      if memcmp(text + position + 1, name, name.count) == 0 { return .at(position) }
      let step: ScanStep
      switch text[position + 1] {
      case 0x21 where Self.begins("<!--", text + position): step = endOfComment(text, position, end)
      case 0x3F: step = endOfInstruction(text, position, end)
      default: return .unusual
      }
      guard case .at(let next) = step else { return step }
      // What the reader leaves out of it, such as a control character, is told there, because no entry contains it.
      guard UTF8Check.isText(text + position, count: next - position) else { return .unusual }
      position = next
    }
  }

  func end(ofItemAt start: Int, in text: UnsafePointer<UInt8>, _ end: Int) -> ScanStep {
    var position: Int
    switch endOfEntryTag(text, start, end) {
    case .at(let next): position = next
    case let other: return other
    }
    let known = knownTags.table
    var lastTag = known
    // The end tag before the next tag; negative if something else is.
    var endTag = -1
    while true {
      guard let tag = ByteBlock.firstPlace(of: 0x3C, in: text, position, end),
        tag &+ Self.lookAhead <= end
      else { return .needsMore }
      let following = text[tag &+ 1]
      let letter = (following | 0x20) &- 0x61
      var found = KnownTags.expected(text + (tag &+ 1), after: lastTag)
      if found == nil {
        // Paragraphs and the like, which are not in the table.
        if letter < 26, letter != ownLetter, let next = Self.endOfShortTag(text, tag) {
          pair(endTag, with: tag, upTo: next, in: text)
          position = next
          endTag = -1
          continue
        }
        if following == 0x2F, let next = endOfOwnEndTag(text, tag, end) { return .at(next) }
        found = KnownTags.findUnexpected(text + (tag &+ 1), in: known, after: lastTag)
      }
      if let found,
        tag &+ 1 &+ found.pointee.length <= end
      {
        lastTag = found
        position = tag &+ 1 &+ found.pointee.length
        if found.pointee.kind == .beginning {
          pair(endTag, with: tag, upTo: position, .beginning, in: text)
          switch endOfTag(text, tag, valueAt: position, end) {
          case .at(let next): position = next
          case let other: return other
          }
          endTag = -1
        } else if following == 0x2F {
          endTag = found.pointee.kind == .pair ? -1 : tag
        } else {
          pair(endTag, with: tag, upTo: position, in: text)
          endTag = -1
        }
        continue
      }
      let step: ScanStep
      if following == 0x2F {
        let letter = (text[tag &+ 2] | 0x20) &- 0x61
        if letter < 26, endingLetters &>> UInt32(letter) & 1 == 0 {
          endTag = tag
          position = tag &+ 3
          continue
        }
        switch self.endTag(text, tag, end) {
        case .ends(let offset): return .at(offset)
        case .other(let inner):
          if case .at(let nameEnd) = inner, nameEnd < end, text[nameEnd] == 0x3E {
            knownTags.insert(text + tag + 1, length: nameEnd - tag, .tag)
          }
          endTag = tag
          step = inner
        }
      } else {
        if letter < 26 {
          step = startTag(text, tag, end)
          if case .at(let next) = step {
            pair(endTag, with: tag, upTo: next, in: text)
          }
        } else if following == 0x21 {
          step = declaration(text, tag, end)
        } else if following == 0x3F {
          step = endOfInstruction(text, tag, end)
        } else {
          return .unusual
        }
        endTag = -1
      }
      guard case .at(let next) = step else { return step }
      position = next
    }
  }

  /// Keeps an end tag and the start tag after it as one, or the beginning of the latter, if there is only a little white
  /// space between them.
  @inline(__always)
  private func pair(
    _ endTag: Int, with tag: Int, upTo next: Int, _ kind: KnownTags.Kind = .pair,
    in text: UnsafePointer<UInt8>
  ) {
    if endTag >= 0, next &- endTag &- 1 <= KnownTags.lengthLimit {
      insertPair(endTag, with: tag, upTo: next, kind, in: text)
    }
  }

  @inline(never)
  private func insertPair(
    _ endTag: Int, with tag: Int, upTo next: Int, _ kind: KnownTags.Kind, in text: UnsafePointer<UInt8>
  ) {
    var place = tag - 1
    while UndecodedByte.isSpace(text[place]) { place -= 1 }
    if text[place] == 0x3E { knownTags.insert(text + endTag + 1, length: next - endTag - 1, kind) }
  }

  // MARK: Tags

  private func endOfEntryTag(_ text: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> ScanStep {
    let nameEnd = start + 1 + name.count
    if nameEnd < end, text[nameEnd] == 0x3E { return .at(nameEnd + 1) }
    // Often it differs in the value of one attribute only, such as the language.
    if let found = KnownTags.find(text + start + 1, in: knownEntryTags.table), start + 1 + found.length <= end
    {
      let value = start + 1 + found.length
      if found.kind == .tag { return .at(value) }
      if let closing = ByteBlock.place(of: text[value - 1], in: text, value, end), closing + 1 < end,
        text[closing + 1] == 0x3E
      {
        return .at(closing + 2)
      }
    }
    let step = endOfTag(text, start, nameEnd: nameEnd, end, isEntry: true)
    if case .at(let tagEnd) = step {
      let length = tagEnd - start - 1
      if !knownEntryTags.insertBeginning(text + start + 1, nameLength: name.count, length: length) {
        knownEntryTags.insert(text + start + 1, length: length, .tag)
      }
    }
    return step
  }

  /// The offset after the end tag of the entry, if it is written as its start tag is.
  @inline(__always)
  private func endOfOwnEndTag(_ text: UnsafePointer<UInt8>, _ tag: Int, _ end: Int) -> Int? {
    let nameEnd = tag &+ 2 &+ name.count
    guard (text[tag &+ 2] | 0x20) &- 0x61 == ownLetter, nameEnd < end, text[nameEnd] == 0x3E,
      memcmp(text + (tag &+ 2), name, name.count) == 0
    else { return nil }
    return nameEnd &+ 1
  }

  private enum EndTag {
    case ends(Int)
    case other(ScanStep)
  }

  /// An end tag that may be that of the entry or of an element around it.
  private func endTag(_ text: UnsafePointer<UInt8>, _ tag: Int, _ end: Int) -> EndTag {
    let start = tag + 2
    guard ASCII.isLetter(text[start]) else { return .other(.unusual) }
    guard let nameEnd = Self.endOfName(text, start, end) else {
      return .other(end - start > Self.nameLimit ? .unusual : .needsMore)
    }
    let tagName = UnsafeBufferPointer(start: text + start, count: nameEnd - start)
    guard tagName.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return .other(.unusual) }
    if Self.equals(tagName, ownName) {
      var position = nameEnd
      while position < end, UndecodedByte.isSpace(text[position]) { position += 1 }
      guard position < end else { return .other(.needsMore) }
      return text[position] == 0x3E ? .ends(position + 1) : .other(.unusual)
    }
    if outerNames.contains(where: { Self.equals(tagName, $0) }) { return .other(.unusual) }
    return .other(.at(nameEnd))
  }

  /// The offset after a start tag whose name is a letter, or a letter and another one or a digit, without attributes: too
  /// short for the table of known tags.
  @inline(__always)
  private static func endOfShortTag(_ text: UnsafePointer<UInt8>, _ tag: Int) -> Int? {
    if text[tag + 2] == 0x3E { return tag + 3 }
    let isName = ASCII.isLetter(text[tag + 2]) || ASCII.isDigit(text[tag + 2])
    return isName && text[tag + 3] == 0x3E ? tag + 4 : nil
  }

  /// A start tag with a prefix or attributes, or whose name is long or may be that of the entry.
  private func startTag(_ text: UnsafePointer<UInt8>, _ tag: Int, _ end: Int) -> ScanStep {
    let start = tag + 1
    let limit = min(end, start + Self.nameLimit)
    var position = start
    var colon = start
    while position < limit, !ASCII.endsName(text[position]) {
      let byte = text[position]
      guard byte > 0x20, byte < 0x7F else { return .unusual }
      if byte == 0x3A, colon == start { colon = position }
      position += 1
    }
    guard position < limit else { return end - start > Self.nameLimit ? .unusual : .needsMore }
    if (text[start] | 0x20) &- 0x61 == ownLetter,
      Self.equals(UnsafeBufferPointer(start: text + start, count: position - start), ownName)
    {
      return .unusual
    }
    let step = endOfTag(text, tag, nameEnd: position, end, isEntry: false)
    guard case .at(let tagEnd) = step else { return step }
    let prefix = UnsafeBufferPointer(start: text + start, count: colon - start)
    if prefix.isEmpty || prefixes.contains(where: { Self.equals(prefix, $0) }) {
      if knownTags.insertBeginning(text + start, nameLength: position - start, length: tagEnd - start) {
        return step
      }
    } else {
      // Some feeds declare a prefix where they use it.
      let attributes = UnsafeBufferPointer(start: text + position, count: tagEnd - position)
      guard declares(prefix, attributes) else { return .unusual }
    }
    knownTags.insert(text + start, length: tagEnd - start, .tag)
    return step
  }

  /// The offset after a start tag that is known up to the value of an attribute.
  @inline(__always)
  private func endOfTag(_ text: UnsafePointer<UInt8>, _ tag: Int, valueAt start: Int, _ end: Int) -> ScanStep
  {
    guard let closing = ByteBlock.firstPlace(of: text[start - 1], in: text, start, end), closing + 3 <= end
    else { return .needsMore }
    if text[closing + 1] == 0x3E { return .at(closing + 2) }
    if text[closing + 1] == 0x2F, text[closing + 2] == 0x3E { return .at(closing + 3) }
    return endOfTag(text, tag, nameEnd: closing + 1, end, isEntry: false)
  }

  /// Whether attributes declare a prefix for their own element.
  private func declares(_ prefix: UnsafeBufferPointer<UInt8>, _ attributes: UnsafeBufferPointer<UInt8>)
    -> Bool
  {
    let declaration = Array(" xmlns:".utf8) + prefix + [0x3D]
    var quote: UInt8 = 0
    for index in attributes.indices {
      let byte = attributes[index]
      if quote != 0 {
        if byte == quote { quote = 0 }
      } else if byte == 0x22 || byte == 0x27 {
        quote = byte
      } else if byte == 0x20, attributes[index...].starts(with: declaration) {
        return true
      }
    }
    return false
  }

  /// The offset after a start tag whose attributes all have values in quotes.
  ///
  /// - Parameter isEntry: Whether it is the start tag of an entry, which must not be empty, nor change what its name means.
  private func endOfTag(
    _ text: UnsafePointer<UInt8>, _ tag: Int, nameEnd: Int, _ end: Int, isEntry: Bool
  ) -> ScanStep {
    var position = nameEnd
    guard position < end else { return .needsMore }
    guard ASCII.endsName(text[position]) else { return .unusual }
    for _ in 0..<Self.attributeLimit {
      while position < end, UndecodedByte.isSpace(text[position]) { position += 1 }
      guard position + 1 < end else { return .needsMore }
      let byte = text[position]
      if byte == 0x3E { return .at(position + 1) }
      if byte == 0x2F { return text[position + 1] == 0x3E && !isEntry ? .at(position + 2) : .unusual }
      guard byte > 0x20, byte != 0x3C, byte != 0x3D, byte != 0x22, byte != 0x27 else { return .unusual }
      let attribute = position
      while position < end, !ASCII.endsName(text[position]) {
        if text[position] < 0x20 { return .unusual }
        position += 1
      }
      guard position + 1 < end else { return .needsMore }
      let quote = text[position + 1]
      guard text[position] == 0x3D, quote == 0x22 || quote == 0x27 else { return .unusual }
      if isEntry {
        let attributeName = UnsafeBufferPointer(start: text + attribute, count: position - attribute)
        if attributeName.startsIgnoringCase("xmlns") { return .unusual }
      }
      guard let closing = ByteBlock.place(of: quote, in: text, position + 2, end) else {
        return .needsMore
      }
      position = closing + 1
    }
    return .unusual
  }

  /// The end of a name; nil if it is too long or does not end in the text.
  private static func endOfName(_ text: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> Int? {
    var position = start
    let limit = min(end, start + nameLimit)
    while position < limit, !ASCII.endsName(text[position]) { position += 1 }
    return position < limit ? position : nil
  }

  // MARK: Bytes

  @inline(__always)
  static func begins(_ word: StaticString, _ text: UnsafePointer<UInt8>) -> Bool {
    memcmp(text, word.utf8Start, word.utf8CodeUnitCount) == 0
  }

  private static func equals(_ name: UnsafeBufferPointer<UInt8>, _ lowered: [UInt8]) -> Bool {
    guard name.count == lowered.count else { return false }
    for index in lowered.indices where ASCII.lowercased(name[index]) != lowered[index] { return false }
    return true
  }
}
