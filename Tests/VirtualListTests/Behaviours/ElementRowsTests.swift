import CGtk
import Expectations
import LayoutCore
import PangoText
import Testing

@testable import VirtualList

/// Rows made of every element and style: each is as high in a window as its element is laid out.
@Suite(.serialized, .needsDisplay)
struct ElementRowsTests {
  private nonisolated struct Example: Sendable {
    let name: String
    let element: LayoutElement
    /// Of the content at a width, in logical pixels.
    let height: @Sendable (Double) -> Double

    init(_ name: String, _ element: LayoutElement, _ height: @escaping @Sendable (Double) -> Double) {
      self.name = name
      self.element = element
      self.height = height
    }
  }

  private nonisolated static let examples: [Example] = {
    func box(_ width: Double, _ height: Double) -> LayoutElement { .box(width: width, height: height) }
    let hidden = box(10, 100).styled { $0.isHidden = true }
    let apart = box(10, 20).styled {
      $0.spacingBefore = 7
      $0.spacingAfter = -3
    }
    return [
      Example("inset", .inset(EdgeInsets(top: 3, leading: 4, bottom: 5, trailing: 6), box(10, 20))) { _ in 28
      },
      Example("ratio", .ratio(0.25, .box())) { $0 / 4 },
      Example("overlay", .overlay(box(10, 30), with: box(100, 100))) { _ in 30 },
      Example("background", .background(box(10, 30), with: box(100, 100))) { _ in 30 },
      Example("corner", .corner(CornerPlacement(.topTrailing), box(10, 20), corner: box(8, 8))) { _ in 20 },
      Example(
        "corner in size",
        .corner(CornerPlacement(.topTrailing, includesCornerInSize: true), box(10, 20), corner: box(8, 8))
      ) { _ in 24 },
      Example("wrapper", .wrapper([box(5, 10), box(5, 50)])) { _ in 50 },
      Example("center", .center(box(10, 20))) { _ in 20 },
      Example(
        "absolute",
        .absolute([box(10, 20).styled { $0.position = Point(x: 9, y: 40) }], sizing: .sizeToFit)
      ) { _ in 60 },
      Example(
        "column", .stack(Stack(direction: .vertical, spacing: 10), [box(10, 20), hidden, box(10, 30)])
      ) { _ in 60 },
      Example("spacing", .stack(Stack(direction: .vertical), [box(10, 20), apart, box(10, 20)])) { _ in 64 },
      Example("row", .stack(Stack(direction: .horizontal, alignItems: .stretch), [box(10, 20), box(10, 45)]))
      {
        _ in 45
      },
      Example(
        "wrap",
        .stack(
          Stack(direction: .horizontal, wraps: true, lineSpacing: 5), (0..<5).map { _ in box(120, 20) })
      ) { width in
        let lines = (5 / (width / 120).rounded(.down)).rounded(.up)
        return 20 * lines + 5 * (lines - 1)
      },
      Example("least height", box(10, 10).styled { $0.minHeight = .points(44) }) { _ in 44 },
      Example("largest height", box(10, 100).styled { $0.maxHeight = .points(30) }) { _ in 30 },
      Example("part of nothing", .box()) { _ in 0 },
    ]
  }()

  private nonisolated struct ExampleTemplate: RowTemplate {
    func makeElement(for content: MessageContent) -> LayoutElement? {
      examples.first { $0.name == content.text }?.element
    }
    func accessibleName(of content: MessageContent) -> String { content.text }
  }

  @Test func rowHeightOfEveryElementEqualsItsLayout() {
    let rows = Self.examples.map { MessageList.Row(key: $0.name, text: $0.name, template: "example") }
    let messages = MessageList([MessageList.Section(name: "A", rows: rows)], height: 800) {
      $0.register(ExampleTemplate(), as: "example")
    }
    defer { messages.close() }
    for width: Int32 in [400, 300, 520] {
      gtk_window_set_default_size(messages.window.cast(), width, 800)
      messages.settle()
      expect(messages.finishPrecache())
      let listWidth = Double(gtk_widget_get_width(messages.list.widget.pointer))
      for (row, example) in Self.examples.enumerated() {
        let height = Int(example.height(listWidth).rounded(.up))
        expect(
          messages.list.geometry.height(of: .row(0, row)), equals: .measured(height > 0 ? height + 1 : 0),
          "\(example.name) at \(listWidth)")
      }
      for place in messages.picture {
        expect(.measured(place.height), equals: messages.list.geometry.height(of: place.element))
      }
    }
  }

  /// Shows at most so many lines of its texts.
  private nonisolated struct LinesTemplate: RowTemplate {
    let count: Int
    func makeElement(for content: MessageContent) -> LayoutElement? {
      .text(content.text, style: TextStyle(), maximumLineCount: count)
    }
  }

  @Test func textsBeyondTheirLineLimitEndWithAnEllipsis() throws {
    let long = String(repeating: "many words ", count: 40)
    let rows = (0...3).map {
      MessageList.Row(key: "\($0)", text: long, template: TemplateIdentifier("\($0)"))
    }
    let messages = MessageList([MessageList.Section(name: "A", rows: rows)], height: 800) { list in
      for count in 0...3 { list.register(LinesTemplate(count: count), as: TemplateIdentifier("\(count)")) }
    }
    defer { messages.close() }
    let heights = (0...3).map { messages.list.geometry.height(of: .row(0, $0)).value - 1 }
    expect(heights[3] > heights[2] && heights[2] > heights[1] && heights[0] > heights[3])
    for row in 0...3 {
      let layout = try require(
        messages.list.pool.view(of: .row(0, row))?.painter?.layouts(of: TextStyle()).first)
      expect(pango_layout_is_ellipsized(layout) != 0, equals: row > 0)
      if row > 0 { expect(pango_layout_get_line_count(layout) == row) }
    }
  }
}
