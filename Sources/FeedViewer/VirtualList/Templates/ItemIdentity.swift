import LayoutCore

/// The identity of the item that a row, header or footer shows, independent of its index path.
public nonisolated struct ItemIdentity: Hashable, Sendable {
  /// The identifier of the template that lays the item out.
  public var template: TemplateIdentifier
  /// The stable key of the item: unique in the list, and the same for as long as the item exists.
  public var key: ItemKey
  /// A number that changes whenever the content of the item changes.
  public var revision: UInt64

  /// Creates an identity.
  public init(template: TemplateIdentifier, key: ItemKey, revision: UInt64) {
    self.template = template
    self.key = key
    self.revision = revision
  }
}

/// The key of an item, which is hashed once: the list looks it up for every height.
public typealias ItemKey = FingerprintedKey
