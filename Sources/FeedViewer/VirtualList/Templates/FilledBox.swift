import CGtk
import LayoutCore

/// Fills the frame of one element of a row with a colour, under the texts: a bubble, a badge, room for a picture.
public final class FilledBox: RowDrawing {
  /// An sRGB colour whose components are from 0 to 1.
  public nonisolated struct Color: Hashable, Sendable {
    public var red, green, blue, opacity: Double

    public init(red: Double, green: Double, blue: Double, opacity: Double = 1) {
      self.red = red
      self.green = green
      self.blue = blue
      self.opacity = opacity
    }
  }

  private var color: GdkRGBA
  private var outline = GskRoundedRect()

  /// - Parameters:
  ///   - tag: The element's.
  ///   - cornerRadius: In logical pixels; no larger than half of the frame's shorter side.
  ///   - context: What the template's `makeDrawing` was given.
  /// - Returns: Nil if the row has no element with the tag.
  public init?(_ tag: ElementTag, color: Color, cornerRadius: Double = 0, in context: RowDrawingContext) {
    guard let frame = context.frame(of: tag) else { return nil }
    self.color = GdkRGBA(
      red: Float(color.red), green: Float(color.green), blue: Float(color.blue), alpha: Float(color.opacity))
    var bounds = graphene_rect_t(
      origin: graphene_point_t(x: Float(frame.origin.x), y: Float(frame.origin.y)),
      size: graphene_size_t(width: Float(frame.size.width), height: Float(frame.size.height)))
    let radius = min(cornerRadius, frame.size.width / 2, frame.size.height / 2)
    gsk_rounded_rect_init_from_rect(&outline, &bounds, Float(radius))
  }

  public func drawBackground(on snapshot: OpaquePointer) {
    gtk_snapshot_push_rounded_clip(snapshot, &outline)
    gtk_snapshot_append_color(snapshot, &color, &outline.bounds)
    gtk_snapshot_pop(snapshot)
  }
}
