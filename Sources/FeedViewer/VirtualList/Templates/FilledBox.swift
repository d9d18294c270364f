import CGtk
import LayoutCore

/// Fills the frame of one element of a row with a colour, under the texts: a bubble, a badge, the place of a picture.
public final class FilledBox: RowDrawing {
  /// An sRGB colour whose components are from 0 to 1.
  public nonisolated struct Color: Hashable, Sendable {
    /// The red component.
    public var red: Double
    /// The green component.
    public var green: Double
    /// The blue component.
    public var blue: Double
    /// The opacity.
    public var opacity: Double

    /// Behind text that a search has found.
    package static let match = Color(red: 0.98, green: 0.8, blue: 0, opacity: 0.35)

    /// Creates a colour from its components, which are from 0 to 1.
    public init(red: Double, green: Double, blue: Double, opacity: Double = 1) {
      self.red = red
      self.green = green
      self.blue = blue
      self.opacity = opacity
    }
  }

  private var color: GdkRGBA
  private var outline = GskRoundedRect()

  /// Creates a drawing that fills the frame of an element.
  ///
  /// - Parameters:
  ///   - tag: The tag of the element.
  ///   - color: The colour.
  ///   - cornerRadius: The radius of the corners in logical pixels; at most half of the frame's shorter side.
  ///   - context: The context that the list passes to the template's `makeDrawing`.
  /// - Returns: Nil if the row has no element with the tag.
  public init?(_ tag: ElementTag, color: Color, cornerRadius: Double = 0, in context: RowDrawingContext) {
    guard let frame = context.frame(of: tag) else { return nil }
    self.color = GdkRGBA(
      red: Float(color.red), green: Float(color.green), blue: Float(color.blue), alpha: Float(color.opacity))
    var bounds = graphene_rect_t(frame)
    let radius = min(cornerRadius, frame.size.width / 2, frame.size.height / 2)
    gsk_rounded_rect_init_from_rect(&outline, &bounds, Float(radius))
  }

  public func drawBackground(on snapshot: OpaquePointer) {
    gtk_snapshot_push_rounded_clip(snapshot, &outline)
    gtk_snapshot_append_color(snapshot, &color, &outline.bounds)
    gtk_snapshot_pop(snapshot)
  }
}
