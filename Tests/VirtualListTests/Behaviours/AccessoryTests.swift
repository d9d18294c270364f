import CGtk
import Expectations
import LayoutCore
import Testing

@testable import VirtualList

/// Accessories at the ends of rows: width, drawing and clicks.
@Suite(.serialized, .needsDisplay)
struct AccessoryTests {
  /// Draws its custom accessories itself: a red box of their width.
  private nonisolated struct BadgeTemplate: RowTemplate {
    func makeElement(for content: MessageContent) -> LayoutElement? {
      .box().styled { $0.height = .points(40) }
    }
    func accessory(of content: MessageContent) -> Accessory { content.accessory }
    func accessibleName(of content: MessageContent) -> String { content.text }
    @MainActor func makeDrawing(
      of content: MessageContent, in context: RowDrawingContext
    ) -> (any RowDrawing)? {
      Badge(context.accessoryFrame, isCustom: content.accessory == .custom(width: 30))
    }
  }

  private final class Badge: RowDrawing {
    let frame: Rect?
    private let isCustom: Bool

    init(_ frame: Rect?, isCustom: Bool) {
      self.frame = frame
      self.isCustom = isCustom
    }

    func draw(on snapshot: OpaquePointer) {
      guard isCustom, let frame else { return }
      fill(frame, with: GdkRGBA(red: 1, green: 0, blue: 0, alpha: 1), on: snapshot)
    }
  }

  private static let kinds: [Accessory] = [
    .none, .disclosure, .detailDisclosure, .checkmark, .detail, .custom(width: 30),
  ]

  private func messages(_ template: TemplateIdentifier, height: Int32 = 600) -> MessageList {
    let rows = Self.kinds.enumerated().map {
      MessageList.Row(
        key: "\($0)", text: String(repeating: "words of text ", count: 8), accessory: $1, template: template)
    }
    return MessageList([MessageList.Section(name: "A", rows: rows)], height: height) {
      $0.register(BadgeTemplate(), as: "badge")
    }
  }

  private func layout(_ messages: MessageList, _ row: Int) throws -> TemplateLayout {
    try require(messages.list.pool.view(of: .row(0, row))?.painter?.layout)
  }

  /// Whether anything is drawn in a part of a row.
  private func isDrawn(_ messages: MessageList, _ frame: Rect, y: Int) -> Bool {
    let blank = messages.pixel(x: 5, y: y + 5)
    for x in stride(from: Int(frame.minX), to: Int(frame.maxX), by: 1) {
      for inside in stride(from: 12, to: 28, by: 2) where messages.pixel(x: x, y: y + inside) != blank {
        return true
      }
    }
    return false
  }

  @Test func listDrawsIconsAndTemplatesDrawCustomAccessories() throws {
    let messages = messages("badge")
    defer { messages.close() }
    for (row, kind) in Self.kinds.enumerated() {
      let y = try require(messages.y(of: .row(0, row)))
      let frame = try layout(messages, row).accessoryFrame
      if kind != .none { expect(isDrawn(messages, frame, y: y), "\(kind)") }
    }
    // Both halves of the kind that has two icons.
    let both = try layout(messages, 2).accessoryFrame
    let y = try require(messages.y(of: .row(0, 2)))
    expect(isDrawn(messages, Rect(x: both.minX, y: 0, width: 34, height: 40), y: y))
    expect(isDrawn(messages, Rect(x: both.minX + 34, y: 0, width: 34, height: 40), y: y))
  }

  @Test func customAccessoryIsDrawnAtItsWidthInBothDirections() throws {
    let messages = messages("badge")
    defer { messages.close() }
    let custom = Self.kinds.count - 1
    let red: [UInt8] = [255, 0, 0, 255]
    for direction in [GTK_TEXT_DIR_LTR, GTK_TEXT_DIR_RTL] {
      gtk_widget_set_direction(messages.list.widget.pointer, direction)
      messages.settle()
      let width = Int(gtk_widget_get_width(messages.list.widget.pointer))
      let y = try require(messages.y(of: .row(0, custom))) + 20
      let start = direction == GTK_TEXT_DIR_RTL ? 16 : width - 46
      for (x, isRed) in [(start - 1, false), (start, true), (start + 29, true), (start + 30, false)] {
        expect(messages.pixel(x: x, y: y) == red, equals: isRed, "\(x)")
      }
      let none = try require(messages.list.pool.view(of: .row(0, 0))?.painter?.drawing as? Badge)
      expect(none.frame == nil)
    }
  }

  @Test func clickOnAccessoryActivatesTheAccessoryOnly() throws {
    let messages = messages("badge")
    defer { messages.close() }
    let list = messages.list
    for direction in [GTK_TEXT_DIR_LTR, GTK_TEXT_DIR_RTL] {
      gtk_widget_set_direction(list.widget.pointer, direction)
      messages.settle()
      let width = Double(gtk_widget_get_width(list.widget.pointer))
      func click(_ row: Int, fromEnd: Double, modifiers: UInt32 = 0) throws -> Bool {
        let before = (messages.accessoriesActivated.count, messages.activated.count)
        let y = try require(messages.y(of: .row(0, row)))
        list.click(
          x: direction == GTK_TEXT_DIR_RTL ? fromEnd : width - fromEnd, y: Double(y) + 20,
          modifiers: modifiers)
        let isAccessory = messages.accessoriesActivated.count > before.0
        expect(isAccessory != (messages.activated.count > before.1) || modifiers != 0)
        if isAccessory { expect(messages.accessoriesActivated.last, equals: RowIndexPath(0, row)) }
        return isAccessory
      }
      try expect(!click(0, fromEnd: 10))
      try expect(!click(1, fromEnd: 10))
      // The detail button stands before the disclosure.
      try expect(!click(2, fromEnd: 10))
      try expect(click(2, fromEnd: 50))
      try expect(!click(2, fromEnd: 69))
      try expect(!click(3, fromEnd: 10))
      list.select(RowIndexPath(0, 0))
      try expect(click(4, fromEnd: 10))
      expect(list.selectedRow, equals: RowIndexPath(0, 0))
      try expect(click(5, fromEnd: 30))
      // With a modifier a click changes the selection.
      try expect(!click(4, fromEnd: 10, modifiers: GDK_CONTROL_MASK.rawValue))
      expect(list.selection.rows.contains(RowIndexPath(0, 4)))
    }
  }

  /// A delegate that does not handle accessories.
  private final class PlainDelegate: ListViewDelegate {
    private(set) var activated: [RowIndexPath] = []
    func listView(_ list: ListView, didSelect row: RowIndexPath?) {}
    func listView(_ list: ListView, didActivate row: RowIndexPath) { activated.append(row) }
    func listView(_ list: ListView, wantsMenuFor row: RowIndexPath?, x: Double, y: Double) {}
  }

  @Test func clickOnUnhandledAccessoryActivatesTheRow() throws {
    let messages = messages("badge")
    defer { messages.close() }
    let delegate = PlainDelegate()
    messages.list.delegate = delegate
    let width = Double(gtk_widget_get_width(messages.list.widget.pointer))
    let y = try require(messages.y(of: .row(0, 4)))
    messages.list.click(x: width - 10, y: Double(y) + 20, modifiers: 0)
    expect(delegate.activated, equals: [RowIndexPath(0, 4)])
    expect(messages.list.selectedRow, equals: RowIndexPath(0, 4))
  }
}
