/// The widths that Pango would compute: sums of measured widths, or a failure where the sums are not exact.
extension PangoLineBreaker {
  @inline(__always)
  func canBreak(_ place: Int, _ byCharacter: Bool) -> Bool {
    paragraph.breakAttributes[place].has(byCharacter ? .characterBreak : .lineBreak)
  }

  /// The width of characters [start, end) of an item, shaped as a piece of its own.
  mutating func pieceWidth(
    _ item: UnsafePointer<PreparedParagraph.Item>, _ start: Int, _ end: Int
  ) -> Int {
    var width = Int(paragraph.sums[end]) &- Int(paragraph.sums[start])
    var reach = start
    if start > Int(item.pointee.start), paragraph.breakAttributes[start].has(.changesWidths) {
      guard let split = paragraph.split(at: start), end >= Int(split.pointee.reach) else { return fail() }
      width &+= Int(split.pointee.right)
      reach = Int(split.pointee.reach)
    }
    if end < item.pointee.end, paragraph.breakAttributes[end].has(.changesWidths) {
      guard let split = paragraph.split(at: end),
        Int(split.pointee.leftReach) >= reach || Int(split.pointee.leftReach) == end
      else { return fail() }
      width &+= Int(split.pointee.left)
    }
    return width
  }

  /// Remembers where Pango takes the widths of the head item's characters from: from what is left of it now.
  mutating func takeOrigin(_ item: UnsafePointer<PreparedParagraph.Item>) {
    origin = offset
    originReach = offset
    originCorrection = 0
    guard offset > Int(item.pointee.start), paragraph.breakAttributes[offset].has(.changesWidths) else {
      return
    }
    guard let split = paragraph.split(at: offset) else {
      hasFailed = true
      return
    }
    originReach = Int(split.pointee.reach)
    originCorrection = Int(split.pointee.right)
  }

  /// The sum of Pango's widths of `count` characters from the offset on.
  @inline(__always)
  mutating func sum(_ count: Int) -> Int {
    let end = offset &+ count
    let width = Int(paragraph.sums[end]) &- Int(paragraph.sums[offset])
    if offset >= originReach || count == 0 { return width }
    if offset == origin, end >= originReach { return width &+ originCorrection }
    return fail()
  }

  @inline(__always)
  mutating func characterWidth(_ place: Int) -> Int {
    if place < originReach { return fail() }
    return Int(paragraph.sums[place &+ 1]) &- Int(paragraph.sums[place])
  }

  /// The width that a break after `count` characters adds before Pango shapes the piece (`find_break_extra_width`).
  mutating func extraWidth(_ item: UnsafePointer<PreparedParagraph.Item>, _ count: Int) -> Int {
    let place = offset &+ count
    let breakAttributes = paragraph.breakAttributes[place]
    if breakAttributes.has(.keepsWidth) { return 0 }
    if breakAttributes.has(.hyphen) {
      if hyphenWidth < 0 { hyphenWidth = Int(item.pointee.hyphen) }
      let replaces = breakAttributes.has(.removesPreceding) && count > 0
      return replaces ? hyphenWidth &- characterWidth(place &- 1) : hyphenWidth
    }
    if count > 0, paragraph.breakAttributes[place &- 1].has(.whiteSpace) {
      return -characterWidth(place &- 1)
    }
    return 0
  }

  /// Adds a tab at `position` to the line's tabs (`shape_tab`). There is a tab stop at every multiple of `tabWidth`;
  /// one that is nearer than an eighth of that is skipped.
  ///
  /// - Returns: The tab's width.
  mutating func takeTab(at position: Int, offset: Int) -> Int {
    let space = text.tabWidth / 8
    while text.tabWidth &* tabs.index &- offset < position &+ space { tabs.index &+= 1 }
    tabs.lastWidth = text.tabWidth &* tabs.index &- offset &- position
    tabs.width &+= tabs.lastWidth
    return tabs.lastWidth
  }

  mutating func fail() -> Int {
    hasFailed = true
    return 0
  }
}
