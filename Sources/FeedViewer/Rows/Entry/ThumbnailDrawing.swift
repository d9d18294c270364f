import CGtk
import GtkInterop
import LayoutCore
import PangoText
import VirtualList

/// Draws the thumbnail of a row: an image, or the initial that replaces it.
final class ThumbnailDrawing: RowDrawing {
  /// The radius of an image's corners, in logical pixels.
  private static let cornerRadius: Float = 8

  private let thumbnail: Thumbnail
  private let frame: Rect
  private let initials: InitialPainter
  private let text: TextSystem
  private var image: SharedObject?
  /// The reason why the image can't be shown.
  private(set) var failure: PictureFailure?
  private var imageUse: ImageLoader.Use?
  private var needsRedraw: () -> Void = {}
  private lazy var drawnInitial = drawInitial()

  /// Also requests the image with the priority of rows that are not visible.
  init(_ thumbnail: Thumbnail, frame: Rect, initials: InitialPainter, in context: RowDrawingContext) {
    self.thumbnail = thumbnail
    self.frame = frame
    self.initials = initials
    text = context.text
    if case .refused(let reason, _) = thumbnail { failure = reason }
    guard case .image(let path, _) = thumbnail else { return }
    let side = Int((frame.size.width * context.environment.scale).rounded(.up))
    imageUse = context.images.request(path: path, side: side, urgency: .display) { [weak self] answer in
      switch answer {
      case .success(let image): self?.image = image.texture
      case .failure(let failure): self?.failure = failure
      }
      self?.needsRedraw()
    }
  }

  func prepare() {
    if image == nil { _ = drawnInitial }
  }

  /// Raises the priority of the image over those of rows that are not visible.
  func becameVisible(needsRedraw: @escaping () -> Void) {
    self.needsRedraw = needsRedraw
    imageUse?.becameVisible()
  }

  var accessibleDescription: String? { failure?.message }

  func tooltip(at point: Point) -> String? { frame.contains(point) ? failure?.message : nil }

  func draw(on snapshot: OpaquePointer) {
    guard let image else {
      drawnInitial?.append(to: snapshot)
      return
    }
    var bounds = graphene_rect_t(frame)
    var rounded = GskRoundedRect()
    gsk_rounded_rect_init_from_rect(&rounded, &bounds, Self.cornerRadius)
    gtk_snapshot_push_rounded_clip(snapshot, &rounded)
    // The image covers the square; what does not fit is cropped evenly on both sides.
    let width = Float(gdk_texture_get_width(image.pointer))
    let height = Float(gdk_texture_get_height(image.pointer))
    let scale = max(bounds.size.width / width, bounds.size.height / height)
    var covering = bounds
    covering.size = graphene_size_t(width: width * scale, height: height * scale)
    covering.origin.x += (bounds.size.width - covering.size.width) / 2
    covering.origin.y += (bounds.size.height - covering.size.height) / 2
    gtk_snapshot_append_texture(snapshot, image.pointer, &covering)
    gtk_snapshot_pop(snapshot)
  }

  /// The initial that replaces an image.
  private func drawInitial() -> RenderNode? {
    let initial: Initial
    switch thumbnail {
    case .none: return nil
    case .image(_, let placeholder), .refused(_, let placeholder): initial = placeholder
    case .initial(let letter): initial = letter
    }
    return RenderNode { snapshot in
      var origin = graphene_point_t(x: Float(frame.origin.x), y: Float(frame.origin.y))
      gtk_snapshot_translate(snapshot, &origin)
      initials.node(of: initial, side: frame.size.width, text: text)?.append(to: snapshot)
    }
  }
}
