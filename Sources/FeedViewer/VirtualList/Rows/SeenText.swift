import LayoutCore

/// What is seen of a text of a row.
package nonisolated struct SeenText: Hashable, Sendable {
  /// Which of the row's texts, in the order of their tags.
  package let number: Int
  /// All of the text; of a line in several parts, those parts that are not scrolled out of view. In bytes of its UTF-8.
  package let bytes: Range<Int>

  package init(number: Int, bytes: Range<Int>) {
    self.number = number
    self.bytes = bytes
  }
}

extension RowPainter {
  /// The texts that are seen, in order.
  ///
  /// - Complexity: O(texts + parts of the texts that are seen).
  var seenTexts: [SeenText] {
    let view = drawing?.sidewaysView
    return texts.indices.compactMap { number in
      let placed = texts[number]
      guard let view, scrollsSideways(placed) else {
        return SeenText(number: number, bytes: 0..<placed.string.utf8.count)
      }
      guard view.shows(placed.frame) else { return nil }
      let seen = placed.parts.filter { view.shows($0.frame) }
      guard let first = seen.first, let last = seen.last else { return nil }
      // Parts follow each other from one side to the other.
      return SeenText(number: number, bytes: first.bytes.lowerBound..<last.bytes.upperBound)
    }
  }
}

extension SidewaysView {
  /// Whether something of a frame is seen.
  ///
  /// - Parameter frame: Where it was laid out.
  func shows(_ frame: Rect) -> Bool {
    frame.minX + displacement <= clip.maxX && frame.maxX + displacement >= clip.minX
  }
}
