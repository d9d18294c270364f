import CGtk

@testable import PangoText

extension FontDescription {
  /// Makes this the font of a context. The pointer alone would not keep a description alive that nothing else holds.
  nonisolated func set(in context: OpaquePointer) {
    withExtendedLifetime(self) { pango_context_set_font_description(context, pointer) }
  }
}
