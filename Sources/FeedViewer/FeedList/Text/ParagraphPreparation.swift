import CGtk
import Glibc
import LayoutCore

/// The work of preparing one paragraph: its items in logical order, their advances, its words.
struct ParagraphPreparation {
  let text: UnsafePointer<CChar>
  let bytes: Range<Int>
  let attributes: LogAttributes
  /// The paragraph's first character, counted from the text's start.
  let firstCharacter: Int
  let roundsGlyphPositions: Bool

  private struct Item {
    let start: Int
    let classBit: UInt16
  }

  private var items: [Item] = []
  /// Sums of the widths of the characters before each place.
  private var sums: [Int32] = [0]
  /// Whether splitting the text before a character may change widths.
  private var isUnsafe: [Bool] = []
  /// Three average character widths of the widest font: how far beyond the edge Pango looks (find_break).
  private var margin = 0

  init(
    text: UnsafePointer<CChar>, bytes: Range<Int>, attributes: LogAttributes, firstCharacter: Int,
    roundsGlyphPositions: Bool
  ) {
    self.text = text
    self.bytes = bytes
    self.attributes = attributes
    self.firstCharacter = firstCharacter
    self.roundsGlyphPositions = roundsGlyphPositions
  }

  /// The paragraph of an unwrapped line, or nil if a walk over words can't follow it.
  mutating func paragraph(
    _ line: UnsafeMutablePointer<PangoLayoutLine>, classes: inout HeightClasses,
    ellipsis: PreparedText.LineHeightClass?
  ) -> PreparedText.Paragraph? {
    guard line.pointee.runs != nil else { return emptyParagraph(line, classes: &classes) }
    for run in Self.runsInLogicalOrder(line) {
      guard append(run, classes: &classes) else { return nil }
    }
    guard let words = words() else { return nil }
    let ellipsisBit = classes.all.firstIndex { $0.extents == ellipsis }.map { UInt16(1) << UInt16($0) }
    return PreparedText.Paragraph(
      words: words, emptyClass: 0, ellipsisClass: ellipsisBit ?? 0, margin: margin)
  }

  private func emptyParagraph(
    _ line: UnsafeMutablePointer<PangoLayoutLine>, classes: inout HeightClasses
  ) -> PreparedText.Paragraph? {
    var rectangle = PangoRectangle()
    pango_layout_line_get_extents(line, nil, &rectangle)
    let entry = HeightClasses.Entry(
      extents: .init(top: rectangle.y, bottom: rectangle.y + rectangle.height), system: 0,
      baselines: [0, 0, 0])
    guard let bit = classes.bit(of: entry) else { return nil }
    return PreparedText.Paragraph(words: [], emptyClass: bit, ellipsisClass: 0, margin: 0)
  }

  private static func runsInLogicalOrder(
    _ line: UnsafeMutablePointer<PangoLayoutLine>
  ) -> [UnsafeMutablePointer<PangoGlyphItem>] {
    var runs: [UnsafeMutablePointer<PangoGlyphItem>] = []
    var node = line.pointee.runs
    while let current = node {
      runs.append(current.pointee.data.assumingMemoryBound(to: PangoGlyphItem.self))
      node = current.pointee.next
    }
    return runs.sorted { $0.pointee.item.pointee.offset < $1.pointee.item.pointee.offset }
  }

  private mutating func append(
    _ run: UnsafeMutablePointer<PangoGlyphItem>, classes: inout HeightClasses
  ) -> Bool {
    let item = run.pointee.item!
    let analysis = item.pointee.analysis
    let offset = Int(item.pointee.offset)
    let count = Int(item.pointee.num_chars)
    guard analysis.font != nil, analysis.gravity == UInt8(PANGO_GRAVITY_SOUTH.rawValue),
      text[offset] != 0x09, !hasUnknownGlyphs(run),
      let shaped = HarfBuzz.shape(
        text, length: strlen(text), bytes: offset..<(offset + Int(item.pointee.length)),
        characterCount: count, analysis: analysis, roundsGlyphPositions: roundsGlyphPositions),
      let bit = classes.bit(of: HeightClasses.entry(of: analysis))
    else { return false }
    var widths = [Int32](repeating: 0, count: count)
    pango_glyph_item_get_logical_widths(run, text, &widths)
    guard (0..<count).allSatisfy({ shaped[$0].width == widths[$0] }) else { return false }

    // Against the script's own direction HarfBuzz shapes reversed text, and its flags mean nothing for the
    // logical order: only the item's ends can be trusted.
    let native = hb_script_get_horizontal_direction(HarfBuzz.script(of: analysis))
    let isReversed =
      native != HB_DIRECTION_INVALID && (native == HB_DIRECTION_RTL) != (analysis.level % 2 == 1)
    items.append(Item(start: sums.count - 1, classBit: bit))
    for (index, character) in shaped.enumerated() {
      sums.append(sums[sums.count - 1] + character.width)
      isUnsafe.append(
        index > 0 && (isReversed || character.isUnsafeToBreak || !character.startsCluster))
    }
    let metrics = pango_font_get_metrics(analysis.font, analysis.language)
    margin = max(margin, 3 * Int(pango_font_metrics_get_approximate_char_width(metrics)) + 1)
    pango_font_metrics_unref(metrics)
    return true
  }

  /// The places where a line may end; nil where Pango's search differs from a walk over words
  /// (white space that meets white space at an item's edge, a hyphen at an item's edge or the end).
  private func words() -> [PreparedText.Word]? {
    let count = sums.count - 1
    for item in items.dropFirst() {
      let place = item.start
      let before = attributes[firstCharacter + place - 1]
      let here = attributes[firstCharacter + place]
      if before.is_white != 0, here.is_white != 0 || sums[place + 1] == sums[place] { return nil }
      if here.is_line_break != 0, here.break_inserts_hyphen != 0 { return nil }
    }
    var words: [PreparedText.Word] = []
    var itemIndex = 0
    var start = 0
    let endsText = firstCharacter + count == attributes.count - 1
    for place in 1...count {
      let here = attributes[firstCharacter + place]
      let isEnd = place == count
      guard isEnd || here.is_line_break != 0 else { continue }
      let insertsHyphen = here.break_inserts_hyphen != 0 || here.break_removes_preceding != 0
      if isEnd, insertsHyphen { return nil }
      // At a paragraph's end before a separator Pango finds no break, so nothing is forgiven there.
      let forgives = (isEnd ? endsText : true) && attributes[firstCharacter + place - 1].is_white != 0
      while itemIndex + 1 < items.count, items[itemIndex + 1].start <= start { itemIndex += 1 }
      var bits: UInt16 = 0
      var index = itemIndex
      while index < items.count, items[index].start < place {
        bits |= items[index].classBit
        index += 1
      }
      words.append(
        PreparedText.Word(
          visibleEnd: forgives ? sums[place - 1] : sums[place], end: sums[place], classes: bits,
          isContextual: !isEnd && (insertsHyphen || isUnsafe[place])))
      start = place
    }
    return words
  }

  private func hasUnknownGlyphs(_ run: UnsafeMutablePointer<PangoGlyphItem>) -> Bool {
    let glyphs = run.pointee.glyphs!
    return (0..<Int(glyphs.pointee.num_glyphs)).contains { index in
      let glyph = glyphs.pointee.glyphs[index].glyph
      return glyph != HarfBuzz.emptyGlyph && glyph & HarfBuzz.unknownGlyphFlag != 0
    }
  }
}
