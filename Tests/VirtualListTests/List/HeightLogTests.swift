import CGtk
import Expectations
import GtkInterop
import LayoutCore
import Testing

@testable import FeedViewerRows
@testable import VirtualList
@testable import PangoText

@Suite(.serialized, .needsDisplay)
struct HeightLogTests {
  private let widget = GObjectReference(adopting: gtk_drawing_area_new()!)
  private let conditions = MeasurementContext(width: 400, environment: LayoutEnvironment())
  private let content = RowContent(title: "", thumbnail: .refused(.outsideFolder), accessibleName: "")

  @Test func logReportsMissesAndHitsInOrder() {
    var lines: [String] = []
    let heights = RowHeights.forEntries(text: TextSystem(widget: widget.pointer))
    heights.log = HeightLog { lines.append($0) }
    ask(heights, row: 4)
    ask(heights, row: 4)
    heights.cacheMode = .key
    ask(heights, row: 4)
    ask(heights, row: 9)
    expect(
      lines,
      equals: [
        "layout cell created - entry",
        "calculate using system fitting size (AutoLayout) - 60",
        "cached by index path[2:4] - 61",
        "hit cache by index path[2:4] - 61",
        "calculate using system fitting size (AutoLayout) - 60",
        "cached by key[the-key] - 61",
        "hit cache by key[the-key] - 61",
      ].map { "** FDTemplateLayoutCell ** " + $0 })
  }

  /// A row without an identifier has its texts in its key.
  @Test func keysAreShortenedToOneLineEach() {
    var lines: [String] = []
    let log = HeightLog { lines.append($0) }
    log.cached(key: "a\nb\r\n\u{2028}c\u{85}\u{1B}[31m\td\0", 73)
    log.hit(key: String(repeating: "word ", count: 10_000) + "#2", 73)
    expect(
      lines[0].hasSuffix(
        "by key[a\u{FFFD}b\u{FFFD}\u{FFFD}\u{FFFD}c\u{FFFD}\u{FFFD}[31m\u{FFFD}d\u{FFFD}] - 73"))
    expect(lines[1].count < 300 && lines[1].contains("…") && lines[1].hasSuffix("word #2] - 73"))
  }

  /// A prepared row is measured by arithmetic, with a log and without.
  @Test func loggingDoesNotChangeMeasurement() {
    func run(logging: Bool) -> (heights: [Int], text: TextSystem.Statistics, lineCount: Int) {
      var lines: [String] = []
      let text = TextSystem(widget: widget.pointer)
      let heights = RowHeights.forEntries(text: text)
      if logging { heights.log = HeightLog { lines.append($0) } }
      let content = RowContent(
        title: "A title of some words", preview: String(repeating: "preview ", count: 30), metadata: "Author",
        accessibleName: "")
      let found = [400, 300, 500, 400].map { width in
        heights.height(
          of: .row(0, 0), identity: identity, content: { content },
          under: MeasurementContext(width: width, environment: LayoutEnvironment()))
      }
      return (found, text.statistics, lines.count { $0.contains("calculate using") })
    }
    let (silent, logged) = (run(logging: false), run(logging: true))
    expect(silent.heights, equals: logged.heights)
    expect(silent.text, equals: logged.text)
    expect(logged.lineCount, equals: 3)
  }

  @Test func logReportsPrecachedHeights() {
    var lines: [String] = []
    let heights = RowHeights.forEntries(text: TextSystem(widget: widget.pointer))
    heights.log = HeightLog { lines.append($0) }
    ask(heights, row: 1, isAhead: true)
    expect(lines.last, equals: "** FDTemplateLayoutCell ** finished precache - [2:1] 61")
  }

  @Test func drawingLogsNothing() {
    var lines: [String] = []
    let heights = RowHeights.forEntries(text: TextSystem(widget: widget.pointer))
    ask(heights, row: 1)
    heights.log = HeightLog { lines.append($0) }
    _ = heights.layout(of: content, identity: identity, under: conditions)
    expect(lines.isEmpty)
  }

  @Test func modeNoneLogsMeasurementsAndNoCacheHits() {
    var lines: [String] = []
    let heights = RowHeights.forEntries(text: TextSystem(widget: widget.pointer))
    heights.cacheMode = .none
    ask(heights, row: 1)
    heights.log = HeightLog { lines.append($0) }
    ask(heights, row: 1)
    ask(heights, row: 1)
    expect(lines.count == 2 && lines.allSatisfy { $0.contains("calculate using") })
  }

  private var identity: ItemIdentity { ItemIdentity(template: "entry", key: "the-key", revision: 1) }

  private func ask(_ heights: RowHeights, row: Int, isAhead: Bool = false) {
    _ = heights.height(
      of: .row(2, row), identity: identity, content: { content },
      under: conditions, isAhead: isAhead)
  }
}
