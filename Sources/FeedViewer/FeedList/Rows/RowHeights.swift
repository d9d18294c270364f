import LayoutCore

/// The heights of rows at one width, without a window: for scripts and checks.
public final class RowHeights {
  private let measurer: RowMeasurer
  private let conditions: RowMeasurer.Conditions

  /// - Parameters:
  ///   - width: Of the list, in logical pixels; positive.
  ///   - text: Measures with a widget's settings, or with GTK's own where there is no display.
  public init(width: Int, text: TextSystem) {
    precondition(width > 0, "A row can only be measured at a width of at least one pixel.")
    measurer = RowMeasurer(text: text)
    conditions = RowMeasurer.Conditions(
      width: width,
      environment: LayoutEnvironment(scale: 1, direction: .leftToRight, generation: text.generation))
  }

  /// The height of an entry's row in pixels, separator included.
  public func height(of content: RowContent) -> Int {
    let identity = ItemIdentity(template: .entry, key: "", revision: 0)
    return measurer.layout(of: content, identity: identity, under: conditions).height
  }
}
