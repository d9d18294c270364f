import LayoutCore

/// Names the item behind a row, header or footer, whatever its place in the list.
public nonisolated struct ItemIdentity: Hashable, Sendable {
  public var template: TemplateIdentifier
  /// Unique in the list, and the same for the same item for as long as it exists.
  public var key: ItemKey
  /// Changes whenever anything changes that the item shows.
  public var revision: UInt64

  public init(template: TemplateIdentifier, key: ItemKey, revision: UInt64) {
    self.template = template
    self.key = key
    self.revision = revision
  }
}

/// An item's key, made once: the list looks it up for every height.
public typealias ItemKey = FingerprintedKey
