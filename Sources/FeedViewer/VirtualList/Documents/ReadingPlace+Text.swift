import LayoutCore

extension ReadingPlace {
  /// The place within its row as text, to be stored.
  ///
  /// The line's text and byte (or -1 and 0 if the row has no text there), the offset in that line, the distance from the
  /// row's top, and that from the viewport's top; the last three in logical pixels.
  package var textInRow: String {
    let position = anchor.position
    let line = "\(position?.text ?? -1) \(position?.byte ?? 0) \(position?.offsetInLine ?? 0)"
    return "\(line) \(anchor.y) \(anchor.inset)"
  }

  /// A place that was stored.
  ///
  /// - Parameters:
  ///   - textInRow: The place within its row, as `textInRow` gives it.
  ///   - row: The row.
  /// - Returns: Nil if the text is not that of a place.
  package init?(textInRow: some StringProtocol, row: RowIndexPath) {
    let numbers = textInRow.split(separator: " ").compactMap { Double($0) }
    guard numbers.count == 5, numbers.allSatisfy({ abs($0) < 1e9 }),
      let text = Int(exactly: numbers[0]), let byte = Int(exactly: numbers[1]), byte >= 0
    else { return nil }
    anchor = ReadingAnchor(
      element: .row(row),
      position: text < 0 ? nil : ReadingPosition(text: text, byte: byte, offsetInLine: numbers[2]),
      y: numbers[3], inset: numbers[4], value: .nan)
  }
}
