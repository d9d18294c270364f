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
  }

  public private(set) var statistics = Statistics()
  /// Grows whenever anything changes that decides the size of text.
  public private(set) var generation: UInt32 = 0

  private let makeContext: () -> GObjectReference<OpaquePointer>
  private var context: GObjectReference<OpaquePointer>
  private var environment: TextEnvironment
  private var styles: [ScaledStyle]
  private var memo = PreparedTextMemo(capacity: 60_000)

  /// - Parameter widget: The widget that paints the text; it must outlive this object.
  public convenience init(widget: WidgetPointer) {
    self.init { GObjectReference(adopting: gtk_widget_create_pango_context(widget)!) }
  }

  /// A text system with the settings that GTK has where the desktop has set none; it needs no display.
  public convenience init(font: String = "Sans 10") {
    self.init {
      let context = pango_font_map_create_context(pango_cairo_font_map_get_default())!
      let description = pango_font_description_from_string(font)
      pango_context_set_font_description(context, description)
      pango_font_description_free(description)
      pango_cairo_context_set_resolution(context, 96)
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
    memo.removeAll()
    generation &+= 1
    return true
  }

  /// Text ready to be measured.
  ///
  /// - Parameter keepsPrepared: Whether the prepared text is kept for the next time the same text is asked for.
  public func element(
    _ string: String, style: TextStyle, maximumLineCount: Int = 0, keepsPrepared: Bool = true
  ) -> TextElement {
    TextElement(
      string, style: style.id, maximumLineCount: maximumLineCount,
      prepared: prepared(string, style: style, keeps: keepsPrepared))
  }

  /// The extents of `text` wrapped at `width` (Pango units; nil: not wrapped), equal to PangoLayout's.
  public func extents(of text: TextElement, width: PangoUnits?) -> TextExtents {
    if let prepared = text.prepared,
      let extents = LineBreaker.extents(
        of: prepared, width: width, maximumLineCount: text.maximumLineCount)
    {
      statistics.answeredByArithmetic += 1
      return extents
    }
    statistics.answeredByPango += 1
    return makeLayout(text, width: width).use(Self.extents(of:))
  }

  /// A layout that draws `text` as it was measured.
  public func makeLayout(_ text: TextElement, width: PangoUnits?) -> GObjectReference<OpaquePointer> {
    let reference = makeLayout(text.string, style: TextStyle(text.style))
    let layout = reference.pointer
    // Pango turns a paragraph's alignment around only where its direction differs from the context's.
    if pango_context_get_base_dir(context.pointer) == PANGO_DIRECTION_RTL {
      pango_layout_set_alignment(layout, PANGO_ALIGN_RIGHT)
    }
    pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
    pango_layout_set_width(layout, width.map { Int32(clamping: $0) } ?? -1)
    if text.maximumLineCount > 0 {
      pango_layout_set_height(layout, -Int32(text.maximumLineCount))
      pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
    }
    return reference
  }

  /// The width of an average character of `style` and the height of its lines, in Pango units: for estimates.
  public func approximateMetrics(_ style: TextStyle) -> (characterWidth: PangoUnits, lineHeight: PangoUnits) {
    let scaled = styles[Int(style.rawValue)]
    return (scaled.characterWidth, scaled.lineHeight)
  }

  private func prepared(_ string: String, style: TextStyle, keeps: Bool) -> PreparedText? {
    if keeps, let known = memo.value(for: string, style: style) { return known }
    statistics.prepared += 1
    let prepared = makeLayout(string, style: style).use { layout in
      TextPreparer.prepare(
        layout, roundsGlyphPositions: environment.roundsGlyphPositions,
        ellipsis: styles[Int(style.rawValue)].ellipsis)
    }
    if keeps { memo.insert(prepared, for: string, style: style) }
    return prepared
  }

  private func makeLayout(_ string: String, style: TextStyle) -> GObjectReference<OpaquePointer> {
    let layout = pango_layout_new(context.pointer)!
    pango_layout_set_font_description(layout, styles[Int(style.rawValue)].description.pointer)
    var string = string
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

  private static func extents(of layout: OpaquePointer) -> TextExtents {
    var rectangle = PangoRectangle()
    pango_layout_get_extents(layout, nil, &rectangle)
    let iterator = pango_layout_get_iter(layout)
    defer { pango_layout_iter_free(iterator) }
    let first = Int(pango_layout_iter_get_baseline(iterator))
    while pango_layout_iter_next_line(iterator) != 0 {}
    return TextExtents(
      width: Int(rectangle.width), height: Int(rectangle.height),
      lineCount: Int(pango_layout_get_line_count(layout)),
      isTruncated: pango_layout_is_ellipsized(layout) != 0, firstBaseline: first,
      lastBaseline: Int(pango_layout_iter_get_baseline(iterator)))
  }
}
