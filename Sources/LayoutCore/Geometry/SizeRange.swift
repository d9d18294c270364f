/// The sizes that a layout may take, in logical pixels. Both ends belong to the range.
public struct SizeRange: Hashable, Sendable {
  /// The smallest size; finite and not negative.
  public let min: Size
  /// The largest size; at least `min`, and possibly infinite.
  public let max: Size

  /// Creates a range of sizes.
  ///
  /// - Precondition: `min` is finite, not negative, and not larger than `max`.
  public init(min: Size = .zero, max: Size) {
    precondition(
      min.width >= 0 && min.height >= 0 && min.width.isFinite && min.height.isFinite,
      "The minimum of a size range is finite and not negative.")
    precondition(
      min.width <= max.width && min.height <= max.height,
      """
      The minimum of a size range, \(min.width) × \(min.height), is not larger than its maximum, \(max.width) × \
      \(max.height).
      """)
    self.min = min
    self.max = max
  }

  /// Creates a range of sizes from a range of widths and one of heights, in logical pixels.
  ///
  /// - Precondition: The lower bounds are finite and not negative.
  public init(width: ClosedRange<Double>, height: ClosedRange<Double>) {
    self.init(
      min: Size(width: width.lowerBound, height: height.lowerBound),
      max: Size(width: width.upperBound, height: height.upperBound))
  }

  /// Creates a range that contains exactly one size, which is finite and not negative.
  public init(exactly size: Size) { self.init(min: size, max: size) }

  /// The range of all sizes.
  public static let unlimited = SizeRange(max: Size(width: .infinity, height: .infinity))
}
