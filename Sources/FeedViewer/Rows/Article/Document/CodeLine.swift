/// Where the parts of a long line of code are, side by side.
package nonisolated struct CodeLine: Sendable, Equatable {
  /// The widths of the parts in logical pixels, in the order of the text.
  var widths: [Double]
  /// The height of the highest part, in logical pixels.
  var height: Double
  /// Whether they are measured, not estimated.
  var isMeasured = false

  var width: Double { widths.reduce(0, +) }

  /// The left edges of the parts from that of the line, in logical pixels.
  ///
  /// - Parameter isRightToLeft: Whether the first part is at the right.
  func leftEdges(isRightToLeft: Bool) -> [Double] {
    let whole = width
    var start = 0.0
    return widths.map { width in
      defer { start += width }
      return isRightToLeft ? whole - start - width : start
    }
  }

  /// The number of columns that a text has in a font whose letters are all as wide: about, where it has other letters.
  ///
  /// - Complexity: O(length).
  static func columns(of text: Substring) -> Double {
    var columns = 0.0
    for byte in text.utf8 {
      switch byte {
      case 0x09: columns = (columns / 8).rounded(.down) * 8 + 8
      case 0x80..<0xC0: break
      // Other fonts have Chinese and Japanese letters, most of them not quite twice as wide.
      case 0xE3...0xED, 0xF0...: columns += 1.6
      default: columns += 1
      }
    }
    return columns
  }
}
