/// A node of a template: what it holds, and what it asks of its parent.
///
/// Elements are values that describe; `layout(fitting:in:)` turns them into sizes and places.
public struct LayoutElement: Sendable {
  public var style = LayoutStyle()
  public var tag: ElementTag?
  public var content: Content

  public indirect enum Content: Sendable {
    case text(TextElement)
    /// A leaf with a size of its own.
    case box(Size)
    case stack(Stack, [LayoutElement])
    case inset(EdgeInsets, LayoutElement)
    /// The second element is as large as the first and lies on it.
    case overlay(LayoutElement, LayoutElement)
    /// The second element is as large as the first and lies under it.
    case background(LayoutElement, LayoutElement)
    /// The height is `ratio` times the width.
    case ratio(Double, LayoutElement)
    case relative(RelativePlacement, LayoutElement)
    /// The second element is centred on a corner of the first.
    case corner(CornerPlacement, LayoutElement, LayoutElement)
    /// Every element lies at its style's `position`.
    case absolute(AbsoluteSizing, [LayoutElement])
    /// All elements lie at the origin.
    case wrapper([LayoutElement])
  }

  public init(_ content: Content, style: LayoutStyle = LayoutStyle(), tag: ElementTag? = nil) {
    self.content = content
    self.style = style
    self.tag = tag
  }

  public static func text(_ text: TextElement, tag: ElementTag? = nil) -> LayoutElement {
    LayoutElement(.text(text), tag: tag)
  }

  /// A leaf with a size of its own: a picture, or room for one.
  public static func box(_ size: Size = .zero, tag: ElementTag? = nil) -> LayoutElement {
    LayoutElement(.box(size), tag: tag)
  }

  /// A leaf with a size of its own, in logical pixels.
  public static func box(width: Double, height: Double, tag: ElementTag? = nil) -> LayoutElement {
    .box(Size(width: width, height: height), tag: tag)
  }

  public static func stack(_ stack: Stack, _ children: [LayoutElement]) -> LayoutElement {
    LayoutElement(.stack(stack, children))
  }

  /// Room around an element. An infinite inset pushes it away, two opposite ones centre it.
  public static func inset(_ insets: EdgeInsets, _ child: LayoutElement) -> LayoutElement {
    LayoutElement(.inset(insets, child))
  }

  public static func overlay(_ child: LayoutElement, with overlay: LayoutElement) -> LayoutElement {
    LayoutElement(.overlay(child, overlay))
  }

  public static func background(_ child: LayoutElement, with background: LayoutElement) -> LayoutElement {
    LayoutElement(.background(child, background))
  }

  /// - Parameter ratio: Height divided by width; positive.
  public static func ratio(_ ratio: Double, _ child: LayoutElement) -> LayoutElement {
    LayoutElement(.ratio(ratio, child))
  }

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

  public static func relative(_ placement: RelativePlacement, _ child: LayoutElement) -> LayoutElement {
    LayoutElement(.relative(placement, child))
  }

  public static func corner(
    _ placement: CornerPlacement, _ child: LayoutElement, corner: LayoutElement
  ) -> LayoutElement {
    LayoutElement(.corner(placement, child, corner))
  }

  public static func absolute(
    _ children: [LayoutElement], sizing: AbsoluteSizing = .default
  ) -> LayoutElement {
    LayoutElement(.absolute(sizing, children))
  }

  public static func wrapper(_ children: [LayoutElement]) -> LayoutElement {
    LayoutElement(.wrapper(children))
  }

  /// The same element with its style changed in place.
  public func styled(_ change: (inout LayoutStyle) -> Void) -> LayoutElement {
    var element = self
    change(&element.style)
    return element
  }
}
