import LayoutCore
import PangoText
import VirtualList

/// The header of a section: the feed's title and its number of entries.
package nonisolated struct SectionHeaderTemplate: RowTemplate {
  private static let insets = EdgeInsets(top: 12, leading: 20, bottom: 8, trailing: 16)
  /// The most lines of the title.
  private static let maximumTitleLineCount = 3
  /// The width of texts in the narrowest header, in logical pixels; what does not fit is clipped.
  private static let minimumTextWidth = 1.0

  private let appearance: EntryAppearance

  package init(_ appearance: EntryAppearance) { self.appearance = appearance }

  package func makeElement(for content: RowContent) -> LayoutElement? {
    var row = [
      LayoutElement.text(
        content.title, style: appearance.title, maximumLineCount: Self.maximumTitleLineCount, tag: .title
      ).styled {
        $0.flexGrow = 1
        $0.flexShrink = 1
      }
    ]
    if !content.metadata.isEmpty {
      row.append(
        .text(content.metadata, style: appearance.metadata, maximumLineCount: 1, tag: .metadata))
    }
    return .inset(
      Self.insets,
      .stack(Stack(direction: .horizontal, spacing: 12, alignItems: .baselineLast), row))
  }

  /// Nearly all titles of feeds fit one line.
  package func makeElement(estimatedFrom lengths: TextLengths) -> LayoutElement? {
    .inset(Self.insets, .text("-", style: appearance.title, maximumLineCount: 1))
  }

  package func minimumWidth(of content: RowContent) -> Double {
    Self.insets.leading + Self.insets.trailing + Self.minimumTextWidth
  }

  /// Headers run like the rows below them.
  package func direction(of content: RowContent) -> LayoutDirection? { content.direction }

  /// Otherwise a title in the opposite direction would be next to the detail at the other end.
  package var alignsTextsToStart: Bool { true }

  package func tooltip(
    ofText string: String, tag: ElementTag?, isTruncated: Bool, content: RowContent
  ) -> String? {
    var parts: [String] = []
    if isTruncated { parts.append(RowText.label(string, maximumLength: RowContent.maximumTooltipLength)) }
    if tag == .metadata, let tooltip = content.metadataTooltip { parts.append(tooltip) }
    return parts.isEmpty ? nil : parts.joined(separator: "\n")
  }

  package func accessibleName(of content: RowContent) -> String { content.accessibleName }
}
