/// Appends characters to the current block.
extension ArticleReader {
  /// Which white space is kept. A tab would end a cell of a table.
  var whiteSpace: InlineStyle.WhiteSpace {
    let declared = open.last?.whiteSpace ?? .collapsed
    return row.isActive && declared == .kept ? .lines : declared
  }

  mutating func readSpace(_ byte: UInt8) {
    switch whiteSpace {
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
    if whiteSpace == .kept, block != nil {
      text.append(0x0A)
    } else {
      lineBreaks += 1
      if lineBreaks > 1 { finishBlock() }
    }
  }

  /// A line may be broken here. Next to white space or at the start of a block it may be anyway.
  mutating func readWordBreak() {
    guard block != nil, !hasSpace, lineBreaks == 0, text.count > textStart, !row.startsPart else { return }
    text.append("\u{200B}" as StaticString)
  }

  /// Appends text in the style of the open elements.
  ///
  /// - Parameter isVisible: False for directional controls, which are no reason to show a block.
  mutating func append(_ start: UnsafePointer<UInt8>, count: Int, isVisible: Bool = true) {
    endsWithReturn = false
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
    if let last = block!.runs.last, last.style == style, last.link == link,
      last.range.upperBound == (joinsLastRun ? lower - 1 : lower)
    {
      block!.runs[block!.runs.count - 1].range = last.range.lowerBound..<text.count
    } else {
      block!.runs.append(ArticleRun(range: lower..<text.count, style: style, link: link))
    }
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
