import CGtk
import Expectations
import GtkInterop
import LayoutCore
import RandomNumbers
import Testing
import WidgetTesting

@testable import FeedViewerRows
@testable import VirtualList
@testable import PangoText

@Suite(.serialized, .needsDisplay)
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
        expect(
          height, equals: heights.layout(of: content, identity: identity, under: conditions).height,
          "\(content.title.debugDescription) at \(width)")
        told += 1
      }
    }
    expect(told > contents.count * 10)
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
    let compiled = try require(
      TemplateHeights(EntryTemplate(EntryAppearance(in: text)), text: text).compile([content])[0])
    let evaluator = RowEvaluator(metrics: RowMetrics(width: 1), scale: 1)
    var last = Int.max
    for width in [-70_000, 0, 1, 2, 29, 34, 68, 96, 97, 98, 110, 200, 4_000_000, 1 << 40] {
      let conditions = MeasurementContext(width: width, environment: LayoutEnvironment())
      let height = heights.layout(of: content, identity: identity, under: conditions).height
      expect(height <= last && height > 24, "\(width)")
      last = height
      evaluator.update(metrics: conditions.metrics(of: .row), scale: 1)
      if let predicted = evaluator.height(of: compiled) {
        expect(predicted, equals: height, "\(width)")
      }
      expect(heights.layout(of: content, identity: header, under: conditions).height > 20)
    }
  }

  @Test(arguments: UInt64(0)..<4)
  func theMemoryOfCompiledRowsIsThatOfTheirTexts(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var compiler = LayoutCompiler()
    let height = LineHeightClass(top: -10_240, height: 14_336, fontHeight: 14_336)
    let layouts = (1...40).map { words in
      let ends = (1...words).map { Int32($0 * 1_024) }
      let text = PreparedText(visibleEnds: ends, ends: ends, heightClass: height)
      let element = TextElement("", style: TextStyle.title.id, prepared: text)
      return compiler.compile(
        .stack(Stack(direction: .vertical), (0...words % 6).map { _ in .text(element) }))
    }
    var rows = CompiledRows()
    var model: [CompiledLayout?] = Array(repeating: nil, count: 50)
    var peak = 0
    for step in 0..<2_000 {
      let row = Int.random(in: 0..<model.count, using: &random)
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<6:
        let layout = layouts[Int.random(in: 0..<layouts.count, using: &random)]
        rows.store(CompiledRows.Row(layout: layout, revision: 0), at: RowIndexPath(0, row))
        model[row] = layout
      case 6..<9:
        rows.remove(at: RowIndexPath(0, row))
        model[row] = nil
      default:
        let end = min(row + 5, model.count)
        let edit = ListEdit.deleteRows((row..<end).map { RowIndexPath(0, $0) })
        rows.apply(try ChangeSet([edit], before: [model.count], after: [model.count - (end - row)]))
        model.removeSubrange(row..<end)
        model += Array(repeating: nil, count: end - row)
      }
      let stored = model.compactMap(\.self)
      peak = max(peak, stored.count)
      // The places of removed rows are used again.
      let places = (peak - stored.count) * MemoryLayout<CompiledLayout>.stride
      expect(rows.count, equals: stored.count, "seed \(seed), step \(step)")
      expect(
        rows.byteCount, equals: stored.reduce(places) { $0 + $1.byteCount }, "seed \(seed), step \(step)")
    }
    expect(layouts[10].byteCount > layouts[5].byteCount + 10)
    rows.removeAll()
    expect(rows.byteCount, equals: 0)
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
        of: .row(0, 0),
        identity: ItemIdentity(template: .entry, key: "", revision: 0), content: { content },
        under: conditions)
      expect(height > 24)
      expect(text.statistics.prepared, equals: 0)
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
