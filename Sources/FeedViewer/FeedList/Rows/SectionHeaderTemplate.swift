import LayoutCore

/// The header of a section: the feed's title and how many entries it has.
final class SectionHeaderTemplate: LayoutTemplate {
  private let text: TextSystem
  private var content: RowContent?

  init(text: TextSystem) { self.text = text }

  func prepareForReuse() { content = nil }

  func configure(for item: RowContent) { content = item }

  func makeElement() -> LayoutElement? {
    guard let content else { return nil }
    var row = [
      LayoutElement.text(text.element(content.title, style: .sectionTitle), tag: .title).styled {
        $0.flexGrow = 1
        $0.flexShrink = 1
      }
    ]
    if !content.metadata.isEmpty {
      row.append(.text(text.element(content.metadata, style: .sectionDetail), tag: .metadata))
    }
    return .inset(
      EdgeInsets(top: 12, leading: 16, bottom: 8, trailing: 16),
      .stack(Stack(direction: .horizontal, spacing: 12, alignItems: .baselineLast), row))
  }
}
