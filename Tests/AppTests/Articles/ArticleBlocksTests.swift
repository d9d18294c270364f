import CGtk
import Expectations
import FeedViewerFeeds
import Foundation
import GtkInterop
import LayoutCore
import ProgramRuns
import Testing
import WidgetTesting

@testable import FeedViewerRows
@testable import FeedViewer
@testable import VirtualList

/// Code, tables and pictures on the page of an article.
@Suite(.serialized, .enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
struct ArticleBlocksTests {
  private let fixture: ArticleFixture
  private var list: ListView { fixture.view.list }

  init() throws { fixture = try ArticleFixture(pictureProgram: PictureProgram.path) }

  private static let line = Array(repeating: "word", count: 60).joined(separator: " ")

  /// Shows an article in a file of its own, from its beginning.
  private func read(_ html: String) async throws {
    let number = fixture.window.library.files.count
    try await fixture.open([ArticleFixture.item("T", html)], name: "blocks \(number).xml")
    try await fixture.read(0, section: number)
  }

  private func left(of text: String, byte: Int = 0) throws -> Double? {
    let row = try fixture.row(of: text)
    let number = try require(fixture.view.document.row(at: row.row).texts.firstIndex { $0.string == text })
    return list.textRectangles(of: row, text: number, bytes: byte..<byte + 1).first?.minX
  }

  private func height(of text: String) throws -> Double {
    let row = ListElement.row(try fixture.row(of: text))
    return Double(list.geometry.height(of: row).value)
  }

  // MARK: Sideways

  @Test func longLinesOfCodeScrollSidewaysOrWrap() async throws {
    let code = "a\n\(Self.line)\nb"
    try await read("<p>Before</p><pre>\(code)</pre><p>After</p>")
    let start = try require(left(of: code))
    let point = try fixture.point(of: code, byte: 0)
    expect(fixture.view.scrollSideways(at: point, toRightBy: 25))
    expect(fixture.view.scrollSideways(at: point, toRightBy: -15))
    try expect(left(of: code), equals: start - 10)
    // What is scrolled out of view is not there for the pointer.
    expect(fixture.view.scrollSideways(at: point, toRightBy: 100_000))
    try expect(left(of: code) == nil)
    let before = try fixture.point(of: "Before", byte: 0)
    expect(!fixture.view.scrollSideways(at: before, toRightBy: 10))
    // Text out of view is scrolled into view.
    let ended = "\(Self.line) end"
    try await read("<pre>\(ended)</pre>")
    let row = try fixture.row(of: ended)
    let place = ended.utf8.count - 3..<ended.utf8.count
    expect(list.textRectangles(of: row, bytes: place).isEmpty)
    list.scroll(toText: 0, bytes: place, of: row)
    let found = try require(list.textRectangles(of: row, bytes: place).first)
    expect(found.maxX < Double(gtk_widget_get_width(list.widget.pointer)))
    // The character is where it is drawn.
    let middle = Point(x: found.minX + 2, y: (found.minY + found.maxY) / 2)
    expect(list.textPosition(at: middle)?.position.offset, equals: place.lowerBound)
    // Code wraps by a switch.
    let wrapped = "a\n\(Self.line)\nc"
    try await read("<pre>\(wrapped)</pre>")
    let height = try height(of: wrapped)
    fixture.view.wrapsCode = true
    try await fixture.drawn()
    try expect(self.height(of: wrapped) > height + 40)
    expect(!fixture.view.scrollSideways(at: try fixture.point(of: wrapped, byte: 0), toRightBy: 10))
    fixture.view.wrapsCode = false
    try await fixture.drawn()
    try expect(self.height(of: wrapped), equals: height)
  }

  @Test func columnsOfTablesAreReachedAndStayTogether() async throws {
    // All columns of a very wide table can be reached, and a cell that is higher than its row makes it grow.
    func row(_ number: Int) -> String {
      "<tr>" + (0..<400).map { "<td>r\(number)c\($0)" }.joined()
    }
    try await read("<p>Before</p><table>\((0..<20).map(row).joined())</table><p>After</p>")
    let point = try fixture.point(of: "r3c0", byte: 0)
    let columns = fixture.view.document.row(at: try fixture.row(of: "r3c0").row).cells.count
    expect(columns, equals: 400)
    try expect(left(of: "r3c399") == nil)
    expect(fixture.view.scrollSideways(at: point, toRightBy: 1e6))
    try await expect(fixture.settle { (try? left(of: "r3c399")) != nil })
    try expect(left(of: "r3c0") == nil)
    // Cells of a column stand below each other, whether they are measured or not.
    try expect(left(of: "r3c399"), equals: left(of: "r4c399"))
    try expect(fixture.point(of: "r4c399", byte: 0).y > fixture.point(of: "r3c399", byte: 0).y)
    // Back at the beginning by a match.
    expect(fixture.view.scrollSideways(at: point, toRightBy: -1e6))
    try expect(left(of: "r3c0") != nil)
    // Rows of a wide table scroll together.
    let names = (0..<8).map { "Unterstützungsmöglichkeiten\($0)" }
    let cells = names.map { "<td>\($0)" }.joined()
    try await read("<table><tr>\(cells)<tr><td>second<td>x</table><table><tr><td>other<td>y</table>")
    let (first, second, other) = (
      try left(of: names[0]), try left(of: "second"), try left(of: "other")
    )
    expect(first == second && first == other)
    try expect(left(of: names[7]) == nil)
    expect(fixture.view.scrollSideways(at: try fixture.point(of: "second", byte: 0), toRightBy: 5))
    try expect(left(of: names[0]), equals: first.map { $0 - 5 })
    try expect(left(of: "second"), equals: second.map { $0 - 5 })
    try expect(left(of: "other"), equals: other)
    expect(!fixture.view.scrollSideways(at: try fixture.point(of: "other", byte: 0), toRightBy: 20))
    // A table that is read in parts gets the columns of all its rows.
    try await read("<p>Other</p>")
    @Sendable nonisolated func document(_ count: Int, isPartial: Bool) -> ArticleDocument {
      let blocks = (0..<count).map { row in
        var block = ArticleBlock(
          kind: .tableRow(isHeader: false), text: "\(row == 9 ? "a much longer text" : "a\(row)")\tb\(row)")
        block.table = 0
        return block
      }
      var document = ArticleDocument()
      document.append(
        Article(
          blocks: blocks, tables: [ArticleTable(blocks: 0..<count, columnCount: 2)], isPartial: isPartial))
      return document
    }
    let whole = document(10, isPartial: false)
    await fixture.view.load(
      AsyncStream {
        $0.yield(document(5, isPartial: true))
        $0.yield(whole)
        $0.finish()
      })
    try await fixture.drawn()
    expect(fixture.view.document.count, equals: 10)
    let column = try require(left(of: "b0"))
    try expect(column, equals: left(of: "b9"))
    fixture.view.show(whole)
    try await fixture.drawn()
    try expect(left(of: "b0"), equals: column)
    // Columns are the same in all rows at every width.
    try await read(
      "<table><tr align=left><th>a<th>b<tr><td>some words that wrap<td>" + Self.line
        + "<tr><td>c<td>d<tr><td>e</table>")
    for width in [480, 380, 700] {
      gtk_window_set_default_size(fixture.window.pointer, Int32(width), 600)
      try await fixture.drawn()
      try expect(left(of: "a") == left(of: "c") && left(of: "c") == left(of: "e"))
      try expect(left(of: "b"), equals: left(of: "d"))
    }
  }

  /// The heights that all cells of wide tables' rows would give, in device pixels.
  private func heightsOfAllCells() throws -> [Int: Int] {
    let view = fixture.view
    let template = ArticleTemplate(.tableRow(isHeader: false), view.typography, view.appearance)
    var heights: [Int: Int] = [:]
    for index in view.document.rowsOfWideTables {
      var row = view.dataSource.content(ofRow: index)
      row.highestCell = nil
      let layout = try require(template.wideTableRow(of: row))
      let cells = row.cells.enumerated().map { number, cell in
        list.textHeight(of: template.cellText(cell, of: row), width: layout.wrapWidth(ofCell: number))
      }
      row.highestCell = cells.indices.max { cells[$0] < cells[$1] }
      let width = Int(gtk_widget_get_width(list.widget.pointer))
      // Without the separator.
      heights[index] = TemplateHeights(template, text: list.text).height(of: row, width: width) - 1
    }
    return heights
  }

  private func heightsOfWideTables() -> [Int: Int] {
    var heights: [Int: Int] = [:]
    for index in fixture.view.document.rowsOfWideTables {
      let element = ListElement.row(RowIndexPath(section: 0, row: index))
      heights[index] = list.geometry.height(of: element).value
    }
    return heights
  }

  private func measureTables() async throws {
    // Nothing is measured ahead before the list is laid out.
    try await fixture.drawn()
    try await expect(fixture.settle { fixture.view.isExact && list.isPrecacheFinished })
  }

  /// Rows of wide tables are as high as their highest cells, whether they were seen or not, and what is read stays where
  /// it is when that becomes known.
  @Test func rowsOfWideTablesAreAsHighAsTheirHighestCells() async throws {
    // The estimate takes wide letters for narrow ones, so that sixty other cells seem to be as high.
    let tricky = Array(repeating: "WWW", count: 15).joined(separator: " ")
    let others = "iiiii iiiii iiiii iiiii iiiii"
    let texts = [tricky, others, "x", "日本語の文章です。", "<b>bold</b> and <a href='https://x.example'>link</a>"]
    func row(_ text: (Int) -> String) -> String { "<tr>" + (0..<90).map { "<td>" + text($0) }.joined() }
    let rows = (0..<40).map { number in
      row { $0 < 60 ? others : texts[(number * 7 + $0) % texts.count] }
    }
    let narrow = row { $0 > 50 ? String(repeating: "i", count: 28) : "y" }
    try await read("<p>Before</p><table>\(rows.joined())\(narrow)</table><p>After</p>")
    try await measureTables()
    let exact = try heightsOfAllCells()
    expect(exact.count == 41 && Set(exact.values).count > 1)
    expect(heightsOfWideTables(), equals: exact)
    // At another size of text, read from the middle.
    let middle = try require(fixture.view.document.rowsOfWideTables.dropFirst(25).first)
    list.scroll(to: .row(RowIndexPath(section: 0, row: middle)), alignment: .top)
    try await fixture.drawn()
    fixture.view.zoom = 1.25
    try await measureTables()
    let larger = try heightsOfAllCells()
    expect(larger != exact && heightsOfWideTables() == larger)
    expect(list.readingPlace?.row, equals: RowIndexPath(section: 0, row: middle))
  }

  private static let longLine = (0..<12_000).map { "f\($0);" }.joined()

  /// A line of code longer than a row's layout is one row without wrapping, and reachable to its end.
  @Test func veryLongLinesOfCodeAreOneRowWhoseMatchesAreReached() async throws {
    let code = "short\n\(Self.longLine)\nlast"
    try await read("<pre>\(code)</pre><p>After</p>")
    let row = try fixture.row(of: Self.longLine)
    expect(fixture.view.document.row(at: row.row).lineParts.count > 10)
    let point = try fixture.point(of: Self.longLine, byte: 0)
    // The short lines are beside it, and nothing is between them.
    let space = fixture.view.document.row(at: try fixture.row(of: "short").row).spaceAbove
    let lineHeight = try height(of: "short") - ArticleTypography.panelPadding.vertical - space
    try expect(abs(height(of: Self.longLine) - lineHeight) <= 1)
    expect(fixture.view.scrollSideways(at: point, toRightBy: 1e9))
    try await expect(fixture.settle { fixture.view.codeLines.isFinished && fixture.window.isComplete })
    let end = Self.longLine.utf8.count
    let last = try require(list.textRectangles(of: row, bytes: end - 1..<end).first)
    let panel = try require(list.frame(of: .articlePanel, in: row))
    // Its last letter is at the edge of the panel's room, and is where it is drawn.
    expect(abs(panel.maxX - ArticleTypography.panelPadding.horizontal - last.maxX) <= 2)
    let middle = Point(x: last.minX + 1, y: (last.minY + last.maxY) / 2)
    let place = try require(list.textPosition(at: middle)?.position)
    expect(place.row == row && place.offset == end - 1)
    expect(list.line(around: place), equals: 0..<end)
    expect(list.textPosition(oneLine: true, from: place, x: last.minX) == nil)
    // Letters stand side by side, across the parts too.
    let part = fixture.view.document.row(at: row.row).lineParts[5]
    list.scroll(toText: 0, bytes: part.lowerBound..<part.lowerBound + 1, of: row)
    try await fixture.drawn()
    let rectangles = list.textRectangles(of: row, bytes: part.lowerBound - 1..<part.lowerBound + 1)
    expect(rectangles.count == 2 && abs(rectangles[0].maxX - rectangles[1].minX) < 0.1)
    // Nothing is lost.
    fixture.view.selection.set(.all)
    expect(fixture.view.selection.selectedText?.contains(code), equals: true)
    expect(ArticleHTML.document(.all, of: fixture.view.document).contains("<pre>\(code)</pre>"))
    // Matches in them are reached.
    try await read("<p>Before</p><pre>\(Self.longLine)</pre>")
    let found = try fixture.row(of: Self.longLine)
    fixture.view.finder.search(for: "f11999;")
    try await expect(fixture.settle { fixture.view.finder.find?.isComplete == true })
    let match = try require(fixture.view.finder.find?.matches.first?.range)
    expect(match.lowerBound.row == found && match.upperBound.offset == Self.longLine.utf8.count)
    try await fixture.drawn()
    expect(!list.textRectangles(of: found, bytes: match.lowerBound.offset..<match.upperBound.offset).isEmpty)
    // The same text where lines are wrapped.
    fixture.view.wrapsCode = true
    try await expect(fixture.settle { fixture.view.flow.isFinished && fixture.window.isComplete })
    let wrapped = try require(fixture.view.finder.find?.matches.first?.range)
    expect(ArticleSelection(.character, wrapped).text(of: fixture.view.document), equals: "f11999;")
    expect(wrapped.lowerBound.row > found)
    fixture.view.wrapsCode = false
    try await fixture.drawn()
    expect(fixture.view.finder.find?.matches.first?.range, equals: match)
    try expect(fixture.row(of: Self.longLine), equals: found)
  }

  /// Only what is seen of a line is laid out, from right to left, too.
  @Test func onlyWhatIsSeenOfAVeryLongLineIsLaidOut() async throws {
    for unit in ["x", "א ", "漢"] { try await expectLayoutOfWhatIsSeen(ofALineOf: unit) }
  }

  private func expectLayoutOfWhatIsSeen(ofALineOf unit: String) async throws {
    let line = String(repeating: unit, count: 100_000 / unit.utf8.count) + unit.prefix(1)
    try await read("<pre>\(line)</pre>")
    let row = try fixture.row(of: line)
    let isRightToLeft = unit == "א "
    let beginning = 0..<unit.utf8.count
    // The row is drawn again when its line was measured.
    try await expect(
      fixture.settle {
        fixture.view.codeLines.line(of: fixture.view.document.row(at: row.row))?.isMeasured == true
          && fixture.window.isComplete && !list.textRectangles(of: row, bytes: beginning).isEmpty
      })
    let first = try require(list.textRectangles(of: row, bytes: beginning).first)
    let panel = try require(list.frame(of: .articlePanel, in: row))
    let padding = ArticleTypography.panelPadding.horizontal
    expect(abs(isRightToLeft ? panel.maxX - padding - first.maxX : first.minX - panel.minX - padding) <= 2)
    // An assistive tool reads the part that is in view.
    let shown = try require(list.rowOnScreen(row)?.texts.first)
    expect(line.hasPrefix(shown.string) && shown.string.unicodeScalars.count <= 8_000)
    expect(
      fixture.view.scrollSideways(
        at: Point(x: (panel.minX + panel.maxX) / 2, y: first.minY + 1),
        toRightBy: isRightToLeft ? -1e9 : 1e9))
    // A row that was drawn with the estimated width of its line is drawn again.
    let last = line.utf8.count - unit.prefix(1).utf8.count..<line.utf8.count
    try await expect(fixture.settle { !list.textRectangles(of: row, bytes: last).isEmpty })
  }

  // MARK: Pictures

  @Test func picturesKeepTheirSizesAndSayWhyThereAreNone() async throws {
    // One that can't be decoded.
    try Data("no picture".utf8).write(to: URL(fileURLWithPath: fixture.folder.path + "/broken.png"))
    try await read("<p>Before</p><img src='broken.png' alt='Broken'><p>After</p>")
    let text = "Broken\n\(PictureFailure.undecodable.message)"
    try await expect(fixture.settle { fixture.texts.contains(text) })
    let row = try fixture.row(of: text)
    expect(fixture.view.document.row(at: row.row).kind, equals: .placeholder)
    expect(fixture.view.document.row(at: row.row).picture == nil)
    // One that is made to fit keeps its own size: it grows with the window.
    let wide = try await readWidePicture()
    expect(fixture.view.document.row(at: wide).picture?.size, equals: Size(width: 1_200, height: 600))
    // A double click on it selects no word of a paragraph.
    let picture = ListElement.row(RowIndexPath(section: 0, row: wide))
    try await fixture.drawn()
    let top = Double(list.geometry.offset(of: picture) - list.contentOffset)
    let height = Double(list.geometry.height(of: picture).value)
    for part in [0.2, 0.8] {
      let point = Point(x: 100, y: top + part * height)
      for count in 1...3 { fixture.view.selection.pressed(count: count, at: point, extends: false) }
      expect(!fixture.view.selection.hasSelection)
    }
    try fixture.press("After", 1, count: 2)
    expect(fixture.view.selection.selectedText, equals: "After")
    // Pictures in data addresses are shown.
    let png =
      "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mP8z8BQz0AEYBxVSF+FABJADveWkH6oAAAAAElFTkSuQmCC"
    try await read("<p>Before</p><img src='\(png)' alt='Square'><p>After</p>")
    let square = try require(
      (0..<fixture.view.document.count).first {
        fixture.view.document.row(at: $0).picture?.words == "Square"
      })
    // Its size is that of the decoded picture.
    try await expect(
      fixture.settle {
        fixture.view.document.row(at: square).picture?.size == Size(width: 10, height: 10)
      })
  }

  /// Shows a picture between two paragraphs that the window has no room for.
  ///
  /// - Returns: Its row.
  private func readWidePicture() async throws -> Int {
    let pixels = try require(gdk_pixbuf_new(GDK_COLORSPACE_RGB, 0, 8, 1_200, 600))
    defer { g_object_unref(pixels.raw) }
    gdk_pixbuf_fill(pixels, 0x2070_C0FF)
    let isWritten = gdk_pixbuf_savev(pixels, fixture.folder.path + "/wide.png", "png", nil, nil, nil)
    try require(isWritten != 0)
    try await read("<p>Before</p><img src='wide.png' alt='Wide'><p>After</p>")
    let row = try require(
      (0..<fixture.view.document.count).first {
        fixture.view.document.row(at: $0).picture?.words == "Wide"
      })
    try await expect(fixture.settle { fixture.view.document.row(at: row).picture?.size != nil })
    return row
  }
}
