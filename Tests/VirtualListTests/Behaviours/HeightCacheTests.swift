import CGtk
import Expectations
import Glibc
import LayoutCore
import PangoText
import Testing

@testable import VirtualList

/// The height caches through the public interface.
@Suite("Height cache", .serialized, .needsDisplay)
struct HeightCacheTests {
  private func makeList(
    _ rows: [MessageList.Row], prepare: (ListView) -> Void = { _ in }
  ) -> MessageList {
    MessageList([MessageList.Section(name: "A", rows: rows)], prepare: prepare)
  }

  private func resize(_ messages: MessageList, to width: Int32) {
    gtk_window_set_default_size(messages.window.cast(), width, 300)
    expect(Display.settle { messages.list.conditions?.width == Int(width) })
    messages.settle()
  }

  /// A list that measures only the rows on screen.
  private static var viewportOnly: RangeTuningTable {
    var tunings = RangeTuningTable()
    for mode in [RangeMode.minimum, .full] {
      for kind in [RangeKind.display, .preload] { tunings[mode, kind] = nil }
    }
    return tunings
  }

  private func row(_ row: Int) -> RowIndexPath { RowIndexPath(0, row) }

  // MARK: Rows that are not cached

  @Test(arguments: [HeightCacheMode.none, .indexPath, .key])
  func uncachedHeightsAreNil(mode: HeightCacheMode) throws {
    let messages = makeList(MessageList.rows(0..<200)) {
      $0.cacheMode = mode
      $0.pausesPrecache = true
      $0.rangeTunings = Self.viewportOnly
      // Nothing is laid out yet.
      expect($0.cachedHeight(of: RowIndexPath(0, 0)) == nil)
    }
    defer { messages.close() }
    let list = messages.list
    list.resetStatistics()
    let count = list.statistics.cachedHeightCount
    expect(list.cachedHeight(of: row(150)) == nil)
    for absent in [row(200), row(-1), RowIndexPath(1, 0), RowIndexPath(-1, 0)] {
      expect(list.cachedHeight(of: absent) == nil)
    }
    let shown = try require(messages.picture.first { $0.element == .row(0, 1) })
    expect(list.cachedHeight(of: row(1)), equals: mode == .none ? nil : shown.height)
    // The queries have neither measured nor stored anything.
    expect(list.statistics.cachedHeightCount, equals: count)
    expect(list.statistics.measurements == 0 && list.statistics.heightQueries == 0)
  }

  // MARK: Many rows

  /// Rows of a fixed height, which are measured by hand.
  private nonisolated struct BarTemplate: RowTemplate {
    func makeElement(for content: MessageContent) -> LayoutElement? { nil }
    func heightThatFits(width: Double, content: MessageContent) -> Double? { 20 }
  }

  /// What the queries cost is measured by `Benchmarks caches`.
  @Test func everyPrecachedHeightIsFound() {
    let rows = (0..<8_000).map { MessageList.Row(key: "m\($0)", text: "", template: "bar") }
    let messages = makeList(rows) { $0.register(BarTemplate(), as: "bar") }
    defer { messages.close() }
    expect(messages.finishPrecache())
    expect(rows.indices.allSatisfy { messages.list.cachedHeight(of: row($0)) == 21 })
  }

  // MARK: Texts that only Pango can measure

  private nonisolated struct SpacedTemplate: RowTemplate {
    func makeElement(for content: MessageContent) -> LayoutElement? {
      let spacing = TextAttributeRun(.letterSpacing(2_048), bytes: 0..<4)
      return .text(
        TextElement(content.text, style: TextStyle().id, attributes: [spacing]), tag: MessageTemplate.tag)
    }
  }

  @Test func pangoLaysATextOutOnceForEachOfTheLastThreeWidths() {
    let rows = MessageList.rows(0..<60).map { row in
      var row = row
      row.template = "spaced"
      return row
    }
    let messages = makeList(rows) { $0.register(SpacedTemplate(), as: "spaced") }
    defer { messages.close() }
    let list = messages.list
    /// Rows measured at a width, and texts that Pango was asked for.
    func visit(_ width: Int32) -> (measured: Int, asked: Int) {
      list.resetStatistics()
      let before = list.statistics.textsByPango
      resize(messages, to: width)
      expect(messages.finishPrecache())
      return (list.statistics.measurements, list.statistics.textsByPango - before)
    }
    expect(messages.finishPrecache())
    for width: Int32 in [300, 320, 340] {
      let cost = visit(width)
      expect(cost.measured == 60 && cost.asked >= 60, "\(width): \(cost)")
    }
    for width: Int32 in [300, 320, 340, 320] {
      let cost = visit(width)
      // Rows on screen and near it are laid out to be drawn.
      expect(cost.measured == 0 && cost.asked < 60, "\(width): \(cost)")
    }
    // A fourth width replaces the one that was measured first.
    expect(visit(360).measured, equals: 60)
    expect(visit(340).measured, equals: 0)
    expect(visit(300).measured, equals: 60)
  }

  // MARK: Limit

  @Test func keyedCacheKeepsTheMostRecentlyUsedItems() throws {
    let messages = makeList(MessageList.rows(0..<200)) {
      $0.cacheMode = .key
      $0.cachedItemLimit = 50
      $0.pausesPrecache = true
      $0.rangeTunings = Self.viewportOnly
    }
    defer { messages.close() }
    let list = messages.list
    /// Measures a row, or uses its height.
    func show(_ number: Int) {
      messages.show(.row(0, number))
    }
    show(0)
    expect(list.cachedHeight(of: row(0)) != nil)
    for number in stride(from: 100, through: 190, by: 5) {
      show(number)
      expect(list.statistics.cachedHeightCount <= 50)
    }
    expect(list.statistics.cachedHeightCount, equals: 50)
    expect(list.cachedHeight(of: row(0)) == nil)
    let last = (0..<200).filter { list.cachedHeight(of: row($0)) != nil }
    expect(last.count == 50 && last.min() ?? 0 > 140)
    // Recently used heights stay when others are added.
    let used = try require(last.first)
    show(used)
    for number in stride(from: 0, to: 15, by: 5) { show(number) }
    expect(list.cachedHeight(of: row(used)) != nil)
    expect(list.statistics.cachedHeightCount, equals: 50)
  }
}
