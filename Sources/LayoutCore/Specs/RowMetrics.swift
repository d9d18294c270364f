/// What the list gives each of its rows.
public struct RowMetrics: Hashable, Sendable {
  /// The list's width in logical pixels.
  public var width: Double
  /// What a section index at the end side takes from every row, in logical pixels.
  public var sectionIndexWidth: Double
  public var separator: SeparatorStyle

  public init(width: Double, sectionIndexWidth: Double = 0, separator: SeparatorStyle = .singleLine) {
    self.width = width
    self.sectionIndexWidth = sectionIndexWidth
    self.separator = separator
  }
}
