import CGtk
import Expectations
import LayoutCore
import Testing
import WidgetTesting

@testable import VirtualList
@testable import PangoText

/// Lines drawn one by one at the positions computed by arithmetic look like a PangoLayout.
@Suite(.serialized) struct TextPixelTests {
  private nonisolated static let rows = [
    TextCorpus.samples[0], TextCorpus.samples[2], TextCorpus.samples[3], TextCorpus.samples[4],
    TextCorpus.samples[5],
    TextCorpus.samples[6], TextCorpus.samples[8], TextCorpus.samples[10],
  ]

  @Test(arguments: rows, [true, false])
  func linesByArithmeticLookLikeTheLayout(string: String, rounds: Bool) throws {
    let system = TextSystem(font: "Sans 11", roundsGlyphPositions: rounds)
    let text = system.element(string, style: .preview)
    for pixels in [130, 200, 333] {
      let constraint = LineConstraint(width: pixels * 1024)
      let extents = try require(system.extentsByArithmetic(of: text, in: constraint))
      let lines = system.lines(of: text, in: constraint)
      expect(lines.count == extents.lineCount && lines.count > 1)
      let whole = picture(pixels, extents.height) { cairo in
        system.makeLayout(text, in: constraint).use { pango_cairo_show_layout(cairo, $0) }
      }
      let parts = picture(pixels, extents.height) { cairo in
        draw(lines, of: text, width: pixels * 1024, system, cairo)
      }
      expect(whole, equals: parts, "\(string) at \(pixels)")
      expect(whole.contains { $0 != 0 })
    }
  }

  @Test func aDifferentLineBreakLooksDifferent() throws {
    let system = TextSystem(font: "Sans 11")
    let text = system.element(TextCorpus.samples[0], style: .preview)
    let other = picture(200, 100_000) { cairo in
      system.makeLayout(text, width: 180 * 1024).use { pango_cairo_show_layout(cairo, $0) }
    }
    let right = picture(200, 100_000) { cairo in
      system.makeLayout(text, width: 200 * 1024).use { pango_cairo_show_layout(cairo, $0) }
    }
    expect(other != right)
  }

  /// Draws the characters of each line, one line below the other.
  private func draw(
    _ lines: [TextLine], of text: TextElement, width: Int, _ system: TextSystem,
    _ cairo: OpaquePointer
  ) {
    let bytes = Array(text.string.utf8)
    var top = 0
    for (index, line) in lines.enumerated() {
      var part = String(decoding: bytes[line.bytes], as: UTF8.self)
      let own = system.extents(of: system.element(part, style: .preview), width: nil)
      // White space at a break is not drawn, and takes no space.
      if index < lines.count - 1, part.hasSuffix(" ") { part.removeLast() }
      let element = TextElement(part, style: text.style)
      system.makeLayout(element, width: nil).use { layout in
        let layoutLine = pango_layout_get_line_readonly(layout, 0)!
        let isRightToLeft = layoutLine.pointee.resolved_dir == PANGO_DIRECTION_RTL.rawValue
        let x = isRightToLeft ? width - line.width : 0
        // The position of a path's point would be rounded to 1/256 pixel, which can be another one of the quarters of
        // a pixel at which cairo draws glyphs from version 1.18 on. A translation is exact.
        cairo_save(cairo)
        cairo_translate(cairo, Double(x) / 1024, Double(top + own.firstBaseline) / 1024)
        pango_cairo_show_layout_line(cairo, layoutLine)
        cairo_restore(cairo)
      }
      top += own.height
    }
  }

  private func picture(_ width: Int, _ height: Int, _ draw: (OpaquePointer) -> Void) -> [UInt8] {
    let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height / 1024 + 1))!
    defer { cairo_surface_destroy(surface) }
    let cairo = cairo_create(surface)!
    draw(cairo)
    cairo_destroy(cairo)
    cairo_surface_flush(surface)
    let count = Int(cairo_image_surface_get_stride(surface)) * Int(cairo_image_surface_get_height(surface))
    return Array(UnsafeBufferPointer(start: cairo_image_surface_get_data(surface), count: count))
  }
}
