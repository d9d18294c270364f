import CGtk
import Expectations
import ProgramRuns
import Testing

@testable import FeedViewer

/// What is seen while one scrolls, whatever the size of the feed.
@Suite(.serialized, .enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
struct SizedScrollingTests {
  private let feed = SizedFeed.sorted
  private var last: String { feed.names.last! }

  /// A window that has a row for each entry, although not all of them were read.
  private func openedJustNow(_ size: FeedSize) async throws -> SizedWindow {
    let window = try await SizedWindow(size, feed, waits: false)
    try await require(
      MainLoop.settle {
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
    expect(window.isAtEnd && window.selected == last)
    expect(window.shownNames, equals: feed.names.suffix(window.rows.count))
    expect(window.rows.last?.title, equals: feed.entries.last?.title)
    try await expectScrollingUpMovesRowsByWhatIsScrolled(window)
    window.press(GDK_KEY_Home)
    try await window.settle { window.shownNames.first == "e0" }
    expect(window.top(ofRow: 0) == 0 && window.selected == "e0")
  }

  /// Rows above those that are seen are read and measured then.
  private func expectScrollingUpMovesRowsByWhatIsScrolled(_ window: SizedWindow) async throws {
    for _ in 0..<8 {
      let before = window.tops
      try await window.scroll(by: -251)
      let after = window.tops
      let both = before.keys.filter { after[$0] != nil }
      expect(!both.isEmpty)
      for name in both { expect(after[name]! - before[name]!, equals: 251, "\(name)") }
      let first = try require(window.rows.first.flatMap { feed.names.firstIndex(of: $0.name) })
      expect(window.shownNames, equals: Array(feed.names[first..<first + window.rows.count]))
    }
  }

  @Test func rowsAreAsHighAsTheyWereMeasuredAndTheSameInEverySize() async throws {
    var heights: [[String: Int]] = []
    for size in FeedSize.allCases {
      let window = try await SizedWindow(size, feed)
      defer { window.close() }
      var found: [String: Int] = [:]
      for name in ["e600", "e333", last, "e0"] {
        try await window.show(name)
        let rows = window.rows
        expect(rows.count > 3)
        for row in rows {
          expect(row.measured, equals: row.height, "\(row.name) of \(size)")
          found[row.name] = row.height
        }
        for (row, next) in zip(rows, rows.dropFirst()) { expect(row.top + row.height, equals: next.top) }
      }
      expect(window.rows.first?.top, equals: 0)
      heights.append(found)
    }
    expect(heights[0].count > 12 && Set(heights[0].values).count > 2)
    expect(heights[1], equals: heights[0])
    expect(heights[2], equals: heights[0])
  }

  @Test(arguments: FeedSize.allCases)
  func nothingOnScreenMovesWhileEntriesAreRead(size: FeedSize) async throws {
    let window = try await openedJustNow(size)
    defer { window.close() }
    window.scrollAtOnce(toRow: 800, hiding: 7)
    var tops: Set<Int> = []
    let isAtRest = try await MainLoop.settle(lasting: .milliseconds(40)) {
      guard let top = window.top(ofRow: 800), window.rows.contains(where: { $0.top == top }) else {
        return false
      }
      tops.insert(top)
      return window.isMeasured
    }
    expect(isAtRest && tops == [-7])
    expect(window.shownNames.first == "e800" && window.rows.first?.top == -7)
  }

  @Test(arguments: FeedSize.allCases)
  func heightsThatWereMeasuredAreKnownTheNextTimeButOfEntriesThatHaveChanged(size: FeedSize) async throws {
    let window = try await SizedWindow(size, feed)
    defer { window.close() }
    for name in ["e300", "e700"] { try await window.show(name) }
    let shown = window.shownNames
    let seen = ["e300", "e301"] + shown
    try await window.measureAll()
    let heights = window.heights(of: seen)
    expect(Set(heights.values).count > 1)
    try await window.restart(measures: false)
    expect(window.heights(of: seen), equals: heights)
    expect(window.measurementCount < 50)
    for row in window.rows { expect(row.height, equals: heights[row.name] ?? row.height, "\(row.name)") }
    expect(window.rows.contains { heights[$0.name] != nil })
    var changed = feed
    let number = try require(feed.names.firstIndex(of: shown[1]))
    changed.entries[number].text = Array(repeating: "longer", count: 60).joined(separator: " ")
    changed.entries[number].title = Array(repeating: "Longer", count: 40).joined(separator: " ")
    try await window.restart { try window.write(changed) }
    try await window.settle { window.isMeasured }
    expect(window.shownNames.first, equals: shown.first)
    let after = window.heights(of: shown)
    expect(after[shown[1]]! > heights[shown[1]]!)
    // Of an archive that has changed, heights are known of what is seen.
    let known = size == .archive ? window.shownNames : shown
    for name in known where name != shown[1] {
      expect(after[name] ?? heights[name], equals: heights[name], "\(name)")
    }
    for row in window.rows { expect(row.measured, equals: row.height, "\(row.name)") }
  }

  @Test func theSectionIndexIsTheSameInEverySize() async throws {
    let orders = ["file", "oldest", "title"]
    var found: [[[String]]] = []
    for size in FeedSize.allCases {
      let window = try await SizedWindow(size, feed)
      defer { window.close() }
      var indices: [[String]] = []
      for order in orders {
        try await window.choose(order, of: "order")
        try await window.settle { !window.sectionIndex.isEmpty }
        indices.append(window.sectionIndex.map { "\($0.label ?? "-") \($0.title) \($0.name)" })
      }
      // It takes no reading of all entries.
      expect(window.keepsItsSize)
      found.append(indices)
    }
    // Years and months, or letters of several scripts.
    expect(found[0][0].count > 70 && found[0][1].count > 70 && found[0][2].count > 12)
    expect(found[0][0].first, equals: "2023 June 2023 e0")
    for (number, order) in orders.enumerated() {
      expect(found[1][number], equals: found[0][number], "\(order)")
      expect(found[2][number], equals: found[0][number], "\(order)")
    }
  }
}
