import GtkInterop
import LayoutCore
import PangoText
import VirtualList

/// The row of an entry: title, preview, author and date, and the entry's own picture at the end, so that the texts of all
/// rows begin at one line. The column of texts has a measure, so that lines in wide windows stay readable.
package nonisolated struct EntryTemplate: RowTemplate {
  /// The width of texts in the narrowest row, in logical pixels; what does not fit is clipped.
  private static let minimumTextWidth = 1.0
  /// The opacity of the title of a feed that is only named.
  private static let dimOpacity = 0.75

  private let appearance: EntryAppearance
  private let signs: EntrySigns?
  private var metrics: EntryMetrics { appearance.metrics }

  /// - Parameters:
  ///   - appearance: The density and the sizes of the texts.
  ///   - signs: Draws the signs of unread and starred entries; nil to measure only.
  @MainActor init(_ appearance: EntryAppearance, signs: EntrySigns?) {
    self.appearance = appearance
    self.signs = signs
  }

  /// A template that measures.
  @MainActor package init(_ appearance: EntryAppearance) { self.init(appearance, signs: nil) }

  package func makeElement(for content: RowContent) -> LayoutElement? {
    makeElement(
      title: content.title, preview: content.preview, isPassage: content.isPassage,
      metadata: content.metadata, hasPicture: content.thumbnail != .none)
  }

  /// Most entries have no picture of their own.
  package func makeElement(estimatedFrom lengths: TextLengths) -> LayoutElement? {
    func text(_ tag: ElementTag) -> String { lengths[tag] > 0 ? "-" : "" }
    return makeElement(
      title: text(.title), preview: text(.preview), isPassage: false, metadata: text(.metadata),
      hasPicture: false)
  }

  private func makeElement(
    title: String, preview: String, isPassage: Bool, metadata: String, hasPicture: Bool
  ) -> LayoutElement {
    let texts = LayoutElement.stack(
      Stack(
        direction: .vertical, spacing: metrics.lineGap, justifyContent: .center, alignItems: .stretch),
      texts(title: title, preview: preview, isPassage: isPassage, metadata: metadata)
    ).styled { if metrics.leastTextHeight > 0 { $0.minHeight = .points(metrics.leastTextHeight) } }
    let column = LayoutElement.relative(
      RelativePlacement(horizontal: .start, sizing: .minimumHeight),
      texts.styled {
        $0.width = .points(appearance.measure)
        $0.maxWidth = .fraction(1)
      })
    let side = hasPicture ? metrics.pictureSide : 0
    guard side > 0 else { return .inset(metrics.insets, column) }
    let inset = EntryMetrics.pictureInset
    let picture = LayoutElement.inset(
      EdgeInsets(
        top: inset - metrics.insets.top, leading: 0, bottom: inset - metrics.insets.bottom, trailing: 0),
      .box(width: side, height: side, tag: .thumbnail))
    return .inset(
      metrics.insets,
      .stack(
        Stack(
          direction: .horizontal, spacing: EntryMetrics.pictureSpacing, alignItems: .start),
        [
          column.styled {
            $0.flexGrow = 1
            $0.flexShrink = 1
          }, picture,
        ]))
  }

  private func texts(
    title: String, preview: String, isPassage: Bool, metadata: String
  ) -> [LayoutElement] {
    var texts: [LayoutElement] = []
    if !title.isEmpty {
      texts.append(
        .text(title, style: appearance.title, maximumLineCount: metrics.maximumTitleLineCount, tag: .title))
    }
    // Without a title, the beginning of the text tells what the entry is; a passage, why it was found.
    let previewLineCount =
      title.isEmpty || isPassage
      ? max(metrics.maximumPreviewLineCount, metrics.maximumTitleLineCount) : metrics.maximumPreviewLineCount
    if !preview.isEmpty, previewLineCount > 0 {
      texts.append(
        .text(preview, style: appearance.preview, maximumLineCount: previewLineCount, tag: .preview))
    }
    if !metadata.isEmpty, metrics.showsMetadata {
      texts.append(.text(metadata, style: appearance.metadata, maximumLineCount: 1, tag: .metadata))
    }
    return texts
  }

  package func minimumWidth(of content: RowContent) -> Double {
    let side = content.thumbnail == .none ? 0 : metrics.pictureSide
    return Self.minimumTextWidth + metrics.insets.leading + metrics.insets.trailing
      + (side > 0 ? side + EntryMetrics.pictureSpacing : 0)
  }

  /// The height of a row of one line, including its separator.
  package var typicalMinimumHeight: Double { metrics.typicalMinimumHeight }

  /// The titles of entries that were read are not bold. A narrow row has the whole date, and less of the author.
  package func emphasis(ofTextTagged tag: ElementTag?, content: RowContent) -> TextEmphasis? {
    if tag == .metadata {
      let length = content.lastPartLength
      return length > 0 ? TextEmphasis(opacity: appearance.metadata.opacity, keptEnd: length) : nil
    }
    guard tag == .title else { return nil }
    let weight = TextStyle.readTitle.weight
    switch content.readState {
    case .unread, .unmarked: return nil
    case .read: return TextEmphasis(opacity: TextStyle.readTitle.opacity, weight: weight)
    case .reference: return TextEmphasis(opacity: Self.dimOpacity, weight: weight)
    }
  }

  @MainActor package func makeDrawing(
    of content: RowContent, in context: RowDrawingContext
  ) -> (any RowDrawing)? {
    let thumbnail = context.frame(of: .thumbnail).map {
      ThumbnailDrawing(content.thumbnail, frame: $0, in: context)
    }
    let style = content.title.isEmpty ? appearance.preview : appearance.title
    return EntryDrawing(
      of: content, metrics, firstLine: Double(context.text.approximateMetrics(style).lineHeight) / 1024,
      thumbnail: thumbnail, signs: signs, in: context)
  }

  package func pictureFile(of content: RowContent) -> String? {
    guard metrics.pictureSide > 0, case .image(let path) = content.thumbnail else { return nil }
    return path
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
  /// The template of entries that are not known yet.
  package nonisolated static let placeholderEntry: TemplateIdentifier = "await"
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
