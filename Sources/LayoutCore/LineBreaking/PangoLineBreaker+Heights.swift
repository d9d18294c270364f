/// The height and the width of a finished line.
extension PangoLineBreaker {
  /// Pushes the line from `start` to the current offset.
  mutating func push(
    from firstItem: Int, _ start: Int, tabOffset: Int, wrapped: Bool, stack: inout LineStack,
    record: LineRecorder?
  ) {
    let width = exactWidth(from: firstItem, start, tabOffset: tabOffset, wrapped: wrapped)
    if hasFailed { return }
    record?.append(characters: start..<offset, width: width)
    if paragraph.isUniform {
      var box = LineBox()
      box.add(text.classes[Int(paragraph.items[0].heightClass)])
      stack.push(box, width: width)
    } else {
      var box = LineBox()
      add(firstItem, start, item, offset, drawsSeparators: false, to: &box)
      stack.push(box, width: width)
    }
  }

  /// The logical width of the line that ends at the current offset; white space at a break has no width.
  private mutating func exactWidth(from firstItem: Int, _ start: Int, tabOffset: Int, wrapped: Bool) -> Int {
    // Pango keeps a hyphen that it has added to an item, even inside a line.
    if hyphenatedItem >= 0, paragraph.items[hyphenatedItem].end != offset { return fail() }
    var width = 0
    var endsWithSeparator = false
    if constraint.width == nil {
      tabs = Tabs()
    } else {
      width = tabs.width
    }
    var index = firstItem
    while index <= item, index < paragraph.itemCount {
      let piece = paragraph.items + index
      let from = max(start, Int(piece.pointee.start))
      let to = min(offset, piece.pointee.end)
      index &+= 1
      guard from < to else { continue }
      endsWithSeparator = piece.pointee.kind == .separator
      switch piece.pointee.kind {
      case .separator: break
      case .tab:
        // In a wrapped line, Pango takes a tab's position from the remaining width at that time, not from what is
        // drawn.
        if constraint.width == nil { width &+= takeTab(at: width, offset: tabOffset) }
      case .text:
        if let staleEnd, to == offset {
          width &+= pieceWidth(piece, from, staleEnd)
          break
        }
        width &+= pieceWidth(piece, from, to)
        let endsLine = to == offset && to == piece.pointee.end
        if endsLine, paragraph.breakAttributes[to].has(.hyphen) { width &+= hyphenAtEnd(to, from: from) }
      }
    }
    if wrapped, !endsWithSeparator { width &-= whiteSpaceAtEnd(from: start) }
    return width
  }

  /// The width of the line's last glyph if Pango blanks it, because the line is broken after white space
  /// (pango-layout.c, `zero_line_final_space`).
  private mutating func whiteSpaceAtEnd(from start: Int) -> Int {
    let last = offset &- 1
    guard last >= start, paragraph.breakAttributes[last].has(.whiteSpace) else { return 0 }
    let piece = paragraph.items + paragraph.itemIndex(at: last)
    if piece.pointee.kind == .tab { return tabs.lastWidth }
    let from = max(start, Int(piece.pointee.start))
    guard let staleEnd else { return blankedWidth(piece, from, offset) }
    // Pango blanks the last of the glyphs that it kept, whatever glyph that is: a hyphen, too, if it does not share the
    // cluster of the character before it, which may be part of another one.
    let breakAttributes = paragraph.breakAttributes[staleEnd]
    if breakAttributes.has(.removesPreceding) || paragraph.breakAttributes[staleEnd &- 1].has(.missingGlyph) {
      return fail()
    }
    return blankedWidth(piece, from, staleEnd)
  }

  /// The width of the last glyph of a piece; 0 if it shares its cluster, because Pango does not blank it then.
  private mutating func blankedWidth(
    _ piece: UnsafePointer<PreparedParagraph.Item>, _ start: Int, _ end: Int
  ) -> Int {
    if end < piece.pointee.end, paragraph.breakAttributes[end].has(.changesWidths) {
      guard let split = paragraph.split(at: end) else { return fail() }
      return Int(split.pointee.lastWidth)
    }
    var first = end &- 1
    while first > start, !paragraph.breakAttributes[first].has(.cluster) { first &-= 1 }
    if start > Int(piece.pointee.start), paragraph.breakAttributes[start].has(.changesWidths) {
      guard let split = paragraph.split(at: start), first >= Int(split.pointee.reach) else { return fail() }
    }
    if paragraph.breakAttributes[end &- 1].has(.severalGlyphs) { return 0 }
    return Int(paragraph.sums[end]) &- Int(paragraph.sums[first])
  }

  /// The width that a hyphen adds to the piece from `start` to its item's end.
  private mutating func hyphenAtEnd(_ end: Int, from start: Int) -> Int {
    guard let split = paragraph.split(at: end), Int(split.pointee.leftReach) >= start else { return fail() }
    return Int(split.pointee.left)
  }

  /// Adds the runs between two places to the line's box.
  func add(
    _ firstItem: Int, _ start: Int, _ lastItem: Int, _ end: Int, drawsSeparators: Bool, to box: inout LineBox
  ) {
    var index = firstItem
    while index <= lastItem, index < paragraph.itemCount {
      let item = paragraph.items + index
      let from = max(start, Int(item.pointee.start))
      let to = min(end, item.pointee.end)
      if from < to {
        let ends = to == end && paragraph.breakAttributes[end].has(.hyphen) && !drawsSeparators
        box.add(text.classes[heightClass(item, from, to, hyphen: ends, drawsSeparators: drawsSeparators)])
      }
      index &+= 1
    }
  }

  /// The height class of a piece. Missing glyphs have other extents than the font, and a separator that ends a line is
  /// blanked.
  private func heightClass(
    _ item: UnsafePointer<PreparedParagraph.Item>, _ from: Int, _ to: Int, hyphen: Bool, drawsSeparators: Bool
  ) -> Int {
    let ordinary = Int(item.pointee.heightClass)
    if item.pointee.missingClass < 0 || (item.pointee.kind == .separator && !drawsSeparators) {
      return ordinary
    }
    var hasMissing = false
    var hasOrdinary = hyphen && item.pointee.hyphen != 0
    let end = hyphen && paragraph.breakAttributes[to].has(.removesPreceding) ? to &- 1 : to
    for place in from..<end {
      hasMissing = hasMissing || paragraph.breakAttributes[place].has(.missingGlyph)
      hasOrdinary = hasOrdinary || paragraph.breakAttributes[place].has(.ordinaryGlyph)
    }
    guard hasMissing else { return ordinary }
    return Int(hasOrdinary ? item.pointee.mixedClass : item.pointee.missingClass)
  }
}
