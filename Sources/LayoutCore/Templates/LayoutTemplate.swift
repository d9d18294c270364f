/// The name under which a template is registered.
public struct TemplateIdentifier: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The name as text.
  public let name: String

  /// Creates an identifier from its name.
  public init(_ name: String) { self.name = name }

  public init(stringLiteral name: String) { self.name = name }
}

/// Lays out one kind of row, header or footer. One object lays out all items of its kind, one after the other.
///
/// For each measurement the registry calls `prepareForReuse()`, `configure(for:)`, and then either `makeElement()` or
/// `heightThatFits(width:)`. All methods have default implementations but `configure(for:)`.
public protocol LayoutTemplate<Item>: AnyObject {
  /// The content of a row.
  associatedtype Item

  /// Discards the state of the item before.
  func prepareForReuse()
  /// Takes the content of the item that is to be measured.
  func configure(for item: Item)
  /// The accessory of the configured item; none by default.
  var accessory: Accessory { get }
  /// The configured item as a tree of elements; nil, the default, if the template computes its height itself.
  func makeElement() -> LayoutElement?
  /// The height of the configured item's content at a width, without separator, both in logical pixels.
  ///
  /// - Returns: Nil, the default, if the template can't tell its height. Negative heights count as 0.
  func heightThatFits(width: Double) -> Double?
  /// Whether `heightThatFits(width:)` gives the height even if there is an element; false by default.
  var enforcesFrameLayout: Bool { get }
  /// The minimum height of the content in logical pixels; 0 by default.
  var minimumHeight: Double { get }
  /// The minimum width that the configured item's content is laid out at, in logical pixels: positive, and 1 by
  /// default. A narrower row is as high as at this width, and its content is clipped.
  var minimumWidth: Double { get }
  /// The direction in which the configured item's row runs; nil, the default, for that of the user interface. A row
  /// that runs the other way is mirrored as a whole, at the same height.
  var direction: LayoutDirection? { get }
}

extension LayoutTemplate {
  public func prepareForReuse() {}
  public var accessory: Accessory { .none }
  public func makeElement() -> LayoutElement? { nil }
  public func heightThatFits(width: Double) -> Double? { nil }
  public var enforcesFrameLayout: Bool { false }
  public var minimumHeight: Double { 0 }
  public var minimumWidth: Double { 1 }
  public var direction: LayoutDirection? { nil }
}
