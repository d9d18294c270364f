import LayoutCore

/// A scroll position by item keys, which stays valid when rows are moved, and after the list is deallocated.
public struct SavedPosition: Equatable, Sendable {
  /// The keys of the row at the viewport's top and of the rows after it. If a row does not exist any more, the next one
  /// replaces it.
  public var keys: [ItemKey]
  /// The distance of the viewport's top below the top of the first row, in logical pixels.
  public var offset: Double

  /// Rows that are remembered.
  static let maximumKeyCount = 32

  /// Creates a position.
  public init(keys: [ItemKey], offset: Double) {
    self.keys = keys
    self.offset = offset
  }
}
