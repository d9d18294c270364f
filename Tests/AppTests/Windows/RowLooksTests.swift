import CGtk
import Expectations
import FeedViewerBase
import LayoutCore
import Testing

@testable import FeedViewerRows
@testable import FeedViewer
@testable import PangoText
@testable import VirtualList

/// Density and zoom of the list, and the header of a single feed, in a real window.
@Suite(.serialized, .enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
struct RowLooksTests {
  private func titles(_ count: Int) -> [String] {
    (0..<count).map { "Entry \($0)" + String(repeating: " and its words", count: $0 % 9) }
  }

  /// The heights of all rows, which must all be measured.
  private func expectExactHeights(
    _ fixture: WindowFixture, density: EntryDensity, zoom: Double = 1
  ) throws {
    let list = fixture.window.list
    let width = try require(list.conditions?.width)
    let truth = EntryHeights(width: width, text: list.text, density: density, zoom: zoom)
    for (section, content) in fixture.window.entries.sections.enumerated() {
      for (number, row) in content.rows.enumerated() {
        let height = list.geometry.height(of: .row(RowIndexPath(section: section, row: number)))
        expect(height, equals: .measured(truth.height(of: row.rowContent)), "row \(number)")
      }
    }
  }

  @Test func eachDensityHasExactHeightsAndKeepsPlaceAndSelection() async throws {
    let fixture = try await WindowFixture([titles(200)])
    defer { fixture.close() }
    let list = fixture.window.list
    try await expect(fixture.settle { list.isPrecacheFinished })
    let usual = list.geometry.totalHeight
    list.select(RowIndexPath(section: 0, row: 120))
    try await expect(fixture.settle { list.visibleRows.contains { $0.row == 120 } })
    for mode in [HeightCacheMode.indexPath, .key] {
      list.cacheMode = mode
      for density in [EntryDensity.comfortable, .titles, .compact] {
        fixture.choose(density.rawValue, of: "density")
        try await expect(fixture.settle { list.isPrecacheFinished })
        try expectExactHeights(fixture, density: density)
        expect(list.selectedRow, equals: RowIndexPath(section: 0, row: 120))
        expect(list.visibleRows.contains { abs($0.row - 120) < 30 })
      }
    }
    expect(list.geometry.totalHeight, equals: usual)
  }

  @Test func theListZoomsWithTheArticleAndReadingMovesNothing() async throws {
    let fixture = try await WindowFixture([titles(60)])
    defer { fixture.close() }
    let list = fixture.window.list
    try await expect(fixture.settle { list.isPrecacheFinished })
    let usual = list.geometry.totalHeight
    expect(fixture.isEnabled("zoom-in"))
    fixture.activate("zoom-in")
    fixture.activate("zoom-in")
    expect(fixture.window.article.view.zoom, equals: 1.25)
    try await expect(fixture.settle { list.isPrecacheFinished })
    try expectExactHeights(fixture, density: .usual, zoom: 1.25)
    expect(list.geometry.totalHeight > usual)
    // While an article hides the list, the list waits.
    fixture.window.activate(RowIndexPath(section: 0, row: 3))
    try await expect(fixture.settle { gtk_widget_get_mapped(list.widget.pointer) == 0 })
    fixture.activate("zoom-in")
    fixture.window.article.close()
    try await expect(
      fixture.settle { list.isPrecacheFinished && gtk_widget_get_mapped(list.widget.pointer) != 0 })
    try expectExactHeights(fixture, density: .usual, zoom: 1.5)
    fixture.activate("zoom-normal")
    try await expect(fixture.settle { list.isPrecacheFinished })
    try expectExactHeights(fixture, density: .usual)
    expect(list.geometry.totalHeight, equals: usual)
    fixture.activate("mark-all-read")
    let row = ListElement.row(RowIndexPath(section: 0, row: 1))
    try await expect(
      fixture.settle {
        (list.pool.view(of: row)?.painter?.content as? RowContent)?.readState == .read
      })
    expect(list.geometry.totalHeight, equals: usual)
    try expectExactHeights(fixture, density: .usual)
  }

  @Test func storedLooksAreTakenOverBeforeThereAreRows() throws {
    let application = try TestDisplay.makeApplication()
    let keeper = StateKeeper()
    keeper.settings[ViewerSetting.textZoom] = 1.5
    keeper.settings[ViewerSetting.density] = .titles
    let window = ViewerWindow(
      application: application.pointer,
      options: ViewerOptions(picture: "unused.png", size: WindowSize(width: 480, height: 600)),
      keeper: keeper)
    defer { gtk_window_destroy(window.pointer) }
    expect(window.article.view.zoom, equals: 1.5)
    expect(window.listStyle.templates, equals: EntryTemplates(density: .titles, zoom: 1.5))
  }

  @Test func aFeedThatIsShownAloneHasItsTitleInTheHeaderBarOnly() async throws {
    let fixture = try await WindowFixture([titles(20)])
    defer { fixture.close() }
    let list = fixture.window.list
    expect(TitleText(of: fixture.window.library).title, equals: "Feed 0")
    expect(!list.geometry.hasHeader(inSection: 0))
    let other = try fixture.folder.write(
      "<rss version=\"2.0\"><channel><title>Other</title><item><title>x</title></item></channel></rss>",
      to: "other.xml")
    fixture.window.open([other])
    try await expect(fixture.settle { fixture.window.library.files.count == 2 })
    fixture.window.show(.all)
    try await expect(fixture.settle { list.geometry.sectionCount == 2 })
    expect(list.geometry.hasHeader(inSection: 0) && list.geometry.hasHeader(inSection: 1))
    fixture.window.show(.feed(FilePath(other)))
    try await expect(fixture.settle { list.geometry.sectionCount == 1 })
    expect(fixture.window.bars.list.title.shownTitle == "Other" && !list.geometry.hasHeader(inSection: 0))
    fixture.window.show(.all)
    try await expect(fixture.settle { list.geometry.sectionCount == 2 })
    expect(list.geometry.hasHeader(inSection: 0) && list.geometry.hasHeader(inSection: 1))
    list.scroll(to: .header(1), alignment: .top)
    fixture.window.library.set(.read, true, of: fixture.window.library.sections[1].rows)
    fixture.choose("unread", of: "filter")
    try await expect(fixture.settle { list.geometry.sectionCount == 1 })
    // The header bar names two files.
    expect(list.geometry.hasHeader(inSection: 0))
  }

  /// The last lines of the rows of a file, without the marks that isolate their parts.
  private func lines(_ fixture: WindowFixture, of path: String) -> [String] {
    fixture.window.library.sections.filter { $0.path?.text == path }.flatMap(\.rows).map {
      $0.rowContent.metadata.filter { $0 != "\u{2068}" && $0 != "\u{2069}" }
    }
  }

  @Test func anAuthorOfAllEntriesIsNotNamed() async throws {
    let fixture = try await WindowFixture([titles(2)])
    defer { fixture.close() }
    func feed(_ authors: [String]) -> String {
      let items = authors.enumerated().map { number, author in
        "<item><guid>\(number)</guid><title>Title \(number)</title><dc:creator>\(author)</dc:creator>"
          + "<pubDate>Tue, 01 Oct 2019 10:00:00 GMT</pubDate></item>"
      }
      return "<rss version=\"2.0\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\"><channel><title>Feed</title>"
        + items.joined() + "</channel></rss>"
    }
    let path = try fixture.folder.write(feed(["Ann", "Ann", "Ann"]), to: "one.xml")
    fixture.window.open([path])
    try await expect(fixture.settle { lines(fixture, of: path).count == 3 && fixture.window.isComplete })
    expect(lines(fixture, of: path), equals: ["1 Oct 2019", "1 Oct 2019", "1 Oct 2019"])
    _ = try fixture.folder.write(feed(["Ann", "Ann", "Ann", "Ben"]), to: "one.xml")
    fixture.activate("reload")
    try await expect(fixture.settle { lines(fixture, of: path).count == 4 && fixture.window.isComplete })
    let named = ["Ann · 1 Oct 2019", "Ann · 1 Oct 2019", "Ann · 1 Oct 2019", "Ben · 1 Oct 2019"]
    expect(lines(fixture, of: path), equals: named)
    try await expect(fixture.settle { fixture.window.list.isPrecacheFinished })
    try expectExactHeights(fixture, density: .usual)
  }

  @Test func textsBeginAtOneLineNothingStandsForAMissingPictureAndEightEntriesFit() async throws {
    let fixture = try await WindowFixture(size: WindowSize(width: 1_100, height: 720), [])
    defer { fixture.close() }
    let list = fixture.window.list
    let names = ["nature-arabic-hebrew.xml", "kitchen.atom"]
    fixture.window.open(names.map { FilePath(PackageSources.root + "/data/samples/" + $0) })
    try await expect(fixture.settle { list.visibleRows.count > 7 })
    var starts: Set<Double> = []
    var pictures: Set<Bool> = []
    for place in list.visibleRows {
      let painter = try require(list.pool.view(of: .row(place))?.painter)
      let content = try require(painter.content as? RowContent)
      pictures.insert(content.thumbnail == .none)
      expect(painter.layout.accessory, equals: .none)
      let texts = painter.layout.content?.flattened().filter { $0.measuredText != nil } ?? []
      expect(!texts.isEmpty)
      starts.formUnion(texts.map { $0.frame.minX + painter.layout.contentFrame.minX })
    }
    expect(pictures, equals: [true, false])
    expect(starts, equals: [24])
    // The feed alone, in the usual window.
    expect(EntryDensity.usual == .compact && ViewerSetting.density.defaultValue == .compact)
    fixture.window.show(.feed(fixture.window.library.files[1].path))
    try await expect(fixture.settle { list.geometry.sectionCount == 1 && !list.visibleRows.isEmpty })
    let scale = try require(list.conditions?.environment.scale)
    let height = Int(Double(gtk_widget_get_height(list.widget.pointer)) * scale)
    let whole = list.visibleRows.count { place in
      let element = ListElement.row(place)
      return list.geometry.offset(of: element) + list.geometry.height(of: element).value <= height
    }
    expect(whole >= 8)
  }
}
