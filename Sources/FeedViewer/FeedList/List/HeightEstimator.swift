import LayoutCore
import PangoText

/// Guesses heights from the lengths of texts: close on average for each row, without reading any text.
struct HeightEstimator {
  private struct Line {
    let bytesPerLine: Double
    let height: Double
  }

  private let title: Line
  private let preview: Line
  private let metadataHeight: Double
  private let headerHeight: Int
  private let rowBoxHeight: Int
  private let scale: Double

  init(text: TextSystem, conditions: MeasurementContext) {
    let insets = EntryTemplate.insets
    let width =
      Double(conditions.rowWidth) - Accessory.disclosure.width - insets.leading - insets.trailing
      - EntryTemplate.thumbnailSide - EntryTemplate.spacing
    func line(_ style: TextStyle) -> Line {
      let metrics = text.approximateMetrics(style)
      return Line(
        bytesPerLine: max(width * 1024 / Double(max(metrics.characterWidth, 1)), 1),
        height: Double(metrics.lineHeight) / 1024)
    }
    title = line(.title)
    preview = line(.preview)
    metadataHeight = Double(text.approximateMetrics(.metadata).lineHeight) / 1024
    scale = conditions.environment.scale
    let around = SectionHeaderTemplate.insets
    let headerLine = Double(text.approximateMetrics(.sectionTitle).lineHeight) / 1024
    headerHeight =
      Int(((headerLine + around.top + around.bottom) * scale).rounded(.up))
      + conditions.boxHeight(of: .sectionHeader)
    rowBoxHeight = conditions.boxHeight(of: .entry)
  }

  /// The estimated height in device pixels.
  func height(of element: ListElement, lengths: TextLengths) -> Int {
    guard case .row = element else { return headerHeight }
    let titleLines = min(
      (Double(lengths.title) / title.bytesPerLine).rounded(.up), Double(EntryTemplate.maximumTitleLineCount))
    let previewLines = min(
      (Double(lengths.preview) / preview.bytesPerLine).rounded(.up),
      Double(EntryTemplate.maximumPreviewLineCount))
    let texts =
      titleLines * title.height + previewLines * preview.height + metadataHeight
      + EntryTemplate.lineGap * (titleLines > 0 && previewLines > 0 ? 2 : 1)
    let content = max(texts, EntryTemplate.thumbnailSide)
    let insets = EntryTemplate.insets
    return Int(((content + insets.top + insets.bottom) * scale).rounded(.up)) + 1 + rowBoxHeight
  }
}
