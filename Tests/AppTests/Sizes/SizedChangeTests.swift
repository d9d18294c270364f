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

  @Test(arguments: FeedSize.allCases, Change.allCases)
  func nothingOnScreenMovesWhenTheFileChanges(size: FeedSize, change: Change) async throws {
    let window = try await openedInTheMiddle(size)
    defer { window.close() }
    let (changed, tops) = (change(feed), window.tops)
    try await window.follow { try window.write(changed) }
    #expect(window.names == changed.names)
    try expectPlace(of: window, tops)
    #expect(window.subtitle == "\(changed.entries.count - 1) of \(changed.entries.count) unread")
    for name in ["e1100", "e580", "e20"] {
      try await window.show(name)
      for row in window.rows {
        let entry = try #require(changed.entries.first { $0.name == row.name })
        #expect(row.title == entry.title && row.preview.hasPrefix(entry.text.prefix(12)))
        #expect(row.measured == row.height)
      }
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

  @Test(arguments: FeedSize.allCases)
  func anEntryThatChangesOnScreenIsDrawnAnew(size: FeedSize) async throws {
    let window = try await openedInTheMiddle(size)
    defer { window.close() }
    var changed = feed
    changed.entries[601].title = "Another title"
    changed.entries.remove(at: 604)
    changed.entries.insert(SizedFeed.newEntry("n0"), at: 603)
    try await window.follow { try window.write(changed) }
    try await window.settle { window.row("e601")?.title == "Another title" }
    try expectPlace(of: window)
    #expect(window.rows.prefix(5).map(\.name) == ["e600", "e601", "e602", "n0", "e603"])
    #expect(window.row("n0")?.title == "New: n0" && window.row("e604") == nil)
    for row in window.rows { #expect(row.measured == row.height) }
  }

  nonisolated enum Loss: String, CaseIterable, Sendable {
    case emptied = "The file is empty now."
    case cutOff = "The file is cut off now."
    case deleted = "The file was moved or deleted."
  }

  @Test(arguments: FeedSize.allCases, Loss.allCases)
  func aFileThatCanNotBeReadAnyMoreKeepsItsRowsAndSaysSo(size: FeedSize, loss: Loss) async throws {
    let window = try await openedInTheMiddle(size)
    defer { window.close() }
    let tops = window.tops
    switch loss {
    case .emptied: try window.write(feed, text: "")
    case .cutOff: try window.write(feed, text: String(feed.xml.prefix(feed.xml.count / 2)))
    case .deleted: try FileManager.default.removeItem(atPath: window.path(of: feed).text)
    }
    try await window.settle { window.messages.count == 1 }
    let message = try #require(window.messages.first)
    #expect(message.contains(loss.rawValue) && message.hasSuffix("What was read before is still shown."))
    // The message takes a part of the list's height.
    #expect(window.names == feed.names)
    try expectPlace(of: window)
    // With its entries back, the file has another one.
    var whole = feed
    whole.entries.insert(SizedFeed.newEntry("n0"), at: 0)
    try await window.follow { try window.write(whole) }
    #expect(window.messages.isEmpty && window.names == whole.names)
    try expectPlace(of: window, tops)
  }

  @Test(arguments: FeedSize.allCases)
  func repairsAreReportedOnce(size: FeedSize) async throws {
    var text = feed.xml
    for number in [3, 4, 700] {
      text = text.replacing("The end of e\(number).", with: "The end & of e\(number).")
    }
    let window = try await SizedWindow(size, feed)
    defer { window.close() }
    try await window.follow { try window.write(feed, text: text) }
    try await window.show("e3")
    try await window.show("e700")
    func expectRepairs() async throws {
      try await window.settle { !window.messages.isEmpty }
      #expect(window.messages.count == 1)
      let message = try #require(window.messages.first)
      #expect(message.contains(size.repairsText(3)), "\(message)")
      #expect(message.contains("the first at line 5, "), "\(message)")
    }
    try await expectRepairs()
    try await window.follow { window.activate("reload") }
    try await window.show("e3")
    try await window.show("e700")
    try await expectRepairs()
    window.activate("dismiss-problems")
    try await window.settle { window.messages.isEmpty }
    try await window.show("e900")
    #expect(window.messages.isEmpty)
    // A file without them has nothing to say.
    try await window.follow { try window.write(feed) }
    #expect(window.messages.isEmpty)
  }

  nonisolated enum ArticleChange: CaseIterable, Sendable { case anotherText, gone, others }

  @Test(arguments: FeedSize.allCases, ArticleChange.allCases)
  func theArticleFollowsItsEntry(size: FeedSize, change: ArticleChange) async throws {
    let window = try await SizedWindow(size, feed)
    defer { window.close() }
    try await window.open("e703")
    var changed = feed
    switch change {
    case .anotherText: changed.entries[703].text = "Another text."
    case .gone: changed.entries.remove(at: 703)
    case .others:
      changed.entries.remove(at: 702)
      changed.entries.insert(SizedFeed.newEntry("n0"), at: 0)
    }
    try await window.follow { try window.write(changed) }
    try await window.settle { change != .anotherText || window.article.contains("Another text.") }
    #expect(window.isReading && window.article.contains("The end of e703."))
    #expect(window.articleIsGone == (change == .gone))
    window.activate("next-article")
    try await window.settle { window.article.contains("The end of e704.") }
    #expect(!window.articleIsGone)
    try await window.goBack()
    #expect(window.selected == "e704")
    // What was read stays so.
    #expect(window.row("e704")?.isRead == true)
    #expect(
      window.subtitle
        == "\(changed.entries.count - (change == .gone ? 1 : 2)) of \(changed.entries.count) unread")
  }
}
