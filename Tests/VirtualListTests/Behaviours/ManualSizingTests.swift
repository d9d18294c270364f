import CGtk
import Expectations
import LayoutCore
import PangoText
import Testing
import WidgetTesting

@testable import VirtualList

/// Rows that templates measure by hand, and rows without height.
@Suite(.serialized, .needsDisplay)
struct ManualSizingTests {
  /// A coloured bar whose height the template computes by hand.
  private nonisolated struct BarTemplate: RowTemplate {
    func makeElement(for content: MessageContent) -> LayoutElement? { nil }
    func heightThatFits(width: Double, content: MessageContent) -> Double? {
      Double(content.text.count) * 1_000 / width
    }
    func accessibleName(of content: MessageContent) -> String { content.text }
    @MainActor func makeDrawing(of content: MessageContent, in context: RowDrawingContext) -> (
      any RowDrawing
    )? {
      Fill(context.layout.contentFrame)
    }
  }

  /// Fills a rectangle with blue.
  private final class Fill: RowDrawing {
    let frame: Rect

    init(_ frame: Rect) { self.frame = frame }

    func draw(on snapshot: OpaquePointer) {
      fill(frame, with: GdkRGBA(red: 0, green: 0, blue: 1, alpha: 1), on: snapshot)
    }
  }

  /// A box as high as the text is long.
  private nonisolated struct BoxTemplate: RowTemplate {
    func makeElement(for content: MessageContent) -> LayoutElement? {
      .box().styled { $0.height = .points(Double(content.text.count)) }
    }
    func accessibleName(of content: MessageContent) -> String { content.text }
  }

  private func rows(_ count: Int, template: TemplateIdentifier, text: (Int) -> String) -> [MessageList
    .Section]
  {
    [
      MessageList.Section(
        name: "A", rows: (0..<count).map { .init(key: "\($0)", text: text($0), template: template) })
    ]
  }

  @Test func rowsWithoutElementUseManualSizingAndDrawing() throws {
    let sections = rows(200, template: "bar") { String(repeating: "x", count: 4 + $0 % 3 * 4) }
    let messages = MessageList(sections) { $0.register(BarTemplate(), as: "bar") }
    defer { messages.close() }
    let width = Int(gtk_widget_get_width(messages.list.widget.pointer))
    func expectHeights(_ width: Int) {
      expect(!messages.picture.isEmpty)
      for place in messages.picture {
        guard case .row(let row) = place.element else { continue }
        let content = Double(4 + row.row % 3 * 4) * 1_000 / Double(width)
        expect(place.height, equals: Int(content.rounded(.up)) + 1, "\(row)")
      }
    }
    expectHeights(width)
    expect(messages.drawnTexts(of: .row(0, 0)).isEmpty)
    expect(messages.pixel(x: width / 2, y: 3), equals: [0, 0, 255, 255])
    expect(messages.finishPrecache())
    expect(messages.list.geometry.unmeasuredCount, equals: 0)
    let before = messages.list.geometry.totalHeight
    gtk_window_set_default_size(messages.window.cast(), 250, 300)
    messages.settle()
    expectHeights(Int(gtk_widget_get_width(messages.list.widget.pointer)))
    expect(messages.finishPrecache())
    expect(messages.list.geometry.totalHeight > before)
  }

  /// Also with padding from a style sheet.
  @Test func zeroHeightRowsAreSkippedInHitTestingAndByKeys() throws {
    let sheet = AddedStyleSheet("feedrow { padding: 3px; }")
    defer { sheet.remove() }
    // The first, the last and those in the middle have no height; most of them are never on screen before.
    let isEmpty = { (row: Int) in row < 2 || (20..<60).contains(row) || row >= 78 }
    let messages = MessageList(
      rows(80, template: "box") { isEmpty($0) ? "" : String(repeating: "x", count: 40) }
    ) {
      $0.register(BoxTemplate(), as: "box")
      $0.pausesPrecache = true
    }
    defer { messages.close() }
    let list = messages.list
    expect(list.geometry.height(of: .row(0, 0)), equals: .measured(0))
    for y in 0..<200 { expect(list.row(atY: Double(y)), equals: RowIndexPath(0, 2 + y / 47), "\(y)") }
    func press(_ key: Int32) -> Int? {
      expect(list.keyPressed(UInt32(key), modifiers: 0), equals: .handled)
      return list.selectedRow?.row
    }
    expect(press(GDK_KEY_End), equals: 77)
    expect(press(GDK_KEY_Down), equals: 77)
    expect(press(GDK_KEY_Home), equals: 2)
    expect(press(GDK_KEY_Up), equals: 2)
    list.select(RowIndexPath(0, 19))
    expect(press(GDK_KEY_Down), equals: 60)
    expect(press(GDK_KEY_Up), equals: 19)
    messages.settle()
    expect(messages.list.geometry.height(of: .row(0, 20)), equals: .measured(0))
    expect(messages.picture.allSatisfy { $0.height == 47 })
  }

  @Test func listOfZeroHeightRowsIsEmptyAndComplete() {
    let messages = MessageList(rows(50, template: "box") { _ in "" }) {
      $0.register(BoxTemplate(), as: "box")
    }
    defer { messages.close() }
    expect(messages.finishPrecache())
    expect(messages.list.geometry.totalHeight == 0 && messages.picture.isEmpty)
    expect(messages.list.isComplete)
    expect(messages.list.keyPressed(UInt32(GDK_KEY_Down), modifiers: 0), equals: .handled)
    messages.sections[0].rows[7].text = String(repeating: "x", count: 20)
    messages.sections[0].rows[7].revision = 1
    messages.list.reloadRows([RowIndexPath(0, 7)])
    messages.settle()
    expect(messages.picture.map(\.height), equals: [21])
  }
}
