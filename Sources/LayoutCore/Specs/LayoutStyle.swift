/// The sizes that an element may take, and how the container that holds it places it.
///
/// The properties are those of Texture's `ASLayoutElementStyle`. Lengths are in logical pixels.
public struct LayoutStyle: Hashable, Sendable {
  /// The exact width; `auto` leaves it to the content and the parent.
  public var width = Dimension.auto
  /// The exact height; `auto` leaves it to the content and the parent.
  public var height = Dimension.auto
  /// The minimum width. It wins over `width` and `maxWidth`.
  public var minWidth = Dimension.auto
  /// The maximum width. It wins over `width`.
  public var maxWidth = Dimension.auto
  /// The minimum height. It wins over `height` and `maxHeight`.
  public var minHeight = Dimension.auto
  /// The maximum height. It wins over `height`.
  public var maxHeight = Dimension.auto
  /// The element's share of the length that is left in its stack; not negative, and 0 by default.
  public var flexGrow = 0.0
  /// The element's share, weighted by its length, of the length that is missing in its stack; not negative. The default
  /// is 0, unlike in CSS.
  public var flexShrink = 0.0
  /// The length along the stack before growing and shrinking; `auto` is the length of the element's content.
  public var flexBasis = Dimension.auto
  /// Replaces the stack's `alignItems` for this element, unless it is nil.
  public var alignSelf: Stack.Alignment?
  /// The distance before the element in its stack; may be negative.
  public var spacingBefore = 0.0
  /// The distance after the element in its stack; may be negative.
  public var spacingAfter = 0.0
  /// The distance of the first baseline from the top; nil for that of the content.
  public var ascender: Double?
  /// The distance of the last baseline from the bottom, negative above it; nil for that of the content.
  public var descender: Double?
  /// The position of the element's top leading corner in an absolute container.
  public var position = Point.zero
  /// Whether the element is left out of its container, with the spacing around it; elsewhere it has no size.
  public var isHidden = false

  /// Creates a style that allows every size.
  public init() {}

  func leastExtent(along axis: Axis) -> Dimension { axis == .horizontal ? minWidth : minHeight }
  func largestExtent(along axis: Axis) -> Dimension { axis == .horizontal ? maxWidth : maxHeight }
}

/// The size of a parent, which fractions refer to: in logical pixels, nil on an axis on which it is unknown.
public struct ParentSize: Hashable, Sendable {
  /// The parent's width in logical pixels, if it is known.
  public var width: Double?
  /// The parent's height in logical pixels, if it is known.
  public var height: Double?

  /// Creates a parent's size from the extents that are known.
  public init(width: Double?, height: Double?) {
    self.width = width
    self.height = height
  }
}
