import CGtk

/// Writes pages as PDF with cairo, without GTK and without a display.
package nonisolated enum PDFPages {
  private nonisolated final class Output {
    var bytes: [UInt8] = []
  }

  /// A PDF document.
  ///
  /// - Parameters:
  ///   - width: Of each page, in points; so is the height.
  ///   - count: The number of pages.
  ///   - draw: Draws a page, counted from 0, in points from its top left corner.
  /// - Returns: Nil if cairo could not make the document.
  @MainActor
  package static func document(
    width: Double, height: Double, count: Int, draw: (_ page: Int, _ cairo: OpaquePointer) -> Void
  ) -> [UInt8]? {
    let output = Output()
    let surface = cairo_pdf_surface_create_for_stream(
      { closure, data, length in
        guard let closure, let data else { return CAIRO_STATUS_WRITE_ERROR }
        Unmanaged<Output>.fromOpaque(closure).takeUnretainedValue().bytes
          .append(contentsOf: UnsafeBufferPointer(start: data, count: Int(length)))
        return CAIRO_STATUS_SUCCESS
      }, Unmanaged.passUnretained(output).toOpaque(), width, height)
    guard let surface else { return nil }
    defer { cairo_surface_destroy(surface) }
    guard let cairo = cairo_create(surface) else { return nil }
    for page in 0..<count {
      draw(page, cairo)
      cairo_show_page(cairo)
    }
    cairo_destroy(cairo)
    // Writes the rest of the document.
    cairo_surface_finish(surface)
    return withExtendedLifetime(output) {
      cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS ? output.bytes : nil
    }
  }
}
