import GtkInterop
import LayoutCore
import PangoText
import VirtualList

/// The row of an entry: thumbnail, title, preview, author and date, and an accessory.
package nonisolated struct EntryTemplate: RowTemplate {
  /// The side of the thumbnail, in logical pixels.
  private static let thumbnailSide = 48.0
  /// The width of texts in the narrowest row, in logical pixels; what does not fit is clipped.
  private static let minimumTextWidth = 1.0
  private static let insets = EdgeInsets(top: 12, leading: 16, bottom: 12, trailing: 12)
  private static let spacing = 14.0
  private static let lineGap = 4.0
  /// The most lines of a title.
  private static let maximumTitleLineCount = 6
  private static let maximumPreviewLineCount = 6
  private static let maximumMetadataLineCount = 2

  private let initials: InitialPainter

  @MainActor package init() { initials = InitialPainter() }

  package func makeElement(for content: RowContent) -> LayoutElement? {
    makeElement(
      title: content.title, preview: content.preview, metadata: content.metadata,
      hasThumbnail: content.thumbnail != .none)
  }

  package func makeElement(estimatedFrom lengths: TextLengths) -> LayoutElement? {
    func text(_ tag: ElementTag) -> String { lengths[tag] > 0 ? "-" : "" }
    return makeElement(
      title: text(.title), preview: text(.preview), metadata: text(.metadata), hasThumbnail: true)
  }

  private func makeElement(
    title: String, preview: String, metadata: String, hasThumbnail: Bool
  ) -> LayoutElement {
    var texts: [LayoutElement] = []
    if !title.isEmpty {
      texts.append(.text(title, style: .title, maximumLineCount: Self.maximumTitleLineCount, tag: .title))
    }
    if !preview.isEmpty {
      texts.append(
        .text(preview, style: .preview, maximumLineCount: Self.maximumPreviewLineCount, tag: .preview))
    }
    if !metadata.isEmpty {
      texts.append(
        .text(metadata, style: .metadata, maximumLineCount: Self.maximumMetadataLineCount, tag: .metadata))
    }
    let column = LayoutElement.stack(
      Stack(direction: .vertical, spacing: Self.lineGap, alignItems: .stretch), texts
    ).styled {
      $0.flexGrow = 1
      $0.flexShrink = 1
    }
    var row: [LayoutElement] = []
    if hasThumbnail {
      row.append(
        LayoutElement.ratio(1, .box(tag: .thumbnail)).styled { $0.width = .points(Self.thumbnailSide) })
    }
    row.append(column)
    return .inset(
      Self.insets,
      .stack(Stack(direction: .horizontal, spacing: Self.spacing, alignItems: .start), row))
  }

  package func accessory(of content: RowContent) -> Accessory { content.accessory }

  package var estimatedAccessory: Accessory { .disclosure }

  package func minimumWidth(of content: RowContent) -> Double {
    let thumbnail = content.thumbnail == .none ? 0 : Self.thumbnailSide + Self.spacing
    return Self.minimumTextWidth + Self.insets.leading + Self.insets.trailing + thumbnail
  }

  /// The height of a row with a thumbnail, including its separator.
  package var typicalMinimumHeight: Double { Self.thumbnailSide + Self.insets.top + Self.insets.bottom + 1 }

  @MainActor package func makeDrawing(
    of content: RowContent, in context: RowDrawingContext
  ) -> (any RowDrawing)? {
    context.frame(of: .thumbnail).map {
      ThumbnailDrawing(content.thumbnail, frame: $0, initials: initials, in: context)
    }
  }

  package func pictureFile(of content: RowContent) -> String? {
    if case .image(let path, _) = content.thumbnail { path } else { nil }
  }

  /// Shows more of a truncated title, and the full date for the line of author and date. The preview has no tooltip,
  /// because the article shows it.
  package func tooltip(
    ofText string: String, tag: ElementTag?, isTruncated: Bool, content: RowContent
  ) -> String? {
    if tag == .preview { return nil }
    var parts: [String] = []
    if isTruncated { parts.append(RowText.label(string, maximumLength: RowContent.maximumTooltipLength)) }
    if tag == .metadata, let tooltip = content.metadataTooltip { parts.append(tooltip) }
    return parts.isEmpty ? nil : parts.joined(separator: "\n")
  }

  package func accessibleName(of content: RowContent) -> String { content.accessibleName }
}

extension TemplateIdentifier {
  /// The template of entries.
  package nonisolated static let entry: TemplateIdentifier = "entry"
  /// The template of section headers.
  package nonisolated static let sectionHeader: TemplateIdentifier = "section-header"
}

extension ElementTag {
  nonisolated static let title = ElementTag(rawValue: 1)
  nonisolated static let preview = ElementTag(rawValue: 2)
  nonisolated static let metadata = ElementTag(rawValue: 3)
  nonisolated static let thumbnail = ElementTag(rawValue: 4)
}

extension TextLengths {
  /// The typical length of author and date, in bytes.
  private nonisolated static let metadataLength = 24

  /// The lengths of an entry's texts in UTF-8 bytes.
  package nonisolated init(title: Int, preview: Int) {
    self.init()
    self[.title] = title
    self[.preview] = preview
    self[.metadata] = Self.metadataLength
  }
}

extension ListView {
  /// A list with the templates of entries and section headers.
  ///
  /// - Parameter pictureDecoder: Decodes the rows' pictures; nil shows initials instead.
  package static func forEntries(pictureDecoder: PictureDecoder? = nil) -> ListView {
    let list = ListView(pictureDecoder: pictureDecoder)
    list.register(EntryTemplate(), as: .entry)
    list.register(SectionHeaderTemplate(), as: .sectionHeader)
    return list
  }
}
