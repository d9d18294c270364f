import FeedViewerBase
import LayoutCore

/// The debug log: a short trace of the height caches.
///
/// The wording is that of UITableView+FDTemplateLayoutCell 1.5 and later, with the precache line of its 1.3.
public struct HeightLog {
  /// Receives one line without its newline. Keys are shortened, and without control characters.
  public var write: (String) -> Void

  /// Creates a log that passes each line to `write`.
  public init(write: @escaping (String) -> Void) { self.write = write }

  func created(_ template: TemplateIdentifier, isHeader: Bool) {
    line(
      isHeader
        ? "layout header footer view created - \(template.name)" : "layout cell created - \(template.name)")
  }

  func calculatedBySpec(_ height: Double) {
    line("calculate using system fitting size (AutoLayout) - \(Self.number(height))")
  }

  func calculatedByManualSizing(_ height: Double) {
    line("calculate using sizeThatFits - \(Self.number(height))")
  }

  func cached(_ row: RowIndexPath, _ height: Double) {
    line("cached by index path[\(row.section):\(row.row)] - \(Self.number(height))")
  }

  func cached(key: String, _ height: Double) {
    line("cached by key[\(LineText.plain(key))] - \(Self.number(height))")
  }

  func hit(_ row: RowIndexPath, _ height: Double) {
    line("hit cache by index path[\(row.section):\(row.row)] - \(Self.number(height))")
  }

  func hit(key: String, _ height: Double) {
    line("hit cache by key[\(LineText.plain(key))] - \(Self.number(height))")
  }

  func precached(_ row: RowIndexPath, _ height: Double) {
    line("finished precache - [\(row.section):\(row.row)] \(Self.number(height))")
  }

  func warning(_ text: String) { line(text) }

  private func line(_ text: String) { write("** FDTemplateLayoutCell ** " + text) }

  private static func number(_ value: Double) -> String {
    value == value.rounded() ? String(Int(value)) : String(value)
  }
}
