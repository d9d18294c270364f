/// The heights of rows by arithmetic, without long runs of rows for which there is none.
struct CompiledHeights {
  /// Rows that follow each other, counted through all sections, and where their heights begin.
  struct Part {
    let rows: Range<Int>
    let start: Int
  }

  /// What is added to heights that are not 0, in device pixels.
  var boxHeight: Int32 = 0
  private let parts: [Part]
  /// Device pixels; -1 for rows that are not compiled or can't be computed.
  private let heights: [Int32]
  /// The first part that is not before the row that was asked for last.
  private var part = 0

  /// - Parameter parts: In the order of the rows.
  init(parts: [Part], heights: [Int32]) { (self.parts, self.heights) = (parts, heights) }

  /// Whether arithmetic can compute none.
  var isEmpty: Bool { parts.isEmpty }

  /// The height of a row in device pixels; nil if arithmetic can't compute it.
  ///
  /// - Parameter row: Not before the one that was asked for last.
  /// - Complexity: O(1) for each part that is passed.
  mutating func height(of row: Int) -> Int? {
    while part < parts.count, parts[part].rows.upperBound <= row { part += 1 }
    guard part < parts.count, parts[part].rows.lowerBound <= row else { return nil }
    let height = heights[parts[part].start + row - parts[part].rows.lowerBound]
    guard height >= 0 else { return nil }
    return Int(height > 0 ? height + boxHeight : 0)
  }
}
