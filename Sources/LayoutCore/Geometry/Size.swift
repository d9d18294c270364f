/// A width and a height in logical pixels.
public struct Size: Hashable, Sendable {
  /// The size without extent.
  public static let zero = Size(width: 0, height: 0)

  /// The horizontal extent in logical pixels; may be infinite where a limit is meant.
  public var width: Double
  /// The vertical extent in logical pixels; may be infinite where a limit is meant.
  public var height: Double

  /// Creates a size in logical pixels.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}

/// A point in logical pixels; x grows to the right and y downwards.
public struct Point: Hashable, Sendable {
  /// The origin.
  public static let zero = Point(x: 0, y: 0)

  /// The distance from the left edge in logical pixels.
  public var x: Double
  /// The distance from the top edge in logical pixels.
  public var y: Double

  /// Creates a point in logical pixels.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// One of the two directions of a plane.
public enum Axis: Hashable, Sendable {
  /// From leading to trailing.
  case horizontal
  /// From top to bottom.
  case vertical

  /// The other axis.
  var crossing: Axis { self == .horizontal ? .vertical : .horizontal }
}
