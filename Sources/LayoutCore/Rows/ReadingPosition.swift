/// The place in a row's text that is being read: it outlives every change of the row's width.
///
/// Take it once, from the layout at the width at which the user last scrolled, and keep it through all widths
/// after that: taken anew at each of them, it would creep to the starts of lines, and going back to the first width
/// would not give the first picture.
public struct ReadingPosition: Hashable, Sendable {
  /// Which of the layout's texts, in drawing order.
  public var text: Int
  /// The first byte of the line, in UTF-8, from the text's start.
  public var byte: Int
  /// How far below the line's top, in logical pixels; negative in the room above a text.
  public var offsetInLine: Double

  public init(text: Int, byte: Int, offsetInLine: Double) {
    self.text = text
    self.byte = byte
    self.offsetInLine = offsetInLine
  }
}

/// Where a line of a text lies.
public struct LinePlacement: Hashable, Sendable {
  /// In UTF-8, from the text's start.
  public var firstByte: Int
  /// From the text's top, in logical pixels.
  public var top: Double

  public init(firstByte: Int, top: Double) {
    self.firstByte = firstByte
    self.top = top
  }
}

extension TemplateLayout {
  /// The place in the texts at a height of the row: in the line there, or above the next text below.
  ///
  /// - Parameters:
  ///   - y: From the row's top, in logical pixels.
  ///   - lines: The lines of a text at the width it was measured at, from the top; at least one.
  /// - Returns: nil below all texts.
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

  /// Where a place in the texts is now, from the row's top, in logical pixels.
  ///
  /// - Parameter lines: As for `readingPosition(atY:lines:)`.
  /// - Returns: nil if the row no longer has such a text.
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
