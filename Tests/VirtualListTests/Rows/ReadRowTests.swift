import CGtk
import Expectations
import GtkInterop
import LayoutCore
import Testing
import WidgetTesting

@testable import FeedViewerRows
@testable import PangoText
@testable import VirtualList

/// Rows of entries that were read or starred: other looks, the same lines and heights.
@Suite(.serialized, .needsDisplay)
struct ReadRowTests {
  private let widget = GObjectReference(adopting: gtk_drawing_area_new()!)
  private let text: TextSystem

  init() { text = TextSystem(widget: widget.pointer) }

  private func content(_ title: String, _ state: ReadState, isStarred: Bool = false) -> RowContent {
    RowContent(
      title: title, preview: "A preview of some words", metadata: "Author · 3 days ago",
      thumbnail: .refused(.outsideFolder), readState: state, isStarred: isStarred, accessibleName: "")
  }

  private func painter(
    of content: RowContent, width: Int, density: EntryDensity = .comfortable,
    direction: LayoutDirection = .leftToRight
  ) -> RowPainter {
    .ofEntry(
      content, width: width, density: density, direction: direction, signs: EntrySigns(of: widget.pointer),
      in: text)
  }

  private func titles() -> [String] {
    TextCorpus.samples.map { RowText.paragraph(String($0.prefix(400))) }.filter { !$0.isEmpty }
      + ["A title of several words that takes two lines or more at narrow widths"]
  }

  @Test func readingKeepsEveryHeightAndEveryLineOfTheTitle() throws {
    var lighter = 0
    var compared = 0
    for (number, title) in titles().enumerated() {
      for width in stride(from: 180 + number, to: 1_000, by: 17) {
        let unread = painter(of: content(title, .unread), width: width)
        let read = painter(of: content(title, .read), width: width)
        expect(read.layout.height, equals: unread.layout.height, "\(title.debugDescription) at \(width)")
        let placed = try require(read.texts.first)
        expect(placed.string, equals: title)
        let measured = PangoAnswer.lines(of: unread.texts[0].drawnLayout.pointer)
        let drawn = PangoAnswer.lines(of: placed.drawnLayout.pointer)
        expect(drawn.count, equals: measured.count, "\(title.debugDescription) at \(width)")
        compared += 1
        guard let reweighted = placed.reweighted else { continue }
        lighter += 1
        for (line, new) in zip(measured, drawn) {
          let start = line.bytes.lowerBound
          expect(reweighted.range(of: start..<start).lowerBound, equals: new.bytes.lowerBound)
        }
      }
    }
    // The usual font has no line that is wider in its normal weight than in bold.
    expect(lighter * 10 >= compared * 9 && compared > 500)
  }

  @Test func highlightsOfATitleThatWasReadStayInTheirLines() {
    let title = "One two three four five six seven eight nine ten eleven twelve"
    let word = (title.utf8.count - 6)..<title.utf8.count
    let unread = painter(of: content(title, .unread), width: 260).rectangles(ofText: 0, bytes: word)
    let read = painter(of: content(title, .read), width: 260).rectangles(ofText: 0, bytes: word)
    expect(unread.count == 1 && read.count == 1)
    expect(unread.first.map { $0.minY > 20 }, equals: true)
    expect(read.first?.minY, equals: unread.first?.minY)
    // The word is lighter, and narrower by that.
    expect((read.first?.size.width ?? 0) < (unread.first?.size.width ?? 0))
  }

  @Test func entriesThatWereReadAreNotBoldAndNotPaler() {
    let unread = painter(of: content("Title", .unread), width: 400)
    let read = painter(of: content("Title", .read), width: 400)
    expect(read.texts.map(\.opacity), equals: unread.texts.map(\.opacity))
    expect(read.texts[0].opacity, equals: 1)
    expect(unread.texts[0].reweighted == nil)
    expect(read.texts[0].reweighted != nil)
    let reference = painter(of: content("Title", .reference), width: 400)
    expect(reference.texts[0].opacity < 1 && reference.texts[0].reweighted != nil)
    expect((reference.drawing as? EntryDrawing)?.dot == nil)
  }

  @Test(arguments: EntryDensity.allCases, [LayoutDirection.leftToRight, .rightToLeft])
  func signsAreInTheLeadingInset(density: EntryDensity, direction: LayoutDirection) throws {
    for (state, isStarred) in [(ReadState.unread, false), (.unread, true), (.read, true), (.read, false)] {
      let painter = painter(
        of: content("Title", state, isStarred: isStarred), width: 400, density: density, direction: direction)
      let drawing = try require(painter.drawing as? EntryDrawing)
      expect(drawing.dot != nil, equals: state == .unread)
      expect(drawing.star != nil, equals: isStarred)
      let inset = EntryAppearance(density: density, in: text).metrics.insets.leading
      for sign in [drawing.dot, drawing.star].compactMap(\.self) {
        if direction == .leftToRight {
          expect(sign.minX >= 0 && sign.maxX <= inset)
        } else {
          expect(sign.minX >= 400 - inset && sign.maxX <= 400)
        }
        expect(sign.minY >= 0 && sign.maxY <= Double(painter.layout.height))
      }
      if let dot = drawing.dot, let star = drawing.star {
        expect(dot.maxY <= star.minY && dot.minX + dot.maxX == star.minX + star.maxX)
      }
    }
  }

  /// Only its words are aligned to their own side: the signs and pictures of all rows are in two columns.
  @Test func aRowWhoseTitleRunsTheOtherWayKeepsItsPlaces() throws {
    for direction in [LayoutDirection.leftToRight, .rightToLeft] {
      let hebrew = painter(of: content("יומן טבע", .unread), width: 400, direction: direction)
      let latin = painter(of: content("Nature diary", .unread), width: 400, direction: direction)
      expect(hebrew.frame(of: .thumbnail), equals: latin.frame(of: .thumbnail))
      expect(hebrew.frame(of: .title)?.minX, equals: latin.frame(of: .title)?.minX)
      let dots = [hebrew, latin].map { ($0.drawing as? EntryDrawing)?.dot?.minX }
      expect(dots[0], equals: dots[1])
      let isMirrored = direction == .rightToLeft
      try expect(require(latin.frame(of: .thumbnail)?.minX), equals: isMirrored ? 12 : 400 - 12 - 56)
      try expect(require(dots[0]), equals: isMirrored ? 400 - 8 - 8 : 8)
    }
  }

  @Test(arguments: [false, true])
  func wordsAreAlignedToTheirOwnSide(isRightToLeft: Bool) throws {
    let widget = GObjectReference(adopting: gtk_drawing_area_new()!)
    gtk_widget_set_direction(widget.pointer, isRightToLeft ? GTK_TEXT_DIR_RTL : GTK_TEXT_DIR_LTR)
    let text = TextSystem(widget: widget.pointer)
    for (title, line, isRight) in [
      ("Nature diary", "\u{2068}Ann\u{2069} · \u{2068}20 Mar\u{2069}", false),
      ("יומן טבע", "\u{2068}נועה\u{2069} · \u{2068}20 Mar\u{2069}", true),
      ("יומן טבע", "\u{200F}\u{2068}Ann\u{2069} · \u{2068}20 Mar\u{2069}", true),
    ] {
      for string in [title, line] {
        text.makeLayout(TextElement(string, style: TextStyle.metadata.id), width: 300 * 1024).use { layout in
          var ink = PangoRectangle()
          pango_layout_get_pixel_extents(layout, &ink, nil)
          expect(isRight, equals: ink.x > 100, "\(string.debugDescription)")
          expect(isRight, equals: ink.x + ink.width >= 297, "\(string.debugDescription)")
        }
      }
    }
  }

  @Test(arguments: EntryDensity.allCases)
  func textsOfWideRowsKeepTheirMeasure(density: EntryDensity) {
    let long = String(repeating: "many words of a title ", count: 30)
    let measure = EntryAppearance(density: density, in: text).measure
    let painter = painter(of: content(long, .unread), width: 1_600, density: density)
    for placed in painter.texts { expect(placed.frame.size.width <= measure) }
    for line in PangoAnswer.lines(of: painter.texts[0].layout.pointer).dropLast() {
      expect(line.bytes.count <= 90)
    }
  }

  @Test func densitiesShowMoreAndMore() {
    let texts = EntryDensity.allCases.map {
      painter(of: content("Title", .unread), width: 400, density: $0).texts.map(\.string)
    }
    expect(texts[0], equals: ["Title"])
    expect(texts[1].count == 3 && texts[2].count == 3)
    let heights = EntryDensity.allCases.map {
      painter(of: content("Title", .unread), width: 400, density: $0).layout.height
    }
    expect(heights == heights.sorted() && Set(heights).count == 3)
    // The beginning of the text stands for a missing title, and the passage that was found is always shown.
    let untitled = RowContent(title: "", preview: "Words", accessibleName: "")
    expect(painter(of: untitled, width: 400, density: .titles).texts.map(\.string), equals: ["Words"])
    let found = RowContent(title: "Title", preview: "Words", isPassage: true, accessibleName: "")
    expect(painter(of: found, width: 400, density: .titles).texts.map(\.string), equals: ["Title", "Words"])
  }
}
