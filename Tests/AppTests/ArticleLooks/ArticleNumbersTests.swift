import CGtk
import Expectations
import FeedViewerReadingState
import HostileFiles
import LayoutCore
import ProgramRuns
import TestRuns
import Testing
import VirtualList

@testable import FeedViewerRows
@testable import FeedViewer

/// Articles whose pictures, lists, tables and places have numbers near the limits of their types.
@Suite(.serialized, .enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
struct ArticleNumbersTests {
  private static let widths: [Int32] = [360, 700, 1_200]

  @Test func articlesAreLaidOutSavedAndPrintedWhateverTheirNumbers() async throws {
    let fixture = try ArticleFixture()
    defer { fixture.close() }
    // Several numbers in each article.
    let size = TestRun.isFull ? 1 : 4
    let groups = stride(from: 0, to: BoundaryNumbers.texts.count, by: size).map {
      Array(BoundaryNumbers.texts[$0..<min($0 + size, BoundaryNumbers.texts.count)])
    }
    try await fixture.open(
      groups.enumerated().map { ArticleFixture.item("n\($0)", $1.map(BoundaryNumbers.html).joined()) })
    let list = fixture.view.list
    for index in groups.indices {
      try await fixture.read(index)
      let rows = 0..<fixture.view.document.count
      // The article before had another width.
      for width in [Self.widths[index % 3], Self.widths[(index + 1) % 3]].prefix(TestRun.isFull ? 2 : 1) {
        gtk_window_set_default_size(fixture.window.pointer, width, 600)
        list.scroll(to: .row(RowIndexPath(section: 0, row: rows.count - 1)))
        try await expect(fixture.settle { list.isLaidOutAtItsOffset && list.isComplete })
        let heights = rows.map { list.geometry.height(of: .row(RowIndexPath(section: 0, row: $0))).value }
        expect(heights.allSatisfy { (0...2_000_000).contains($0) }, "\(groups[index].map { $0.prefix(40) })")
      }
      expect(fixture.texts.contains("After"))
      expect(ArticleHTML.document(.all, of: fixture.view.document).contains("After"))
    }
    for text in ["92233720368547759", "1e400", "-1"] {
      let index = try require(groups.firstIndex { $0.contains(text) })
      let row = try require(fixture.window.entries.sections.first?.rows[index])
      let path = fixture.folder.path + "/\(index).pdf"
      fixture.window.printer.savePDF(row, feed: "Notes", to: path)
      try await expect(fixture.settle { !fixture.window.printer.isBusy })
      try expect(fixture.folder.data("\(index).pdf").count > 1_000)
    }
  }

  /// The database of marks and places is a file, too.
  @Test func articlesOpenWhateverTheirStoredPlaces() async throws {
    let fixture = try ArticleFixture()
    defer { fixture.close() }
    let paragraphs = (0..<60).map { "<p>Paragraph \($0)." }.joined()
    try await fixture.open([ArticleFixture.item("T", paragraphs)])
    let library = fixture.window.library
    let row = try require(library.row(at: RowIndexPath(section: 0, row: 0)))
    let (feed, entry) = (FeedKey(library.feedKey(of: row)), row.stateKey)
    for (index, number) in BoundaryNumbers.texts.enumerated() where number.count < 100 {
      // Half of the whole numbers, and some of what is none.
      let isWhole = number.allSatisfy { "-0123456789".contains($0) }
      guard index.isMultiple(of: isWhole ? 2 : 6) || TestRun.isFull else { continue }
      // The row, or one of the other numbers.
      let places = [0, 1 + index % 5]
      for place in TestRun.isFull ? places : [places[index / 5 % 2]] {
        var numbers = ["3", "0", "0", "0", "0", "0"]
        numbers[place] = number
        library.state.setPlace(
          numbers.joined(separator: " "), of: entry, in: feed, twinsAreKnown: true)
        try await fixture.read(0)
        expect(fixture.texts.first, equals: "T")
        fixture.activate("back")
      }
    }
  }
}
