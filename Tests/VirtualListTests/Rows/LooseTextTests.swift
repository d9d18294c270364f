import Expectations
import LayoutCore
import PangoText
import Testing

@testable import VirtualList

/// Texts that the height of their row does not depend on.
@Suite(.serialized, .needsDisplay)
struct LooseTextTests {
  /// Measures texts with some tags and places others.
  private nonisolated struct MixedTemplate: RowTemplate {
    let measured: [UInt16]
    let loose: [UInt16]

    func makeElement(for content: MessageContent) -> LayoutElement? {
      .stack(
        Stack(direction: .vertical),
        measured.map {
          .text("measured \($0)", style: TextStyle(), tag: ElementTag(rawValue: $0))
        })
    }

    func looseTexts(of content: MessageContent, in layout: TemplateLayout) -> [LooseText] {
      loose.map {
        LooseText(
          tag: ElementTag(rawValue: $0),
          frame: Rect(x: Double($0), y: 0, width: 100, height: 20))
      }
    }

    func looseText(tagged tag: ElementTag, of content: MessageContent) -> TextElement {
      TextElement("loose \(tag.rawValue)", style: TextStyle().id)
    }
  }

  /// The number of a text is its place in the order of the tags, which says what is selected and read aloud.
  @Test func measuredAndLooseTextsAreInTheOrderOfTheirTags() throws {
    let templates = [
      MixedTemplate(measured: [30, 10], loose: [5, 20, 40]), MixedTemplate(measured: [2, 1], loose: []),
      MixedTemplate(measured: [9], loose: [1, 2, 3]), MixedTemplate(measured: [1], loose: [2, 3]),
    ]
    let rows = templates.indices.map {
      MessageList.Row(key: "\($0)", text: "", template: TemplateIdentifier("\($0)"))
    }
    let messages = MessageList([MessageList.Section(name: "A", rows: rows)], height: 800) { list in
      for (number, template) in templates.enumerated() {
        list.register(template, as: TemplateIdentifier("\(number)"))
      }
    }
    defer { messages.close() }
    for (number, template) in templates.enumerated() {
      let painter = try require(messages.list.pool.view(of: .row(0, number))?.painter)
      let tags = (template.measured + template.loose).sorted()
      expect(painter.texts.map(\.tag?.rawValue), equals: tags)
      expect(
        painter.texts.map(\.string),
        equals: tags.map { template.loose.contains($0) ? "loose \($0)" : "measured \($0)" })
      expect(painter.texts.map { $0.measuredHeight == nil }, equals: tags.map(template.loose.contains))
    }
  }
}
