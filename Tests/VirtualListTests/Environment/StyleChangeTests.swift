import Expectations
import LayoutCore
import Testing
import WidgetTesting

@testable import FeedViewerRows
@testable import VirtualList
@testable import PangoText

/// Fonts, text scale, themes, colours, directions that change under a list.
@Suite("Style changes", .serialized, .needsDisplay)
struct StyleChangeTests {
  private let settings = DisplaySettings()
  private let fixture: ListFixture

  init() {
    fixture = ListFixture([ListFixture.rows(0..<120)])
    expect(fixture.finishPrecache())
    fixture.show(.row(0, 60))
  }

  private func close() {
    fixture.close()
    settings.restore()
    Display.run(seconds: 0.02)
  }

  /// Compares all rows with what they measure at this moment.
  private func expectExactHeights() {
    let truth = EntryHeights(width: 480, text: TextSystem(widget: fixture.list.widget.pointer))
    fixture.expectExactHeights(truth)
  }

  /// Makes a change and looks at the first frame that is laid out after it.
  private func expectExactFirstFrame(_ name: String, _ change: () throws -> Void) throws {
    let list = fixture.list
    let generation = try require(list.conditions).environment
    var isPainted = false
    try fixture.observeFrames({
      guard !isPainted, list.conditions?.environment != generation else { return }
      isPainted = true
      let truth = EntryHeights(width: 480, text: TextSystem(widget: list.widget.pointer))
      for shown in list.elementsOnScreen {
        guard case .row = shown.element else { continue }
        let height = truth.height(of: fixture.listView(list, rowContentOf: shown.element))
        expect(shown.layoutHeight == height && shown.height == height, "\(name)")
      }
    }) {
      try change()
      expect(Display.settle { isPainted }, "\(name)")
    }
    fixture.settle()
    expect(fixture.list.row(atY: Double(fixture.height(of: .header(0))) + 1)?.row, equals: 60, "\(name)")
  }

  @Test func newFontOrTextScaleIsExactInTheFirstFrameAndKeepsTheTopRow() throws {
    defer { close() }
    let heights = fixture.heights
    try expectExactFirstFrame("font") { settings.setFont("Serif 14") }
    try expectExactFirstFrame("text scale") { settings.setTextScale(1.75) }
    expect(fixture.finishPrecache())
    expectExactHeights()
    try expectExactFirstFrame("back") { settings.restore() }
    expect(fixture.finishPrecache())
    expect(fixture.heights, equals: heights)
  }

  @Test func changedFontStartsANewTextGeneration() {
    defer { close() }
    let text = TextSystem(widget: fixture.list.widget.pointer)
    expect(!text.refreshEnvironment())
    settings.setFont("DejaVu Serif 17")
    expect(Display.settle { text.refreshEnvironment() })
    expect(text.generation, equals: 1)
  }

  @Test func styleSheetFontIsExactInTheFirstFrame() throws {
    defer { close() }
    var sheet: AddedStyleSheet?
    defer { sheet?.remove() }
    try expectExactFirstFrame("style sheet") { sheet = AddedStyleSheet("feedlist { font-size: 21px; }") }
  }

  /// Some rows have Japanese words: without a font they are boxes, lower than the font's lines.
  @Test func installedAndRemovedFontsAreExactInTheFirstFrame() throws {
    let fonts = try FontConfigurationFile()
    defer { close() }
    let (heights, picture) = (fixture.heights, fixture.picture)
    let generation = fixture.list.text.generation
    try expectExactFirstFrame("no Japanese font") { try fonts.hideFonts(of: "ja") }
    expect(fixture.list.text.generation != generation)
    expect(fixture.finishPrecache())
    expectExactHeights()
    expect(fixture.heights != heights)
    let measured = fixture.list.statistics.measurements
    try expectExactFirstFrame("a late font") { try fonts.showAllFonts() }
    expect(fixture.finishPrecache())
    expectExactHeights()
    // No height from before the font was restored is reused.
    expect(fixture.list.statistics.measurements - measured >= fixture.allElements.count)
    expect(fixture.heights, equals: heights)
    expect(fixture.picture, equals: picture)
    try fonts.restore()
  }

  @Test func colorAndThemeChangesMeasureNothing() {
    defer { close() }
    let measurements = fixture.list.statistics.measurements
    let picture = fixture.picture
    settings.setDark(true)
    fixture.settle()
    settings.setTheme("HighContrast")
    fixture.settle()
    settings.setDark(false)
    fixture.settle()
    expect(fixture.finishPrecache())
    expect(fixture.list.statistics.measurements, equals: measurements)
    expect(fixture.list.geometry.unmeasuredCount, equals: 0)
    expect(fixture.picture, equals: picture)
  }

  @Test func rowsRunAsTheInterfaceDoes() throws {
    defer { close() }
    fixture.change(60) { $0.thumbnail = .refused(.outsideFolder) }
    fixture.settle()
    let heights = fixture.heights
    let row = ListElement.row(0, 60)
    func thumbnail() throws -> Rect {
      let painter = try require(fixture.list.pool.view(of: row)?.painter)
      let found = painter.layout.content?.flattened().first { $0.tag == .thumbnail }
      return try require(found).frame
    }
    let before = try thumbnail()
    settings.setRightToLeft(true)
    expect(Display.settle { fixture.list.conditions?.environment.direction == .rightToLeft })
    fixture.settle()
    expect(fixture.finishPrecache())
    expect(fixture.heights, equals: heights)
    // At the end of a row of the same height.
    expect(before.minX > 300)
    try expect(thumbnail().minX, equals: 12)
    settings.setRightToLeft(false)
    expect(Display.settle { fixture.list.conditions?.environment.direction == .leftToRight })
    fixture.settle()
    try expect(thumbnail(), equals: before)
  }

  @Test func imageSizesDoNotChangeRowHeights() async throws {
    defer { close() }
    let images = ImageFolder()
    let heights = fixture.heights
    let wide = try images.write(width: 900, height: 40)
    let high = try images.write(width: 10, height: 700)
    for (row, path) in [(60, wide), (61, high), (62, images.path("missing.png"))] {
      fixture.change(row) { $0.thumbnail = .image(path: path) }
    }
    fixture.settle()
    let picture = fixture.picture
    try await expect(Display.wait { fixture.list.images.isIdle })
    fixture.settle()
    expect(fixture.picture == picture && fixture.heights == heights)
  }
}
