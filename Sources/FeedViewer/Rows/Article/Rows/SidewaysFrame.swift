import LayoutCore

/// Where the texts of a row that can be wider than the column of text are, and what is seen of them.
nonisolated struct SidewaysFrame: Equatable {
  /// The width of the scroll bar, its distance from the edges, and its least length, in logical pixels.
  static let barWidth = 5.0
  static let barMargin = 3.0
  private static let leastBarLength = 28.0

  /// What of the row shows texts.
  let clip: Rect
  /// The left and the right edge between which texts are at rest.
  let view: ClosedRange<Double>
  /// The left and the right edge of what is laid out.
  let content: ClosedRange<Double>
  let isRightToLeft: Bool
  /// What rounding the columns of a table to whole pixels can add to its width.
  var tolerance = 1.0

  /// How far the row can be scrolled.
  var overflow: Double {
    let missing = (content.upperBound - content.lowerBound) - (view.upperBound - view.lowerBound)
    return missing > tolerance ? missing : 0
  }

  var width: Double { view.upperBound - view.lowerBound }

  /// How far the texts are moved to the right.
  ///
  /// - Parameter offset: From the side where lines begin.
  func displacement(offset: Double) -> Double {
    isRightToLeft
      ? view.upperBound - content.upperBound + offset : view.lowerBound - content.lowerBound - offset
  }

  /// How far to scroll so that a part is seen, towards the end of the lines.
  ///
  /// - Parameter part: Where it is now.
  func distance(toShow part: Rect) -> Double {
    let margin = min(24, width / 4)
    let toRight =
      part.maxX > view.upperBound
      ? min(part.maxX - view.upperBound + margin, part.minX - view.lowerBound - margin)
      : part.minX < view.lowerBound ? part.minX - view.lowerBound - margin : 0
    return isRightToLeft ? -toRight : toRight
  }

  /// The scroll bar.
  ///
  /// - Parameters:
  ///   - offset: From the side where lines begin.
  ///   - limit: The largest offset; positive.
  func bar(offset: Double, limit: Double) -> Rect {
    let track = clip.size.width - 2 * Self.barMargin
    let length = max(track * width / (width + limit), min(Self.leastBarLength, track))
    let start = (track - length) * min(offset / limit, 1)
    return Rect(
      x: clip.minX + Self.barMargin + (isRightToLeft ? track - length - start : start),
      y: clip.maxY - Self.barMargin - Self.barWidth, width: length, height: Self.barWidth)
  }

  /// The offset's change when the bar is dragged to the right by a pixel.
  func distancePerPixel(limit: Double) -> Double {
    let track = clip.size.width - 2 * Self.barMargin
    let room = track - bar(offset: 0, limit: limit).size.width
    return room > 0 ? (isRightToLeft ? -limit : limit) / room : 0
  }
}
