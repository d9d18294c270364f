import LayoutCore
import PangoText
import VirtualList

/// The row of an entry of which nothing is known yet: pale bars where its texts will be, as high as those of most entries. A
/// title in place of the bars tells why nothing will be known.
nonisolated struct PlaceholderTemplate: RowTemplate {
  /// A bar in the place of a line.
  private struct Bar: Sendable {
    let tag: ElementTag
    /// In logical pixels.
    let lineHeight: Double
    /// The part of the column that it fills.
    let width: Double
  }

  private static let color = FilledBox.Color(red: 0.5, green: 0.5, blue: 0.5, opacity: 0.14)
  /// The height of a bar in its line.
  private static let filledPart = 0.5
  private static let cornerRadius = 4.0

  private let metrics: EntryMetrics
  private let measure: Double
  private let bars: [Bar]
  private let reason: TextStyle

  /// - Parameter list: Its font decides how high lines are.
  @MainActor init(_ appearance: EntryAppearance, in list: ListView) {
    metrics = appearance.metrics
    measure = appearance.measure
    func bar(_ number: UInt16, _ style: TextStyle, _ width: Double) -> Bar {
      Bar(
        tag: ElementTag(rawValue: number), lineHeight: list.lineHeight(of: style).rounded(.up), width: width)
    }
    var bars = [bar(16, appearance.title, 0.4)]
    if metrics.maximumPreviewLineCount > 0 { bars.append(bar(17, appearance.preview, 0.9)) }
    if metrics.maximumPreviewLineCount > 1 { bars.append(bar(18, appearance.preview, 0.7)) }
    if metrics.showsMetadata { bars.append(bar(19, appearance.metadata, 0.25)) }
    self.bars = bars
    reason = appearance.metadata
  }

  func makeElement(for content: RowContent) -> LayoutElement? {
    guard !content.title.isEmpty else { return element }
    let text = LayoutElement.text(
      content.title, style: reason, maximumLineCount: bars.count, tag: .title)
    let height = bars.map(\.lineHeight).reduce(0, +) + metrics.lineGap * Double(bars.count - 1)
    return element([text], leastHeight: max(metrics.leastTextHeight, height))
  }

  func makeElement(estimatedFrom lengths: TextLengths) -> LayoutElement? { element }

  private var element: LayoutElement {
    element(lines, leastHeight: metrics.leastTextHeight)
  }

  private var lines: [LayoutElement] {
    bars.map { bar in
      LayoutElement.inset(
        EdgeInsets(
          top: bar.lineHeight * (1 - Self.filledPart) / 2, leading: 0,
          bottom: bar.lineHeight * (1 - Self.filledPart) / 2, trailing: 0),
        .relative(
          RelativePlacement(horizontal: .start, sizing: .minimumHeight),
          LayoutElement.box(tag: bar.tag).styled {
            $0.height = .points(bar.lineHeight * Self.filledPart)
            $0.width = .fraction(bar.width)
          }))
    }
  }

  private func element(_ lines: [LayoutElement], leastHeight: Double) -> LayoutElement {
    let column = LayoutElement.stack(
      Stack(
        direction: .vertical, spacing: metrics.lineGap, justifyContent: .center, alignItems: .stretch), lines
    ).styled {
      if leastHeight > 0 { $0.minHeight = .points(leastHeight) }
      $0.width = .points(measure)
      $0.maxWidth = .fraction(1)
    }
    return .inset(
      metrics.insets,
      .relative(RelativePlacement(horizontal: .start, sizing: .minimumHeight), column))
  }

  var typicalMinimumHeight: Double { metrics.typicalMinimumHeight }

  func minimumWidth(of content: RowContent) -> Double {
    1 + metrics.insets.leading + metrics.insets.trailing
  }

  @MainActor func makeDrawing(of content: RowContent, in context: RowDrawingContext) -> (any RowDrawing)? {
    FilledBoxes(
      bars.compactMap {
        FilledBox($0.tag, color: Self.color, cornerRadius: Self.cornerRadius, in: context)
      })
  }

  func accessibleName(of content: RowContent) -> String { content.accessibleName }
}

/// Several boxes of one row.
private final class FilledBoxes: RowDrawing {
  private let boxes: [FilledBox]

  init(_ boxes: [FilledBox]) { self.boxes = boxes }

  func drawBackground(on snapshot: OpaquePointer) {
    for box in boxes { box.drawBackground(on: snapshot) }
  }
}
