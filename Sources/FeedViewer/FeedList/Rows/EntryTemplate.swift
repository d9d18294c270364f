import LayoutCore
import PangoText

/// The row of a feed's entry: thumbnail, title, preview, a line of author and date, an accessory at the end.
final class EntryTemplate: LayoutTemplate {
  /// The side of the thumbnail, in logical pixels.
  nonisolated static let thumbnailSide = 48.0
  /// Logical pixels that texts have in the narrowest row; what has no room is clipped.
  nonisolated static let minimumTextWidth = 1.0
  nonisolated static let insets = EdgeInsets(top: 12, leading: 16, bottom: 12, trailing: 12)
  nonisolated static let spacing = 14.0
  nonisolated static let lineGap = 4.0
  /// Of a row, in logical pixels: its thumbnail, the room around it, a separator.
  nonisolated static let minimumHeight = thumbnailSide + insets.top + insets.bottom + 1
  /// Lines of the title before it ends with an ellipsis.
  nonisolated static let maximumTitleLineCount = 6
  /// Lines of the preview before it ends with an ellipsis.
  nonisolated static let maximumPreviewLineCount = 6
  /// Lines of author and date before they end with an ellipsis.
  nonisolated static let maximumMetadataLineCount = 2

  private let text: TextSystem
  private let keepsPreparedText: () -> Bool
  private var content: RowContent?
  private var prepared: PreparedRow?

  /// - Parameter keepsPreparedText: Whether prepared text is kept between measurements.
  init(text: TextSystem, keepsPreparedText: @escaping () -> Bool) {
    self.text = text
    self.keepsPreparedText = keepsPreparedText
  }

  var accessory: Accessory { content?.accessory ?? .none }

  var minimumWidth: Double {
    Self.minimumTextWidth + Self.widthAroundTexts(hasThumbnail: (content?.thumbnail ?? .none) != .none)
  }

  /// What insets and thumbnail take from the width of a row's content, in logical pixels.
  nonisolated static func widthAroundTexts(hasThumbnail: Bool) -> Double {
    insets.leading + insets.trailing + (hasThumbnail ? thumbnailSide + spacing : 0)
  }

  func prepareForReuse() {
    content = nil
    prepared = nil
  }

  func configure(for item: TemplateItem) {
    content = item.content
    prepared = item.prepared
  }

  func makeElement() -> LayoutElement? {
    guard let content else { return nil }
    var texts: [LayoutElement] = []
    if !content.title.isEmpty {
      texts.append(
        element(
          content.title, .title, prepared?.title, tag: .title,
          maximumLineCount: Self.maximumTitleLineCount))
    }
    if !content.preview.isEmpty {
      texts.append(
        element(
          content.preview, .preview, prepared?.preview, tag: .preview,
          maximumLineCount: Self.maximumPreviewLineCount))
    }
    if !content.metadata.isEmpty {
      texts.append(
        element(
          content.metadata, .metadata, prepared?.metadata, tag: .metadata,
          maximumLineCount: Self.maximumMetadataLineCount))
    }
    let column = LayoutElement.stack(
      Stack(direction: .vertical, spacing: Self.lineGap, alignItems: .stretch), texts
    ).styled {
      $0.flexGrow = 1
      $0.flexShrink = 1
    }
    var row: [LayoutElement] = []
    if content.thumbnail != .none {
      row.append(
        LayoutElement.ratio(1, .box(tag: .thumbnail)).styled { $0.width = .points(Self.thumbnailSide) })
    }
    row.append(column)
    return .inset(
      Self.insets,
      .stack(Stack(direction: .horizontal, spacing: Self.spacing, alignItems: .start), row))
  }

  private func element(
    _ string: String, _ style: TextStyle, _ prepared: PreparedText?, tag: ElementTag,
    maximumLineCount: Int
  ) -> LayoutElement {
    if let prepared {
      return .text(
        TextElement(string, style: style.id, maximumLineCount: maximumLineCount, prepared: prepared), tag: tag
      )
    }
    return .text(
      text.element(
        string, style: style, maximumLineCount: maximumLineCount, keepsPrepared: keepsPreparedText()),
      tag: tag)
  }
}

/// What a template of the list lays out.
struct TemplateItem {
  let content: RowContent
  /// The texts of an entry's row, if they were prepared before.
  var prepared: PreparedRow?
}

extension TemplateIdentifier {
  /// The row of a feed's entry.
  public nonisolated static let entry: TemplateIdentifier = "entry"
  /// The header of a section.
  public nonisolated static let sectionHeader: TemplateIdentifier = "section-header"
}

extension ElementTag {
  nonisolated static let title = ElementTag(rawValue: 1)
  nonisolated static let preview = ElementTag(rawValue: 2)
  nonisolated static let metadata = ElementTag(rawValue: 3)
  nonisolated static let thumbnail = ElementTag(rawValue: 4)
}
