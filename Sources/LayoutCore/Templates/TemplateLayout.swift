/// A line under a row.
public enum SeparatorStyle: Hashable, Sendable {
  case none
  /// One device pixel high.
  case singleLine
}

/// What the list gives every row.
public struct RowMetrics: Hashable, Sendable {
  /// The list's width in logical pixels.
  public var width: Double
  /// Logical pixels at the trailing end that belong to the section index.
  public var sectionIndexWidth: Double
  public var separator: SeparatorStyle

  public init(width: Double, sectionIndexWidth: Double = 0, separator: SeparatorStyle = .singleLine) {
    self.width = width
    self.sectionIndexWidth = sectionIndexWidth
    self.separator = separator
  }
}

/// A row laid out: what is drawn, where, and how high the row is.
public struct TemplateLayout: Sendable {
  /// The elements; their places are relative to `contentFrame`.
  public let content: Layout
  /// Logical pixels, without accessory, section index and separator.
  public let contentFrame: Rect
  public let accessory: Accessory
  /// At the content's trailing end; logical pixels.
  public let accessoryFrame: Rect
  /// Logical pixels, at the bottom of the row.
  public let separatorHeight: Double
  /// The row's height in device pixels, the separator included.
  public let height: Int
  /// The row's size in logical pixels: the list's width, and `height`.
  public let size: Size

  /// - Parameter contentHeight: Logical pixels, not rounded. A row without height has no separator either.
  init(
    content: Layout, contentWidth: Double, contentHeight: Double, accessory: Accessory,
    metrics: RowMetrics, environment: LayoutEnvironment
  ) {
    let grid = PixelGrid(scale: environment.scale)
    let contentPixels = grid.devicePixels(contentHeight)
    let separatorPixels = contentPixels > 0 && metrics.separator == .singleLine ? 1 : 0
    let rowHeight = grid.points(contentPixels)
    let isMirrored = environment.direction == .rightToLeft
    self.content = content
    self.accessory = accessory
    contentFrame = Rect(
      x: isMirrored ? metrics.width - contentWidth : 0, y: 0, width: contentWidth, height: rowHeight)
    accessoryFrame = Rect(
      x: isMirrored ? metrics.sectionIndexWidth : contentWidth, y: 0, width: accessory.width,
      height: rowHeight)
    separatorHeight = grid.points(separatorPixels)
    height = contentPixels + separatorPixels
    size = Size(width: metrics.width, height: grid.points(height))
  }
}
