import CGtk
import GtkInterop
import LayoutCore

/// Measures and draws the text of rows: the one place where Pango is asked.
///
/// Text is prepared once (`TextPreparer`) and its height at any width is arithmetic (`LineBreaker`); what
/// arithmetic can't answer exactly is laid out by a PangoLayout with the same settings that draws it.
public final class TextSystem {
  /// How many questions were answered in which way.
  public struct Statistics: Equatable {
    public var prepared = 0
    /// Those of them that worker threads prepared.
    public var preparedOnOtherThreads = 0
    public var answeredByArithmetic = 0
    public var answeredByPango = 0
    /// Whether the installed Pango breaks lines in another way than 1.50, so that all answers are its own.
    public var installedPangoDiffers = false
    /// Answers that a debug build compared with Pango's, one in a thousand, and those that differed.
    public var sampled = 0
    public var sampledDifferent = 0
  }

  public var statistics: Statistics { counts }
  /// What other threads need to prepare text as this object would.
  package var environment: TextEnvironment { preparationContext.environment }
  /// Whether prepared text is of any use with the installed Pango.
  package var canPrepareElsewhere: Bool { !counts.installedPangoDiffers }
  private var counts = Statistics()
  /// Found out once in a process, with the fonts of the text systems that ask first.
  private static var agreement = PangoAgreement()
  private nonisolated static let agreementStyle = TextStyle(scale: 0.95)
  /// Grows whenever anything changes that decides the size of text.
  public private(set) var generation: UInt32 = 0

  /// Whether texts are measured by the layouts that draw them, and not prepared: what is drawn but once, as a program's
  /// first frame, is shaped once then and not twice. The answers are the same.
  package var answersByLayouts = false {
    didSet { layouts = [:] }
  }
  private struct LayoutKey: Hashable {
    let text: TextRequest
    let width: PangoUnits?
    let maximumLineCount: Int
  }
  /// Those that were made while `answersByLayouts` was set.
  private var layouts: [LayoutKey: GObjectReference<OpaquePointer>] = [:]

  private let makeContext: () -> OpaquePointer
  private(set) var preparationContext: TextPreparationContext
  private var metrics: [TextStyle: (characterWidth: PangoUnits, lineHeight: PangoUnits)] = [:]
  /// Made when text is first prepared on other threads.
  private lazy var pool = TextPreparationPool(threadCount: TextPreparationPool.coreCount)
  private var memo = PreparedTextMemo(capacity: 60_000)
  /// Texts that were asked for lines narrower than their words, prepared down to every character.
  private var completeMemo = PreparedTextMemo(capacity: 4000)

  /// - Parameters:
  ///   - widget: The widget that paints the text; it must outlive this object.
  ///   - checksPangoLater: Whether the caller calls `checkPango` until it is done, so that the first frame need not
  ///     wait for the fonts of all scripts.
  public convenience init(widget: WidgetPointer, checksPangoLater: Bool = false) {
    self.init(checksPangoLater: checksPangoLater) { gtk_widget_create_pango_context(widget)! }
  }

  /// A text system with the settings that GTK has where the desktop has set none; it needs no display.
  ///
  /// - Parameter roundsGlyphPositions: Whether advances are whole pixels, as GTK 4.8 has them.
  public convenience init(font: String = "Sans 10", roundsGlyphPositions: Bool = true) {
    self.init {
      let context = pango_font_map_create_context(pango_cairo_font_map_get_default())!
      let description = pango_font_description_from_string(font)
      pango_context_set_font_description(context, description)
      pango_font_description_free(description)
      pango_cairo_context_set_resolution(context, 96)
      pango_context_set_round_glyph_positions(context, roundsGlyphPositions ? 1 : 0)
      // GTK turns the hinting of metrics off; Pango's own default would give other heights.
      let options = cairo_font_options_create()
      cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
      pango_cairo_context_set_font_options(context, options)
      cairo_font_options_destroy(options)
      return context
    }
  }

  /// - Parameter makeContext: Makes a context with the settings of the moment, and gives it away.
  init(checksPangoLater: Bool = false, makeContext: @escaping () -> OpaquePointer) {
    self.makeContext = makeContext
    let context = makeContext()
    preparationContext = TextPreparationContext(adopting: context, environment: TextEnvironment(of: context))
    counts.installedPangoDiffers = !Self.agreement.holds
    if !checksPangoLater { while !checkPango() {} }
  }

  /// Compares one more text of a fixed set with the installed Pango's layout of it. If they differ, all answers
  /// are Pango's own from then on, in a new generation.
  ///
  /// - Returns: Whether nothing is left to compare.
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

  /// The installed Pango breaks lines in another way.
  func distrustArithmetic() {
    counts.installedPangoDiffers = true
    memo.removeAll()
    completeMemo.removeAll()
    generation &+= 1
  }

  /// Draws the most common letters of styles on another thread, so that the first frame finds them drawn.
  ///
  /// - Parameter scale: Device pixels in a logical pixel.
  public func prewarmGlyphs(of styles: [TextStyle], scale: Int) {
    GlyphCachePrewarming.begin(with: styles, in: environment, scale: scale)
  }

  /// A text system of the same settings that has prepared nothing.
  public func makeUncachedCopy() -> TextSystem { TextSystem(makeContext: makeContext) }

  /// Reads the widget's settings again.
  /// - Returns: Whether any of them changed; the generation is then a new one.
  public func refreshEnvironment() -> Bool {
    let current = makeContext()
    let found = TextEnvironment(of: current)
    guard found != preparationContext.environment else {
      g_object_unref(current.raw)
      return false
    }
    preparationContext = TextPreparationContext(adopting: current, environment: found)
    layouts = [:]
    metrics = [:]
    memo.removeAll()
    completeMemo.removeAll()
    generation &+= 1
    return true
  }

  /// Lets go of all prepared texts and of the words they were made of: what is asked for again is prepared again.
  public func dropCaches() {
    memo.removeAll()
    completeMemo.removeAll()
    preparationContext.dropCaches()
  }

  /// Text ready to be measured.
  ///
  /// - Parameters:
  ///   - attributes: Where it looks different from `style`.
  ///   - keepsPrepared: Whether the prepared text is kept for the next time the same text is asked for.
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

  /// The extents of `text` wrapped at `width` (Pango units; nil: not wrapped), equal to PangoLayout's.
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

  /// The extents of `text` laid out in `constraint`, equal to PangoLayout's; the text's own line limit does not
  /// count here.
  public func extents(of text: TextElement, in constraint: LineConstraint) -> TextExtents {
    if let extents = extentsByArithmetic(of: text, in: constraint) {
      counts.answeredByArithmetic += 1
      #if DEBUG
        if counts.answeredByArithmetic.isMultiple(of: 1000) { sample(extents, of: text, in: constraint) }
      #endif
      return extents
    }
    counts.answeredByPango += 1
    return makeLayout(text, in: constraint).use { PangoAnswer.extents(of: $0, in: constraint) }
  }

  /// The extents of `text` as a PangoLayout of all of it has them: the truth that all other answers equal.
  public func extentsByPango(of text: TextElement, in constraint: LineConstraint) -> TextExtents {
    makeWholeLayout(text, in: constraint).use { PangoAnswer.extents(of: $0, in: constraint) }
  }

  #if DEBUG
    private func sample(_ extents: TextExtents, of text: TextElement, in constraint: LineConstraint) {
      counts.sampled += 1
      if extents != extentsByPango(of: text, in: constraint) { counts.sampledDifferent += 1 }
    }
  #endif

  /// The extents of `text` without PangoLayout, or nil where they can't be proven equal to its answer.
  public func extentsByArithmetic(of text: TextElement, in constraint: LineConstraint) -> TextExtents? {
    guard let prepared = text.prepared, !counts.installedPangoDiffers else { return nil }
    return LineBreaker.extents(of: prepared, in: constraint)
      ?? completelyPrepared(text).flatMap { LineBreaker.extents(of: $0, in: constraint) }
  }

  /// The lines of `text` in `constraint`, as a PangoLayout would break it.
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

  /// The lines of `text` as a PangoLayout of all of it breaks it.
  public func linesByPango(of text: TextElement, in constraint: LineConstraint) -> [TextLine] {
    makeWholeLayout(text, in: constraint).use { PangoAnswer.lines(of: $0) }
  }

  /// A layout that draws `text` as it was measured.
  public func makeLayout(_ text: TextElement, width: PangoUnits?) -> GObjectReference<OpaquePointer> {
    let constraint = LineConstraint(width: width, maximumLineCount: text.maximumLineCount)
    guard answersByLayouts else { return makeLayout(text, in: constraint) }
    let key = LayoutKey(text: TextRequest(text), width: width, maximumLineCount: text.maximumLineCount)
    if let known = layouts[key] { return known }
    let made = makeLayout(text, in: constraint)
    layouts[key] = made
    return made
  }

  /// A layout that draws `text` in `constraint`.
  public func makeLayout(
    _ text: TextElement, in constraint: LineConstraint
  ) -> GObjectReference<OpaquePointer> {
    constraint.maximumLineCount > 0 && RowText.isLong(text.string)
      ? makeLayoutOfBeginning(text, in: constraint) : makeWholeLayout(text, in: constraint)
  }

  /// A layout of all of `text`, however little of it will be seen.
  func makeWholeLayout(
    _ text: TextElement, in constraint: LineConstraint
  ) -> GObjectReference<OpaquePointer> {
    let reference = GObjectReference(
      adopting: preparationContext.makeLayout(TextRequest(text), measuresOnly: false))
    reference.use { layout in
      // Pango turns a paragraph's alignment around only where its direction differs from the context's.
      if pango_context_get_base_dir(preparationContext.context) == PANGO_DIRECTION_RTL {
        pango_layout_set_alignment(layout, PANGO_ALIGN_RIGHT)
      }
      PangoAnswer.apply(constraint, to: layout)
    }
    return reference
  }

  /// The width of an average character of `style` and the height of its lines, in Pango units: for estimates.
  public func approximateMetrics(_ style: TextStyle) -> (characterWidth: PangoUnits, lineHeight: PangoUnits) {
    if let known = metrics[style] { return known }
    let found = preparationContext.scaled(style).metrics(in: preparationContext.context)
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

/// Preparing on other threads. What comes back is kept only if the environment is still the one that it was
/// asked for, so that nothing of another generation is ever used.
extension TextSystem {
  /// Prepares `texts` on worker threads and returns at once; `element(_:style:)` finds them ready once they are
  /// done. Texts that are ready already cost nothing. The few that only the main thread can prepare (tabs, line
  /// separators, attributes, breaks that change shapes) are left to `element`.
  ///
  /// - Parameter whenDone: Called once on the main actor, with whether the texts are of use: false if fonts
  ///   or settings changed meanwhile.
  public func prepareAhead(
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

  /// Prepares `texts` on worker threads and waits for them: for programs without a main loop.
  public func prepareAndWait(_ texts: [TextRequest]) {
    let wanted = unprepared(texts)
    keep(wanted, pool.prepared(wanted, in: preparationContext.environment))
  }

  /// Makes something of each input on all cores, with what prepares texts there, and waits for it.
  ///
  /// - Parameters:
  ///   - state: Makes what a core keeps from one input to the next.
  ///   - transform: Is given what prepares a text, however long: nil for a text that is left to the main thread.
  /// - Returns: In the order of the inputs; nil for all of them if prepared text is of no use with the installed Pango.
  package func mapOnWorkers<Input: Sendable, State, Output: Sendable>(
    _ inputs: [Input], state: @escaping @Sendable () -> State,
    _ transform: @escaping @Sendable (inout State, Input, (TextElement) -> PreparedText?) -> Output?
  ) -> [Output?] {
    guard canPrepareElsewhere else { return Array(repeating: nil, count: inputs.count) }
    return pool.mapped(inputs, in: preparationContext.environment, state: state) { state, input, context in
      transform(&state, input) { context.prepare(TextRequest($0), depth: .words) }
    }
  }

  /// For measurements: worker threads that have prepared `texts` once, so that their fonts are loaded, and do it
  /// again whenever the result is called, which waits for them and drops what they made.
  public func workersForMeasurement(threadCount: Int, _ texts: [TextRequest]) -> () -> Void {
    let pool = TextPreparationPool(threadCount: threadCount)
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
