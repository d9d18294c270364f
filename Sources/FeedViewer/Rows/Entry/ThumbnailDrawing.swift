import CGtk
import GtkInterop
import LayoutCore
import VirtualList

/// Draws the picture of a row; a pale square while there is none, with a sign if there will be none.
final class ThumbnailDrawing: RowDrawing {
  private static let empty = GdkRGBA(red: 0.5, green: 0.5, blue: 0.5, alpha: 0.14)
  private static let missingIcon = "image-missing-symbolic"
  private static let missing = GdkRGBA(red: 0.5, green: 0.5, blue: 0.5, alpha: 1)
  /// The largest side of the sign, in logical pixels.
  private static let iconSide = 16.0

  private let frame: Rect
  private let scale: Double
  private var image: SharedObject?
  /// The reason why the image can't be shown.
  private(set) var failure: PictureFailure?
  private var imageUse: ImageLoader.Use?
  private var needsRedraw: () -> Void = {}

  /// Also requests the image with the priority of rows that are not visible.
  init(_ thumbnail: Thumbnail, frame: Rect, in context: RowDrawingContext) {
    self.frame = frame
    scale = context.environment.scale
    if case .refused(let reason) = thumbnail { failure = reason }
    guard case .image(let path) = thumbnail else { return }
    let side = Int((frame.size.width * scale).rounded(.up))
    imageUse = context.images.request(path: path, side: side, urgency: .display) { [weak self] answer in
      switch answer {
      case .success(let image): self?.image = image.texture
      case .failure(let failure): self?.failure = failure
      }
      self?.needsRedraw()
    }
  }

  /// Raises the priority of the image over those of rows that are not visible.
  func becameVisible(needsRedraw: @escaping () -> Void) {
    self.needsRedraw = needsRedraw
    imageUse?.becameVisible()
  }

  var accessibleDescription: String? { failure?.message }

  func tooltip(at point: Point) -> String? { frame.contains(point) ? failure?.message : nil }

  func draw(on snapshot: OpaquePointer) {
    var bounds = graphene_rect_t(frame)
    var rounded = GskRoundedRect()
    gsk_rounded_rect_init_from_rect(&rounded, &bounds, Float(EntryMetrics.pictureRadius))
    gtk_snapshot_push_rounded_clip(snapshot, &rounded)
    if let image {
      draw(image, in: bounds, on: snapshot)
    } else {
      var color = Self.empty
      gtk_snapshot_append_color(snapshot, &color, &bounds)
    }
    gtk_snapshot_pop(snapshot)
    if image == nil, failure != nil { drawMissing(on: snapshot) }
  }

  /// The image covers the square; what does not fit is cropped evenly on both sides.
  private func draw(_ image: SharedObject, in bounds: graphene_rect_t, on snapshot: OpaquePointer) {
    let width = Float(gdk_texture_get_width(image.pointer))
    let height = Float(gdk_texture_get_height(image.pointer))
    let scale = max(bounds.size.width / width, bounds.size.height / height)
    var covering = bounds
    covering.size = graphene_size_t(width: width * scale, height: height * scale)
    covering.origin.x += (bounds.size.width - covering.size.width) / 2
    covering.origin.y += (bounds.size.height - covering.size.height) / 2
    gtk_snapshot_append_texture(snapshot, image.pointer, &covering)
  }

  private func drawMissing(on snapshot: OpaquePointer) {
    let side = min(Self.iconSide, frame.size.width)
    let place = Rect(
      x: frame.minX + (frame.size.width - side) / 2, y: frame.minY + (frame.size.height - side) / 2,
      width: side, height: side)
    SymbolicIcon.draw(Self.missingIcon, in: place, scale: scale, color: Self.missing, on: snapshot)
  }
}
