import CGtk
import LayoutCore

/// Converts shaped text into `PreparedText`; the only code that itemizes and shapes.
///
/// One unwrapped PangoLayout provides the items, break opportunities and advances. HarfBuzz shapes each item once
/// more, set up as Pango does it, only to find where a break changes shapes around it. Where the two shapings differ,
/// the item is not prepared. Belongs to one context and to the thread that made it.
nonisolated final class TextPreparer {
  private let context: OpaquePointer
  private let budget: CacheBudget
  private let margins: SearchMargins
  private var shaper: WordShaper
  private var fastPath: (any ParagraphFastPath)?
  private let usesFastPath: Bool
  private let table: CharacterTable
  private let itemizer: PlainItemizer
  /// Whether Pango may be asked for font metrics. Without them, only plain text is prepared, and questions that depend on
  /// those that other threads have not read either have no answer (`PreparedText.knowsSearchMargins`).
  private(set) var readsMetrics = false
  /// Attribute lists that contain only a font description, by description.
  private var fontAttributes: [OpaquePointer: OpaquePointer] = [:]
  private var plainEllipses: [OpaquePointer: (EllipsisShaper.Ellipsis, EllipsisShaper.Ellipsis)] = [:]

  /// - Parameters:
  ///   - context: Retained by this object.
  ///   - budget: The memory of the cached words.
  ///   - margins: What is known of fonts' metrics on all threads.
  ///   - usesFastPath: Whether simple Latin, Greek and Cyrillic paragraphs are prepared from cached words. The
  ///     results are equal.
  init(
    context: OpaquePointer, budget: CacheBudget, margins: SearchMargins = SearchMargins(),
    usesFastPath: Bool = true
  ) {
    g_object_ref(UnsafeMutableRawPointer(context))
    self.context = context
    self.budget = budget
    self.margins = margins
    self.usesFastPath = usesFastPath
    table = CharacterTable()
    itemizer = PlainItemizer(context: context, table: table)
    shaper = Self.shaper(context, table, budget, margins, readsMetrics: false)
    makeFastPath()
  }

  /// Allows reading font metrics; never call it on a worker thread (see `FontProperties`). Called as late as
  /// possible, because Pango lays out a sample text, with fonts to be loaded, to compute a font's metrics.
  func readMetrics() {
    guard !readsMetrics else { return }
    readsMetrics = true
    plainEllipses = [:]
    shaper = Self.shaper(context, table, budget, margins, readsMetrics: true)
    makeFastPath()
  }

  private static func shaper(
    _ context: OpaquePointer, _ table: CharacterTable, _ budget: CacheBudget, _ margins: SearchMargins,
    readsMetrics: Bool
  ) -> WordShaper {
    let pieces = PieceShaper(
      roundsGlyphPositions: pango_context_get_round_glyph_positions(context) != 0,
      readsMetrics: readsMetrics, margins: margins, table: table)
    return WordShaper(pieces, budget: budget)
  }

  private func makeFastPath() {
    fastPath = usesFastPath ? LatinFastPath(context: context, pieces: shaper.pieces, budget: budget) : nil
  }

  deinit {
    for list in fontAttributes.values { pango_attr_list_unref(list) }
    g_object_unref(UnsafeMutableRawPointer(context))
  }

  /// Drops the cached words.
  func dropCaches() {
    shaper.dropCaches()
    fastPath?.dropCaches()
  }

  /// - Parameters:
  ///   - layout: An unwrapped layout in this context.
  ///   - font: The layout's font description, which must outlive this object.
  /// - Returns: nil if the text can't be prepared.
  func prepare(_ layout: OpaquePointer, font: OpaquePointer, depth: PreparationDepth) -> PreparedText? {
    let bytes = pango_layout_get_text(layout)!
    let text = PieceShaper.Text(bytes: bytes, length: strlen(bytes))
    let attributes = LogAttributes(layout)
    var classes = HeightClassTable()
    var paragraphs: [PreparedParagraph] = []
    var firstCharacter = 0
    var byteDone = 0
    var hasTabs = false
    var lines = LayoutParagraphs(layout)
    let ellipses = ellipses(of: layout, font: font)
    while let paragraph = lines.next() {
      firstCharacter += g_utf8_pointer_to_offset(bytes + byteDone, bytes + paragraph.bytes.lowerBound)
      byteDone = paragraph.bytes.lowerBound
      guard !paragraph.runs.isEmpty else {
        paragraphs.append(Self.emptyParagraph(paragraph.firstLine, classes: &classes))
        continue
      }
      var preparation = ParagraphPreparation(
        text: text, shaper: shaper, bytes: paragraph.bytes, firstCharacter: firstCharacter,
        attributes: attributes, depth: depth)
      for run in paragraph.runs {
        guard preparation.append(run.pointee.item, run: run, classes: &classes, ellipses: ellipses) else {
          return nil
        }
      }
      hasTabs = hasTabs || preparation.items.contains { $0.kind == .tab }
      paragraphs.append(preparation.finish(paragraph.runs.map { $0.pointee.item }))
    }
    guard !paragraphs.isEmpty else { return nil }
    return PreparedText(
      paragraphs: paragraphs, classes: classes.all, tabWidth: hasTabs ? tabWidth(like: layout) : 0,
      keepsDetail: depth != .words)
  }

  /// The fast path for a plain paragraph without attributes.
  ///
  /// - Returns: Nil if the text is not plain, or a glyph is missing: a layout must be prepared then.
  func prepare(plain text: PieceShaper.Text, font: OpaquePointer, depth: PreparationDepth) -> PreparedText? {
    let fontAttributes = fontAttributes(font)
    let ellipses = plainEllipses(font)
    if depth == .words,
      let quick = fastPath?.prepare(text, font: font, fontAttributes: fontAttributes, ellipses: ellipses)
    {
      return quick
    }
    guard
      let plain = PlainParagraph(
        text, context: context, font: fontAttributes, description: font, itemizer: itemizer)
    else { return nil }
    // The arrays that `plain` owns are freed with it.
    return withExtendedLifetime(plain) { prepare($0, ellipses, depth) }
  }

  private func prepare(
    _ plain: PlainParagraph, _ ellipses: (EllipsisShaper.Ellipsis, EllipsisShaper.Ellipsis),
    _ depth: PreparationDepth
  ) -> PreparedText? {
    let text = plain.text
    let items = plain.items
    var classes = HeightClassTable()
    var preparation = ParagraphPreparation(
      text: text, shaper: shaper, bytes: 0..<text.length, firstCharacter: 0, attributes: plain.attributes,
      depth: depth)
    for item in items {
      guard preparation.append(item, run: nil, classes: &classes, ellipses: { _ in ellipses }) else {
        return nil
      }
    }
    guard !preparation.items.contains(where: { $0.missingClass >= 0 }) else { return nil }
    return PreparedText(
      paragraphs: [preparation.finish(items)], classes: classes.all, keepsDetail: depth != .words)
  }

  private func fontAttributes(_ font: OpaquePointer) -> OpaquePointer {
    if let known = fontAttributes[font] { return known }
    let list = pango_attr_list_new()!
    pango_attr_list_insert_before(list, pango_attr_font_desc_new(font))
    fontAttributes[font] = list
    return list
  }

  private func plainEllipses(_ font: OpaquePointer) -> (EllipsisShaper.Ellipsis, EllipsisShaper.Ellipsis) {
    if let known = plainEllipses[font] { return known }
    let shaper = EllipsisShaper(context: context, shaper: shaper.pieces)
    let list = fontAttributes(font)
    let found = (
      shaper.ellipsis(list, at: 0, isWide: false), shaper.ellipsis(list, at: 0, isWide: true)
    )
    plainEllipses[font] = found
    return found
  }

  private static func emptyParagraph(
    _ line: UnsafeMutablePointer<PangoLayoutLine>, classes: inout HeightClassTable
  ) -> PreparedParagraph {
    var rectangle = PangoRectangle()
    var fontHeight: Int32 = 0
    pango_layout_line_get_extents(line, nil, &rectangle)
    pango_layout_line_get_height(line, &fontHeight)
    let number = classes.number(
      of: LineHeightClass(top: rectangle.y, height: rectangle.height, fontHeight: fontHeight))
    return PreparedParagraph(sums: [0], breakAttributes: [[]], items: [], splits: [], emptyClass: Int(number))
  }

  /// The ellipses of a line that is truncated at a byte, before an ordinary and before a wide character.
  private func ellipses(
    of layout: OpaquePointer, font: OpaquePointer
  ) -> (Int) -> (EllipsisShaper.Ellipsis, EllipsisShaper.Ellipsis) {
    let shaper = EllipsisShaper(context: context, shaper: shaper.pieces)
    func pair(_ list: OpaquePointer, _ byte: Int) -> (EllipsisShaper.Ellipsis, EllipsisShaper.Ellipsis) {
      (shaper.ellipsis(list, at: byte, isWide: false), shaper.ellipsis(list, at: byte, isWide: true))
    }
    if let attributes = pango_layout_get_attributes(layout) {
      return { byte in
        let list = pango_attr_list_copy(attributes)!
        defer { pango_attr_list_unref(list) }
        pango_attr_list_insert_before(list, pango_attr_font_desc_new(font))
        return pair(list, byte)
      }
    }
    let plain = plainEllipses(font)
    return { _ in plain }
  }

  /// The distance between tab stops, which is the width of a single tab with the text's attributes.
  private func tabWidth(like layout: OpaquePointer) -> Int {
    let probe = pango_layout_copy(layout)!
    defer { g_object_unref(UnsafeMutableRawPointer(probe)) }
    pango_layout_set_text(probe, "\t", 1)
    var rectangle = PangoRectangle()
    pango_layout_line_get_extents(pango_layout_get_line_readonly(probe, 0), nil, &rectangle)
    return Int(rectangle.width)
  }
}

/// The paragraphs of an unwrapped layout, whose lines are divided only by line separators.
nonisolated struct LayoutParagraphs {
  struct Paragraph {
    let firstLine: UnsafeMutablePointer<PangoLayoutLine>
    let bytes: Range<Int>
    /// In logical order.
    let runs: [UnsafeMutablePointer<PangoGlyphItem>]
  }

  private var node: UnsafeMutablePointer<GSList>?

  init(_ layout: OpaquePointer) { node = pango_layout_get_lines_readonly(layout) }

  mutating func next() -> Paragraph? {
    guard let first = nextLine else { return nil }
    let start = Int(first.pointee.start_index)
    var end = start
    var runs: [UnsafeMutablePointer<PangoGlyphItem>] = []
    var line = first
    while true {
      end = Int(line.pointee.start_index + line.pointee.length)
      var run = line.pointee.runs
      while let current = run {
        runs.append(current.pointee.data.assumingMemoryBound(to: PangoGlyphItem.self))
        run = current.pointee.next
      }
      node = node?.pointee.next
      guard let following = nextLine, following.pointee.is_paragraph_start == 0 else { break }
      line = following
    }
    runs.sort { $0.pointee.item.pointee.offset < $1.pointee.item.pointee.offset }
    return Paragraph(firstLine: first, bytes: start..<end, runs: runs)
  }

  private var nextLine: UnsafeMutablePointer<PangoLayoutLine>? {
    node?.pointee.data.assumingMemoryBound(to: PangoLayoutLine.self)
  }
}
