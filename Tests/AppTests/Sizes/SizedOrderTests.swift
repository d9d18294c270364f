import Expectations
import Foundation
import ProgramRuns
import TestRuns
import Testing

@testable import FeedViewer

/// Which entries the list shows, and in which order, whatever the size of their file.
@Suite(.serialized, .enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
struct SizedOrderTests {
  private let feed = SizedFeed.usual

  /// Otherwise these tests would open the same feed three times in the same way.
  @Test func eachSizeIsReadInItsOwnWay() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(feed.xml, to: "feed.xml")
    let plans = FeedSize.allCases.map { $0.loadingSizes.plan(forFileAt: path) }
    expect(plans.map(\.keepsText), equals: [false, true, true])
    expect(plans.map(\.isArchive), equals: [false, false, true])
  }

  @Test(arguments: FeedSize.allCases)
  func entriesAreShownInTheOrderOfTheirFileByMonthAndAsTheyAreFound(size: FeedSize) async throws {
    let window = try await SizedWindow(size, feed)
    defer { window.close() }
    try await expectEntriesInTheOrderOfTheirFile(window)
    try await expectASearchFindsAllEntriesThatMatch(window)
    try await expectATimelineHasASectionForEachMonth(window)
  }

  private func expectEntriesInTheOrderOfTheirFile(_ window: SizedWindow) async throws {
    expect(window.sections, equals: [feed.names])
    expect(window.windowTitle == feed.title && window.subtitle == "1200 entries")
    for number in [0, 300, 701, 1_199] {
      try await window.show(feed.names[number])
      for row in window.rows {
        let entry = try require(feed.entries.first { $0.name == row.name })
        expect(row.title, equals: entry.title)
        expect(row.preview.hasPrefix(entry.text.prefix(12)), "\(row.preview)")
        expect(!row.isRead && !row.isStarred)
      }
    }
  }

  /// Marks some entries at the beginning, in the middle and near the end, and returns their names.
  private func mark(
    _ window: SizedWindow, of feed: SizedFeed
  ) async throws -> (read: Set<String>, starred: Set<String>) {
    let count = feed.entries.count
    let read = [3, 4, count / 2 + 10, count - 2].map { feed.names[$0] }
    let starred = [4, 7, count / 2 + 11, count - 80].map { feed.names[$0] }
    for name in read { try await window.toggleRead(name) }
    for name in starred {
      try await window.select(name)
      window.activate("toggle-starred")
      try await window.settle()
    }
    return (Set(read), Set(starred))
  }

  @Test(arguments: FeedSize.allCases)
  func ordersAndFiltersAreWhatTheySay(size: FeedSize) async throws {
    let window = try await SizedWindow(size, feed)
    defer { window.close() }
    let (read, starred) = try await mark(window, of: feed)
    try await window.choose("newest", of: "order")
    expect(window.names, equals: feed.names(newestFirst: true))
    try await window.choose("oldest", of: "order")
    expect(window.names, equals: feed.names(newestFirst: false))
    try await window.choose("unread", of: "order")
    expect(
      window.names, equals: feed.names { !read.contains($0.name) } + feed.names { read.contains($0.name) })
    try await window.choose("unread", of: "filter")
    expect(window.names, equals: feed.names { !read.contains($0.name) })
    try await window.choose("starred", of: "filter")
    // Unread ones first.
    expect(window.names, equals: ["e7", "e611", "e1120", "e4"])
    try await window.choose("newest", of: "order")
    expect(window.names, equals: feed.names(newestFirst: true).filter(starred.contains))
    expect(window.shownNames == window.names && window.starredNames == window.names)
    try await window.choose("all", of: "filter")
    try await window.choose("file", of: "order")
    expect(window.names, equals: feed.names)
    try await expectWhatIsFoundHasTheOrderAndTheFilterOfTheList(window, read: read)
  }

  @Test func everyArrangementIsTheSameInEverySize() async throws {
    var windows: [SizedWindow] = []
    // All of its rows are compared again and again.
    let feed = SizedFeed.generated(count: TestRun.count(200, quick: 200, full: 1_200))
    for size in FeedSize.allCases { windows.append(try await SizedWindow(size, feed)) }
    defer { for window in windows { window.close() } }
    for window in windows { _ = try await mark(window, of: feed) }
    var arrangements: Set<[[String]]> = []
    for grouping in Arrangement.Grouping.allCases {
      for filter in Arrangement.Filter.allCases {
        for order in Arrangement.Order.allCases {
          for window in windows {
            window.chooseAtOnce(Arrangement(order: order, grouping: grouping, filter: filter))
          }
          try await SizedWindow.settle(windows)
          // First, because finding out about all rows makes others forget their texts.
          let titles = windows.map { $0.rows.map(\.title) }
          let (sections, headers) = (windows[0].sections, windows[0].headers)
          arrangements.insert(sections)
          for (window, shown) in zip(windows, titles).dropFirst() {
            let what = "\(order) by \(grouping), \(filter), of \(window.size)"
            expect(shown, equals: titles[0], "\(what)")
            expect(window.sections, equals: sections, "\(what)")
            expect(window.headers, equals: headers, "\(what)")
          }
        }
      }
    }
    expect(arrangements.count > 15)
  }

  private func expectATimelineHasASectionForEachMonth(_ window: SizedWindow) async throws {
    try await window.choose("time", of: "grouping")
    let names = feed.names(newestFirst: true)
    expect(window.names, equals: names)
    let dates = Dictionary(uniqueKeysWithValues: feed.entries.map { ($0.name, $0.date) })
    func month(_ name: String) -> String {
      guard let date = dates[name]! else { return "No Date" }
      return date.formatted(
        Date.VerbatimFormatStyle(
          format: "\(month: .wide) \(year: .defaultDigits)", locale: Locale(identifier: "en_US"),
          timeZone: .current, calendar: Calendar(identifier: .gregorian)))
    }
    var months: [String] = []
    for name in names where months.last != month(name) { months.append(month(name)) }
    expect(window.headers == months && months.count > 70 && months.last == "No Date")
    for (section, title) in zip(window.sections, months) {
      expect(section.allSatisfy { month($0) == title })
    }
  }

  private func expectASearchFindsAllEntriesThatMatch(_ window: SizedWindow) async throws {
    let rare = feed.names { $0.text.contains(SizedFeed.rareWord) }
    try await window.search(SizedFeed.rareWord)
    expect(window.names == rare && rare.count == 33)
    expect(window.rows.count > 2 && window.rows.allSatisfy { $0.preview.contains(SizedFeed.rareWord) })
    // Without its accent, and from the beginning of the word.
    try await window.search("uberrasch")
    expect(window.names, equals: feed.names { $0.title.hasPrefix(SizedFeed.accentedWord) })
    try await window.search("title:\"weekly notes\" -\(SizedFeed.rareWord)")
    expect(
      window.names,
      equals: feed.names { $0.title == SizedFeed.sharedTitle && !$0.text.contains(SizedFeed.rareWord) })
    try await window.search("author:e777")
    expect(window.names, equals: ["e777"])
    try await window.search("xyzzy")
    expect(window.names, equals: [])
    try await window.endSearch()
    expect(window.names, equals: feed.names)
  }

  private func expectWhatIsFoundHasTheOrderAndTheFilterOfTheList(
    _ window: SizedWindow, read: Set<String>
  ) async throws {
    let rare = Set(feed.names { $0.text.contains(SizedFeed.rareWord) })
    try await window.toggleRead("e12")
    let read = read.union(["e12"])
    try await window.choose("oldest", of: "order")
    try await window.search(SizedFeed.rareWord)
    expect(window.names, equals: feed.names(newestFirst: false).filter(rare.contains))
    try await window.choose("unread", of: "filter")
    expect(window.names, equals: feed.names(newestFirst: false).filter(rare.subtracting(read).contains))
    try await window.endSearch()
    expect(window.names, equals: feed.names(newestFirst: false).filter { !read.contains($0) })
  }
}
