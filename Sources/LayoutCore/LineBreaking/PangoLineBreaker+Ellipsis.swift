/// The last line of a paragraph with a limit of lines: all remaining text, ended by an ellipsis if it is too wide
/// (ellipsize.c). Pango does not wrap this line: a line separator does not end it and is drawn.
extension PangoLineBreaker {
  mutating func layOutLastLine(into stack: inout LineStack, tabOffset: Int, record: LineRecorder?) {
    let firstItem = item
    let start = offset
    // Pango adds a missing hyphen at the end of the text, where the ellipsis may be.
    if hyphenatedItem >= firstItem || paragraph.breakAttributes[paragraph.count].has(.hyphen) {
      hasFailed = true
    }
    withUnsafeTemporaryAllocation(of: Int.self, capacity: paragraph.itemCount) { positions in
      let total = place(from: firstItem, start, tabOffset: tabOffset, positions: positions)
      if hasFailed { return }
      var box = LineBox()
      var width = total
      if total <= lineWidth {
        add(firstItem, start, paragraph.itemCount &- 1, paragraph.count, drawsSeparators: true, to: &box)
      } else {
        stack.isTruncated = true
        if paragraph.isEllipsisUniform, record == nil {
          box.add(text.classes[Int(paragraph.items[0].heightClass)])
        } else {
          let cut = findCut(from: firstItem, start, total: total, positions: positions)
          if hasFailed { return }
          // Pango stretches the ellipsis to fill the line.
          width = max(cut.width, lineWidth)
          addCutLine(cut, from: firstItem, start, to: &box)
        }
      }
      record?.append(characters: start..<paragraph.count, width: width)
      stack.push(box, width: width)
    }
  }

  /// Lays out all remaining items on one line.
  ///
  /// - Returns: The line's width; `positions` are the starts of its items.
  private mutating func place(
    from firstItem: Int, _ start: Int, tabOffset: Int, positions: UnsafeMutableBufferPointer<Int>
  ) -> Int {
    var width = 0
    tabs = Tabs()
    for index in firstItem..<paragraph.itemCount {
      let piece = paragraph.items + index
      if piece.pointee.isUnknown { hasFailed = true }
      positions[index] = width
      if piece.pointee.kind == .tab {
        width &+= takeTab(at: width, offset: tabOffset)
      } else {
        width &+= pieceWidth(piece, max(Int(piece.pointee.start), start), piece.pointee.end)
      }
    }
    return width
  }

  /// Removes clusters from the end, span by span, until an ellipsis fits.
  private mutating func findCut(
    from firstItem: Int, _ start: Int, total: Int, positions: UnsafeMutableBufferPointer<Int>
  ) -> EllipsisCut {
    var walk = ClusterWalk(paragraph, firstItem: firstItem, start: start, positions: positions)
    var place = ClusterWalk.Position(item: paragraph.itemCount &- 1, place: paragraph.count, x: total)
    var cut = EllipsisCut(position: place, ellipsis: PreparedParagraph.Ellipsis())
    var isFirst = true
    while let next = walk.spanBefore(place, isFirst: isFirst) {
      place = next
      isFirst = false
      let item = paragraph.items[place.item]
      let isWide = paragraph.breakAttributes[place.place].has(.wide)
      cut = EllipsisCut(position: place, ellipsis: isWide ? item.wideEllipsis : item.ellipsis)
      if cut.width <= lineWidth { break }
    }
    if walk.hasFailed { hasFailed = true }
    return cut
  }

  /// Adds the runs before the cut, which have the baseline of the line's first run, and the ellipsis, which is not
  /// moved.
  private func addCutLine(
    _ cut: EllipsisCut, from firstItem: Int, _ start: Int, to box: inout LineBox
  ) {
    var whole = LineBox()
    add(firstItem, start, firstItem, paragraph.items[firstItem].end, drawsSeparators: true, to: &whole)
    box.takeBaseline(of: whole)
    add(firstItem, start, cut.position.item, cut.position.place, drawsSeparators: true, to: &box)
    box.addEllipsis(text.classes[Int(cut.ellipsis.heightClass)])
  }
}

/// An ellipsis and the position at which it ends a line.
private struct EllipsisCut {
  let position: ClusterWalk.Position
  let ellipsis: PreparedParagraph.Ellipsis
  var width: Int { position.x &+ Int(ellipsis.width) }
}

/// Walks a line's clusters from its end to its start.
private struct ClusterWalk {
  struct Position {
    var item: Int
    var place: Int
    /// The distance from the line's start.
    var x: Int
  }

  private let paragraph: ParagraphPointers
  private let firstItem: Int
  private let start: Int
  private let positions: UnsafeMutableBufferPointer<Int>
  private var reach: Int
  private var correction = 0
  private(set) var hasFailed = false

  init(
    _ paragraph: ParagraphPointers, firstItem: Int, start: Int, positions: UnsafeMutableBufferPointer<Int>
  ) {
    self.paragraph = paragraph
    self.firstItem = firstItem
    self.start = start
    self.positions = positions
    reach = start
    guard start > Int(paragraph.items[firstItem].start), paragraph.breakAttributes[start].has(.changesWidths)
    else {
      return
    }
    guard let split = paragraph.split(at: start) else {
      hasFailed = true
      return
    }
    reach = Int(split.pointee.reach)
    correction = Int(split.pointee.right)
  }

  /// The next span towards the start; nil if there is none. A span starts at a grapheme and has a width, but the first
  /// span is the last cluster whatever its width.
  mutating func spanBefore(_ end: Position, isFirst: Bool) -> Position? {
    var position = end
    while let next = clusterBefore(position) {
      let widens = next.x != position.x
      position = next
      let isLineStart = position.place == start && position.item == firstItem
      if isLineStart || paragraph.breakAttributes[position.place].has(.grapheme), isFirst || widens { break }
    }
    return hasFailed || (!isFirst && position.x == end.x) ? nil : position
  }

  private mutating func clusterBefore(_ end: Position) -> Position? {
    var position = end
    var itemStart = max(Int(paragraph.items[position.item].start), start)
    if position.place == itemStart {
      if position.item == firstItem || hasFailed { return nil }
      position.item &-= 1
      itemStart = max(Int(paragraph.items[position.item].start), start)
    }
    repeat {
      position.place &-= 1
    } while position.place > itemStart
      && !paragraph.breakAttributes[position.place].has(.cluster)
    if position.place < reach, position.place > start {
      hasFailed = true
      return nil
    }
    position.x = positions[position.item]
    if position.place != itemStart, paragraph.items[position.item].kind != .tab {
      position.x &+= Int(paragraph.sums[position.place]) &- Int(paragraph.sums[itemStart])
      if position.item == firstItem { position.x &+= correction }
    }
    return position
  }
}
