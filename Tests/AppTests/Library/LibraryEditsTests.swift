import Expectations
import FeedViewerFeeds
import LayoutCore
import RandomNumbers
import Testing

@testable import FeedViewer

/// Deleted rows and read marks.
struct LibraryEditsTests {
  private let fixture = LibraryFixture()
  private var library: FeedLibrary { fixture.library }

  @Test func aSectionWithoutRowsStays() async {
    await fixture.open("/a", title: "A", ["1"])
    await fixture.open("/b", title: "B", ["2"])
    library.deleteRows([RowIndexPath(section: 0, row: 0)])
    expect(fixture.titles == ["A", "B"] && fixture.keys == [[], ["2"]] && fixture.listAgrees)
    expect(ContentState(of: library), equals: .rows)
    library.deleteRows([RowIndexPath(section: 1, row: 0)])
    expect(fixture.titles == ["A", "B"] && fixture.keys == [[], []] && fixture.listAgrees)
    expect(ContentState(of: library), equals: .noEntries(feedCount: 2))
  }

  @Test func severalRowsAreDeletedOrMarkedInOneEdit() async {
    await fixture.open("/a", title: "A", ["1", "2", "3", "4"])
    await fixture.open("/b", title: "B", ["5", "6"])
    let places = [(1, 0), (0, 3), (0, 1)].map { RowIndexPath(section: $0.0, row: $0.1) }
    library.setRead(true, at: places)
    expect(fixture.markChangeCount, equals: 1)
    expect(library.sections.map(\.unreadCount), equals: [2, 1])
    expect(
      library.sections.map { $0.rows.map(\.isRead) }, equals: [[false, true, false, true], [true, false]])
    library.deleteRows(places)
    expect(fixture.edits.last, equals: .deleteRows(places.sorted()))
    expect(fixture.keys, equals: [["1", "3"], ["6"]])
    expect(fixture.listAgrees)
  }

  @Test func randomEditsKeepListAndLibraryConsistent() async {
    var generator = SplitMix64(seed: 7)
    await fixture.open("/a", title: "A", (0..<20).map(String.init))
    await fixture.open("/b", title: "B", (0..<5).map(String.init))
    var removed: [RemovedEntries] = []
    for step in 0..<400 {
      var place: RowIndexPath?
      if let section = library.sections.indices.randomElement(using: &generator),
        let row = library.sections[section].rows.indices.randomElement(using: &generator)
      {
        place = RowIndexPath(section: section, row: row)
      }
      switch Int.random(in: 0..<6, using: &generator) {
      case 0, 1: removed.append(library.deleteRows(place.map { [$0] } ?? []))
      case 2: if let place { removed.append(library.delete(Array(library.sections[place.section].rows))) }
      case 3, 4: if let last = removed.popLast() { library.restore(last) }
      default: if let place { library.setRead(Bool.random(using: &generator), at: [place]) }
      }
      for section in library.sections {
        expect(section.unreadCount, equals: section.rows.count { !$0.isRead })
      }
      guard fixture.listAgrees else {
        Issue.record("After step \(step) the list shows something else.")
        return
      }
    }
  }

  @Test func readStateChangesTheRevision() async throws {
    await fixture.open("/a", title: "A", ["1"])
    let place = RowIndexPath(section: 0, row: 0)
    let before = try require(library.row(at: place)).revision
    library.setRead(true, at: [place])
    expect(library.row(at: place)?.revision != before)
    let content = try require(library.row(at: place)?.rowContent)
    expect(content.readState, equals: .read)
    expect(content.accessibleName, equals: "Title of 1")
    library.setRead(false, at: [place])
    expect(library.row(at: place)?.revision, equals: before)
    expect(library.row(at: place)?.rowContent.accessibleName, equals: "Title of 1, unread")
    library.set(.starred, true, of: [try require(library.row(at: place))])
    expect(library.row(at: place)?.rowContent.accessibleName, equals: "Title of 1, unread, starred")
  }

  @Test(arguments: [
    ("https://a.example", true), ("HTTP://a.example", true), ("file:///etc/passwd", false),
    ("javascript:alert(1)", false), ("a.html", false),
  ])
  func onlyWebAddressesAreOpened(link: String, opens: Bool) {
    let entry = FeedEntry(key: "1", link: link)
    var maker = RowMaker(path: "/a", format: .rss)
    expect(maker.row(for: entry, of: Feed(format: .rss), feedTitle: "A").webLink != nil, equals: opens)
  }

  @Test func missingAuthorAndLinkComeFromTheFeed() {
    var maker = RowMaker(path: "/a", format: .rss)
    var feed = Feed(format: .rss)
    feed.author = "The Editors"
    feed.link = "https://feed.example/blog/"
    let entry = FeedEntry(key: "1", title: "Title", link: "entries/1")
    let row = maker.row(for: entry, of: feed, feedTitle: "Feed")
    expect(row.author, equals: "The Editors")
    expect(row.webLink == "https://feed.example/blog/entries/1")
  }

  @Test(arguments: [("Feed", nil), ("Nora", "Nora"), ("נועה", "נועה")] as [(String, String?)])
  func anAuthorWhomTheNameOfTheFeedTellsIsLeftOut(author: String, ofFeed: String?) {
    var maker = RowMaker(path: "/a", format: .rss)
    var feed = Feed(format: .rss)
    feed.author = ofFeed
    let row = maker.row(for: entry("Title", byline: author), of: feed, feedTitle: "Feed")
    expect(row.metadata, equals: "\u{2068}17 Mar\u{2069}")
    expect(row.author, equals: author)
    let other = maker.row(for: entry("Title", byline: "Somebody"), of: feed, feedTitle: "Feed")
    expect(other.metadata, equals: "\u{2068}Somebody\u{2069} · \u{2068}17 Mar\u{2069}")
  }

  @Test(arguments: [
    ("Title", "Nora", "\u{2068}Nora\u{2069} · \u{2068}17 Mar\u{2069}"),
    ("Title", "נועה", "\u{200E}\u{2068}נועה\u{2069} · \u{2068}17 Mar\u{2069}"),
    ("שלום", "נועה", "\u{2068}נועה\u{2069} · \u{2068}17 Mar\u{2069}"),
    ("שלום", "Nora", "\u{200F}\u{2068}Nora\u{2069} · \u{2068}17 Mar\u{2069}"),
    ("2026", "Nora", "\u{2068}Nora\u{2069} · \u{2068}17 Mar\u{2069}"),
  ])
  func metadataHasTheDirectionOfTheTitle(title: String, author: String, line: String) {
    var maker = RowMaker(path: "/a", format: .rss)
    let row = maker.row(for: entry(title, byline: author), of: Feed(format: .rss), feedTitle: "")
    expect(row.metadata, equals: line)
  }

  private func entry(_ title: String, byline: String) -> FeedEntry {
    var details = EntryDetails()
    details.dateText = "17 Mar"
    return FeedEntry(key: "1", title: title, byline: byline, details: details)
  }
}
