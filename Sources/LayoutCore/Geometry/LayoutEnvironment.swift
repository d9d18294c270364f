/// The way text runs, and with it what "leading" and "trailing" mean.
public enum LayoutDirection: Hashable, Sendable {
  case leftToRight
  case rightToLeft
}

/// What decides heights besides the content and the width.
public struct LayoutEnvironment: Hashable, Sendable {
  /// Device pixels in a logical pixel.
  public var scale: Double
  public var direction: LayoutDirection
  /// Raised by the text system whenever fonts, text scale or theme metrics change.
  public var generation: UInt32

  public init(scale: Double = 1, direction: LayoutDirection = .leftToRight, generation: UInt32 = 0) {
    self.scale = scale
    self.direction = direction
    self.generation = generation
  }
}

/// What a layout needs from outside: the environment, and somebody who measures text.
public struct LayoutContext {
  public let environment: LayoutEnvironment
  /// Measures a text wrapped at a width in Pango units; nil means a width without limit.
  public let measureText: (TextElement, PangoUnits?) -> TextExtents
  let grid: PixelGrid

  public init(
    environment: LayoutEnvironment, measureText: @escaping (TextElement, PangoUnits?) -> TextExtents
  ) {
    self.environment = environment
    self.measureText = measureText
    grid = PixelGrid(scale: environment.scale)
  }
}
