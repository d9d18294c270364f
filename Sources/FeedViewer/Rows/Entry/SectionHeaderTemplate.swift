import LayoutCore
import PangoText
import VirtualList

/// The header of a section: the feed's title, and the number of its unread entries.
package nonisolated struct SectionHeaderTemplate: RowTemplate {
  /// In logical pixels.
  private static let leastHeight = 30.0
  private static let verticalInset = 4.0
  private static let spacing = 12.0
  /// The width of texts in the narrowest header, in logical pixels; what does not fit is clipped.
  private static let minimumTextWidth = 1.0

  private let appearance: EntryAppearance
  private let insets: EdgeInsets

  package init(_ appearance: EntryAppearance) {
    self.appearance = appearance
    insets = EdgeInsets(
      top: Self.verticalInset, leading: appearance.metrics.insets.leading, bottom: Self.verticalInset,
      trailing: EntryMetrics.trailingInset)
  }

  package func makeElement(for content: RowContent) -> LayoutElement? {
    var row = [
      LayoutElement.text(content.title, style: appearance.sectionTitle, maximumLineCount: 1, tag: .title)
        .styled {
          $0.flexGrow = 1
          $0.flexShrink = 1
        }
    ]
    if !content.metadata.isEmpty {
      row.append(
        .text(content.metadata, style: appearance.metadata, maximumLineCount: 1, tag: .metadata))
    }
    return element(
      .stack(Stack(direction: .horizontal, spacing: Self.spacing, alignItems: .center), row))
  }

  package func makeElement(estimatedFrom lengths: TextLengths) -> LayoutElement? {
    element(.text("-", style: appearance.sectionTitle, maximumLineCount: 1))
  }

  /// The texts in the middle of a header that is high enough.
  private func element(_ texts: LayoutElement) -> LayoutElement {
    let inset = LayoutElement.inset(insets, texts)
    return .stack(
      Stack(direction: .vertical, justifyContent: .center, alignItems: .stretch), [inset]
    ).styled { $0.minHeight = .points(Self.leastHeight) }
  }

  package func minimumWidth(of content: RowContent) -> Double {
    insets.leading + insets.trailing + Self.minimumTextWidth
  }

  /// Titles begin at the line at which the texts of all rows begin.
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
