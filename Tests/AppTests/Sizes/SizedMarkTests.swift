import CGtk
import Expectations
import LayoutCore
import ProgramRuns
import Testing

@testable import FeedViewer

/// What is read and starred, whatever the size of the feed.
@Suite(.serialized, .enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
struct SizedMarkTests {
  private let feed = SizedFeed.usual
  private var count: Int { feed.entries.count }

  @Test(arguments: FeedSize.allCases)
  func anEntryThatIsActivatedIsOpenedWhateverWasRead(size: FeedSize) async throws {
    let window = try await SizedWindow(size, feed, waits: false)
    defer { window.close() }
    try await require(MainLoop.settle { window.rowCount == count && window.top(ofRow: 0) != nil })
    window.openAtOnce(row: 903)
    try await window.settle { window.isReading && window.article.contains("The end of e903.") }
    expect(window.windowTitle, equals: "\(feed.entries[903].title) — \(feed.title)")
    for name in ["e904", "e905", "e906"] {
      window.activate("next-article")
      try await window.settle { window.article.contains("The end of \(name).") }
    }
    window.activate("previous-article")
    try await window.settle { window.article.contains("The end of e905.") }
    try await window.goBack()
    expect(window.selected == "e905" && window.row("e905") != nil)
    expect(window.readNames, equals: ["e903", "e904", "e905", "e906"].filter { window.row($0) != nil })
    try await window.open("e5")
    // An entry without a title is named by its feed.
    expect(feed.entries[5].title.isEmpty && window.windowTitle == feed.title)
  }

  /// What is activated waits until it was read.
  @Test func anEntryOfAnArchiveIsNotOpenedIfAnotherOneIsSelectedMeanwhile() async throws {
    let window = try await SizedWindow(.archive, feed)
    defer { window.close() }
    let (waiting, other) = (RowIndexPath(section: 0, row: 903), RowIndexPath(section: 0, row: 3))
    expect(window.window.entries.row(at: waiting) == nil)
    window.openAtOnce(row: waiting.row)
    window.window.list.select(other)
    try await window.settle { window.window.entries.row(at: waiting) != nil }
    try await MainLoop.run(for: .milliseconds(80))
    expect(!window.isReading && window.selected == "e3")
  }

  @Test(arguments: FeedSize.allCases)
  func marksAreSetAndUndone(size: FeedSize) async throws {
    let window = try await SizedWindow(size, feed)
    defer { window.close() }
    try await window.toggleRead("e700")
    window.activate("toggle-starred")
    try await window.toggleRead("e2")
    expect(window.subtitle, equals: "1200 entries, 1198 unread")
    expect(window.row("e2")?.isRead == true && window.row("e2")?.isStarred == false)
    try await window.show("e700")
    expect(window.row("e700")?.isRead == true && window.row("e700")?.isStarred == true)
    expect(window.readNames == ["e700"] && window.starredNames == ["e700"])
    // The last one first: e2 becomes unread, e700 loses its star.
    for _ in 0..<2 { window.activate("undo") }
    try await window.settle()
    expect(window.row("e700")?.isRead == true && window.row("e700")?.isStarred == false)
    expect(window.subtitle, equals: "1200 entries, 1199 unread")
    window.activate("undo")
    try await window.settle()
    expect(window.row("e700")?.isRead == false && window.subtitle == "1200 entries")
    for _ in 0..<3 { window.activate("redo") }
    try await window.settle()
    expect(window.row("e700")?.isRead == true && window.row("e700")?.isStarred == true)
    expect(window.subtitle, equals: "1200 entries, 1198 unread")
    for _ in 0..<3 { window.activate("undo") }
    try await window.settle { window.subtitle == "1200 entries" }
    try await expectManySelectedRowsAreMarkedAtOnce(window)
  }

  private func expectManySelectedRowsAreMarkedAtOnce(_ window: SizedWindow) async throws {
    try await window.select("e600")
    window.press(GDK_KEY_End, modifiers: GDK_SHIFT_MASK)
    try await window.settle { window.shownNames.last == feed.names.last }
    window.activate("toggle-read")
    try await window.settle { window.readNames == window.shownNames }
    expect(window.subtitle, equals: window.size.unreadText(600, of: 1_200, markedAtOnce: 600))
    try await window.show("e598")
    expect(window.rows.map(\.isRead), equals: [false, false] + window.rows.dropFirst(2).map { _ in true })
    window.activate("undo")
    try await window.settle()
    expect(window.readNames.isEmpty && window.subtitle == "1200 entries")
    // The second mark of many entries waits for the first.
    try await window.select("e600")
    window.press(GDK_KEY_End, modifiers: GDK_SHIFT_MASK)
    try await window.settle { window.shownNames.last == feed.names.last }
    for mark in ["toggle-read", "toggle-starred"] { window.activate(mark) }
    try await window.settle {
      window.readNames == window.shownNames && window.starredNames == window.shownNames
    }
  }

  @Test(arguments: FeedSize.allCases)
  func markingAllAsReadChangesNoHeightAndIsUndone(size: FeedSize) async throws {
    let window = try await SizedWindow(size, feed)
    defer { window.close() }
    try await window.toggleRead("e700")
    try await window.settle { window.isMeasured }
    let (height, tops) = (window.totalHeight, window.tops)
    window.activate("mark-all-read")
    try await window.settle { window.toast != nil && window.readNames == window.shownNames }
    expect(window.toast, equals: "1199 entries in “\u{2068}The feed\u{2069}” marked as read")
    expect(window.subtitle, equals: "1200 entries, all read")
    try await window.settle { window.isMeasured }
    expect(window.totalHeight == height && window.tops == tops)
    try await window.show("e1000")
    expect(window.readNames, equals: window.shownNames)
    window.activate("undo")
    try await window.settle()
    expect(window.readNames.isEmpty && window.subtitle == "1200 entries, 1199 unread")
    try await window.show("e700")
    expect(window.readNames, equals: ["e700"])
    window.activate("redo")
    try await window.settle { window.subtitle == "1200 entries, all read" }
    expect(window.readNames, equals: window.shownNames)
  }

  @Test(arguments: FeedSize.allCases)
  func rowsThatWereJustReadStayAmongTheUnreadOnes(size: FeedSize) async throws {
    let window = try await SizedWindow(size, feed)
    defer { window.close() }
    try await window.toggleRead("e2")
    try await window.choose("unread", of: "filter")
    let unread = feed.names { $0.name != "e2" }
    expect(window.names, equals: unread)
    try await window.open("e640")
    try await window.goBack()
    try await window.toggleRead("e10")
    expect(window.names == unread && window.row("e10")?.isRead == true)
    try await window.show("e640")
    expect(window.row("e640")?.isRead == true && window.subtitle == "1200 entries, 1197 unread")
    // Until the reader chooses again.
    try await window.choose("all", of: "filter")
    expect(window.names, equals: feed.names)
    try await window.choose("unread", of: "filter")
    expect(window.names, equals: feed.names { !["e2", "e10", "e640"].contains($0.name) })
  }

  @Test(arguments: FeedSize.allCases)
  func marksAreKeptWhenTheFileIsReadAgain(size: FeedSize) async throws {
    let window = try await SizedWindow(size, feed)
    defer { window.close() }
    for name in ["e2", "e600", "e900"] { try await window.toggleRead(name) }
    try await window.select("e601")
    window.activate("toggle-starred")
    func expectMarks(_ entries: Int, isRestarted: Bool = false) async throws {
      let text = EntryCount.text(entries, unread: entries - 3)
      expect(window.subtitle, equals: isRestarted ? size.unreadText(entries - 3, of: entries) : text)
      for (name, read, starred) in [
        ("e1", ["e2"], []), ("e599", ["e600"], ["e601"]), ("e900", ["e900"], [String]()),
      ] {
        try await window.show(name)
        expect(window.readNames, equals: read)
        expect(window.starredNames, equals: starred)
      }
      // All entries with marks were read by now.
      expect(window.subtitle, equals: text)
    }
    try await window.follow { window.activate("reload") }
    try await expectMarks(count)
    // New entries at the end, and others before all.
    var grown = feed
    grown.entries += (0..<30).map { SizedFeed.newEntry("n\($0)") }
    try await window.follow { try window.write(grown) }
    try await expectMarks(count + 30)
    grown.entries.insert(contentsOf: (30..<35).map { SizedFeed.newEntry("n\($0)") }, at: 0)
    try await window.follow { try window.write(grown) }
    try await expectMarks(count + 35)
    try await window.show("n30")
    try await window.restart()
    expect(window.names, equals: grown.names)
    try await expectMarks(count + 35, isRestarted: true)
  }
}
