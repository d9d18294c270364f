import LayoutCore
import PangoText

/// The heights of rows at one width, without a window: for scripts and checks.
public final class RowHeights {
  private let measurer: RowMeasurer
  private let conditions: MeasurementContext
  private let text: TextSystem

  /// - Parameters:
  ///   - width: Of the list, in logical pixels; positive.
  ///   - text: Measures with a widget's settings, or with GTK's own where there is no display.
  ///   - scale: Device pixels in a logical pixel.
  public init(width: Int, text: TextSystem, scale: Double = 1) {
    precondition(width > 0, "A row can only be measured at a width of at least one pixel.")
    self.text = text
    measurer = RowMeasurer(text: text)
    conditions = MeasurementContext(
      width: width,
      environment: LayoutEnvironment(scale: scale, direction: .leftToRight, generation: text.generation))
  }

  /// The height of an entry's row in device pixels, separator included.
  public func height(of content: RowContent) -> Int {
    let identity = ItemIdentity(template: .entry, key: "", revision: 0)
    return measurer.layout(of: content, identity: identity, under: conditions).height
  }
}
