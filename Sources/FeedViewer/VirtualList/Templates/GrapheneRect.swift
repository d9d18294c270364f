import CGtk
import LayoutCore

extension graphene_rect_t {
  /// A rectangle as GTK draws it.
  package nonisolated init(_ rect: Rect) {
    self.init(
      origin: graphene_point_t(x: Float(rect.origin.x), y: Float(rect.origin.y)),
      size: graphene_size_t(width: Float(rect.size.width), height: Float(rect.size.height)))
  }
}
