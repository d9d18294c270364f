import CGtk
import GtkInterop
import LayoutCore

/// The sign on an animated picture that does not play.
nonisolated struct PlaySign {
  /// The diameter, and the part of a small picture that it takes at most.
  private static let diameter = 48.0
  private static let part = 0.6

  /// The square around the sign, in the middle of a picture.
  let frame: Rect

  init(on picture: Rect) {
    let side = min(Self.diameter, Self.part * min(picture.size.width, picture.size.height)).rounded()
    frame = Rect(
      x: ((picture.minX + picture.maxX - side) / 2).rounded(),
      y: ((picture.minY + picture.maxY - side) / 2).rounded(), width: side, height: side)
  }

  /// A dark disc with a light edge, which shows on any picture.
  @MainActor func drawDisc(on snapshot: OpaquePointer) {
    var outline = GskRoundedRect()
    var bounds = graphene_rect_t(frame)
    gsk_rounded_rect_init_from_rect(&outline, &bounds, Float(frame.size.width / 2))
    var color = GdkRGBA(red: 0, green: 0, blue: 0, alpha: 0.65)
    gtk_snapshot_push_rounded_clip(snapshot, &outline)
    gtk_snapshot_append_color(snapshot, &color, &bounds)
    gtk_snapshot_pop(snapshot)
    let edge = GdkRGBA(red: 1, green: 1, blue: 1, alpha: 0.85)
    gtk_snapshot_append_border(snapshot, &outline, [1.5, 1.5, 1.5, 1.5], [edge, edge, edge, edge])
  }

  /// Where the symbol is drawn.
  var symbolFrame: Rect {
    let side = (frame.size.width / 2).rounded()
    return Rect(
      x: ((frame.minX + frame.maxX - side) / 2).rounded(),
      y: ((frame.minY + frame.maxY - side) / 2).rounded(), width: side, height: side)
  }
}
