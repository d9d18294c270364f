import CGtk
import GtkInterop
import LayoutCore
import Testing
import WidgetTesting

@testable import FeedViewerRows
@testable import VirtualList
@testable import PangoText

@Suite(.serialized, .enabled("needs a display") { await MainActor.run { Display.isAvailable } })
struct CompiledRowTests {
  private let widget = GObjectReference(adopting: gtk_drawing_area_new()!)

  @Test(arguments: [1, 1.5, 2])
  func compiledRowHeightEqualsItsLayoutAtEveryWidth(scale: Double) throws {
    let text = TextSystem(widget: widget.pointer)
    let heights = RowHeights.forEntries(text: text)
    var told = 0
    let compiled = TemplateHeights(EntryTemplate(EntryAppearance(in: text)), text: text).compile(contents)
    let evaluator = RowEvaluator(metrics: RowMetrics(width: 1), scale: 1)
    for (index, content) in contents.enumerated() {
      for width in stride(from: 200, through: 1_100, by: 61) {
        let conditions = MeasurementContext(
          width: width, sectionIndexWidth: index % 3 == 0 ? 24 : 0,
          environment: LayoutEnvironment(scale: scale, direction: .leftToRight, generation: text.generation))
        evaluator.update(metrics: conditions.metrics(of: .row), scale: scale)
        guard let height = compiled[index].flatMap({ evaluator.height(of: $0) }) else { continue }
        let identity = ItemIdentity(template: .entry, key: "", revision: 0)
        #expect(
          height == heights.layout(of: content, identity: identity, under: conditions).height,
          "\(content.title.debugDescription) at \(width)")
        told += 1
      }
    }
    #expect(told > contents.count * 10)
  }

  /// Below the width of insets and picture, texts have one pixel, and the rest is clipped.
  @Test func everyWidthHasAHeight() throws {
    let text = TextSystem(widget: widget.pointer)
    let heights = RowHeights.forEntries(text: text)
    let identity = ItemIdentity(template: .entry, key: "", revision: 0)
    let header = ItemIdentity(template: .sectionHeader, key: "", revision: 0)
    let content = RowContent(
      title: "A title", preview: "and a preview", metadata: "Author", thumbnail: .refused(.outsideFolder),
      accessibleName: "")
    let compiled = try #require(
      TemplateHeights(EntryTemplate(EntryAppearance(in: text)), text: text).compile([content])[0])
    let evaluator = RowEvaluator(metrics: RowMetrics(width: 1), scale: 1)
    var last = Int.max
    for width in [-70_000, 0, 1, 2, 29, 34, 68, 96, 97, 98, 110, 200, 4_000_000, 1 << 40] {
      let conditions = MeasurementContext(width: width, environment: LayoutEnvironment())
      let height = heights.layout(of: content, identity: identity, under: conditions).height
      #expect(height <= last && height > 24, "\(width)")
      last = height
      evaluator.update(metrics: conditions.metrics(of: .row), scale: 1)
      if let predicted = evaluator.height(of: compiled) {
        #expect(predicted == height, "\(width)")
      }
      #expect(heights.layout(of: content, identity: header, under: conditions).height > 20)
    }
  }

  /// A long text is truncated after a few lines: shaping all of it, with every split of its words, took a second.
  @Test(arguments: ["क्", "some words "])
  func longTextsOfAListAreNotPreparedWhole(_ unit: String) {
    let long = String(repeating: unit, count: 20_000)
    let conditions = MeasurementContext(width: 400, environment: LayoutEnvironment())
    for content in [
      RowContent(title: long, accessibleName: ""), RowContent(title: "", preview: long, accessibleName: ""),
      RowContent(title: "", metadata: long, accessibleName: ""),
    ] {
      let text = TextSystem(widget: widget.pointer)
      let heights = RowHeights.forEntries(text: text)
      let height = heights.height(
        of: .row(RowIndexPath(section: 0, row: 0)),
        identity: ItemIdentity(template: .entry, key: "", revision: 0), content: { content },
        under: conditions)
      #expect(height > 24)
      #expect(text.statistics.prepared == 0)
    }
  }

  private var contents: [RowContent] {
    TextCorpus.samples.indices.map { index in
      RowContent(
        title: TextCorpus.samples[index],
        preview: index % 5 == 4 ? "" : TextCorpus.samples[(index + 5) % TextCorpus.samples.count],
        metadata: index % 4 == 3 ? "" : "Author · 3 days ago",
        thumbnail: index.isMultiple(of: 2) ? .none : .refused(.outsideFolder), accessibleName: "")
    }
  }
}
