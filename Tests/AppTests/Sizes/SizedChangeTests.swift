import Foundation
import ProgramRuns
import Testing

@testable import FeedViewer

/// Files that change on the disk while they are shown, whatever their size.
@Suite(.serialized, .enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
struct SizedChangeTests {
  private let feed = SizedFeed.generated()

  /// A window in the middle of the feed, with a selected row and two marks among those that are seen.
  private func openedInTheMiddle(_ size: FeedSize) async throws -> SizedWindow {
    let window = try await SizedWindow(size, feed)
    try await window.toggleRead("e602")
    try await window.select("e603")
    window.activate("toggle-starred")
    try await window.show("e600")
    // A part of the first row is above what is seen.
    try await window.scroll(by: 11)
    try expectPlace(of: window)
    return window
  }

  /// The rows are where they were, with their marks, and the selection.
  private func expectPlace(
    of window: SizedWindow, _ tops: [String: Int]? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let rows = window.rows
    #expect(rows.first?.name == "e600" && rows.first?.top == -11, sourceLocation: sourceLocation)
    #expect(rows.count > 4, sourceLocation: sourceLocation)
    #expect(window.readNames == ["e602"], sourceLocation: sourceLocation)
    #expect(window.starredNames == ["e603"], sourceLocation: sourceLocation)
    #expect(window.selected == "e603", sourceLocation: sourceLocation)
    if let tops { #expect(window.tops == tops, sourceLocation: sourceLocation) }
  }

  nonisolated enum Change: CaseIterable, Sendable {
    case appended, prepended, removed, reordered, edited

    func callAsFunction(_ feed: SizedFeed) -> SizedFeed {
      var feed = feed
      switch self {
      case .appended: feed.entries += (0..<40).map { SizedFeed.newEntry("n\($0)") }
      case .prepended: feed.entries.insert(contentsOf: (0..<40).map { SizedFeed.newEntry("n\($0)") }, at: 0)
      case .removed:
        feed.entries.removeSubrange(1_000..<1_020)
        feed.entries.removeSubrange(590..<600)
        feed.entries.removeSubrange(3..<7)
      case .reordered:
        feed.entries = Array(feed.entries[700...] + feed.entries[300..<700] + feed.entries[..<300])
      case .edited:
        for number in [20, 580, 1_100] { feed.entries[number].text = "Another text, and a longer one." }
      }
      return feed
    }
  }

  /// Programs write a new file and give it the name of the old one.
  @Test(arguments: FeedSize.allCases)
  func aFileInItsPlaceIsFollowed(size: FeedSize) async throws {
    let window = try await openedInTheMiddle(size)
    defer { window.close() }
    var changed = feed
    for number in 0..<2 {
      changed.entries.insert(SizedFeed.newEntry("n\(number)"), at: 0)
      let tops = window.tops
      try await window.follow {
        let other = try window.folder.write(changed.xml, to: "other")
        try window.replace(feed, by: changed, at: other)
      }
      #expect(window.names == changed.names)
      try expectPlace(of: window, tops)
    }
  }
}
