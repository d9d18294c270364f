import LayoutCore
import PangoText
import VirtualList

/// The heights of entry rows at one width, without a window: for scripts and checks.
package final class EntryHeights {
  private let heights: TemplateHeights<EntryTemplate>
  private let width: Int
  private let scale: Double

  /// - Parameters:
  ///   - width: The width of the list in logical pixels; positive.
  ///   - text: Measures text with a widget's settings, or with GTK's defaults if there is no display.
  ///   - scale: Device pixels per logical pixel.
  ///   - density: How much of each entry is shown.
  ///   - zoom: The size of the texts as a multiple of their usual size; positive.
  package init(
    width: Int, text: TextSystem, scale: Double = 1, density: EntryDensity = .usual, zoom: Double = 1
  ) {
    heights = TemplateHeights(
      EntryTemplate(EntryAppearance(density: density, zoom: zoom, in: text)), text: text)
    self.width = width
    self.scale = scale
  }

  /// The height of an entry's row in device pixels, including its separator.
  package func height(of content: RowContent) -> Int {
    heights.height(of: content, width: width, scale: scale)
  }
}
