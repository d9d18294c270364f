import CGtk
import Expectations
import FeedViewerBase
import FeedViewerFeeds
import GtkInterop
import LayoutCore
import ProgramRuns
import Testing

@testable import FeedViewer

/// The window with all that is known of a feed, and the sign in the sidebar that leads to it.
@Suite(.serialized, .enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
struct FeedInformationTests {
  private let fixture: SessionFixture
  private var folder: TemporaryFolder { fixture.folder }

  init() throws { fixture = try SessionFixture(width: 1_275, height: 600) }

  private func makeWindow() -> (ViewerWindow, StateKeeper) {
    let keeper = fixture.makeKeeper()
    return (fixture.makeWindow(keeper), keeper)
  }

  private func close(_ window: ViewerWindow, _ keeper: StateKeeper) {
    for dialog in DialogWindows.over(window) { gtk_window_destroy(dialog) }
    window.close()
    expect(keeper.state.close(within: .seconds(20)))
  }

  private func feed(_ title: String) -> String {
    """
    <?xml version="1.0" encoding="ISO-8859-1"?>
    <rss version="2.0"><channel><title>\(title)</title><link>https://letters.example/</link>
    <description>Letters from a harbour.</description>
    <item><title>One</title><pubDate>Tue, 01 Oct 2019 10:00:00 GMT</pubDate></item>
    <item><title>Two</title><pubDate>Wed, 02 Oct 2019 10:00:00 GMT</pubDate></item>
    </channel></rss>
    """
  }

  private func open(_ text: String, in window: ViewerWindow) async throws -> FilePath {
    let path = FilePath(try folder.write(text, to: "letters.xml"))
    window.open([path])
    try await expect(MainLoop.settle { window.isComplete && window.library.entryCount == 2 })
    return path
  }

  private func status(_ path: FilePath, in window: ViewerWindow) -> SidebarItem.Status? {
    window.sidebarContent.items.first { $0.path == path }?.status
  }

  private func showInformation(on path: FilePath, in window: ViewerWindow) async throws -> [String] {
    g_action_group_activate_action(window.pointer.opaque, "feed-info", g_variant_new_string(path.text))
    try await expect(MainLoop.settle { !DialogWindows.over(window).isEmpty })
    let dialog = try require(DialogWindows.over(window).first)
    defer { gtk_window_destroy(dialog) }
    return WidgetTree.labels(below: dialog.cast()).map(WidgetTree.text)
  }

  @Test func allThatIsKnownOfAFeedIsShown() async throws {
    let (window, keeper) = makeWindow()
    defer { close(window, keeper) }
    let path = try await open(feed("Harbour Letters"), in: window)
    let row = try require(window.library.row(at: RowIndexPath(section: 0, row: 0)))
    window.library.set(.read, true, of: [row])
    let texts = try await showInformation(on: path, in: window)
    for text in [
      "Harbour Letters", "Letters from a harbour.", "https://letters.example/", path.display, "RSS",
      "WINDOWS-1252",
    ] {
      expect(texts.contains(text), "\(text)")
    }
    func value(_ name: String) -> String? {
      texts.firstIndex(of: name).flatMap { texts.indices.contains($0 + 1) ? texts[$0 + 1] : nil }
    }
    expect(value("Entries") == "2" && value("Read") == "1" && value("Unread") == "1")
    expect(value("Starred"), equals: "0")
    expect(
      value("First entry")?.contains("October 2019") == true && value("First entry") != value("Last entry"))
    expect(value("Size")?.isEmpty, equals: false)
    expect(!texts.contains("Repairs") && !texts.contains("Remarks"))
  }

  @Test func theSignOfARepairedFileGoesWhenItsInformationWasSeen() async throws {
    let (window, keeper) = makeWindow()
    let path = try await open(feed("Salt & Wind"), in: window)
    expect(status(path, in: window), equals: .remarked)
    let texts = try await showInformation(on: path, in: window)
    let repairs = try require(window.library.files[0].reportedRepairs)
    let place = repairs.places[0]
    expect(texts.contains("Line \(place.line), column \(place.column): \(place.repair.localized)"))
    expect(status(path, in: window), equals: .ready)
    // Where to read of it is still told.
    expect(
      window.sidebarContent.items.first { $0.path == path }?.tooltip?.hasPrefix(repairs.description),
      equals: true)
    close(window, keeper)
    let (again, other) = makeWindow()
    try await expect(open(feed("Salt & Wind"), in: again), equals: path)
    try await expect(MainLoop.settle { again.library.files[0].reportedRepairs != nil })
    expect(status(path, in: again), equals: .ready)
    // There are more repairs than were seen.
    _ = try folder.write(feed("Salt & Wind & Rain"), to: "letters.xml")
    g_action_group_activate_action(again.pointer.opaque, "reload", nil)
    try await expect(MainLoop.settle { status(path, in: again) == .remarked })
    close(again, other)
  }

  @Test func aNoteThatAFileIsIncompleteStaysDismissedUntilTheFileEndsElsewhere() async throws {
    let whole = SampleFeed.rss(title: "Cut", entries: ["x", "y", "z"])
    func cut(_ length: Int) throws -> FilePath {
      FilePath(try folder.write(String(whole.dropLast(length)), to: "cut.xml"))
    }
    let path = try cut(60)
    let (window, keeper) = makeWindow()
    window.open([path])
    try await expect(MainLoop.settle { window.isComplete && window.banner.content != nil })
    expect(window.banner.content?.isDismissable, equals: true)
    window.send(.dismissRemarks)
    expect(window.banner.content == nil)
    close(window, keeper)
    let (again, other) = makeWindow()
    again.open([path])
    // Its Feed Information was not seen: what is stored is known.
    try await expect(MainLoop.settle { again.isComplete && status(path, in: again) == .remarked })
    expect(again.library.files[0].heading?.isCutOff == true && again.banner.content == nil)
    close(again, other)
    try expect(cut(70), equals: path)
    let (changed, last) = makeWindow()
    changed.open([path])
    try await expect(MainLoop.settle { changed.isComplete && changed.banner.content != nil })
    close(changed, last)
  }

  @Test(arguments: [0, 300])
  func theWindowIsAsHighAsItsContentUpToALimitAndCountsVeryManyRepairs(repairCount: Int) async throws {
    let style = try TestStyleSheet()
    let (window, keeper) = makeWindow()
    defer {
      close(window, keeper)
      style.remove()
    }
    let path = try await open(feed(String(repeating: "a & ", count: repairCount) + "x"), in: window)
    if repairCount > 0 {
      let texts = try await showInformation(on: path, in: window)
      expect(texts.contains("and 100 more"))
    }
    g_action_group_activate_action(window.pointer.opaque, "feed-info", g_variant_new_string(path.text))
    try await expect(MainLoop.settle { !DialogWindows.over(window).isEmpty })
    let dialog: WidgetPointer = try require(DialogWindows.over(window).first).cast()
    let content = try require(
      WidgetTree.widgets(below: dialog).first { gtk_widget_has_css_class($0, "feed-information") != 0 })
    let scroller = try require(gtk_widget_get_ancestor(content, gtk_scrolled_window_get_type()))
    /// What is free below the content, less than none if it scrolls. The first layout is not that of the window's last size.
    func room() -> Int32 {
      var natural: Int32 = 0
      gtk_widget_measure(
        content, GTK_ORIENTATION_VERTICAL, gtk_widget_get_width(content), nil, &natural, nil, nil)
      return gtk_widget_get_height(scroller) - natural
    }
    try await expect(
      MainLoop.settle {
        guard gtk_widget_get_height(scroller) > 1 else { return false }
        return repairCount == 0
          ? (0...20).contains(room()) : room() < 0 && gtk_widget_get_height(dialog) <= 560
      }, "\(room())")
  }

  @Test func fingerprintsChangeWithRepairsAndKindsOfRemarks() {
    func fingerprint(_ change: (inout OpenFile) -> Void, isWatched: Bool = true) -> UInt64 {
      var file = OpenFile(path: "/a.xml")
      change(&file)
      return FileRemarks(of: file, isWatched: isWatched).fingerprint
    }
    func repairs(_ count: Int, line: Int, isSoFar: Bool = false) -> FeedRepairs {
      FeedRepairs(
        count: count,
        places: [FeedWarning(line: line, column: 7, found: "a bare \"&\"", repair: "kept as text")],
        isSoFar: isSoFar)
    }
    let one = fingerprint { $0.reportedRepairs = repairs(1, line: 4) }
    expect(one, equals: fingerprint { $0.reportedRepairs = repairs(1, line: 4) })
    expect(one != fingerprint { $0.reportedRepairs = repairs(2, line: 4) })
    expect(one != fingerprint { $0.reportedRepairs = repairs(1, line: 5) })
    // A file that is read where it is shown has more of them at every step.
    expect(
      fingerprint { $0.reportedRepairs = repairs(1, line: 4, isSoFar: true) },
      equals: fingerprint { $0.reportedRepairs = repairs(2, line: 9, isSoFar: true) })
    let large = fingerprint { $0.reportedNotes = [.largeFile(bytes: 600_000_000)] }
    expect(large, equals: fingerprint { $0.reportedNotes = [.largeFile(bytes: 700_000_000)] })
    expect(large != fingerprint { $0.reportedNotes = [.copied(bytes: 700_000_000)] })
    expect(fingerprint({ _ in }) != fingerprint({ _ in }, isWatched: false))
    expect(FileRemarks(of: OpenFile(path: "/a.xml"), isWatched: true).isEmpty)
  }
}
