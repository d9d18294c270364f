import PangoText
import VirtualList

/// What rows of entries look like: how much they show, and the size of their texts.
package nonisolated struct EntryAppearance: Sendable, Hashable {
  package let density: EntryDensity
  /// The size of the texts as a multiple of their usual size.
  package let zoom: Double
  /// The widest column of texts, in logical pixels.
  package let measure: Double
  let title: TextStyle
  let preview: TextStyle
  let metadata: TextStyle
  let sectionTitle: TextStyle
  let metrics: EntryMetrics

  /// The average characters of a line in the widest column. Average text has narrower letters than the sample by which
  /// the font's average is taken: the longest lines have about 90.
  private static let charactersInLine = 86.0

  /// - Parameters:
  ///   - density: How much of each entry is shown.
  ///   - zoom: The size of the texts as a multiple of their usual size; positive.
  ///   - font: The size of the font, without the zoom.
  ///   - averageWidth: The width of an average character of a style, in logical pixels.
  package init(
    density: EntryDensity = .usual, zoom: Double = 1, font: FontSize, averageWidth: (TextStyle) -> Double
  ) {
    precondition(zoom > 0, "The zoom of a list must be positive.")
    self.density = density
    self.zoom = zoom
    title = TextStyle.title.zoomed(zoom)
    preview = TextStyle.preview.zoomed(zoom)
    metadata = TextStyle.metadata.zoomed(zoom)
    sectionTitle = TextStyle.sectionTitle.zoomed(zoom)
    metrics = EntryMetrics(of: density, textScale: font.scale * zoom, fontSize: font.pixels * zoom)
    measure = max((averageWidth(preview) * Self.charactersInLine).rounded(), 1)
  }

  /// The appearance in the font of a text system.
  @MainActor package init(density: EntryDensity = .usual, zoom: Double = 1, in text: TextSystem) {
    self.init(density: density, zoom: zoom, font: text.fontSize) {
      Double(text.approximateMetrics($0).characterWidth) / 1024
    }
  }

  /// The appearance in the font of a list.
  @MainActor package init(density: EntryDensity = .usual, zoom: Double = 1, in list: ListView) {
    self.init(density: density, zoom: zoom, font: list.fontSize) { list.averageCharacterWidth(of: $0) }
  }
}

extension TextStyle {
  fileprivate nonisolated func zoomed(_ zoom: Double) -> TextStyle {
    zoom == 1 ? self : TextStyle(scale: scale * zoom, weight: weight, opacity: opacity, leading: leading)
  }
}
