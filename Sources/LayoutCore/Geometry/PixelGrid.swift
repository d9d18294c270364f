/// The device pixels of a display. All rounding to device pixels is done here.
///
/// A length that should be a whole number of device pixels may be slightly larger after a few additions. Rounding up
/// must not add a pixel for that error, so errors below 1.19e-7 logical pixels are ignored. The rule and the tolerance
/// are those of Texture (`ASCeilPixelValue`).
public struct PixelGrid: Hashable, Sendable {
  /// Device pixels in a logical pixel; finite and positive.
  public let scale: Double

  /// The largest rounding error that is ignored, in logical pixels.
  static let tolerance = 1.19e-7

  /// Creates the grid of a display.
  ///
  /// - Parameter scale: Device pixels in a logical pixel.
  /// - Precondition: `scale` is finite and positive.
  public init(scale: Double) {
    precondition(scale > 0 && scale.isFinite, "A display's scale is a positive number, not \(scale).")
    self.scale = scale
  }

  /// One device pixel in logical pixels.
  public var devicePixel: Double { 1 / scale }

  /// Rounds a length in logical pixels up to whole device pixels; infinite lengths stay as they are.
  public func ceil(_ value: Double) -> Double {
    guard value.isFinite else { return value }
    return ((value - Self.tolerance) * scale).rounded(.up) / scale + 0
  }

  /// Rounds a length in logical pixels down to whole device pixels; infinite lengths stay as they are.
  public func floor(_ value: Double) -> Double {
    guard value.isFinite else { return value }
    return ((value + Self.tolerance) * scale).rounded(.down) / scale + 0
  }

  /// Rounds a length in logical pixels to the nearest whole device pixel; infinite lengths stay as they are.
  public func round(_ value: Double) -> Double {
    guard value.isFinite else { return value }
    return (value * scale).rounded() / scale + 0
  }

  /// The number of device pixels that a length in logical pixels covers, partly covered ones included.
  ///
  /// - Precondition: `value` is finite.
  public func devicePixels(_ value: Double) -> Int {
    precondition(value.isFinite, "An infinite length has no number of device pixels.")
    return Int(((value - Self.tolerance) * scale).rounded(.up))
  }

  /// Converts a number of device pixels to logical pixels.
  public func points(_ devicePixels: Int) -> Double { Double(devicePixels) / scale }
}
