/// The device pixels of a display, and the one home of rounding to them.
///
/// Lengths in logical pixels that went through a few additions miss a whole device pixel by less than
/// `tolerance`; rounding up must not make a further pixel of that. The rule and the tolerance are Texture's.
public struct PixelGrid: Hashable, Sendable {
  /// Device pixels in a logical pixel; finite and positive.
  public let scale: Double

  /// What arithmetic may have added to or taken from a length, in logical pixels.
  static let tolerance = 1.19e-7

  public init(scale: Double) {
    precondition(scale > 0 && scale.isFinite, "A display's scale is a positive number, not \(scale).")
    self.scale = scale
  }

  /// One device pixel in logical pixels.
  public var devicePixel: Double { 1 / scale }

  /// The next whole device pixel that is not less than a length.
  public func ceil(_ value: Double) -> Double {
    guard value.isFinite else { return value }
    return ((value - Self.tolerance) * scale).rounded(.up) / scale + 0
  }

  /// The last whole device pixel that is not greater than a length.
  public func floor(_ value: Double) -> Double {
    guard value.isFinite else { return value }
    return ((value + Self.tolerance) * scale).rounded(.down) / scale + 0
  }

  /// The nearest whole device pixel.
  public func round(_ value: Double) -> Double {
    guard value.isFinite else { return value }
    return (value * scale).rounded() / scale + 0
  }

  /// The device pixels that a finite length covers; a part of one counts as a whole one.
  public func devicePixels(_ value: Double) -> Int {
    precondition(value.isFinite, "Only a finite length covers a number of device pixels.")
    return Int(((value - Self.tolerance) * scale).rounded(.up))
  }

  /// A number of device pixels in logical pixels.
  public func points(_ devicePixels: Int) -> Double { Double(devicePixels) / scale }

  func ceil(_ size: Size) -> Size { Size(width: ceil(size.width), height: ceil(size.height)) }

  func ceil(_ point: Point) -> Point { Point(x: ceil(point.x), y: ceil(point.y)) }
}
