import CGtk
import GtkInterop
import LayoutCore
import PangoText
import VirtualList

/// Fonts, colours and lengths of an article.
extension ArticleView {
  func registerTemplates() {
    for kind in ArticleTemplate.kinds {
      list.register(
        ArticleTemplate(kind, typography, appearance), as: ArticleTemplate.identifier(of: kind))
    }
  }

  /// Takes over colours, fonts and the direction of the interface where they are other ones.
  package func updateStyle() {
    takeColors()
    setTypography(zoom: typography.zoom)
  }

  /// The theme has changed, or the state of the widget. Rows can't be drawn anew while GTK finds out the styles of all widgets.
  func styleChanged() {
    colorChange = IdleSource(priority: G_PRIORITY_DEFAULT) { [weak self] in
      self?.takeColors()
      return .done
    }
  }

  /// Does the same before all rows are replaced.
  func takeStyle() {
    takeColors()
    let new = presentTypography(
      zoom: typography.zoom, wrapsCode: typography.wrapsCode, isNarrow: typography.isNarrow)
    if new != typography { replaceTypography(new) }
  }

  private func takeColors() {
    let color = Self.textColor(of: list.widget.pointer)
    appearance.isDark = color.red + color.green + color.blue > 1.5
    list.textColors = TextColors(link: Self.linkColor(of: list.widget.pointer, isDark: appearance.isDark))
  }

  private func replaceTypography(_ new: ArticleTypography) {
    typography = new
    registerTemplates()
    owner?.typographyChanged()
  }

  func setTypography(zoom: Double, wrapsCode: Bool? = nil, isNarrow: Bool? = nil) {
    let new = presentTypography(
      zoom: zoom, wrapsCode: wrapsCode ?? typography.wrapsCode, isNarrow: isNarrow ?? typography.isNarrow)
    guard new != typography else { return }
    guard document.count > 0 else { return replaceTypography(new) }
    let (old, place) = (document, self.place)
    list.reloadKeepingReadingPlace {
      adopt(new)
      moved(from: old, in: dataSource.document.setJoinsCodeLines(!new.wrapsCode))
    }
    // Its row may show another part of a line.
    if let place { list.restore(place.moved(in: document) { document.place(ofInitial: $0) }) }
    flow.restart()
    highestCells.restart()
  }

  /// The lengths that follow from the list's font and direction.
  private func presentTypography(zoom: Double, wrapsCode: Bool, isNarrow: Bool) -> ArticleTypography {
    let width = list.averageCharacterWidth(of: TextStyle(scale: ArticleTypography.bodyScale * zoom))
    return ArticleTypography(
      zoom: zoom, fontScale: Self.fontScale(of: list.widget.pointer),
      measure: (width * lineLength.averageWidths).rounded(), characterWidth: width,
      isInterfaceRightToLeft: gtk_widget_get_direction(list.widget.pointer) == GTK_TEXT_DIR_RTL,
      wrapsCode: wrapsCode, isNarrow: isNarrow)
  }

  /// The list has another font, and is about to resolve all heights again, with the line that is read at its place.
  func fontChanged() {
    adopt(
      presentTypography(
        zoom: typography.zoom, wrapsCode: typography.wrapsCode, isNarrow: typography.isNarrow))
    highestCells.restart()
  }

  /// Takes over other lengths, and forgets everything that was found with those before.
  private func adopt(_ new: ArticleTypography) {
    replaceTypography(new)
    tables.forgetAll()
    codeLines.forgetAll()
    appearance.sideways.reset()
    dataSource.changedAll()
    dataSource.forgetHighestCells()
  }

  /// The style sheet's colour for links, or one with a contrast of more than 4.5 to the text's background.
  private static func linkColor(of widget: WidgetPointer, isDark: Bool) -> TextColors.Color {
    let style = gtk_widget_get_style_context(widget)
    var color = GdkRGBA()
    if gtk_style_context_lookup_color(style, "link_text_color", &color) != 0 {
      return TextColors.Color(red: Double(color.red), green: Double(color.green), blue: Double(color.blue))
    }
    return isDark
      ? TextColors.Color(red: 0.6, green: 0.76, blue: 0.95)
      : TextColors.Color(red: 0.1, green: 0.37, blue: 0.71)
  }

  /// The size of a widget's font as a multiple of 10 points at 96 dots per inch.
  private static func fontScale(of widget: WidgetPointer) -> Double {
    let context = gtk_widget_get_pango_context(widget)!
    guard let font = pango_context_get_font_description(context) else { return 1 }
    let size = Double(pango_font_description_get_size(font)) / Double(PANGO_SCALE)
    let resolution = pango_cairo_context_get_resolution(context)
    let isInPixels = pango_font_description_get_size_is_absolute(font) != 0
    let pixels = isInPixels ? size : size * (resolution > 0 ? resolution : 96) / 72
    return pixels > 0 ? pixels / (10 * 96 / 72) : 1
  }

  private static func textColor(of widget: WidgetPointer) -> GdkRGBA {
    var color = GdkRGBA()
    gtk_style_context_get_color(gtk_widget_get_style_context(widget), &color)
    return color
  }
}
