import CGtk
import GtkInterop
import LayoutCore
import Testing
import WidgetTesting

@testable import FeedViewerRows
@testable import VirtualList
@testable import PangoText

@Suite(.serialized, .enabled("needs a display") { await MainActor.run { Display.isAvailable } })
struct EntryTemplateTests {
  private let widget = GObjectReference(adopting: gtk_drawing_area_new()!)

  /// The truth: insets and gaps around what PangoLayout says of each text, and a separator of one pixel.
  @Test(arguments: [240, 320, 411, 640, 1000])
  func rowHeightIsPangosTextsPlusInsets(width: Int) {
    let text = TextSystem(widget: widget.pointer)
    let heights = EntryHeights(width: width, text: text)
    let measure = Int(EntryAppearance(in: text).measure)
    for (index, string) in TextCorpus.samples.enumerated() where !string.isEmpty {
      let accessory: Accessory = index.isMultiple(of: 2) ? .disclosure : .checkmark
      let content = RowContent(
        title: string, preview: TextCorpus.samples[(index + 3) % 12], metadata: "Author · 3 days ago",
        thumbnail: .initial(Initial(letter: "F", colorIndex: 0)), accessory: accessory,
        accessibleName: "")
      let textWidth = min(width - Int(accessory.width) - 20 - 12 - 48 - 14, measure)
      let texts =
        pixels(content.title, .title, textWidth, 6, in: text)
        + pixels(content.preview, .preview, textWidth, 6, in: text)
        + pixels(content.metadata, .metadata, textWidth, 2, in: text)
      #expect(
        heights.height(of: content) == 12 + max(texts + 2 * 4, 48) + 12 + 1,
        "\(string.debugDescription) at \(width)")
    }
  }

  @Test func rowWithoutTextsIsAsHighAsItsThumbnail() {
    let heights = EntryHeights(width: 400, text: TextSystem(widget: widget.pointer))
    let content = RowContent(
      title: "", thumbnail: .initial(Initial(letter: "F", colorIndex: 0)), accessibleName: "")
    #expect(heights.height(of: content) == 12 + 48 + 12 + 1)
  }

  @Test func reusedTemplateShowsNothingOfThePreviousItem() {
    let text = TextSystem(widget: widget.pointer)
    let heights = EntryHeights(width: 400, text: text)
    let long = RowContent(
      title: String(repeating: "long title ", count: 30), preview: "preview", accessory: .checkmark,
      accessibleName: "")
    let short = RowContent(title: "short", accessibleName: "")
    let alone = EntryHeights(width: 400, text: text).height(of: short)
    _ = heights.height(of: long)
    #expect(heights.height(of: short) == alone)
  }

  @Test func rightToLeftMirrorsTheRowAndKeepsItsHeight() throws {
    let text = TextSystem(widget: widget.pointer)
    let heights = RowHeights.forEntries(text: text)
    let content = RowContent(
      title: "2021 - 2022 - 2023 - 2024 - 2025 - 2026 - 2027 - 2028 - 2029", preview: "10 + 20 = 30",
      metadata: "12", thumbnail: .initial(Initial(letter: "F", colorIndex: 0)),
      accessory: .disclosure, accessibleName: "")
    let identity = ItemIdentity(template: "entry", key: "a", revision: 0)
    // Texts without a direction of their own follow the interface.
    func layout(_ direction: LayoutDirection) -> TemplateLayout {
      heights.layout(
        of: content, identity: identity,
        under: .init(width: 320, environment: LayoutEnvironment(scale: 1, direction: direction)))
    }
    let left = layout(.leftToRight)
    let right = layout(.rightToLeft)
    #expect(left.height == right.height)
    let leftThumbnail = try #require(left.content?.frame(of: .thumbnail))
    let rightThumbnail = try #require(right.content?.frame(of: .thumbnail))
    #expect(leftThumbnail.minX == 20)
    #expect(right.contentFrame.minX + rightThumbnail.maxX == 320 - 20)
    #expect(left.accessoryFrame.maxX == 320)
    #expect(right.accessoryFrame.minX == 0)
  }

  @Test func measuringWithoutDisplayGivesTheSameHeights() {
    let text = TextSystem(font: "DejaVu Sans 11")
    let heights = EntryHeights(width: 480, text: text)
    let short = heights.height(of: RowContent(title: "short", accessibleName: ""))
    let long = heights.height(
      of: RowContent(title: String(repeating: "many words ", count: 40), accessibleName: ""))
    #expect(short == 12 + pixels("short", .title, 500, 0, in: text) + 12 + 1)
    #expect(
      long == 12 + pixels(String(repeating: "many words ", count: 40), .title, 448, 6, in: text) + 12 + 1)
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
