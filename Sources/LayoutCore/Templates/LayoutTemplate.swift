/// Describes the rows of one kind: configured with an item, it says what the row consists of.
///
/// One template serves all rows of its kind. It is asked in this order, for every measurement:
/// `prepareForReuse`, `configure`, then what it needs for the height.
public protocol LayoutTemplate<Item>: AnyObject {
  associatedtype Item

  /// Forgets the last item.
  func prepareForReuse()
  func configure(for item: Item)
  /// What stands at the row's end; read after `configure`.
  var accessory: Accessory { get }
  /// The row's content; nil if the template computes its height itself.
  func makeElement() -> LayoutElement?
  /// The content's height without the separator at a width, both in logical pixels; nil if it is not known.
  func heightThatFits(width: Double) -> Double?
  /// Whether `heightThatFits` is asked even if there would be an element.
  var enforcesFrameLayout: Bool { get }
  /// The least height of the content in logical pixels. A height of zero stays zero.
  var minimumHeight: Double { get }
}

extension LayoutTemplate {
  public func prepareForReuse() {}
  public var accessory: Accessory { .none }
  public func makeElement() -> LayoutElement? { nil }
  public func heightThatFits(width: Double) -> Double? { nil }
  public var enforcesFrameLayout: Bool { false }
  public var minimumHeight: Double { 0 }
}
