import Feeds
import LayoutCore
import Testing

@testable import FeedViewer

/// Edits made in the window, and read marks.
struct LibraryEditsTests {
  private let fixture = LibraryFixture()
  private var library: FeedLibrary { fixture.library }

  @Test func aRowIsInsertedAboveTheSelectedOne() async {
    await fixture.open("/a", title: "A", ["1", "2", "3"])
    let place = library.insertRow(above: RowIndexPath(section: 0, row: 1))
    #expect(place == RowIndexPath(section: 0, row: 1))
    // The fixture's random entry is the last one.
    #expect(library.row(at: place)?.entry.key == "3")
    #expect(Set(library.sections[0].rows.map(\.key)).count == 4)
    #expect(fixture.listAgrees)
  }

  @Test func withoutASelectionARowIsInsertedAtTheTop() async {
    await fixture.open("/a", title: "A", ["1"])
    #expect(library.insertRow(above: nil) == RowIndexPath(section: 0, row: 0))
  }

  @Test func withoutASectionInsertingARowInsertsASection() {
    library.insertRow(above: nil)
    #expect(library.sections.count == 1)
    #expect(library.entryCount == 1)
    #expect(fixture.edits == [.insertSections([0])])
  }

  @Test func aSectionIsInsertedBeforeTheSelectedOne() async {
    await fixture.open("/a", title: "A", ["1"])
    await fixture.open("/b", title: "B", ["2"])
    library.insertSection(before: RowIndexPath(section: 1, row: 0))
    #expect(library.sections.map(\.path) == ["/a", nil, "/b"])
    library.insertSection(before: nil)
    #expect(library.sections.map(\.path) == [nil, "/a", nil, "/b"])
    #expect(fixture.listAgrees)
  }

  @Test func deletesSections() async {
    await fixture.open("/a", title: "A", ["1"])
    await fixture.open("/b", title: "B", ["2"])
    await fixture.open("/c", title: "C", ["3"])
    let keys = library.sections.map(\.key)
    library.deleteSection(keys[1])
    #expect(fixture.titles == ["A", "C"])
    library.deleteSection(keys[0])
    #expect(fixture.titles == ["C"])
    library.deleteSection(keys[2])
    library.deleteSection(keys[2])
    #expect(library.sections.isEmpty)
    #expect(ContentState(of: library) == .noEntries)
  }

  @Test func rowsMoveOnlyWithinTheirSection() async {
    await fixture.open("/a", title: "A", ["1", "2"])
    let rows = library.sections[0].rows
    #expect(library.move(rows[1], by: -1))
    #expect(fixture.keys == [["2", "1"]])
    #expect(!library.move(rows[1], by: -1))
    #expect(!library.move(rows[0], by: 1))
    #expect(fixture.keys == [["2", "1"]])
    #expect(fixture.listAgrees)
  }

  @Test func severalRowsAreDeletedOrMarkedInOneEdit() async {
    await fixture.open("/a", title: "A", ["1", "2", "3", "4"])
    await fixture.open("/b", title: "B", ["5", "6"])
    let places = [(1, 0), (0, 3), (0, 1)].map { RowIndexPath(section: $0.0, row: $0.1) }
    library.setRead(true, at: places)
    #expect(fixture.markChangeCount == 1)
    #expect(library.sections.map(\.unreadCount) == [2, 1])
    #expect(library.sections.map { $0.rows.map(\.isRead) } == [[false, true, false, true], [true, false]])
    library.deleteRows(places)
    #expect(fixture.edits.last == .deleteRows(places.sorted()))
    #expect(fixture.keys == [["1", "3"], ["6"]])
    #expect(fixture.listAgrees)
  }

  @Test func reloadingDropsEditsAndKeepsReadMarks() async {
    await fixture.open("/a", title: "A", ["1", "2", "3"])
    library.setRead(true, at: [RowIndexPath(section: 0, row: 2)])
    library.insertSection(before: nil)
    library.deleteRows([RowIndexPath(section: 1, row: 0)])
    library.insertRow(above: RowIndexPath(section: 1, row: 0))
    library.reload()
    await fixture.finish("/a", title: "A", ["1", "2", "3"])
    #expect(fixture.keys == [["1", "2", "3"]])
    #expect(library.sections[0].rows.map(\.isRead) == [false, false, true])
    #expect(fixture.listAgrees)
  }

  @Test func randomEditsKeepListAndLibraryConsistent() async {
    var generator = SplitMix(state: 7)
    await fixture.open("/a", title: "A", (0..<20).map(String.init))
    await fixture.open("/b", title: "B", (0..<5).map(String.init))
    for step in 0..<400 {
      var place: RowIndexPath?
      if let section = library.sections.indices.randomElement(using: &generator),
        let row = library.sections[section].rows.indices.randomElement(using: &generator)
      {
        place = RowIndexPath(section: section, row: row)
      }
      switch Int.random(in: 0..<9, using: &generator) {
      case 0, 1, 2: library.insertRow(above: place)
      case 3: library.insertSection(before: place)
      case 4, 5: library.deleteRows(place.map { [$0] } ?? [])
      case 6: if let place { library.deleteSection(library.sections[place.section].key) }
      case 7:
        if let row = place.flatMap(library.row(at:)) {
          library.move(row, by: Bool.random(using: &generator) ? 1 : -1)
        }
      default: if let place { library.setRead(Bool.random(using: &generator), at: [place]) }
      }
      for section in library.sections { #expect(section.unreadCount == section.rows.count { !$0.isRead }) }
      guard fixture.listAgrees else {
        Issue.record("After step \(step) the list shows something else.")
        return
      }
    }
  }

  @Test func readStateChangesTheRevision() async throws {
    await fixture.open("/a", title: "A", ["1"])
    let place = RowIndexPath(section: 0, row: 0)
    let before = try #require(library.row(at: place)).revision
    library.setRead(true, at: [place])
    #expect(library.row(at: place)?.revision != before)
    let content = try #require(library.row(at: place)?.rowContent)
    #expect(content.readState == .read)
    #expect(content.accessory == .disclosure)
    #expect(content.accessibleName.hasPrefix("Read, Title of 1"))
    library.setRead(false, at: [place])
    #expect(library.row(at: place)?.revision == before)
    #expect(library.row(at: place)?.rowContent.accessibleName.hasPrefix("Unread, Title of 1") == true)
    library.set(.starred, true, of: [try #require(library.row(at: place))])
    #expect(
      library.row(at: place)?.rowContent.accessibleName.hasPrefix("Unread, Starred, Title of 1") == true)
  }

  @Test func demoAccessoriesDependOnTheEntryNotItsPosition() async {
    library.open(["/a"])
    let heading = FeedHeading(title: nil, format: .demo, feedKey: "/a")
    await fixture.report(
      .part(heading, [LibraryFixture.section(["1", "2", "3"], path: "/a", format: .demo)]),
      .finished(heading), of: "/a")
    library.deleteRows([RowIndexPath(section: 0, row: 0)])
    #expect(library.sections[0].rows.map(\.rowContent.accessory) == [.detail, .disclosure])
  }

  @Test(arguments: [
    ("https://a.example", true), ("HTTP://a.example", true), ("file:///etc/passwd", false),
    ("javascript:alert(1)", false), ("a.html", false),
  ])
  func onlyWebAddressesAreOpened(link: String, opens: Bool) {
    var entry = FeedEntry(key: "1")
    entry.link = link
    var maker = RowMaker(path: "/a", format: .rss)
    #expect((maker.row(for: entry, of: Feed(format: .rss), feedTitle: "A").webLink != nil) == opens)
  }

  @Test func missingAuthorAndLinkComeFromTheFeed() {
    var maker = RowMaker(path: "/a", format: .rss)
    var feed = Feed(format: .rss)
    feed.author = "The Editors"
    feed.link = "https://feed.example/blog/"
    var entry = FeedEntry(key: "1")
    entry.title = "Title"
    entry.link = "entries/1"
    let row = maker.row(for: entry, of: feed, feedTitle: "Feed")
    #expect(row.metadata == "The Editors")
    #expect(row.webLink == "https://feed.example/blog/entries/1")
  }

  @Test(arguments: [
    ("Title", "Nora", "Nora · 17 Mar"),
    ("Title", "נועה", "\u{200E}\u{2068}נועה\u{2069} · \u{2068}17 Mar\u{2069}"),
    ("שלום", "נועה", "נועה · \u{2068}17 Mar\u{2069}"),
    ("שלום", "Nora", "\u{200F}\u{2068}Nora\u{2069} · \u{2068}17 Mar\u{2069}"),
  ])
  func metadataHasTheDirectionOfTheTitle(title: String, author: String, line: String) {
    var maker = RowMaker(path: "/a", format: .rss)
    var entry = FeedEntry(key: "1")
    entry.title = title
    entry.dateText = "17 Mar"
    entry.byline = author
    #expect(maker.row(for: entry, of: Feed(format: .rss), feedTitle: "").metadata == line)
  }
}

/// A seeded random number generator.
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
}
