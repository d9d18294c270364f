import CGtk
import Expectations
import Foundation
import GtkInterop
import Testing

@testable import FeedViewerRows
@testable import PangoText
@testable import VirtualList

/// The last line of a row that is too narrow for it: the date stays whole.
@Suite(.serialized, .needsDisplay)
struct NarrowDetailsTests {
  private let widget = GObjectReference(adopting: gtk_drawing_area_new()!)
  private let text: TextSystem

  init() { text = TextSystem(widget: widget.pointer) }

  private static func line(_ parts: [String]) -> String {
    "\u{2068}" + parts.joined(separator: RowContent.partBoundary) + "\u{2069}"
  }

  private func painter(of line: String, width: Int) -> RowPainter {
    .ofEntry(RowContent(title: "Title", metadata: line, accessibleName: ""), width: width, in: text)
  }

  private func drawnText(_ painter: RowPainter) -> String {
    String(cString: pango_layout_get_text(painter.texts[1].drawnLayout.pointer))
  }

  @Test(arguments: ["Alexander von Humboldt and Aimé Bonpland", "ليلى منصور وسامي حداد وهدى الشامي ويوسف"])
  func theAuthorIsShortenedBeforeTheDate(author: String) {
    let line = Self.line([author, "20 Mar 2026"])
    let narrow = painter(of: line, width: 210)
    let shown = drawnText(narrow)
    expect(shown.hasSuffix("…" + RowContent.partBoundary + "20 Mar 2026\u{2069}"), "\(shown)")
    expect(shown.hasPrefix(String(line.prefix(4))) && shown.count < line.count)
    expect(pango_layout_is_ellipsized(narrow.texts[1].drawnLayout.pointer), equals: 0)
    // The height is that which was measured.
    let (measured, drawn) = (narrow.texts[1].layout.pointer, narrow.texts[1].drawnLayout.pointer)
    var (before, after) = (PangoRectangle(), PangoRectangle())
    pango_layout_get_extents(measured, nil, &before)
    pango_layout_get_extents(drawn, nil, &after)
    expect(before.height, equals: after.height)
    // With room, nothing is left out.
    expect(drawnText(painter(of: line, width: 900)), equals: line)
  }

  @Test func theFeedIsNamedBeforeTheAuthor() {
    let shown = drawnText(painter(of: Self.line(["Travel Notes", "Alexander", "20 Mar 2026"]), width: 220))
    expect(shown.hasPrefix("\u{2068}Travel Notes") && shown.hasSuffix("20 Mar 2026\u{2069}"), "\(shown)")
    // Each part still has a direction of its own.
    expect(shown.count { $0 == "\u{2068}" }, equals: shown.count { $0 == "\u{2069}" })
  }

  @Test func aLineWithoutADateOrWithoutRoomForOneEndsWithAnEllipsis() {
    let alone = Self.line(["Alexander von Humboldt and Aimé Bonpland"])
    expect(drawnText(painter(of: alone, width: 200)), equals: alone)
    let long = Self.line(["Ann", String(repeating: "a very long date ", count: 8)])
    expect(drawnText(painter(of: long, width: 200)), equals: long)
  }

  @Test func whatIsHighlightedIsTheSameText() throws {
    let line = Self.line(["Alexander von Humboldt and Aimé Bonpland", "20 Mar 2026"])
    let narrow = painter(of: line, width: 210)
    func shown(_ words: String) throws -> String {
      let range = try require(line.range(of: words))
      let bytes = line.utf8.distance(from: line.startIndex, to: range.lowerBound)
      let drawn = narrow.texts[1].drawnRange(of: bytes..<bytes + words.utf8.count)
      return String(decoding: Array(drawnText(narrow).utf8)[drawn], as: UTF8.self)
    }
    try expect(shown("Alex"), equals: "Alex")
    try expect(shown("20 Mar"), equals: "20 Mar")
    try expect(shown("Bonpland"), equals: "")
  }
}
