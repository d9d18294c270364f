/// The direction of the user interface, which decides what "leading" and "trailing" mean.
public enum LayoutDirection: Hashable, Sendable {
  /// Leading is left, as in English.
  case leftToRight
  /// Leading is right, as in Arabic and Hebrew.
  case rightToLeft
}

/// The settings that decide heights besides the content and the width.
public struct LayoutEnvironment: Hashable, Sendable {
  /// Device pixels in a logical pixel; positive and finite.
  public var scale: Double
  /// The direction of the user interface.
  public var direction: LayoutDirection
  /// Raised by the text system whenever fonts, text scale or theme metrics change.
  public var generation: UInt32

  /// Creates an environment; the default is one device pixel in a logical pixel, left to right.
  public init(scale: Double = 1, direction: LayoutDirection = .leftToRight, generation: UInt32 = 0) {
    self.scale = scale
    self.direction = direction
    self.generation = generation
  }
}

/// What a layout depends on beside its elements: the environment and a text measurer.
public struct LayoutContext {
  /// The environment that the layout is computed for.
  public let environment: LayoutEnvironment
  /// Measures a text whose lines are broken at a width in Pango units; nil means that nothing is wrapped.
  public let measureText: (TextElement, PangoUnits?) -> TextExtents
  let grid: PixelGrid

  /// Creates a context.
  ///
  /// - Parameters:
  ///   - environment: Its scale must be positive and finite.
  ///   - measureText: Returns the extents of a text whose lines are broken at a width in Pango units; nil means that
  ///     nothing is wrapped. It must give the same answer for the same arguments.
  public init(
    environment: LayoutEnvironment, measureText: @escaping (TextElement, PangoUnits?) -> TextExtents
  ) {
    self.environment = environment
    self.measureText = measureText
    grid = PixelGrid(scale: environment.scale)
  }

  /// The same context with another direction.
  func running(_ direction: LayoutDirection) -> LayoutContext {
    guard direction != environment.direction else { return self }
    var environment = environment
    environment.direction = direction
    return LayoutContext(environment: environment, measureText: measureText)
  }
}
