import CGtk
import LayoutCore

/// The work of preparing one paragraph: its items in logical order, their widths and what its places are.
nonisolated struct ParagraphPreparation {
  let text: PieceShaper.Text
  let shaper: PieceShaper
  /// The paragraph's bytes in the text.
  let bytes: Range<Int>
  /// The paragraph's first character, counted from the text's start.
  let firstCharacter: Int
  let attributes: LogAttributes
  let depth: PreparationDepth

  private(set) var sums: [Int32] = [0]
  private(set) var facts: [PlaceFacts] = []
  private(set) var items: [PreparedParagraph.Item] = []
  /// Where each character starts, in the text's bytes.
  private(set) var starts: [Int32] = []
  /// Whether splitting before a character may change widths.
  private(set) var isUnsafe: [Bool] = []
  private var splits: [PreparedParagraph.Split] = []

  init(
    text: PieceShaper.Text, shaper: PieceShaper, bytes: Range<Int>, firstCharacter: Int,
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
    starts.reserveCapacity(bytes.count + 1)
    facts.reserveCapacity(bytes.count + 1)
    var byte = bytes.lowerBound
    var place = firstCharacter
    while byte < bytes.upperBound {
      starts.append(Int32(byte))
      var found = PlaceFacts(attributes[place])
      let lead = UInt8(bitPattern: text.bytes[byte])
      // All wide characters are above U+1000, of three bytes or more.
      if lead >= 0xE1, g_unichar_iswide(g_utf8_get_char(text.bytes + byte)) != 0 { found.insert(.wide) }
      facts.append(found)
      byte += lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
      place += 1
    }
    starts.append(Int32(byte))
    var end = PlaceFacts(attributes[place])
    // `can_break_at` holds at the text's end; elsewhere a paragraph ends before its separator.
    if byte == text.length { end.formUnion([.lineBreak, .characterBreak]) }
    facts.append(end)
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
      analysis.flags & UInt8(PANGO_ANALYSIS_FLAG_CENTERED_BASELINE) == 0, analysis.extra_attrs == nil
    else { return false }
    let offset = Int(source.pointee.offset)
    let count = Int(source.pointee.num_chars)
    let known = shaper.facts(of: analysis)
    var item = PreparedParagraph.Item(start: sums.count - 1, count: count)
    item.heightClass = classes.number(of: known.ordinary)
    item.searchMargin = known.searchMargin
    item.hyphen = known.hyphen
    let (plain, wide) = ellipses(offset)
    item.ellipsis = .init(width: plain.width, heightClass: classes.number(of: plain.heightClass))
    item.wideEllipsis = .init(width: wide.width, heightClass: classes.number(of: wide.heightClass))
    if text.bytes[offset] == 0x09 {
      item.kind = .tab
      item.isUnknown = count != 1
      facts[Int(item.start)].insert(.cluster)
      // A tab's width depends on where it stands.
      for _ in 0..<count {
        sums.append(sums[sums.count - 1])
        isUnsafe.append(false)
      }
      items.append(item)
      return true
    }
    if g_utf8_get_char(text.bytes + offset) == 0x2028 { item.kind = .separator }
    shaper.shape(
      text, offset..<(offset + Int(source.pointee.length)), characterCount: count, analysis: analysis)
    guard shaper.characters.count == count, Int(sums[sums.count - 1]) + Int(shaper.total) < 1 << 30 else {
      return false
    }
    if let run { item.isUnknown = differs(from: run, isSeparator: item.kind == .separator) }
    take(&item, analysis: analysis, known: known, classes: &classes)
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

  private mutating func take(
    _ item: inout PreparedParagraph.Item, analysis: PangoAnalysis, known: FontFacts,
    classes: inout HeightClassTable
  ) {
    let isMisleading = Script(analysis).hasMisleadingFlags(atLevel: analysis.level)
    var place = Int(item.start)
    for character in shaper.characters {
      let startsCluster = character.flags.contains(.startsCluster)
      sums.append(sums[place] + character.width)
      isUnsafe.append(
        place > Int(item.start)
          && (isMisleading || character.flags.contains(.isUnsafeToBreak) || !startsCluster))
      if startsCluster { facts[place].insert(.cluster) }
      if character.flags.contains(.hasOrdinaryGlyph) { facts[place].insert(.ordinaryGlyph) }
      if character.flags.contains(.hasMissingGlyph) {
        facts[place].insert(.missingGlyph)
        item.missingClass = classes.number(of: known.missing)
        item.mixedClass = classes.number(of: known.mixed)
        // Pango blanks white space at a line's end, and with it the extents of its box.
        if facts[place].contains(.whiteSpace), item.kind != .separator { item.isUnknown = true }
      }
      place += 1
    }
  }

  /// The paragraph, once all runs were added.
  mutating func finish(_ sources: [UnsafeMutablePointer<PangoItem>]) -> PreparedParagraph {
    for (item, source) in zip(items, sources) where item.kind != .tab && !item.isUnknown {
      measureSplits(of: item, analysis: source.pointee.analysis)
    }
    return PreparedParagraph(sums: sums, facts: facts, items: items, splits: splits, emptyClass: 0)
  }

  private mutating func measureSplits(of item: PreparedParagraph.Item, analysis: PangoAnalysis) {
    let start = Int(item.start)
    let end = start + Int(item.count)
    let window = SplitWindow(preparation: self, start: start, end: end, analysis: analysis)
    for place in start + 1..<max(end, start + 1) {
      let here = facts[place]
      guard !here.isDisjoint(with: [.lineBreak, .characterBreak]),
        isUnsafe[place] || !here.isDisjoint(with: [.hyphen, .removesPreceding])
      else { continue }
      facts[place].insert(.changesWidths)
      let isWanted = here.contains(.lineBreak) || depth == .complete
      // A break inside a word is rarely asked for, and a long word has thousands of them.
      guard isWanted, splits.count < 1 << 17 else { continue }
      splits.append(window.split(at: place))
    }
    // An item that ends a line at a hyphen's place is shaped again with it (pango-layout.c, `add_missing_hyphen`).
    if facts[end].contains(.hyphen) { splits.append(window.hyphenatedEnd()) }
  }
}

/// How much of a text is measured.
nonisolated enum PreparationDepth {
  /// What breaks between words need.
  case words
  /// Breaks inside words too, each shaped on both sides.
  case complete
}

extension PlaceFacts {
  /// Pango's facts about the place before a character.
  nonisolated init(_ log: PangoLogAttr) {
    var found: PlaceFacts = []
    if log.is_line_break != 0 { found.insert(.lineBreak) }
    if log.is_char_break != 0 { found.insert(.characterBreak) }
    if log.is_white != 0 { found.insert(.whiteSpace) }
    if log.break_inserts_hyphen != 0 { found.insert(.hyphen) }
    if log.break_removes_preceding != 0 { found.insert(.removesPreceding) }
    if log.is_cursor_position != 0 { found.insert(.grapheme) }
    self = found
  }
}
