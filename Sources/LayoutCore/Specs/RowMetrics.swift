/// The settings of a list that decide the size of each of its rows.
public struct RowMetrics: Hashable, Sendable {
  /// The list's width in logical pixels.
  public var width: Double
  /// The width that a section index at the trailing edge takes from every row, in logical pixels.
  public var sectionIndexWidth: Double
  /// What separates neighbouring rows.
  public var separator: SeparatorStyle

  /// Creates metrics; widths are in logical pixels.
  public init(width: Double, sectionIndexWidth: Double = 0, separator: SeparatorStyle = .singleLine) {
    self.width = width
    self.sectionIndexWidth = sectionIndexWidth
    self.separator = separator
  }
}
