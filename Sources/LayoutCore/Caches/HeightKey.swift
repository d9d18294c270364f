/// The conditions under which a height was computed.
public struct HeightKey: Hashable, Sendable {
  public var template: TemplateIdentifier
  /// The list's width in logical pixels.
  public var width: Int
  public var environment: LayoutEnvironment
  /// The item's content revision.
  public var revision: UInt64

  public init(template: TemplateIdentifier, width: Int, environment: LayoutEnvironment, revision: UInt64) {
    self.template = template
    self.width = width
    self.environment = environment
    self.revision = revision
  }
}

/// The heights of one item under the last few conditions, the latest first: going back to a width is a hit.
@usableFromInline
struct HeightSlots: Sendable {
  @usableFromInline init() {}

  private var slots: [(key: HeightKey, height: Int)] = []

  @usableFromInline
  func height(for key: HeightKey) -> Int? {
    for slot in slots where slot.key == key { return slot.height }
    return nil
  }

  @usableFromInline
  mutating func store(_ height: Int, for key: HeightKey, keeping limit: Int) {
    slots.removeAll { $0.key == key }
    slots.insert((key, height), at: 0)
    if slots.count > limit { slots.removeLast() }
  }
}
