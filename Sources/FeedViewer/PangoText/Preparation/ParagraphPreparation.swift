import CGtk
import LayoutCore

/// The work of preparing one paragraph: its items in logical order, their widths and what its places are.
nonisolated struct ParagraphPreparation {
  let text: PieceShaper.Text
  let shaper: WordShaper
  /// The paragraph's bytes in the text.
  let bytes: Range<Int>
  /// The paragraph's first character, counted from the text's start.
  let firstCharacter: Int
  let attributes: LogAttributes
  let depth: PreparationDepth

  private(set) var sums: [Int32] = []
  private(set) var facts: [BreakAttributes] = []
  private(set) var items: [PreparedParagraph.Item] = []
  /// Where each character starts, in the text's bytes.
  private(set) var starts: [Int32] = []
  /// Whether splitting before a character may change widths.
  private(set) var isUnsafe: [Bool] = []
  /// Characters of the items so far.
  private var filled = 0
  /// Characters whose clusters have circles, for marks without letters.
  private(set) var circles: [Int] = []
  private var splits: [PreparedParagraph.Split] = []
  /// Characters shaped to measure splits, for each character of the paragraph: about twice as many as text needs that
  /// is broken everywhere.
  private static let shapedPerCharacter = 100

  /// Places whose splits are to be measured, in the order of the items.
  private var wantedSplits: [Int] = []
  /// The fonts of the items so far, and what items in them have in common.
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
    facts = [BreakAttributes](unsafeUninitializedCapacity: count + 1) { facts, factCount in
      starts = [Int32](unsafeUninitializedCapacity: count + 1) { starts, startCount in
        for place in 0..<count {
          starts[place] = Int32(truncatingIfNeeded: byte)
          var found = BreakAttributes(attributes[firstCharacter &+ place])
          let lead = UInt8(bitPattern: text.bytes[byte])
          // All wide characters are above U+1000, of three bytes or more.
          if lead >= 0xE1 {
            let character = text.character(at: byte)
            if character < 0x11_0000, table[character].flags.contains(.isWide) { found.insert(.wide) }
          }
          facts[place] = found
          byte &+= lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
        }
        starts[count] = Int32(truncatingIfNeeded: byte)
        startCount = count + 1
      }
      var end = BreakAttributes(attributes[firstCharacter + count])
      // `can_break_at` holds at the text's end; elsewhere a paragraph ends before its separator.
      if byte == text.length { end.formUnion([.lineBreak, .characterBreak]) }
      facts[count] = end
      factCount = count + 1
    }
    self.starts = starts
  }

  /// Adds an item of the unwrapped paragraph; items come in logical order.
  ///
  /// - Parameter run: The item as Pango shaped it, if it did; both shapings must then be the same.
  /// - Returns: False if the text can't be told at all (too wide for the arithmetic, or vertical).
  mutating func append(
    _ source: UnsafeMutablePointer<PangoItem>, run: UnsafeMutablePointer<PangoGlyphItem>?,
    classes: inout HeightClassTable,
    ellipses: (_ byte: Int) -> (EllipsisShaper.Ellipsis, EllipsisShaper.Ellipsis)
  ) -> Bool {
    let analysis = source.pointee.analysis
    guard analysis.font != nil, analysis.gravity == UInt8(PANGO_GRAVITY_SOUTH.rawValue),
      analysis.flags & UInt8(PANGO_ANALYSIS_FLAG_CENTERED_BASELINE) == 0,
      GraphemeBreaks.areAll(analysis.extra_attrs)
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
      facts[Int(item.start)].insert(.cluster)
      // A tab's width depends on where it stands.
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

  /// Whether Pango's own widths differ from ours: nothing about such an item is certain.
  private func differs(from run: UnsafeMutablePointer<PangoGlyphItem>, isSeparator: Bool) -> Bool {
    // Pango blanks a separator, and adds a hyphen to the item at a hyphenated end.
    if isSeparator || facts[facts.count - 1].contains(.hyphen) { return false }
    return withUnsafeTemporaryAllocation(of: Int32.self, capacity: shaper.characters.count) { widths in
      pango_glyph_item_get_logical_widths(run, text.bytes, widths.baseAddress)
      return shaper.characters.indices.contains { shaper.characters[$0].width != widths[$0] }
    }
  }

  /// What items in a font have in common. With attributes an ellipsis depends on where it stands.
  private mutating func item(
    in font: ShapingFont, classes: inout HeightClassTable,
    ellipses: () -> (EllipsisShaper.Ellipsis, EllipsisShaper.Ellipsis)
  ) -> PreparedParagraph.Item {
    for index in fonts.indices where fonts[index].font === font { return fonts[index].item }
    var item = PreparedParagraph.Item(start: 0, count: 0)
    item.heightClass = classes.number(of: font.facts.ordinary)
    item.searchMargin = font.facts.searchMargin
    item.hyphen = font.facts.hyphen
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
    // Moved out of this value, so that they can be written side by side.
    var (sums, facts, isUnsafe) = (self.sums, self.facts, self.isUnsafe)
    (self.sums, self.facts, self.isUnsafe) = ([], [], [])
    defer { (self.sums, self.facts, self.isUnsafe) = (sums, facts, isUnsafe) }
    let characters = shaper.characters
    var sum = sums[start]
    sums.withUnsafeMutableBufferPointer { sums in
      facts.withUnsafeMutableBufferPointer { facts in
        isUnsafe.withUnsafeMutableBufferPointer { isUnsafe in
          for index in characters.indices {
            let character = characters[index]
            let place = start &+ index
            sum &+= character.width
            sums[place &+ 1] = sum
            var here = facts[place]
            let startsCluster = character.flags.contains(.startsCluster)
            let unsafe =
              index > 0 && (isMisleading || character.flags.contains(.isUnsafeToBreak) || !startsCluster)
            isUnsafe[place] = unsafe
            if index > 0, here.has([.lineBreak, .characterBreak]),
              unsafe || here.has([.hyphen, .removesPreceding])
            {
              // A break inside a word is rarely asked for, and a long word has thousands of them.
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
              // Pango blanks white space at a line's end, and with it the extents of its box.
              if here.contains(.whiteSpace), item.kind != .separator { item.isUnknown = true }
            }
            if character.flags.contains(.hasDottedCircle) { circles.append(place) }
            facts[place] = here
          }
        }
      }
    }
  }

  /// The paragraph, once all runs were added.
  mutating func finish(_ sources: [UnsafeMutablePointer<PangoItem>]) -> PreparedParagraph {
    measureSplits(sources)
    return PreparedParagraph(sums: sums, facts: facts, items: items, splits: splits, emptyClass: 0)
  }

  private mutating func measureSplits(_ sources: [UnsafeMutablePointer<PangoItem>]) {
    var next = 0
    // Windows grow to the next safe place. Where there is none far and wide, as in a chain of a thousand conjuncts, the
    // splits that are left are not measured: a layout must answer where they matter.
    let pieces = shaper.pieces
    let shapedLimit = pieces.shapedCount + Self.shapedPerCharacter * facts.count
    for (item, source) in zip(items, sources) where item.kind != .tab && !item.isUnknown {
      while next < wantedSplits.count, wantedSplits[next] < item.start { next += 1 }
      // An item that ends a line at a hyphen's place is shaped again with it (pango-layout.c,
      // `add_missing_hyphen`).
      let atEnd = facts[item.end]
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

/// How much of a text is measured.
nonisolated enum PreparationDepth {
  /// What breaks between words need.
  case words
  /// Breaks inside words too, each shaped on both sides.
  case complete
}

extension BreakAttributes {
  /// Pango's facts about the place before a character.
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
