import CGtk
import LayoutCore

/// Prepares one paragraph: its items in logical order, their widths, and the properties of its character boundaries.
nonisolated struct ParagraphPreparation {
  let text: PieceShaper.Text
  let shaper: WordShaper
  /// The byte range of the paragraph in the text.
  let bytes: Range<Int>
  /// The index of the paragraph's first character in the text.
  let firstCharacter: Int
  let attributes: LogAttributes
  let depth: PreparationDepth

  private(set) var sums: [Int32] = []
  private(set) var breakAttributes: [BreakAttributes] = []
  private(set) var items: [PreparedParagraph.Item] = []
  /// The byte offset of each character in the text.
  private(set) var starts: [Int32] = []
  /// Whether splitting before a character may change widths.
  private(set) var isUnsafe: [Bool] = []
  /// The number of characters in the items so far.
  private var filled = 0
  /// The characters whose clusters have dotted circles, which HarfBuzz inserts for marks without a base.
  private(set) var circles: [Int] = []
  private var splits: [PreparedParagraph.Split] = []
  /// The budget of characters that may be shaped to measure splits, per character of the paragraph: about twice of
  /// what text needs that may break anywhere.
  private static let shapedPerCharacter = 100

  /// The boundaries whose splits are to be measured, in item order.
  private var wantedSplits: [Int] = []
  /// The fonts of the items so far, with the data that their items share.
  private var fonts: [(font: ShapingFont, item: PreparedParagraph.Item)] = []

  init(
    text: PieceShaper.Text, shaper: WordShaper, bytes: Range<Int>, firstCharacter: Int,
    attributes: LogAttributes, depth: PreparationDepth
  ) {
    self.text = text
    self.shaper = shaper
    self.bytes = bytes
    self.firstCharacter = firstCharacter
    self.attributes = attributes
    self.depth = depth
    readPlaces()
  }

  private mutating func readPlaces() {
    let count = g_utf8_strlen(text.bytes + bytes.lowerBound, bytes.count)
    sums = [Int32](repeating: 0, count: count + 1)
    isUnsafe = [Bool](repeating: false, count: count)
    let (text, bytes, attributes, firstCharacter) = (text, bytes, attributes, firstCharacter)
    let table = shaper.pieces.table
    var byte = bytes.lowerBound
    var starts: [Int32] = []
    breakAttributes = [BreakAttributes](unsafeUninitializedCapacity: count + 1) {
      breakAttributes, factCount in
      starts = [Int32](unsafeUninitializedCapacity: count + 1) { starts, startCount in
        for place in 0..<count {
          starts[place] = Int32(truncatingIfNeeded: byte)
          var found = BreakAttributes(attributes[firstCharacter &+ place])
          let lead = UInt8(bitPattern: text.bytes[byte])
          // All wide characters are above U+1000, and so have three bytes or more.
          if lead >= 0xE1 {
            let character = text.character(at: byte)
            if character < 0x11_0000, table[character].flags.contains(.isWide) { found.insert(.wide) }
          }
          breakAttributes[place] = found
          byte &+= lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
        }
        starts[count] = Int32(truncatingIfNeeded: byte)
        startCount = count + 1
      }
      var end = BreakAttributes(attributes[firstCharacter + count])
      // `can_break_at` holds at the end of the text; elsewhere a paragraph ends before its separator.
      if byte == text.length { end.formUnion([.lineBreak, .characterBreak]) }
      if !PangoVersion.dropsSpaceAtEnd { end.insert(.keepsWidth) }
      breakAttributes[count] = end
      factCount = count + 1
    }
    self.starts = starts
  }

  /// Adds an item of the unwrapped paragraph. Items must be added in logical order.
  ///
  /// - Parameter run: The item as shaped by Pango, if it was; both shapings must then agree.
  /// - Returns: False if the text can't be prepared (too wide for the arithmetic, or vertical).
  mutating func append(
    _ source: UnsafeMutablePointer<PangoItem>, run: UnsafeMutablePointer<PangoGlyphItem>?,
    classes: inout HeightClassTable,
    ellipses: (_ byte: Int) -> (EllipsisShaper.Ellipsis, EllipsisShaper.Ellipsis)
  ) -> Bool {
    let analysis = source.pointee.analysis
    guard analysis.font != nil, analysis.gravity == UInt8(PANGO_GRAVITY_SOUTH.rawValue),
      analysis.flags & UInt8(PANGO_ANALYSIS_FLAG_CENTERED_BASELINE) == 0,
      analysis.extra_attrs == nil
    else { return false }
    let offset = Int(source.pointee.offset)
    let count = Int(source.pointee.num_chars)
    let font = shaper.pieces.font(of: analysis)
    var item = item(in: font, classes: &classes) { ellipses(offset) }
    item.start = Int32(filled)
    item.count = Int32(count)
    if run != nil { fonts.removeAll(keepingCapacity: true) }
    if text.bytes[offset] == 0x09 {
      item.kind = .tab
      item.isUnknown = count != 1
      breakAttributes[Int(item.start)].insert(.cluster)
      // The width of a tab depends on its position.
      for _ in 0..<count {
        sums[filled + 1] = sums[filled]
        filled += 1
      }
      items.append(item)
      return true
    }
    if g_utf8_get_char(text.bytes + offset) == 0x2028 { item.kind = .separator }
    let range = offset..<(offset + Int(source.pointee.length))
    shaper.shape(.init(text: text, range: range, font: font, level: analysis.level), characterCount: count)
    guard shaper.characters.count == count, filled + count <= isUnsafe.count,
      Int(sums[filled]) + Int(shaper.total) < 1 << 30
    else {
      return false
    }
    if let run { item.isUnknown = differs(from: run, isSeparator: item.kind == .separator) }
    take(&item, font: font, level: analysis.level, classes: &classes)
    if let circle = circles.last, circle >= item.start {
      let window = SplitWindow(
        preparation: self, start: Int(item.start), end: item.end, font: font, level: analysis.level)
      if window.lacksCircle { item.isUnknown = true }
    }
    items.append(item)
    return true
  }

  /// If Pango's widths differ from ours, the item's breaks are indeterminate.
  private func differs(from run: UnsafeMutablePointer<PangoGlyphItem>, isSeparator: Bool) -> Bool {
    // Pango blanks a separator, and adds a hyphen to an item that ends with one.
    if isSeparator || breakAttributes[breakAttributes.count - 1].contains(.hyphen) { return false }
    return withUnsafeTemporaryAllocation(of: Int32.self, capacity: shaper.characters.count) { widths in
      pango_glyph_item_get_logical_widths(run, text.bytes, widths.baseAddress)
      return shaper.characters.indices.contains { shaper.characters[$0].width != widths[$0] }
    }
  }

  /// The data that items in one font share. With attributes, the ellipsis depends on its position.
  private mutating func item(
    in font: ShapingFont, classes: inout HeightClassTable,
    ellipses: () -> (EllipsisShaper.Ellipsis, EllipsisShaper.Ellipsis)
  ) -> PreparedParagraph.Item {
    for index in fonts.indices where fonts[index].font === font { return fonts[index].item }
    var item = PreparedParagraph.Item(start: 0, count: 0)
    item.heightClass = classes.number(of: font.properties.ordinary)
    item.searchMargin = font.searchMargin
    item.hyphen = font.properties.hyphen
    let (plain, wide) = ellipses()
    item.ellipsis = .init(width: plain.width, heightClass: classes.number(of: plain.heightClass))
    item.wideEllipsis = .init(width: wide.width, heightClass: classes.number(of: wide.heightClass))
    fonts.append((font, item))
    return item
  }

  private mutating func take(
    _ item: inout PreparedParagraph.Item, font: ShapingFont, level: UInt8, classes: inout HeightClassTable
  ) {
    let isMisleading = font.hasMisleadingFlags(atLevel: level)
    let start = Int(item.start)
    let place = start + shaper.characters.count
    filled = place
    // Moved out of this value, so that the arrays can be written in place.
    var (sums, breakAttributes, isUnsafe) = (self.sums, self.breakAttributes, self.isUnsafe)
    (self.sums, self.breakAttributes, self.isUnsafe) = ([], [], [])
    defer { (self.sums, self.breakAttributes, self.isUnsafe) = (sums, breakAttributes, isUnsafe) }
    let characters = shaper.characters
    var sum = sums[start]
    sums.withUnsafeMutableBufferPointer { sums in
      breakAttributes.withUnsafeMutableBufferPointer { breakAttributes in
        isUnsafe.withUnsafeMutableBufferPointer { isUnsafe in
          for index in characters.indices {
            let character = characters[index]
            let place = start &+ index
            sum &+= character.width
            sums[place &+ 1] = sum
            var here = breakAttributes[place]
            let startsCluster = character.flags.contains(.startsCluster)
            let unsafe =
              index > 0 && (isMisleading || character.flags.contains(.isUnsafeToBreak) || !startsCluster)
            isUnsafe[place] = unsafe
            if index > 0, here.has([.lineBreak, .characterBreak]),
              unsafe || here.has([.hyphen, .removesPreceding])
            {
              // Breaks inside words are rarely needed, and a long word has thousands of them.
              if here.has(.lineBreak) || depth == .complete { wantedSplits.append(place) }
              here.insert(.changesWidths)
            }
            if startsCluster { here.insert(.cluster) }
            if character.flags.contains(.hasSeveralGlyphs) { here.insert(.severalGlyphs) }
            if character.flags.contains(.hasOrdinaryGlyph) { here.insert(.ordinaryGlyph) }
            if character.flags.contains(.hasMissingGlyph) {
              here.insert(.missingGlyph)
              item.missingClass = classes.number(of: font.missing.alone)
              item.mixedClass = classes.number(of: font.missing.mixed)
              // Pango blanks white space at a line's end, together with the extents of its box.
              if here.contains(.whiteSpace), item.kind != .separator { item.isUnknown = true }
            }
            if character.flags.contains(.hasDottedCircle) { circles.append(place) }
            breakAttributes[place] = here
          }
        }
      }
    }
  }

  /// The prepared paragraph, after all runs were added.
  mutating func finish(_ sources: [UnsafeMutablePointer<PangoItem>]) -> PreparedParagraph {
    measureSplits(sources)
    return PreparedParagraph(
      sums: sums, breakAttributes: breakAttributes, items: items, splits: splits, emptyClass: 0)
  }

  private mutating func measureSplits(_ sources: [UnsafeMutablePointer<PangoItem>]) {
    var next = 0
    // Windows grow to the next safe boundary. If none is near, as in a chain of a thousand conjuncts, the remaining
    // splits are not measured, and a layout must answer where they matter.
    let pieces = shaper.pieces
    let shapedLimit = pieces.shapedCount + Self.shapedPerCharacter * breakAttributes.count
    for (item, source) in zip(items, sources) where item.kind != .tab && !item.isUnknown {
      while next < wantedSplits.count, wantedSplits[next] < item.start { next += 1 }
      // An item that ends a line at a hyphenation point is shaped again with the hyphen (pango-layout.c,
      // `add_missing_hyphen`).
      let atEnd = breakAttributes[item.end]
      let hasHyphenatedEnd = atEnd.has(.hyphen) && (atEnd.has(.lineBreak) || depth == .complete)
      let hasSplits = next < wantedSplits.count && wantedSplits[next] < item.end
      guard hasSplits || hasHyphenatedEnd else { continue }
      let analysis = source.pointee.analysis
      let window = SplitWindow(
        preparation: self, start: Int(item.start), end: item.end, font: shaper.pieces.font(of: analysis),
        level: analysis.level)
      while next < wantedSplits.count, wantedSplits[next] < item.end, splits.count < 1 << 17,
        pieces.shapedCount < shapedLimit
      {
        if let split = window.split(at: wantedSplits[next]) { splits.append(split) }
        next += 1
      }
      if hasHyphenatedEnd, let split = window.hyphenatedEnd() { splits.append(split) }
    }
  }
}

/// What is measured of a text.
package nonisolated enum PreparationDepth {
  /// Only breaks between words.
  case words
  /// The same, and the widths of single characters are kept: an ellipsis may stand at any of them.
  case characters
  /// Breaks inside words as well, each shaped on both sides.
  case complete
}

extension BreakAttributes {
  /// Pango's log attributes of the boundary before a character.
  nonisolated init(_ log: PangoLogAttr) {
    var found: BreakAttributes = []
    if log.is_line_break != 0 { found.insert(.lineBreak) }
    if log.is_char_break != 0 { found.insert(.characterBreak) }
    if log.is_white != 0 { found.insert(.whiteSpace) }
    if log.break_inserts_hyphen != 0 { found.insert(.hyphen) }
    if log.break_removes_preceding != 0 { found.insert(.removesPreceding) }
    if log.is_cursor_position != 0 { found.insert(.grapheme) }
    self = found
  }
}
