/// A width and a height in logical pixels.
public struct Size: Hashable, Sendable {
  public static let zero = Size(width: 0, height: 0)

  public var width: Double
  public var height: Double

  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  subscript(axis: Axis) -> Double {
    get { axis == .horizontal ? width : height }
    set {
      switch axis {
      case .horizontal: width = newValue
      case .vertical: height = newValue
      }
    }
  }
}

/// A place in logical pixels; x grows to the right and y downwards.
public struct Point: Hashable, Sendable {
  public static let zero = Point(x: 0, y: 0)

  public var x: Double
  public var y: Double

  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  subscript(axis: Axis) -> Double {
    get { axis == .horizontal ? x : y }
    set {
      switch axis {
      case .horizontal: x = newValue
      case .vertical: y = newValue
      }
    }
  }
}

/// One of the two directions of a plane.
public enum Axis: Hashable, Sendable {
  case horizontal
  case vertical

  /// The other direction.
  var crossing: Axis { self == .horizontal ? .vertical : .horizontal }
}
