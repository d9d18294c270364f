import LayoutCore

/// Where a list was scrolled to, told by the item there: it outlives the rows' places, and the list itself.
public struct SavedPosition: Equatable, Sendable {
  /// The row at the viewport's top, and after it those that follow: if it is gone, the next one stands for it.
  public var keys: [ItemKey]
  /// How far the viewport's top is below the first row's, in logical pixels.
  public var offset: Double

  /// Rows that are remembered.
  static let maximumKeyCount = 32

  public init(keys: [ItemKey], offset: Double) {
    self.keys = keys
    self.offset = offset
  }
}
