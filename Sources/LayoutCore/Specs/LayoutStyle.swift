/// What an element asks of the layout that holds it.
public struct LayoutStyle: Hashable, Sendable {
  public var width = Dimension.auto
  public var height = Dimension.auto
  public var minWidth = Dimension.auto
  public var maxWidth = Dimension.auto
  public var minHeight = Dimension.auto
  public var maxHeight = Dimension.auto
  /// The element's share of a stack's spare length; not negative.
  public var flexGrow = 0.0
  /// The element's share of what a stack lacks, weighted by its length; not negative. Unlike in CSS it is 0.
  public var flexShrink = 0.0
  /// The length along the stack before growing and shrinking; `auto` is the element's own.
  public var flexBasis = Dimension.auto
  /// Replaces the stack's `alignItems` for this element.
  public var alignSelf: Stack.Alignment?
  /// Logical pixels before the element in its stack; may be negative.
  public var spacingBefore = 0.0
  /// Logical pixels after the element in its stack; may be negative.
  public var spacingAfter = 0.0
  /// Distance of the first baseline from the top, if not the content's own.
  public var ascender: Double?
  /// Distance of the last baseline from the bottom, negative upwards, if not the content's own.
  public var descender: Double?
  /// Where the element lies in an absolute layout.
  public var position = Point.zero
  /// A hidden element takes no room and no spacing.
  public var isHidden = false

  public init() {}

  /// The sizes that the style allows in a parent: the least one wins over the largest, that over the exact one.
  public func sizeRange(in parent: ParentSize) -> SizeRange {
    SizeRange(
      width: Self.range(exactly: width, from: minWidth, to: maxWidth, in: parent.width),
      height: Self.range(exactly: height, from: minHeight, to: maxHeight, in: parent.height))
  }

  private static func range(
    exactly: Dimension, from least: Dimension, to largest: Dimension, in parent: Double?
  ) -> ClosedRange<Double> {
    let low = least.resolved(in: parent) ?? 0
    let high = largest.resolved(in: parent) ?? .infinity
    if high <= low { return low...low }
    guard let exact = exactly.resolved(in: parent) else { return low...high }
    let value = min(max(exact, low), high)
    return value...value
  }

  func extent(along axis: Axis) -> Dimension { axis == .horizontal ? width : height }
  func leastExtent(along axis: Axis) -> Dimension { axis == .horizontal ? minWidth : minHeight }
  func largestExtent(along axis: Axis) -> Dimension { axis == .horizontal ? maxWidth : maxHeight }
}

/// What fractions refer to: the extents of a parent in logical pixels, nil where they are not known.
public struct ParentSize: Hashable, Sendable {
  public var width: Double?
  public var height: Double?

  public init(width: Double?, height: Double?) {
    self.width = width
    self.height = height
  }

  /// The largest size of a range, where it is finite.
  init(largestOf range: SizeRange) {
    self.init(
      width: range.max.width.isFinite ? range.max.width : nil,
      height: range.max.height.isFinite ? range.max.height : nil)
  }

  /// The size of a range on the axes on which it has only one.
  init(onlyOf range: SizeRange) {
    self.init(
      width: range.min.width == range.max.width ? range.min.width : nil,
      height: range.min.height == range.max.height ? range.min.height : nil)
  }

  subscript(axis: Axis) -> Double? { axis == .horizontal ? width : height }
}
