/// Appends characters to the current block.
extension ArticleReader {
  /// Which white space is kept.
  var whiteSpace: InlineStyle.WhiteSpace { open.last?.whiteSpace ?? .collapsed }

  mutating func readSpace(_ byte: UInt8) {
    switch whiteSpace {
    case .kept where row.isActive: readKeptSpace(byte)
    // Between the rows and cells of a table it shows nothing (HTML Living Standard, section 13.2.6.4.10).
    case .kept where block == nil && isOutsideCells: break
    case .kept:
      // A carriage return and a following line feed are one line break.
      if byte == 0x0A, endsWithReturn {
        endsWithReturn = false
        return
      }
      var shown = byte == 0x0D ? 0x0A : byte
      append(&shown, count: 1)
      endsWithReturn = byte == 0x0D
    case .lines where byte == 0x0A || byte == 0x0D:
      let isSecondHalf = byte == 0x0A && endsWithReturn
      endsWithReturn = byte == 0x0D
      hasSpace = false
      if !isSecondHalf, block != nil, !row.startsPart { readLineBreak() }
    case .lines, .collapsed:
      hasSpace = true
      endsWithReturn = false
    }
  }

  /// Reads white space that a cell keeps (CSS Text 3, section 4.1). What ends the cell, and the line breaks at its start, show nothing,
  /// so that it is appended before the next character. A tab would end the cell: its spaces lead to the next of the places that are
  /// eight characters apart (section 4.2, `tab-size`).
  private mutating func readKeptSpace(_ byte: UInt8) {
    let isSecondHalf = byte == 0x0A && endsWithReturn
    endsWithReturn = byte == 0x0D
    if isSecondHalf { return }
    if hasSpace, !row.startsPart { keptSpace.append(0x20) }
    hasSpace = false
    switch byte {
    case 0x0A, 0x0D:
      if row.startsPart { keptSpace.removeAll(keepingCapacity: true) } else { keptSpace.append(0x0A) }
    case 0x09: keptSpace += repeatElement(0x20, count: 8 - keptColumn % 8)
    default: keptSpace.append(0x20)
    }
  }

  /// The number of characters before the next one in its line, if it is near.
  private var keptColumn: Int {
    var column = 0
    for byte in keptSpace.reversed().prefix(512) {
      if byte == 0x0A { return column }
      column += 1
    }
    guard !row.startsPart else { return column }
    var index = text.count
    while index > textStart, column < 512, text.base[index - 1] != 0x0A {
      index -= 1
      if text.base[index] & 0xC0 != 0x80 { column += 1 }
    }
    return column
  }

  mutating func readReference(
    at position: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>
  ) -> UnsafePointer<UInt8> {
    guard let (packed, length) = CharacterReferences.findInHTML(at: position, before: end, .text) else {
      append(position, count: 1)
      return position + 1
    }
    if packed.length == 1, packed.bytes == 0x0A, position == preformattedStart {
      preformattedStart = nil
    } else if packed.length == 1, ASCII.isSpace(UInt8(truncatingIfNeeded: packed.bytes)) {
      readSpace(UInt8(truncatingIfNeeded: packed.bytes))
    } else {
      withUnsafeBytes(of: packed.bytes.littleEndian) { bytes in
        if let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) {
          append(start, count: packed.length)
        }
      }
    }
    return position + length
  }

  /// Two line breaks in a row separate paragraphs.
  mutating func readLineBreak() {
    if whiteSpace == .kept, row.isActive {
      readKeptSpace(0x0A)
    } else if whiteSpace == .kept, block != nil {
      text.append(0x0A)
    } else {
      lineBreaks += 1
      if lineBreaks > 1 { finishBlock() }
    }
  }

  /// A line may be broken here. Next to white space or at the start of a block it may be anyway.
  mutating func readWordBreak() {
    guard block != nil, !hasSpace, lineBreaks == 0, keptSpace.isEmpty, text.count > textStart, !row.startsPart
    else { return }
    text.append("\u{200B}" as StaticString)
  }

  /// Appends text in the style of the open elements.
  ///
  /// - Parameter isVisible: False for directional controls, which are no reason to show a block.
  mutating func append(_ start: UnsafePointer<UInt8>, count: Int, isVisible: Bool = true) {
    endsWithReturn = false
    if !activeElements.isEmpty { openActiveElements() }
    guard showsText else {
      // Invisible text takes its room, text of no size has none.
      if !showsBoxes { hasSpace = true }
      return
    }
    appendedBytes += count
    if media != nil { finishMedia() }
    if lineBreaks > 1, block != nil { finishBlock() }
    if block == nil { startBlock() } else if row.startsPart { startPart() }
    if isVisible { hasContent = true }
    if !keptSpace.isEmpty { appendKeptSpace() }
    var joinsLastRun = true
    if text.count == textStart {
      joinsLastRun = false
    } else if lineBreaks > 0 {
      text.append(0x0A)
    } else if hasSpace {
      text.append(0x20)
    } else {
      joinsLastRun = false
    }
    hasSpace = false
    lineBreaks = 0
    let lower = text.count
    text.append(start, count: count)
    let style = open.last?.style ?? []
    let link = open.last?.link
    // A block of nothing but controls is dropped.
    if isVisible, !anchors.pending.isEmpty { placeAnchors(at: lower) }
    guard !style.isEmpty || link != nil, block != nil else { return }
    if joinsLastRun, link != nil { joinSpace(before: lower, to: link, style) }
    if let last = block!.runs.last, last.style == style, last.link == link,
      last.range.upperBound >= (joinsLastRun ? lower - 1 : lower)
    {
      block!.runs[block!.runs.count - 1].range = last.range.lowerBound..<text.count
    } else {
      block!.runs.append(ArticleRun(range: lower..<text.count, style: style, link: link))
    }
  }

  /// Makes the space between two parts of a link that have different styles a part of it, in the styles of both.
  private mutating func joinSpace(before offset: Int, to link: String?, _ style: ArticleStyle) {
    guard let last = block!.runs.last, last.link == link, last.style != style,
      last.range.upperBound == offset - 1
    else { return }
    let shared = last.style.intersection(style)
    if shared == last.style {
      block!.runs[block!.runs.count - 1].range = last.range.lowerBound..<offset
    } else {
      block!.runs.append(ArticleRun(range: offset - 1..<offset, style: shared, link: link))
    }
  }

  private mutating func appendKeptSpace() {
    // A line that begins with white space that is not kept begins without it (CSS Text 3, section 4.1.2).
    if keptSpace.last == 0x0A { hasSpace = false }
    keptSpace.withUnsafeBufferPointer { text.append($0) }
    keptSpace.removeAll(keepingCapacity: true)
  }

  /// Appends text that is not in the source.
  mutating func append(_ string: String, isVisible: Bool = true) {
    var string = string
    string.withUTF8 { bytes in
      if let start = bytes.baseAddress, !bytes.isEmpty {
        append(start, count: bytes.count, isVisible: isVisible)
      }
    }
  }
}
