import Expectations
import ProgramRuns
import Testing

@testable import FeedViewer

/// Coming back to where one was, whatever the size of the feed.
@Suite(.serialized, .enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
struct SizedReturnTests {
  private let feed = SizedFeed.usual
  private let other = SizedFeed.other

  @Test(arguments: FeedSize.allCases)
  func aDeletedEntryComesBackWhereItWas(size: FeedSize) async throws {
    let window = try await SizedWindow(size, feed)
    defer { window.close() }
    for order in ["file", "newest"] {
      try await window.choose(order, of: "order")
      let names = window.names
      try await window.select("e702")
      let next = names[names.firstIndex(of: "e702")! + 1]
      window.activate("delete-row")
      try await window.settle { window.toast == "Entry removed" }
      expect(window.names == names.filter { $0 != "e702" } && window.selected == next)
      let sorted = order == "file" ? "" : " · newest first"
      expect(window.subtitle, equals: "1199 entries\(sorted)")
      try await window.show("e30")
      window.activate("undo")
      try await window.settle { window.row("e702") != nil }
      expect(window.names == names && window.toast == nil && window.subtitle == "1200 entries\(sorted)")
      expect(window.row("e702")?.title, equals: feed.entries[702].title)
      window.activate("redo")
      try await window.settle { window.row("e702") == nil }
      expect(window.names, equals: names.filter { $0 != "e702" })
      window.activate("undo")
      try await window.settle { window.row("e702") != nil }
    }
  }

  @Test(arguments: FeedSize.allCases)
  func endingASearchGoesBackToThePlaceBefore(size: FeedSize) async throws {
    let window = try await SizedWindow(size, feed)
    defer { window.close() }
    try await window.show("e703")
    try await window.scroll(by: 13)
    let tops = window.tops
    try await window.search("xyzzy")
    try await window.search(SizedFeed.rareWord)
    expect(window.shownNames.first, equals: "e12")
    try await window.endSearch()
    expect(window.tops == tops && window.shownNames.first == "e703")
    // A row that was selected before is selected again.
    try await window.select("e704")
    try await window.search("xyzzy")
    expect(window.selected == nil)
    try await window.endSearch()
    expect(window.selected == "e704" && window.row("e704") != nil)
    // One that was selected among what was found stays selected.
    let found = try require(feed.names { $0.text.contains(SizedFeed.rareWord) }.dropFirst(28).first)
    try await window.search(SizedFeed.rareWord)
    try await window.select(found)
    try await window.endSearch()
    expect(window.selected == found && window.row(found) != nil && window.names == feed.names)
    expect(window.keepsItsSize)
    try await expectTheOnlyFeedThatIsClosedComesBack(window)
  }

  private func expectTheOnlyFeedThatIsClosedComesBack(_ window: SizedWindow) async throws {
    window.activate("close-feed")
    try await window.settle { window.rowCount == 0 }
    expect(window.messages.isEmpty && window.isEnabled("undo"))
    window.activate("undo")
    try await window.settle { window.rowCount == 1_200 }
    expect(window.names == feed.names && window.windowTitle == feed.title)
  }

  @Test(arguments: FeedSize.allCases)
  func theWindowIsAsItWasAfterARestart(size: FeedSize) async throws {
    let window = try await SizedWindow(size, feed)
    defer { window.close() }
    try await window.show("e703")
    try await window.scroll(by: 9)
    let tops = window.tops
    try await window.restart()
    // An archive is first at the row's top, until its entry was read.
    try await window.settle { window.tops == tops }
    expect(window.names == feed.names && window.selected == nil)
    // The article that was read.
    try await window.open("e903")
    try await window.restart()
    try await window.settle { window.isReading && window.article.contains("The end of e903.") }
    expect(window.windowTitle, equals: "\(feed.entries[903].title) — \(feed.title)")
    try await window.goBack()
    expect(window.selected == "e903" && window.row("e903")?.isRead == true)
    expect(window.rows.filter(\.isRead).count, equals: 1)
    // The order, but not the filter: entries would be hidden that the reader looks for.
    try await window.choose("oldest", of: "order")
    try await window.choose("unread", of: "filter")
    let names = feed.names(newestFirst: false)
    expect(window.names, equals: names.filter { $0 != "e903" })
    try await window.restart(count: names.count)
    expect(window.names, equals: names)
  }

  @Test(arguments: FeedSize.allCases)
  func theListIsAtItsEntryAfterTheFileHasChangedMeanwhile(size: FeedSize) async throws {
    let window = try await SizedWindow(size, feed)
    defer { window.close() }
    try await window.show("e703")
    var changed = feed
    changed.entries.removeSubrange(200..<210)
    changed.entries.insert(contentsOf: (0..<10).map { SizedFeed.newEntry("n\($0)") }, at: 900)
    try await window.restart { try window.write(changed) }
    expect(
      window.names == changed.names && window.shownNames.first == size.nameAtPlace("e703", of: changed, 703))
  }

  @Test(arguments: FeedSize.allCases)
  func twoFeedsAreShownOneAfterTheOtherAndComeBack(size: FeedSize) async throws {
    let window = try await SizedWindow(size, feed, other)
    defer { window.close() }
    let sections = [feed.names, other.names]
    expect(window.sections == sections && window.headers == [feed.title, other.title])
    expect(window.windowTitle == "All Entries" && window.subtitle == "1600 entries")
    try await window.toggleRead("f200")
    try await window.toggleRead("e650")
    try await window.search(SizedFeed.rareWord)
    expect(window.sections, equals: [feed, other].map { $0.names { $0.text.contains(SizedFeed.rareWord) } })
    try await window.endSearch()
    try await window.showFeed(other)
    expect(window.sections == [other.names] && window.windowTitle == other.title)
    expect(window.subtitle, equals: "400 entries, 399 unread")
    try await window.showFeed(nil)
    expect(window.sections == sections && window.subtitle == "1600 entries, 1598 unread")
    try await window.choose("time", of: "grouping")
    let both = SizedFeed(title: "", entries: feed.entries + other.entries)
    expect(window.names, equals: both.names(newestFirst: true))
    try await window.choose("feed", of: "grouping")
    expect(window.sections, equals: sections)
    try await window.show("f100")
    let tops = window.tops
    try await window.restart()
    expect(window.sections, equals: sections)
    expect(window.tops, equals: tops)
    for name in ["e650", "f200"] {
      try await window.show(name)
      expect(window.readNames, equals: [name])
    }
  }

  @Test(arguments: FeedSize.allCases)
  func aClosedFeedComesBackBetweenTheOthers(size: FeedSize) async throws {
    let third = SizedFeed.generated("The third", prefix: "g", count: 60, seed: 3)
    let window = try await SizedWindow(size, other, feed, third)
    defer { window.close() }
    let sections = [other.names, feed.names, third.names]
    try await window.toggleRead("e650")
    // It is the feed of the selected row.
    window.activate("close-feed")
    try await window.settle { window.toast == "“\u{2068}\(feed.title)\u{2069}” closed" }
    expect(window.sections, equals: [other.names, third.names])
    window.activate("undo")
    try await window.settle { window.rowCount == 1_660 }
    expect(window.sections == sections && window.headers == [other.title, feed.title, third.title])
    try await window.show("e650")
    expect(window.readNames, equals: ["e650"])
    window.activate("redo")
    try await window.settle { window.rowCount == 460 }
    expect(window.sections, equals: [other.names, third.names])
  }
}
