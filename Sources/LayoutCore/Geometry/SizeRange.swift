/// The sizes that a layout may take, in logical pixels, both ends included.
public struct SizeRange: Hashable, Sendable {
  /// Finite and not negative.
  public let min: Size
  /// At least `min`; may be infinite.
  public let max: Size

  public init(min: Size = .zero, max: Size) {
    precondition(
      min.width >= 0 && min.height >= 0 && min.width.isFinite && min.height.isFinite,
      "The least size of a range is finite and not negative.")
    precondition(
      min.width <= max.width && min.height <= max.height,
      "A size range ends no earlier than it starts: \(min), \(max).")
    self.min = min
    self.max = max
  }

  public init(width: ClosedRange<Double>, height: ClosedRange<Double>) {
    self.init(
      min: Size(width: width.lowerBound, height: height.lowerBound),
      max: Size(width: width.upperBound, height: height.upperBound))
  }

  /// Exactly one size.
  public init(exactly size: Size) { self.init(min: size, max: size) }

  /// Any size.
  public static let unlimited = SizeRange(max: Size(width: .infinity, height: .infinity))

  /// The size of this range that is nearest to another size.
  public func clamp(_ size: Size) -> Size {
    Size(
      width: Swift.max(min.width, Swift.min(max.width, size.width)),
      height: Swift.max(min.height, Swift.min(max.height, size.height)))
  }

  /// The sizes of both ranges; where they have none in common, this range's point nearest to the other.
  public func intersect(_ other: SizeRange) -> SizeRange {
    SizeRange(
      width: Self.intersect(self[.horizontal], other[.horizontal]),
      height: Self.intersect(self[.vertical], other[.vertical]))
  }

  subscript(axis: Axis) -> ClosedRange<Double> { min[axis]...max[axis] }

  private static func intersect(
    _ own: ClosedRange<Double>, _ other: ClosedRange<Double>
  ) -> ClosedRange<Double> {
    let low = Swift.max(own.lowerBound, other.lowerBound)
    let high = Swift.min(own.upperBound, other.upperBound)
    if low <= high { return low...high }
    let nearest = own.lowerBound < other.lowerBound ? own.upperBound : own.lowerBound
    return nearest...nearest
  }
}
