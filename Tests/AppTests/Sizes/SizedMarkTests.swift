import CGtk
import ProgramRuns
import Testing

@testable import FeedViewer

/// What is read and starred, whatever the size of the feed.
@Suite(.serialized, .enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
struct SizedMarkTests {
  private let feed = SizedFeed.generated()
  private var count: Int { feed.entries.count }

  @Test(arguments: FeedSize.allCases)
  func anEntryThatIsActivatedIsOpenedWhateverWasRead(size: FeedSize) async throws {
    let window = try await SizedWindow(size, feed, waits: false)
    defer { window.close() }
    try #require(try await MainLoop.settle { window.rowCount == count && window.top(ofRow: 0) != nil })
    window.openAtOnce(row: 903)
    try await window.settle { window.isReading && window.article.contains("The end of e903.") }
    #expect(window.windowTitle == feed.entries[903].title && !window.windowTitle.isEmpty)
    for name in ["e904", "e905", "e906"] {
      window.activate("next-article")
      try await window.settle { window.article.contains("The end of \(name).") }
    }
    window.activate("previous-article")
    try await window.settle { window.article.contains("The end of e905.") }
    try await window.goBack()
    #expect(window.selected == "e905" && window.row("e905") != nil)
    #expect(window.readNames == ["e903", "e904", "e905", "e906"].filter { window.row($0) != nil })
    try await window.open("e5")
    // An entry without a title is named by its feed.
    #expect(feed.entries[5].title.isEmpty && window.windowTitle == feed.title)
  }

  @Test(arguments: FeedSize.allCases)
  func rowsThatWereJustReadStayAmongTheUnreadOnes(size: FeedSize) async throws {
    let window = try await SizedWindow(size, feed)
    defer { window.close() }
    try await window.toggleRead("e2")
    try await window.choose("unread", of: "filter")
    let unread = feed.names { $0.name != "e2" }
    #expect(window.names == unread)
    try await window.open("e640")
    try await window.goBack()
    try await window.toggleRead("e10")
    #expect(window.names == unread && window.row("e10")?.isRead == true)
    try await window.show("e640")
    #expect(window.row("e640")?.isRead == true && window.subtitle == "1197 of 1200 unread")
    // Until the reader chooses again.
    try await window.choose("all", of: "filter")
    #expect(window.names == feed.names)
    try await window.choose("unread", of: "filter")
    #expect(window.names == feed.names { !["e2", "e10", "e640"].contains($0.name) })
  }
}
