import CGtk
import GtkInterop
import LayoutCore

/// Measures and lays out the text of rows with the font settings of a widget.
///
/// A text is prepared once, and its extents at any width are arithmetic (`LineBreaker` of LayoutCore). Extents that
/// arithmetic can't give exactly are those of a PangoLayout with the same settings, which also draws the text.
public final class TextSystem {
  /// Counts of prepared texts and of queries, by the way they were answered.
  package struct Statistics: Equatable {
    /// Texts that were prepared.
    package var prepared = 0
    /// Texts that worker threads prepared.
    package var preparedOnOtherThreads = 0
    /// Queries that were answered by arithmetic.
    package var answeredByArithmetic = 0
    /// Queries that were answered by a PangoLayout.
    package var answeredByPango = 0
    /// Whether the installed Pango breaks lines in another way than Pango 1.50 to 1.56, so that it answers all queries.
    package var installedPangoDiffers = false
    /// Answers that a debug build compared with Pango's: one in a thousand.
    package var sampled = 0
    /// Compared answers that differed.
    package var sampledDifferent = 0
  }

  /// The counts since the object was created.
  package var statistics: Statistics { counts }
  /// The settings with which other threads prepare text as this object does.
  package var environment: TextEnvironment { preparationContext.environment }
  /// Whether prepared text can be used with the installed Pango.
  package var canPrepareElsewhere: Bool { !counts.installedPangoDiffers }
  private var counts = Statistics()
  /// The comparison with the installed Pango, made once in a process with the fonts of the first text systems.
  private static var agreement = PangoAgreement()
  private nonisolated static let agreementStyle = TextStyle(scale: 0.95)
  /// A number that grows whenever a setting changes on which the size of text depends.
  public private(set) var generation: UInt32 = 0
  /// The colours of links and marked text in layouts that are made from now on.
  public var colors = TextColors() {
    didSet { if colors != oldValue { layouts = [:] } }
  }

  /// Whether texts are measured by the layouts that draw them, and not prepared: text that is drawn only once, as in a
  /// program's first frame, is then shaped once and not twice. The extents are the same.
  package var answersByLayouts = false {
    didSet { layouts = [:] }
  }
  private struct LayoutKey: Hashable {
    let text: TextRequest
    let width: PangoUnits?
    let maximumLineCount: Int
  }
  /// What Pango answered last.
  var answers: PangoAnswerMemo
  /// The layouts that were made while `answersByLayouts` is true.
  private var layouts: [LayoutKey: GObjectReference<OpaquePointer>] = [:]

  private let makeContext: () -> OpaquePointer
  private(set) var preparationContext: TextPreparationContext
  private var metrics: [TextStyle: (characterWidth: PangoUnits, lineHeight: PangoUnits)] = [:]
  /// The memory of all caches of this object and of its workers.
  private let budget: CacheBudget
  /// Created when text is first prepared on other threads.
  private lazy var pool = TextPreparationPool(threadCount: TextPreparationPool.coreCount, budget: budget)
  private var memo: PreparedTextMemo
  /// Texts that were measured at widths narrower than their words, prepared in full detail.
  private var completeMemo: PreparedTextMemo

  /// Creates a text system with the font settings of a widget.
  ///
  /// - Parameters:
  ///   - widget: The widget that paints the text; it must outlive this object.
  ///   - checksPangoLater: Whether the caller calls ``checkPango()`` until it returns true, so that the first frame
  ///     does not wait for the fonts of all scripts. Otherwise the installed Pango is checked now.
  public convenience init(widget: WidgetPointer, checksPangoLater: Bool = false) {
    self.init(checksPangoLater: checksPangoLater) { gtk_widget_create_pango_context(widget)! }
  }

  /// Creates a text system with GTK's default font settings; it needs no display.
  ///
  /// - Parameters:
  ///   - font: The font, as `pango_font_description_from_string` reads it.
  ///   - roundsGlyphPositions: Whether advances are whole pixels, as in GTK 4.8.
  public convenience init(font: String = "Sans 10", roundsGlyphPositions: Bool = true) {
    self.init(font: font, roundsGlyphPositions: roundsGlyphPositions, language: nil)
  }

  /// Creates a text system as `init(font:roundsGlyphPositions:)` does, for text in a language, as RFC 3066 names it; nil for
  /// that of the process.
  ///
  /// - Parameter budget: The memory of all caches of this object and of its workers.
  package convenience init(
    font: String, roundsGlyphPositions: Bool, language: String?, budget: CacheBudget = .textPreparation
  ) {
    self.init(budget: budget) {
      let context = pango_font_map_create_context(pango_cairo_font_map_get_default())!
      let description = pango_font_description_from_string(font)
      pango_context_set_font_description(context, description)
      pango_font_description_free(description)
      pango_cairo_context_set_resolution(context, 96)
      if let language { pango_context_set_language(context, pango_language_from_string(language)) }
      pango_context_set_round_glyph_positions(context, roundsGlyphPositions ? 1 : 0)
      // GTK turns the hinting of metrics off; Pango's own default would give other heights.
      let options = cairo_font_options_create()
      cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
      pango_cairo_context_set_font_options(context, options)
      cairo_font_options_destroy(options)
      return context
    }
  }

  /// - Parameters:
  ///   - checksPangoLater: As in `init(widget:checksPangoLater:)`.
  ///   - budget: The memory of all caches of this object and of its workers.
  ///   - makeContext: Creates a context with the present settings, which the caller owns.
  init(
    checksPangoLater: Bool = false, budget: CacheBudget = .textPreparation,
    makeContext: @escaping () -> OpaquePointer
  ) {
    self.makeContext = makeContext
    self.budget = budget
    answers = PangoAnswerMemo(budget)
    memo = PreparedTextMemo(budget)
    completeMemo = PreparedTextMemo(budget)
    let context = makeContext()
    preparationContext = TextPreparationContext(
      adopting: context, environment: TextEnvironment(of: context), budget: budget)
    counts.installedPangoDiffers = !Self.agreement.holds
    // Without a font there is nothing to compare.
    if !checksPangoLater, hasFont { while !checkPango() {} }
  }

  /// Compares the extents of one more text of a fixed set with those of the installed Pango. If they differ, all
  /// extents are Pango's from then on, in a new generation.
  ///
  /// - Returns: Whether all texts were compared.
  public func checkPango() -> Bool {
    Self.agreement.checkNext(
      answer: { string, constraint in
        preparationContext.prepare(TextRequest(string, style: Self.agreementStyle), depth: .complete)
          .flatMap { LineBreaker.extents(of: $0, in: constraint) }
      },
      truth: { extentsByPango(of: TextElement($0, style: Self.agreementStyle.id), in: $1) })
    if !Self.agreement.holds, !counts.installedPangoDiffers { distrustArithmetic() }
    return Self.agreement.isChecked
  }

  /// Answers all further queries by Pango, because it breaks lines in another way.
  func distrustArithmetic() {
    counts.installedPangoDiffers = true
    forgetTexts()
    generation &+= 1
  }

  /// Rasterizes the most common letters of styles on another thread, so that they are cached for the first frame.
  ///
  /// - Parameters:
  ///   - styles: The styles, the most important ones first.
  ///   - scale: Device pixels in a logical pixel.
  package func prewarmGlyphs(of styles: [TextStyle], scale: Int) {
    GlyphCachePrewarming.begin(with: styles, in: preparationContext.context, scale: scale)
  }

  /// Creates a text system with the same settings and empty caches.
  package func makeUncachedCopy() -> TextSystem { TextSystem(budget: budget, makeContext: makeContext) }

  /// Whether there is any font: without one, texts have no extents. Finding it is no extra work, since the first text needs
  /// it.
  package var hasFont: Bool {
    let context = preparationContext.context
    guard let font = pango_context_load_font(context, pango_context_get_font_description(context)) else {
      return false
    }
    g_object_unref(font)
    return true
  }

  /// Reads the widget's font settings again.
  ///
  /// - Returns: Whether any setting has changed, so that there is a new ``generation``.
  public func refreshEnvironment() -> Bool {
    let current = makeContext()
    let found = TextEnvironment(of: current)
    guard found != preparationContext.environment else {
      g_object_unref(current.raw)
      return false
    }
    preparationContext = TextPreparationContext(adopting: current, environment: found, budget: budget)
    layouts = [:]
    metrics = [:]
    forgetTexts()
    generation &+= 1
    return true
  }

  private func forgetTexts() {
    memo.removeAll()
    completeMemo.removeAll()
    answers.removeAll()
  }

  /// Frees all prepared texts and shaped words, which are prepared again when they are needed.
  package func dropCaches() {
    forgetTexts()
    preparationContext.dropCaches()
  }

  /// Creates a text with its prepared form, ready to be measured.
  ///
  /// - Parameters:
  ///   - string: The characters.
  ///   - style: The style of all characters.
  ///   - maximumLineCount: The number of lines after which an ellipsis ends the text; 0 for no limit.
  ///   - attributes: Ranges with attributes that the style does not have.
  ///   - keepsPrepared: Whether the prepared form is cached for the same text.
  /// - Complexity: O(n) for n characters; O(1) on average for a cached text, apart from hashing it.
  public func element(
    _ string: String, style: TextStyle, maximumLineCount: Int = 0, attributes: [TextAttributeRun] = [],
    keepsPrepared: Bool = true
  ) -> TextElement {
    let key = TextRequest(string, style: style, attributes: attributes)
    let isPrepared = !answersByLayouts && (maximumLineCount == 0 || !RowText.isLong(string))
    return TextElement(
      string, style: style.id, maximumLineCount: maximumLineCount, attributes: attributes,
      prepared: isPrepared ? prepared(key, keeps: keepsPrepared) : nil)
  }

  /// The extents of a text whose lines are broken at a width, equal to PangoLayout's.
  ///
  /// - Parameters:
  ///   - text: The text with its limit of lines.
  ///   - width: The width in Pango units; nil for no wrapping.
  /// - Complexity: O(lines) where arithmetic gives the extents; that of a PangoLayout otherwise.
  // Inlined where it is called, so that there only the prepared text is touched, not the string beside it.
  @inlinable public func extents(of text: TextElement, width: PangoUnits?) -> TextExtents {
    #if !DEBUG
      if let prepared = text.prepared,
        let found = quickExtents(of: prepared, width: width, maximumLineCount: text.maximumLineCount)
      {
        return found
      }
    #endif
    return slowExtents(of: text, width: width)
  }

  @usableFromInline func slowExtents(of text: TextElement, width: PangoUnits?) -> TextExtents {
    let constraint = LineConstraint(width: width, maximumLineCount: text.maximumLineCount)
    guard answersByLayouts else { return extents(of: text, in: constraint) }
    counts.answeredByPango += 1
    return makeLayout(text, width: width).use { PangoAnswer.extents(of: $0, in: constraint) }
  }

  @usableFromInline func quickExtents(
    of prepared: PreparedText, width: PangoUnits?, maximumLineCount: Int
  ) -> TextExtents? {
    guard !counts.installedPangoDiffers,
      let found = LineBreaker.extents(of: prepared, width: width, maximumLineCount: maximumLineCount)
    else { return nil }
    counts.answeredByArithmetic += 1
    return found
  }

  /// The extents of a text in a constraint, equal to PangoLayout's. The limit of lines is that of the constraint, not
  /// of the text.
  public func extents(of text: TextElement, in constraint: LineConstraint) -> TextExtents {
    if let extents = extentsByArithmetic(of: text, in: constraint) {
      counts.answeredByArithmetic += 1
      #if DEBUG
        if counts.answeredByArithmetic.isMultiple(of: 1000) { sample(extents, of: text, in: constraint) }
      #endif
      return extents
    }
    counts.answeredByPango += 1
    let key = PangoAnswerMemo.Key(text: TextRequest(text), constraint: constraint)
    if let known = answers[key].extents { return known }
    let extents = makeLayout(text, in: constraint).use { PangoAnswer.extents(of: $0, in: constraint) }
    answers[key].extents = extents
    return extents
  }

  /// The extents of `text` in a PangoLayout of the whole text, which all other answers must equal.
  package func extentsByPango(of text: TextElement, in constraint: LineConstraint) -> TextExtents {
    makeWholeLayout(text, in: constraint).use { PangoAnswer.extents(of: $0, in: constraint) }
  }

  #if DEBUG
    private func sample(_ extents: TextExtents, of text: TextElement, in constraint: LineConstraint) {
      counts.sampled += 1
      if extents != extentsByPango(of: text, in: constraint) { counts.sampledDifferent += 1 }
    }
  #endif

  /// The extents of `text` by arithmetic; nil if they can't be proven equal to PangoLayout's.
  package func extentsByArithmetic(of text: TextElement, in constraint: LineConstraint) -> TextExtents? {
    guard let prepared = text.prepared, !counts.installedPangoDiffers else { return nil }
    return LineBreaker.extents(of: prepared, in: constraint)
      ?? completelyPrepared(text).flatMap { LineBreaker.extents(of: $0, in: constraint) }
  }

  /// The lines of a text in a constraint, equal to PangoLayout's. The limit of lines is that of the constraint.
  public func lines(of text: TextElement, in constraint: LineConstraint) -> [TextLine] {
    if text.prepared != nil, !counts.installedPangoDiffers, let complete = completelyPrepared(text),
      let lines = LineBreaker.lines(of: complete, string: text.string, in: constraint)
    {
      counts.answeredByArithmetic += 1
      return lines
    }
    counts.answeredByPango += 1
    return linesByPango(of: text, in: constraint)
  }

  /// The lines of `text` in a PangoLayout of the whole text.
  package func linesByPango(of text: TextElement, in constraint: LineConstraint) -> [TextLine] {
    makeWholeLayout(text, in: constraint).use { PangoAnswer.lines(of: $0) }
  }

  /// Creates a PangoLayout that draws a text with the lines that were measured.
  ///
  /// - Parameters:
  ///   - text: The text with its limit of lines.
  ///   - width: The width at which it was measured, in Pango units; nil for no wrapping.
  public func makeLayout(_ text: TextElement, width: PangoUnits?) -> GObjectReference<OpaquePointer> {
    let constraint = LineConstraint(width: width, maximumLineCount: text.maximumLineCount)
    guard answersByLayouts else { return makeLayout(text, in: constraint) }
    let key = LayoutKey(text: TextRequest(text), width: width, maximumLineCount: text.maximumLineCount)
    if let known = layouts[key] { return known }
    let made = makeLayout(text, in: constraint)
    layouts[key] = made
    return made
  }

  /// Creates a PangoLayout that draws a text in a constraint. The limit of lines is that of the constraint.
  public func makeLayout(
    _ text: TextElement, in constraint: LineConstraint
  ) -> GObjectReference<OpaquePointer> {
    constraint.maximumLineCount > 0 && RowText.isLong(text.string)
      ? makeLayoutOfBeginning(text, in: constraint) : makeWholeLayout(text, in: constraint)
  }

  /// Creates a PangoLayout of the whole text, however little of it will be visible.
  func makeWholeLayout(
    _ text: TextElement, in constraint: LineConstraint
  ) -> GObjectReference<OpaquePointer> {
    let request = TextRequest(text)
    let reference = GObjectReference(adopting: preparationContext.makeLayout(request, colors: colors))
    reference.use { layout in
      // Pango turns a paragraph's alignment around only where its direction differs from the context's.
      let isUndirected = request.isRightToLeft == nil
      if isUndirected, pango_context_get_base_dir(preparationContext.context) == PANGO_DIRECTION_RTL {
        pango_layout_set_alignment(layout, PANGO_ALIGN_RIGHT)
      }
      if let alignment = request.alignment { Self.align(layout, alignment, isUndirected: isUndirected) }
      var constraint = constraint
      constraint.spacing += preparationContext.scaled(TextStyle(text.style)).lineSpacing
      GraphemeBreaks.remove(fatalRanges(in: text, constraint), from: layout)
      PangoAnswer.apply(constraint, to: layout)
    }
    return reference
  }

  /// - Parameter isUndirected: Whether each paragraph has a direction of its own. The first one's then decides where Pango
  ///   turns the alignment around.
  private static func align(_ layout: OpaquePointer, _ alignment: TextAlignment, isUndirected: Bool) {
    var isTurned = false
    if isUndirected {
      let direction = ParagraphDirection.asPango.of(
        pango_layout_get_text(layout), -1)
      let base = pango_context_get_base_dir(pango_layout_get_context(layout))
      isTurned =
        direction != PANGO_DIRECTION_NEUTRAL
        && (direction == PANGO_DIRECTION_RTL) != (base == PANGO_DIRECTION_RTL)
    }
    switch alignment {
    case .center: pango_layout_set_alignment(layout, PANGO_ALIGN_CENTER)
    case .left: pango_layout_set_alignment(layout, isTurned ? PANGO_ALIGN_RIGHT : PANGO_ALIGN_LEFT)
    case .right: pango_layout_set_alignment(layout, isTurned ? PANGO_ALIGN_LEFT : PANGO_ALIGN_RIGHT)
    }
  }

  /// The ranges of a text from which breaks have to be removed so that Pango does not abort. Where arithmetic finds the
  /// lines, Pango finds the same ones.
  private func fatalRanges(in text: TextElement, _ constraint: LineConstraint) -> [Range<Int>] {
    guard !GraphemeBreaks.ranges(in: text.string).isEmpty else { return [] }
    let layout = GObjectReference(adopting: preparationContext.makeLayout(TextRequest(text), colors: nil))
    let fatal = layout.use { FatalBreaks.ranges(in: $0, for: constraint) }
    if fatal.isEmpty || counts.installedPangoDiffers { return fatal }
    var known = text
    if known.prepared == nil { known.prepared = completelyPrepared(text) }
    return extentsByArithmetic(of: known, in: constraint) == nil ? fatal : []
  }

  /// The width of an average character of `style` and the height of a line in Pango units, for estimates.
  package func approximateMetrics(_ style: TextStyle) -> (characterWidth: PangoUnits, lineHeight: PangoUnits)
  {
    if let known = metrics[style] { return known }
    let scaled = preparationContext.scaled(style)
    var found = scaled.metrics(in: preparationContext.context)
    found.lineHeight += scaled.lineSpacing
    metrics[style] = found
    return found
  }

  /// The glyph of a character in the font of `style`, and the font, which the caller owns.
  ///
  /// - Returns: nil if the character is in another font.
  package func glyph(
    of character: Unicode.Scalar, style: TextStyle
  ) -> (font: UnsafeMutablePointer<PangoFont>, glyph: PangoGlyph)? {
    preparationContext.scaled(style).glyph(of: character, in: preparationContext.context)
  }

  private func prepared(_ key: TextRequest, keeps: Bool) -> PreparedText? {
    if counts.installedPangoDiffers { return nil }
    if keeps, let known = memo.value(for: key) { return known }
    counts.prepared += 1
    let prepared = preparationContext.prepare(key, depth: .words)
    if keeps { memo.insert(prepared, for: key) }
    return prepared
  }

  private func completelyPrepared(_ text: TextElement) -> PreparedText? {
    let key = TextRequest(text)
    if let known = completeMemo.value(for: key) { return known }
    let prepared = preparationContext.prepare(key, depth: .complete)
    completeMemo.insert(prepared, for: key)
    return prepared
  }
}

/// Preparing on other threads. Results are kept only if the environment has not changed, so that nothing of another
/// generation is ever used.
extension TextSystem {
  /// Prepares `texts` on worker threads and returns at once; `element(_:style:)` finds them prepared afterwards. Texts
  /// that are prepared already are skipped, and the few that only the main thread can prepare (tabs, line separators,
  /// attributes, breaks that change shapes) are left to `element`.
  ///
  /// - Parameters:
  ///   - texts: The texts.
  ///   - whenDone: Called once on the main actor, with false if fonts or settings have changed meanwhile.
  package func prepareAhead(
    _ texts: [TextRequest], whenDone: @escaping @MainActor (Bool) -> Void = { _ in }
  ) {
    let wanted = unprepared(texts)
    let expected = generation
    pool.prepare(wanted, in: preparationContext.environment) { results in
      Task { @MainActor [weak self] in
        guard let self, generation == expected else { return whenDone(false) }
        keep(wanted, results)
        whenDone(true)
      }
    }
  }

  /// Prepares `texts` on worker threads and waits for them, for programs without a main loop.
  package func prepareAndWait(_ texts: [TextRequest]) {
    let wanted = unprepared(texts)
    keep(wanted, pool.prepared(wanted, in: preparationContext.environment))
  }

  /// Transforms each input on all cores, with a function that prepares texts, and waits for the results.
  ///
  /// - Parameters:
  ///   - inputs: The inputs.
  ///   - state: Creates the state of a core, which it keeps from one input to the next.
  ///   - transform: Transforms an input. Its last parameter prepares a text of any length; it returns nil for a text
  ///     that only the main thread can prepare.
  /// - Returns: The results in the order of the inputs; all nil if prepared text can't be used with the installed
  ///   Pango.
  package func mapOnWorkers<Input: Sendable, State, Output: Sendable>(
    _ inputs: [Input], state: @escaping @Sendable () -> State,
    _ transform: @escaping @Sendable (inout State, Input, (TextElement) -> PreparedText?) -> Output?
  ) -> [Output?] {
    guard canPrepareElsewhere else { return Array(repeating: nil, count: inputs.count) }
    return pool.mapped(inputs, in: preparationContext.environment, state: state) { state, input, context in
      transform(&state, input) { context.prepare(TextRequest($0), depth: .words) }
    }
  }

  /// For benchmarks: worker threads that have prepared `texts` once, so that their fonts are loaded. Calling the result
  /// prepares the texts again, waits for them and discards the results.
  package func workersForMeasurement(threadCount: Int, _ texts: [TextRequest]) -> () -> Void {
    let pool = TextPreparationPool(threadCount: threadCount, budget: budget)
    let environment = preparationContext.environment
    _ = pool.prepared(texts, in: environment)
    return { _ = pool.prepared(texts, in: environment) }
  }

  private func unprepared(_ texts: [TextRequest]) -> [TextRequest] {
    if counts.installedPangoDiffers { return [] }
    var seen: Set<TextRequest> = []
    return texts.filter { memo.value(for: $0) == nil && seen.insert($0).inserted }
  }

  private func keep(_ texts: [TextRequest], _ results: [PreparedText?]) {
    for (text, result) in zip(texts, results) where result != nil {
      counts.prepared += 1
      counts.preparedOnOtherThreads += 1
      memo.insert(result, for: text)
    }
  }
}
