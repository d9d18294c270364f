import LayoutCore
import PangoText

/// The header of a section: the feed's title and how many entries it has.
final class SectionHeaderTemplate: LayoutTemplate {
  static let insets = EdgeInsets(top: 12, leading: 16, bottom: 8, trailing: 16)

  /// Lines of the title before it ends with an ellipsis.
  static let maximumTitleLineCount = 3

  private let text: TextSystem
  private let keepsPreparedText: () -> Bool
  private var content: RowContent?

  /// - Parameter keepsPreparedText: Whether prepared text is kept between measurements.
  init(text: TextSystem, keepsPreparedText: @escaping () -> Bool) {
    self.text = text
    self.keepsPreparedText = keepsPreparedText
  }

  func prepareForReuse() { content = nil }

  func configure(for item: TemplateItem) { content = item.content }

  var minimumWidth: Double { Self.insets.leading + Self.insets.trailing + EntryTemplate.minimumTextWidth }

  func makeElement() -> LayoutElement? {
    guard let content else { return nil }
    var row = [
      LayoutElement.text(
        element(content.title, .sectionTitle, maximumLineCount: Self.maximumTitleLineCount), tag: .title
      ).styled {
        $0.flexGrow = 1
        $0.flexShrink = 1
      }
    ]
    if !content.metadata.isEmpty {
      row.append(.text(element(content.metadata, .sectionDetail, maximumLineCount: 1), tag: .metadata))
    }
    return .inset(
      Self.insets,
      .stack(Stack(direction: .horizontal, spacing: 12, alignItems: .baselineLast), row))
  }

  private func element(_ string: String, _ style: TextStyle, maximumLineCount: Int) -> TextElement {
    text.element(
      string, style: style, maximumLineCount: maximumLineCount, keepsPrepared: keepsPreparedText())
  }
}
