import CGtk
import Expectations
import GtkInterop
import LayoutCore
import Testing
import WidgetTesting

@testable import FeedViewerRows
@testable import VirtualList
@testable import PangoText

@Suite(.serialized, .needsDisplay)
struct EntryTemplateTests {
  private let widget = GObjectReference(adopting: gtk_drawing_area_new()!)

  /// The truth: insets and gaps around what PangoLayout says of each text, and a separator of one pixel.
  @Test(arguments: [240, 320, 411, 640, 1000])
  func rowHeightIsPangosTextsPlusInsets(width: Int) {
    let text = TextSystem(widget: widget.pointer)
    let heights = EntryHeights(width: width, text: text)
    let measure = Int(EntryAppearance(in: text).measure)
    for (index, string) in TextCorpus.samples.enumerated() where !string.isEmpty {
      let hasPicture = index.isMultiple(of: 2)
      let content = RowContent(
        title: string, preview: TextCorpus.samples[(index + 3) % 12], metadata: "Author · 3 days ago",
        thumbnail: hasPicture ? .refused(.outsideFolder) : .none, accessibleName: "")
      let textWidth = min(width - 24 - 12 - (hasPicture ? 12 + 40 : 0), measure)
      let texts =
        pixels(content.title, .title, textWidth, 2, in: text)
        + pixels(content.preview, .preview, textWidth, 1, in: text)
        + pixels(content.metadata, .metadata, textWidth, 1, in: text)
      expect(
        heights.height(of: content), equals: max(8 + texts + 2 * 2 + 8, hasPicture ? 10 + 40 + 10 : 0) + 1,
        "\(string.debugDescription) at \(width)")
    }
  }

  @Test func comfortableRowsShowThreeLinesOfTheTextAndALargerPicture() {
    let text = TextSystem(widget: widget.pointer)
    let heights = EntryHeights(width: 400, text: text, density: .comfortable)
    let long = String(repeating: "many words ", count: 60)
    let content = RowContent(
      title: long, preview: long, metadata: long, thumbnail: .refused(.outsideFolder), accessibleName: "")
    let width = 400 - 24 - 12 - 12 - 56
    let texts =
      pixels(long, .title, width, 2, in: text) + pixels(long, .preview, width, 3, in: text)
      + pixels(long, .metadata, width, 1, in: text)
    expect(heights.height(of: content), equals: 8 + texts + 2 * 2 + 8 + 1)
    let picture = RowContent(title: "", thumbnail: .refused(.outsideFolder), accessibleName: "")
    expect(heights.height(of: picture), equals: 10 + 56 + 10 + 1)
  }

  @Test func rowsOfTitlesHaveOneLine() {
    let text = TextSystem(widget: widget.pointer)
    let heights = EntryHeights(width: 400, text: text, density: .titles)
    let long = String(repeating: "many words ", count: 60)
    let content = RowContent(
      title: long, preview: long, metadata: long, thumbnail: .refused(.outsideFolder), accessibleName: "")
    expect(heights.height(of: content), equals: 7 + max(pixels(long, .title, 364, 1, in: text), 19) + 7 + 1)
    // Lines of some scripts are lower than a finger needs.
    for title in ["المطر", "ทะเล", "Ệ", "नमस्ते", ""] {
      let row = RowContent(title: title, accessibleName: "")
      expect(heights.height(of: row), equals: 7 + max(pixels(title, .title, 364, 1, in: text), 19) + 7 + 1)
    }
  }

  @Test func rowWithoutTextsIsAsHighAsItsPicture() {
    let heights = EntryHeights(width: 400, text: TextSystem(widget: widget.pointer))
    let content = RowContent(title: "", thumbnail: .refused(.outsideFolder), accessibleName: "")
    expect(heights.height(of: content), equals: 10 + 40 + 10 + 1)
  }

  /// Words that grow take their signs and pictures with them; distances stay.
  @Test func picturesAndSignsGrowWithTheText() {
    func metrics(_ size: FontSize, zoom: Double = 1) -> EntryMetrics {
      EntryAppearance(zoom: zoom, font: size) { _ in 7 }.metrics
    }
    let usual = metrics(FontSize(pixels: 40.0 / 3))
    expect(usual.pictureSide == 40 && usual.insets.leading == 24)
    expect(usual.dotSide == 8 && usual.starSide == 12)
    let (scaled, zoomed) = (FontSize(pixels: 80.0 / 3, scale: 2), FontSize(pixels: 40.0 / 3))
    for double in [metrics(scaled), metrics(zoomed, zoom: 2)] {
      expect(double.pictureSide == 80 && double.insets.leading == 36)
      expect(double.dotSide == 16 && double.starSide == 24)
      expect(double.insets.top == usual.insets.top && double.insets.trailing == usual.insets.trailing)
    }
    // A larger font alone is no larger scale of everything.
    let larger = metrics(FontSize(pixels: 44.0 / 3))
    expect(larger.pictureSide == 40 && larger.dotSide == 9)
  }

  @Test func reusedTemplateShowsNothingOfThePreviousItem() {
    let text = TextSystem(widget: widget.pointer)
    let heights = EntryHeights(width: 400, text: text)
    let long = RowContent(
      title: String(repeating: "long title ", count: 30), preview: "preview",
      thumbnail: .refused(.outsideFolder), accessibleName: "")
    let short = RowContent(title: "short", accessibleName: "")
    let alone = EntryHeights(width: 400, text: text).height(of: short)
    _ = heights.height(of: long)
    expect(heights.height(of: short), equals: alone)
  }

  @Test func rightToLeftMirrorsTheRowAndKeepsItsHeight() throws {
    let text = TextSystem(widget: widget.pointer)
    let heights = RowHeights.forEntries(text: text)
    let content = RowContent(
      title: "2021 - 2022 - 2023 - 2024 - 2025 - 2026 - 2027 - 2028 - 2029", preview: "10 + 20 = 30",
      metadata: "12", thumbnail: .refused(.outsideFolder), accessibleName: "")
    let identity = ItemIdentity(template: "entry", key: "a", revision: 0)
    // Texts without a direction of their own follow the interface.
    func layout(_ direction: LayoutDirection) -> TemplateLayout {
      heights.layout(
        of: content, identity: identity,
        under: .init(width: 320, environment: LayoutEnvironment(scale: 1, direction: direction)))
    }
    let left = layout(.leftToRight)
    let right = layout(.rightToLeft)
    expect(left.height, equals: right.height)
    let leftThumbnail = try require(left.content?.frame(of: .thumbnail))
    let rightThumbnail = try require(right.content?.frame(of: .thumbnail))
    expect(leftThumbnail.maxX == 320 - 12 && leftThumbnail.minY == 10)
    expect(right.contentFrame.minX + rightThumbnail.minX, equals: 12)
  }

  @Test func measuringWithoutDisplayGivesTheSameHeights() {
    let text = TextSystem(font: "DejaVu Sans 11")
    let heights = EntryHeights(width: 480, text: text)
    let short = heights.height(of: RowContent(title: "short", accessibleName: ""))
    let long = heights.height(
      of: RowContent(title: String(repeating: "many words ", count: 40), accessibleName: ""))
    expect(short, equals: 8 + pixels("short", .title, 500, 0, in: text) + 8 + 1)
    expect(
      long, equals: 8 + pixels(String(repeating: "many words ", count: 40), .title, 444, 2, in: text) + 8 + 1)
  }

  private func pixels(
    _ string: String, _ style: TextStyle, _ width: Int, _ limit: Int, in system: TextSystem
  ) -> Int {
    system.makeLayout(TextElement(string, style: style.id, maximumLineCount: limit), width: width * 1024)
      .use { layout in
        var logical = PangoRectangle()
        pango_layout_get_extents(layout, nil, &logical)
        return (Int(logical.height) + 1023) / 1024
      }
  }
}
