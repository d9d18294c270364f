import CGtk
import Expectations
import Testing

@testable import FeedViewer

/// Notifications about new entries of open files.
@Suite(.serialized, .enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
struct NewEntryNotifierTests {
  private func items(_ count: Int) -> String {
    let items = (0..<count).map { "<item><guid>\($0)</guid><title>E\($0)</title></item>" }.joined()
    return "<rss><channel><title>News</title>\(items)</channel></rss>"
  }

  @Test func newEntriesAreCountedUntilTheWindowIsActive() throws {
    _ = try TestDisplay.makeApplication()
    let window: UnsafeMutablePointer<GtkWindow> = gtk_window_new().cast()
    defer { gtk_window_destroy(window) }
    let notifier = NewEntryNotifier(of: window)
    var isActive = false
    var shown: [NewEntryNotifier.Notice] = []
    var withdrawn: [String] = []
    notifier.isActive = { isActive }
    notifier.show = { shown.append($0) }
    notifier.withdraw = { withdrawn.append($0) }
    notifier.found(1, in: "/a.xml", feed: "News")
    notifier.found(2, in: "/a.xml", feed: "News")
    notifier.found(0, in: "/b.xml", feed: "Other")
    expect(shown.map(\.body), equals: ["1 new entry", "3 new entries"])
    expect(shown.map(\.identifier) == ["/a.xml", "/a.xml"] && shown.map(\.title) == ["News", "News"])
    isActive = true
    notifier.windowChanged()
    expect(withdrawn, equals: ["/a.xml"])
    notifier.found(5, in: "/a.xml", feed: "News")
    expect(shown.count, equals: 2)
  }

  @Test func onlyChangesOfOpenFilesAreToldAndOnlyOnRequest() async throws {
    let fixture = try ArticleFixture()
    defer { fixture.close() }
    let window = fixture.window
    var shown: [String] = []
    window.notifier.isActive = { false }
    window.notifier.show = { shown.append($0.body) }
    func write(_ count: Int) async throws {
      let path = try fixture.folder.write(items(count), to: "news.xml")
      if count == 2 { window.open([path]) } else { window.library.reload(path) }
      try await expect(fixture.settle { window.isComplete && window.library.entryCount == count })
    }
    try await write(2)
    try await write(3)
    expect(shown.isEmpty)
    window.keeper.settings[ViewerSetting.notifiesOfNewEntries] = true
    // Its watcher reads the file.
    _ = try fixture.folder.write(items(5), to: "news.xml")
    try await expect(fixture.settle { window.library.entryCount == 5 })
    expect(shown, equals: ["2 new entries"])
  }
}
