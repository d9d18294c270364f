import LayoutCore
import PangoText
import VirtualList

/// Draws what an entry's row shows besides its texts: the thumbnail, and the signs of unread and starred entries in
/// the leading inset.
final class EntryDrawing: RowDrawing {
  let thumbnail: ThumbnailDrawing?
  private let signs: EntrySigns?
  /// Where the signs are, in the row's logical pixels; nil for those that it does not have.
  let dot: Rect?
  let star: Rect?
  private let scale: Double

  init(
    of content: RowContent, _ metrics: EntryMetrics, firstLine: Double, thumbnail: ThumbnailDrawing?,
    signs: EntrySigns?, in context: RowDrawingContext
  ) {
    self.thumbnail = thumbnail
    self.signs = signs
    scale = context.environment.scale
    let frame = context.layout.contentFrame
    let isMirrored = context.environment.direction == .rightToLeft
    func place(_ side: Double, x: Double, y: Double) -> Rect {
      Rect(
        x: (isMirrored ? frame.maxX - x : frame.minX + x) - side / 2, y: y - side / 2, width: side,
        height: side)
    }
    // Two columns if the signs are beside each other, else one below the other.
    let isWide = metrics.signsAreBesideEachOther
    let y = (metrics.insets.top + firstLine / 2).rounded()
    let x = isWide ? metrics.insets.leading * 0.3 : metrics.insets.leading / 2
    let isUnread = content.readState == .unread
    dot = isUnread ? place(EntrySigns.dotSide, x: x, y: y) : nil
    let starX = isWide ? metrics.insets.leading * 0.7 : x
    let starY = isWide || !isUnread ? y : y + (EntrySigns.dotSide + EntrySigns.starSide) / 2 + 3
    star = content.isStarred ? place(EntrySigns.starSide, x: starX, y: starY) : nil
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
