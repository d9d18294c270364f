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
    public var answeredByArithmetic = 0
    public var answeredByPango = 0
    /// Whether the installed Pango breaks lines in another way than 1.50, so that all answers are its own.
    public var installedPangoDiffers = false
    /// Answers that a debug build compared with Pango's, one in a thousand, and those that differed.
    public var sampled = 0
    public var sampledDifferent = 0
  }

  public var statistics: Statistics { counts }
  private var counts = Statistics()
  /// Found out once, with the first text system's fonts.
  private static var pangoAgrees: Bool?
  /// Grows whenever anything changes that decides the size of text.
  public private(set) var generation: UInt32 = 0

  private let makeContext: () -> GObjectReference<OpaquePointer>
  private var context: GObjectReference<OpaquePointer>
  private var environment: TextEnvironment
  private var styles: [ScaledStyle]
  private var preparer: TextPreparer
  private var memo = PreparedTextMemo(capacity: 60_000)
  /// Texts that were asked for lines narrower than their words, prepared down to every character.
  private var completeMemo = PreparedTextMemo(capacity: 4000)

  /// - Parameter widget: The widget that paints the text; it must outlive this object.
  public convenience init(widget: WidgetPointer) {
    self.init { GObjectReference(adopting: gtk_widget_create_pango_context(widget)!) }
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
      return GObjectReference(adopting: context)
    }
  }

  private init(makeContext: @escaping () -> GObjectReference<OpaquePointer>) {
    self.makeContext = makeContext
    let context = makeContext()
    self.context = context
    environment = TextEnvironment(of: context.pointer)
    styles = TextStyle.allCases.map { ScaledStyle($0, in: context.pointer) }
    preparer = TextPreparer(context: context.pointer)
    let agrees = Self.pangoAgrees ?? agreesWithPango()
    Self.pangoAgrees = agrees
    counts.installedPangoDiffers = !agrees
  }

  private func agreesWithPango() -> Bool {
    PangoAgreement.holds(
      answer: { string, constraint in
        prepare(.init(string: string, style: .preview, attributes: []), depth: .complete)
          .flatMap { LineBreaker.extents(of: $0, in: constraint) }
      },
      truth: { extentsByPango(of: TextElement($0, style: TextStyle.preview.id), in: $1) })
  }

  /// Reads the widget's settings again.
  /// - Returns: Whether any of them changed; the generation is then a new one.
  public func refreshEnvironment() -> Bool {
    let current = makeContext()
    let found = TextEnvironment(of: current.pointer)
    guard found != environment else { return false }
    context = current
    environment = found
    styles = TextStyle.allCases.map { ScaledStyle($0, in: current.pointer) }
    preparer = TextPreparer(context: current.pointer)
    memo.removeAll()
    completeMemo.removeAll()
    generation &+= 1
    return true
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
    let key = PreparedTextMemo.Key(string: string, style: style, attributes: attributes)
    return TextElement(
      string, style: style.id, maximumLineCount: maximumLineCount, attributes: attributes,
      prepared: prepared(key, keeps: keepsPrepared))
  }

  /// The extents of `text` wrapped at `width` (Pango units; nil: not wrapped), equal to PangoLayout's.
  public func extents(of text: TextElement, width: PangoUnits?) -> TextExtents {
    extents(of: text, in: LineConstraint(width: width, maximumLineCount: text.maximumLineCount))
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
    return extentsByPango(of: text, in: constraint)
  }

  private func extentsByPango(of text: TextElement, in constraint: LineConstraint) -> TextExtents {
    makeLayout(text, in: constraint).use { PangoAnswer.extents(of: $0, in: constraint) }
  }

  #if DEBUG
    private func sample(_ extents: TextExtents, of text: TextElement, in constraint: LineConstraint) {
      counts.sampled += 1
      if extents != extentsByPango(of: text, in: constraint) { counts.sampledDifferent += 1 }
    }
  #endif

  /// The extents of `text` without PangoLayout, or nil where they can't be proven equal to its answer.
  func extentsByArithmetic(of text: TextElement, in constraint: LineConstraint) -> TextExtents? {
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
    return makeLayout(text, in: constraint).use { PangoAnswer.lines(of: $0) }
  }

  /// A layout that draws `text` as it was measured.
  public func makeLayout(_ text: TextElement, width: PangoUnits?) -> GObjectReference<OpaquePointer> {
    makeLayout(text, in: LineConstraint(width: width, maximumLineCount: text.maximumLineCount))
  }

  /// A layout that draws `text` in `constraint`.
  public func makeLayout(
    _ text: TextElement, in constraint: LineConstraint
  ) -> GObjectReference<OpaquePointer> {
    let reference = makeLayout(Self.key(of: text), measuresOnly: false)
    reference.use { layout in
      // Pango turns a paragraph's alignment around only where its direction differs from the context's.
      if pango_context_get_base_dir(context.pointer) == PANGO_DIRECTION_RTL {
        pango_layout_set_alignment(layout, PANGO_ALIGN_RIGHT)
      }
      PangoAnswer.apply(constraint, to: layout)
    }
    return reference
  }

  /// The width of an average character of `style` and the height of its lines, in Pango units: for estimates.
  public func approximateMetrics(_ style: TextStyle) -> (characterWidth: PangoUnits, lineHeight: PangoUnits) {
    let scaled = styles[Int(style.rawValue)]
    return (scaled.characterWidth, scaled.lineHeight)
  }

  private static func key(of text: TextElement) -> PreparedTextMemo.Key {
    PreparedTextMemo.Key(string: text.string, style: TextStyle(text.style), attributes: text.attributes)
  }

  private func prepared(_ key: PreparedTextMemo.Key, keeps: Bool) -> PreparedText? {
    if counts.installedPangoDiffers { return nil }
    if keeps, let known = memo.value(for: key) { return known }
    counts.prepared += 1
    let prepared = prepare(key, depth: .words)
    if keeps { memo.insert(prepared, for: key) }
    return prepared
  }

  private func completelyPrepared(_ text: TextElement) -> PreparedText? {
    let key = Self.key(of: text)
    if let known = completeMemo.value(for: key) { return known }
    let prepared = prepare(key, depth: .complete)
    completeMemo.insert(prepared, for: key)
    return prepared
  }

  private func prepare(_ key: PreparedTextMemo.Key, depth: PreparationDepth) -> PreparedText? {
    let font = styles[Int(key.style.rawValue)].description.pointer
    if key.attributes.isEmpty {
      var string = key.string
      let plain = string.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) { characters in
          characters.baseAddress.flatMap {
            preparer.prepare(plain: .init(bytes: $0, length: characters.count), font: font, depth: depth)
          }
        }
      }
      if let plain { return plain }
    }
    return makeLayout(key, measuresOnly: true).use { preparer.prepare($0, font: font, depth: depth) }
  }

  private func makeLayout(
    _ key: PreparedTextMemo.Key, measuresOnly: Bool
  ) -> GObjectReference<OpaquePointer> {
    let layout = pango_layout_new(context.pointer)!
    pango_layout_set_font_description(layout, styles[Int(key.style.rawValue)].description.pointer)
    AttributeList.with(key.attributes, measuresOnly: measuresOnly) { attributes in
      if let attributes { pango_layout_set_attributes(layout, attributes) }
    }
    var string = key.string
    string.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        // An empty Swift string has no address; Pango wants one.
        if let base = characters.baseAddress {
          pango_layout_set_text(layout, base, Int32(clamping: characters.count))
        } else {
          pango_layout_set_text(layout, "", 0)
        }
      }
    }
    return GObjectReference(adopting: layout)
  }
}
