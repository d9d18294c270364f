import LayoutCore
import PangoText
import VirtualList

/// Draws what an entry's row shows besides its texts: its picture, and the signs of unread and starred entries in the
/// leading inset.
final class EntryDrawing: RowDrawing {
  let thumbnail: ThumbnailDrawing?
  private let signs: EntrySigns?
  /// Where the signs are, in the row's logical pixels; nil for those that it does not have.
  let dot: Rect?
  let star: Rect?
  private let scale: Double

  /// - Parameter firstLine: The height of the first line of the texts, in logical pixels.
  init(
    of content: RowContent, _ metrics: EntryMetrics, firstLine: Double, thumbnail: ThumbnailDrawing?,
    signs: EntrySigns?, in context: RowDrawingContext
  ) {
    self.thumbnail = thumbnail
    self.signs = signs
    scale = context.environment.scale
    let frame = context.layout.contentFrame
    let isMirrored = context.environment.direction == .rightToLeft
    /// A sign in the middle of the column, with whole pixels, so that it is sharp.
    func place(_ side: Double, y: Double) -> Rect {
      let x = ((metrics.insets.leading - side) / 2).rounded()
      return Rect(
        x: isMirrored ? frame.maxX - x - side : frame.minX + x, y: (y - side / 2).rounded(), width: side,
        height: side)
    }
    let line = metrics.insets.top + firstLine / 2
    let isUnread = content.readState == .unread
    let hasBoth = isUnread && content.isStarred
    let fromDotToStar = (metrics.dotSide + metrics.starSide) / 2 + metrics.signGap
    let dotY =
      hasBoth && metrics.signsShareLine ? line - (metrics.starSide + metrics.signGap) / 2 : line.rounded()
    dot = isUnread ? place(metrics.dotSide, y: dotY) : nil
    star =
      content.isStarred ? place(metrics.starSide, y: hasBoth ? dotY + fromDotToStar : line.rounded()) : nil
  }

  func prepare() { thumbnail?.prepare() }

  func becameVisible(needsRedraw: @escaping () -> Void) { thumbnail?.becameVisible(needsRedraw: needsRedraw) }

  func draw(on snapshot: OpaquePointer) {
    thumbnail?.draw(on: snapshot)
    if let dot { signs?.drawDot(in: dot, on: snapshot) }
    if let star { signs?.drawStar(in: star, scale: scale, on: snapshot) }
  }

  func tooltip(at point: Point) -> String? { thumbnail?.tooltip(at: point) }

  var accessibleDescription: String? { thumbnail?.accessibleDescription }
}
