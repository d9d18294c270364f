/// Names a template.
public struct TemplateIdentifier: Hashable, Sendable, ExpressibleByStringLiteral {
  public let name: String

  public init(_ name: String) { self.name = name }
  public init(stringLiteral name: String) { self.name = name }
}

/// One kind of row, header or footer: the same object lays out one item after the other.
///
/// Each measurement resets, configures and measures, in this order.
public protocol LayoutTemplate<Item>: AnyObject {
  associatedtype Item

  /// Forgets the item before, so that nothing of it shows in the next.
  func prepareForReuse()
  func configure(for item: Item)
  /// What stands at the row's end, after `configure`.
  var accessory: Accessory { get }
  /// The configured item as elements; nil if the template measures by hand.
  func makeElement() -> LayoutElement?
  /// The content's height at a width, both in logical pixels and without separator; nil if it can't tell.
  func heightThatFits(width: Double) -> Double?
  /// Whether `heightThatFits` is asked without looking at the element.
  var enforcesFrameLayout: Bool { get }
  /// The least height of the content in logical pixels.
  var minimumHeight: Double { get }
  /// The least width that the content is laid out at, after `configure`, in logical pixels: positive. In a narrower row
  /// it is as high as at this width, and what is beyond the row is clipped.
  var minimumWidth: Double { get }
}

extension LayoutTemplate {
  public func prepareForReuse() {}
  public var accessory: Accessory { .none }
  public func makeElement() -> LayoutElement? { nil }
  public func heightThatFits(width: Double) -> Double? { nil }
  public var enforcesFrameLayout: Bool { false }
  public var minimumHeight: Double { 0 }
  public var minimumWidth: Double { 1 }
}
