/// The position in a row's text that the user reads, which stays the same when the row's width changes.
///
/// Capture it once, from the layout at the width at which the user last scrolled, and keep it for all widths after
/// that. If it were captured again at each width, it would move to the starts of lines, and returning to the first
/// width would not restore the first picture.
public struct ReadingPosition: Hashable, Sendable {
  /// The index of the text among the layout's texts in drawing order.
  public var text: Int
  /// The offset of the line's first byte in the text's UTF-8.
  public var byte: Int
  /// The distance below the line's top in logical pixels; negative above a text.
  public var offsetInLine: Double

  /// Creates a position from its parts.
  public init(text: Int, byte: Int, offsetInLine: Double) {
    self.text = text
    self.byte = byte
    self.offsetInLine = offsetInLine
  }
}

/// The position of a line in a text.
public struct LinePlacement: Hashable, Sendable {
  /// The offset of the line's first byte in the text's UTF-8.
  public var firstByte: Int
  /// The distance of the line's top from the text's top, in logical pixels.
  public var top: Double

  /// Creates a line's position from its parts.
  public init(firstByte: Int, top: Double) {
    self.firstByte = firstByte
    self.top = top
  }
}

extension TemplateLayout {
  /// The reading position at a distance from the row's top: in the line there, or above the nearest text below.
  ///
  /// - Parameters:
  ///   - y: The distance from the row's top in logical pixels.
  ///   - lines: Returns the lines of a text at its `wrapWidth`, from the top; at least one.
  /// - Returns: Nil below all texts.
  /// - Complexity: O(elements), and one call of `lines`.
  public func readingPosition(
    atY y: Double, lines: (Layout.MeasuredText) -> [LinePlacement]
  ) -> ReadingPosition? {
    var below: (text: Int, top: Double)?
    for (index, text) in texts.enumerated() where y < text.frame.maxY {
      guard text.frame.minY > y else {
        let inside = y - text.frame.minY
        let placements = lines(text.measured)
        guard let line = placements.last(where: { $0.top <= inside }) ?? placements.first else { continue }
        return ReadingPosition(text: index, byte: line.firstByte, offsetInLine: inside - line.top)
      }
      if text.frame.minY < below?.top ?? .infinity { below = (index, text.frame.minY) }
    }
    return below.map { ReadingPosition(text: $0.text, byte: 0, offsetInLine: y - $0.top) }
  }

  /// The distance of a reading position from the row's top in this layout, in logical pixels.
  ///
  /// - Parameters:
  ///   - position: A position in the same item, captured at any width.
  ///   - lines: Returns the lines of a text at its `wrapWidth`, from the top; at least one.
  /// - Returns: Nil if the row does not have that text any more.
  /// - Complexity: O(elements), and one call of `lines`.
  public func y(
    of position: ReadingPosition, lines: (Layout.MeasuredText) -> [LinePlacement]
  ) -> Double? {
    let texts = texts
    guard texts.indices.contains(position.text) else { return nil }
    let text = texts[position.text]
    let line = lines(text.measured).last { $0.firstByte <= position.byte }
    return text.frame.minY + (line?.top ?? 0) + position.offsetInLine
  }

  private var texts: [(frame: Rect, measured: Layout.MeasuredText)] {
    (content?.flattened() ?? []).compactMap { element in
      guard let measured = element.measuredText else { return nil }
      var frame = element.frame
      frame.origin.y += contentFrame.minY
      return (frame, measured)
    }
  }
}
