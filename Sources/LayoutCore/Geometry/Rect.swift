/// A rectangle in logical pixels.
public struct Rect: Hashable, Sendable {
  /// The rectangle without area at the origin.
  public static let zero = Rect(origin: .zero, size: .zero)

  /// The top left corner, whatever the direction of text.
  public var origin: Point
  /// Width and height.
  public var size: Size

  /// Creates a rectangle from its top left corner and its size.
  public init(origin: Point, size: Size) {
    self.origin = origin
    self.size = size
  }

  /// Creates a rectangle from its top left corner and its size in logical pixels.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.init(origin: Point(x: x, y: y), size: Size(width: width, height: height))
  }

  /// The left edge.
  public var minX: Double { origin.x }
  /// The right edge.
  public var maxX: Double { origin.x + size.width }
  /// The top edge.
  public var minY: Double { origin.y }
  /// The bottom edge.
  public var maxY: Double { origin.y + size.height }

  /// Whether a point lies inside. Points on the right and on the bottom edge are outside.
  public func contains(_ point: Point) -> Bool {
    point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
  }
}
