import CGtk
import Expectations
import LayoutCore
import Testing
import WidgetTesting

@testable import VirtualList

/// The look that a list brings along, in programs without a style sheet.
@Suite("List style", .serialized, .needsDisplay)
struct ListStyleTests {
  private nonisolated static let looks = ["Default", "HighContrast"].flatMap { theme in
    [(theme, false), (theme, true)]
  }

  private func withLook<Result>(_ look: (String, Bool), _ body: () throws -> Result) rethrows -> Result {
    let settings = DisplaySettings()
    defer { settings.restore() }
    settings.setAnimations(false)
    settings.setTheme(look.0)
    settings.setDark(look.1)
    return try body()
  }

  private func makeList() -> MessageList {
    MessageList([
      MessageList.Section(
        name: "A", hasHeader: true,
        rows: (0..<20).map { MessageList.Row(key: "m\($0)", text: "message \($0)") })
    ])
  }

  private func pixel(_ messages: MessageList, _ row: Int, x: Int, below: Int) throws -> [UInt8] {
    messages.pixel(x: x, y: try require(messages.y(of: .row(0, row))) + below)
  }

  private func brightness(_ pixel: [UInt8]) -> Int { pixel.prefix(3).reduce(0) { $0 + Int($1) } }

  @Test(arguments: looks)
  func selectedFocusedAndHoveredRowsStandOutFromOthers(look: (String, Bool)) throws {
    try withLook(look) {
      let messages = makeList()
      defer { messages.close() }
      let states: [(row: Int, state: GtkStateFlags)] = [
        (2, GTK_STATE_FLAG_SELECTED), (4, GTK_STATE_FLAG_FOCUSED), (4, GTK_STATE_FLAG_FOCUS_VISIBLE),
      ]
      for (row, state) in states {
        let view = try require(messages.list.pool.view(of: .row(0, row)))
        gtk_widget_set_state_flags(view.widget.pointer, state, 0)
        gtk_widget_unset_state_flags(view.widget.pointer, GTK_STATE_FLAG_BACKDROP)
      }
      messages.settle()
      messages.list.rowHighlight.pointerMoved(
        to: Point(x: 380, y: Double(try require(messages.y(of: .row(0, 3)))) + 12),
        offset: messages.list.contentOffset)
      messages.settle()
      let plain = try pixel(messages, 1, x: 380, below: 12)
      // The list has the background of what is edited and read, opaque.
      expect(plain[3], equals: 255)
      expect(brightness(plain) < 384, equals: look.1)
      try expect(pixel(messages, 2, x: 380, below: 12) != plain)
      try expect(pixel(messages, 3, x: 380, below: 12) != plain)
      try expect(pixel(messages, 4, x: 380, below: 12), equals: plain)
      try expect(pixel(messages, 4, x: 200, below: 2) != plain)
    }
  }

  /// Rows that scroll below a header that sticks do not show through.
  @Test(arguments: looks)
  func stickyHeaderIsOpaque(look: (String, Bool)) {
    withLook(look) {
      let messages = makeList()
      defer { messages.close() }
      var seen: Set<[UInt8]> = []
      for inside in stride(from: 0, to: 12, by: 2) {
        messages.list.scroll(to: ScrollAnchor(element: .row(0, 3), offsetInside: inside))
        messages.settle()
        expect(messages.list.scrollState.stickyHeader?.y, equals: 0)
        // The start of the rows' texts, at one height of the header.
        let column = (10..<60).flatMap { messages.pixel(x: $0, y: 3) }
        seen.insert(column)
      }
      expect(seen.count, equals: 1)
      expect(seen.first?[3], equals: 255)
    }
  }

  @Test func clientStyleSheetOverridesTheListsStyle() throws {
    // The lowest priority above the list's own.
    let sheet = AddedStyleSheet(
      "feedlist { background-color: rgb(1, 2, 3); } feedheader { background-color: rgb(4, 5, 6); }",
      priority: GTK_STYLE_PROVIDER_PRIORITY_FALLBACK + 1)
    defer { sheet.remove() }
    let messages = makeList()
    defer { messages.close() }
    expect(messages.pixel(x: 390, y: 3), equals: [4, 5, 6, 255])
    expect(messages.pixel(x: 390, y: try require(messages.y(of: .row(0, 2))) + 5), equals: [1, 2, 3, 255])
  }

  @Test func allListsOfADisplayShareOneSheet() {
    let display = gdk_display_get_default()!
    let before = g_object_get_data(display.cast(), "virtual-list-style-sheet")
    expect(before != nil)
    _ = ListView()
    expect(g_object_get_data(display.cast(), "virtual-list-style-sheet"), equals: before)
  }
}
