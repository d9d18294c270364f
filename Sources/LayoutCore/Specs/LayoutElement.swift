/// A node of a template: its content, and the style that its parent lays it out by.
///
/// Elements are immutable descriptions. ``layout(fitting:parentSize:in:)`` computes their sizes and positions, and
/// ``LayoutCompiler`` compiles them into arithmetic. The containers are those of Texture's layout specs.
public struct LayoutElement: Sendable {
  /// The sizes that the element may take, and how its parent places it.
  public var style = LayoutStyle()
  /// Marks the element, so that drawing code finds its frame in the finished layout.
  public var tag: ElementTag?
  /// What the element is: a leaf, or a container with its children.
  public var content: Content

  /// What an element is: a leaf, or a container with its children.
  public indirect enum Content: Sendable {
    /// A text, as large as its lines.
    case text(TextElement)
    /// A leaf with a size in logical pixels, such as a picture.
    case box(Size)
    /// Children one after the other, along one axis.
    case stack(Stack, [LayoutElement])
    /// A child with distances from its edges.
    case inset(EdgeInsets, LayoutElement)
    /// The second element is as large as the first and is drawn over it.
    case overlay(LayoutElement, LayoutElement)
    /// The second element is as large as the first and is drawn under it.
    case background(LayoutElement, LayoutElement)
    /// A child whose height is `ratio` times its width.
    case ratio(Double, LayoutElement)
    /// A child at a position relative to a larger parent.
    case relative(RelativePlacement, LayoutElement)
    /// The second element, such as a badge, is centred on a corner of the first.
    case corner(CornerPlacement, LayoutElement, LayoutElement)
    /// Every child lies at its style's `position`.
    case absolute(AbsoluteSizing, [LayoutElement])
    /// All children lie at the origin.
    case wrapper([LayoutElement])
  }

  /// Creates an element from its content.
  public init(_ content: Content, style: LayoutStyle = LayoutStyle(), tag: ElementTag? = nil) {
    self.content = content
    self.style = style
    self.tag = tag
  }

  /// A text, as large as its lines.
  public static func text(_ text: TextElement, tag: ElementTag? = nil) -> LayoutElement {
    LayoutElement(.text(text), tag: tag)
  }

  /// A leaf with a size in logical pixels: a picture, or a place for one.
  public static func box(_ size: Size = .zero, tag: ElementTag? = nil) -> LayoutElement {
    LayoutElement(.box(size), tag: tag)
  }

  /// A leaf with a width and a height in logical pixels.
  public static func box(width: Double, height: Double, tag: ElementTag? = nil) -> LayoutElement {
    .box(Size(width: width, height: height), tag: tag)
  }

  /// Children one after the other, in the order of the array.
  public static func stack(_ stack: Stack, _ children: [LayoutElement]) -> LayoutElement {
    LayoutElement(.stack(stack, children))
  }

  /// A child with distances from its edges. An infinite inset takes the spare room on its side; two opposite ones
  /// centre the child.
  public static func inset(_ insets: EdgeInsets, _ child: LayoutElement) -> LayoutElement {
    LayoutElement(.inset(insets, child))
  }

  /// An element with another one drawn over it, which is as large and does not change its size.
  public static func overlay(_ child: LayoutElement, with overlay: LayoutElement) -> LayoutElement {
    LayoutElement(.overlay(child, overlay))
  }

  /// An element with another one drawn under it, which is as large and does not change its size.
  public static func background(_ child: LayoutElement, with background: LayoutElement) -> LayoutElement {
    LayoutElement(.background(child, background))
  }

  /// A child as large as the range allows, with a fixed proportion.
  ///
  /// - Parameters:
  ///   - ratio: Height divided by width; positive and finite.
  ///   - child: It is measured with exactly that size.
  public static func ratio(_ ratio: Double, _ child: LayoutElement) -> LayoutElement {
    LayoutElement(.ratio(ratio, child))
  }

  /// A child in the centre of the room that its parent has.
  ///
  /// - Parameters:
  ///   - child: The child.
  ///   - axes: The axes on which it is centred; on the other one it is at the start.
  ///   - sizing: The axes on which the result is as small as the child and does not fill its range.
  public static func center(
    _ child: LayoutElement, axes: CenteredAxes = .both, sizing: RelativePlacement.Sizing = .default
  ) -> LayoutElement {
    LayoutElement(
      .relative(
        RelativePlacement(
          horizontal: axes == .vertical ? .start : .center,
          vertical: axes == .horizontal ? .start : .center, sizing: sizing),
        child))
  }

  /// A child at a position relative to a larger parent.
  public static func relative(_ placement: RelativePlacement, _ child: LayoutElement) -> LayoutElement {
    LayoutElement(.relative(placement, child))
  }

  /// An element with a second one, such as a badge, that is centred on one of its corners.
  ///
  /// - Parameters:
  ///   - placement: The corner, an offset from it, and whether an overhang counts in the size.
  ///   - child: The element that has the corner.
  ///   - corner: The element on the corner.
  public static func corner(
    _ placement: CornerPlacement, _ child: LayoutElement, corner: LayoutElement
  ) -> LayoutElement {
    LayoutElement(.corner(placement, child, corner))
  }

  /// Children that lie where their styles' `position` says, one drawn over the other.
  ///
  /// - Parameters:
  ///   - children: In drawing order.
  ///   - sizing: Whether the result fills its range or is as large as the union of the children.
  public static func absolute(
    _ children: [LayoutElement], sizing: AbsoluteSizing = .default
  ) -> LayoutElement {
    LayoutElement(.absolute(sizing, children))
  }

  /// Children that all lie at the origin, one drawn over the other; as large as the largest of them.
  public static func wrapper(_ children: [LayoutElement]) -> LayoutElement {
    LayoutElement(.wrapper(children))
  }

  /// The same element with another style.
  ///
  /// - Parameter change: Changes the present style.
  public func styled(_ change: (inout LayoutStyle) -> Void) -> LayoutElement {
    var element = self
    change(&element.style)
    return element
  }
}
