import CGtk
import Expectations
import GtkInterop
import LayoutCore
import Testing
import WidgetTesting

@testable import FeedViewerRows
@testable import PangoText
@testable import VirtualList

/// Letters that are higher than Latin ones, or come from other fonts, are drawn in rows and section headers as they are alone.
@Suite(.serialized, .needsDisplay)
struct RowInkTests {
  private nonisolated static let width = 700
  /// What is at the left of the titles, such as the dot of unread entries.
  private nonisolated static let inset = 24
  private let widget = GObjectReference(adopting: gtk_drawing_area_new()!)

  private func painter(ofEntry title: String, _ state: ReadState, in text: TextSystem) -> RowPainter {
    .ofEntry(
      RowContent(title: title, readState: state, accessibleName: ""), width: Self.width, density: .titles,
      signs: EntrySigns(of: widget.pointer), in: text)
  }

  private func painter(ofHeader title: String, in text: TextSystem) -> RowPainter {
    .ofHeader(RowContent(title: title, accessibleName: ""), width: Self.width, in: text)
  }

  /// The number of pixel rows from the top to the bottom of what is drawn.
  private func inkHeight(_ image: PixelImage, from left: Int) -> Int {
    let inked = (0..<image.height).filter { y in
      (left..<image.width).contains { image.pixels[y * image.width + $0] >> 24 > 0x20 }
    }
    return inked.isEmpty ? 0 : inked[inked.count - 1] - inked[0] + 1
  }

  private func inkHeight(drawnBy painter: RowPainter) -> Int {
    let snapshot = gtk_snapshot_new()!
    painter.paint(on: snapshot, widget: widget.pointer)
    // What lies beyond the row is cut off.
    let image = PixelImage(drawing: snapshot, width: Self.width, height: painter.layout.height)
    return inkHeight(image, from: Self.inset)
  }

  private func inkHeight(ofTextAlone layout: OpaquePointer) -> Int {
    let snapshot = gtk_snapshot_new()!
    var origin = graphene_point_t(x: 0, y: 60)
    gtk_snapshot_translate(snapshot, &origin)
    var color = GdkRGBA(red: 0, green: 0, blue: 0, alpha: 1)
    gtk_snapshot_append_layout(snapshot, layout, &color)
    return inkHeight(PixelImage(drawing: snapshot, width: Self.width, height: 180), from: 0)
  }

  /// In some fonts, Hebrew and Thai letters come from another one.
  @Test(
    arguments: ["Sans 10", "Sans 11", "DejaVu Sans 10", "Sans 20"],
    ["يوميات الطبيعة · יומן טבע", "ปู่ย่าตายาย", "Ệ", "नमस्ते"])
  func noTitleIsCut(font: String, title: String) throws {
    let text = TextSystem(font: font)
    let painters = [
      painter(ofEntry: title, .unread, in: text), painter(ofEntry: title, .read, in: text),
      painter(ofHeader: title, in: text),
    ]
    for (number, painter) in painters.enumerated() {
      let placed = try require(painter.texts.first)
      expect(placed.string, equals: title)
      let alone = inkHeight(ofTextAlone: placed.drawnLayout.pointer)
      expect(alone > 6)
      expect(abs(inkHeight(drawnBy: painter) - alone) <= 1, "\(number)")
    }
  }
}
