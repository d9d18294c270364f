import CGtk
import Expectations
import FeedViewerBase
import GtkInterop
import ProgramRuns
import Testing

@testable import FeedViewer

/// The page that the program shows when it is started for the first time.
@Suite(.serialized, .enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
struct StartPageTests {
  private let folder: TemporaryFolder
  private let application: GObjectReference<UnsafeMutablePointer<GtkApplication>>

  init() throws {
    folder = try TemporaryFolder()
    application = try TestDisplay.makeApplication()
  }

  private func makeWindow(width: Int = 360, samples: [String]) async throws -> ViewerWindow {
    var options = ViewerOptions(picture: "unused.png", size: WindowSize(width: width, height: 600))
    options.samples = samples
    let window = ViewerWindow(application: application.pointer, options: options)
    window.presentNothingNew()
    try await expect(MainLoop.settle { window.isComplete })
    return window
  }

  private func labels(of window: ViewerWindow) -> [String] {
    WidgetTree.texts(below: window.content.widget)
  }

  @Test func itSaysWhatTheProgramIsAndItsSamplesAreFilesLikeOthers() async throws {
    let samples = try ["one", "two"].map {
      try folder.write(SampleFeed.rss(title: $0, entries: [$0]), to: $0 + ".xml")
    }
    let window = try await makeWindow(samples: samples)
    defer { gtk_window_destroy(window.pointer) }
    let labels = labels(of: window)
    expect(
      labels.contains { $0.hasPrefix("Open RSS, Atom, JSON Feed or OPML files stored on this computer") })
    expect(labels.contains { $0.hasSuffix(ApplicationInfo.promise) })
    expect(labels.contains("Open…") && labels.contains("View Samples"))
    // A picture shows no recent files of the user.
    expect(!labels.contains("Recent"))
    expect(gtk_widget_get_width(window.pointer.cast()) <= 360, "The page must fit on a phone.")
    g_action_group_activate_action(window.pointer.opaque, "open-samples", nil)
    try await expect(MainLoop.settle { window.isComplete && window.library.entryCount == 2 })
    expect(window.library.files.map(\.path) == samples)
    expect(window.hasSession, "They are opened again the next time.")
    for sample in samples {
      g_action_group_activate_action(window.pointer.opaque, "close-file", g_variant_new_string(sample))
      try await expect(
        MainLoop.settle {
          window.isComplete && !window.library.files.contains { $0.path == sample }
        })
    }
    try await expect(MainLoop.settle { window.contentState == .nothingOpen })
    // The page comes back with its last file.
    expect(self.labels(of: window).contains("View Samples"))
  }

  @Test(arguments: [360, 1_100]) func theBarIsThatOfTheWholeWindow(width: Int) async throws {
    let window = try await makeWindow(width: width, samples: [])
    defer { gtk_window_destroy(window.pointer) }
    func actions() -> [String] {
      WidgetTree.widgets(below: window.bars.list.bar.widget).compactMap { button in
        guard gtk_widget_get_mapped(button) != 0,
          g_type_check_instance_is_a(button.cast(), gtk_actionable_get_type()) != 0
        else { return nil }
        return gtk_actionable_get_action_name(button.opaque).map { String(cString: $0) }
      }
    }
    _ = try await MainLoop.settle(lasting: .milliseconds(300)) { true }
    expect(actions().filter { !$0.hasPrefix("window.") }, equals: ["win.open"])
    func areEnabled() -> [Bool] {
      ["sidebar", "search", "search-mode", "find-or-search"].map { (name: String) in
        g_action_group_get_action_enabled(window.pointer.opaque, name) != 0
      }
    }
    // There is nothing to show or search.
    expect(areEnabled(), equals: [false, false, false, false])
    window.open([try folder.write(SampleFeed.rss(title: "one", entries: ["one"]), to: "one.xml")])
    try await expect(
      MainLoop.settle { window.hasRowsOnScreen && actions().contains("win.search-mode") })
    expect(!actions().contains("win.open"))
    expect(areEnabled(), equals: [true, true, true, true])
  }

  /// A page in the place of the rows tells why there are none; beside it there is no second page, and no hole.
  @Test func noSamplesAreOfferedWithoutThemAndThePlaceOfAnArticleSaysThatNoneIsSelected() async throws {
    let window = try await makeWindow(width: 1_100, samples: [])
    defer { gtk_window_destroy(window.pointer) }
    // Samples that are not installed are not offered.
    let labels = labels(of: window)
    expect(labels.contains("Open…") && !labels.contains("View Samples"))
    func hints() -> [String] { WidgetTree.texts(below: window.article.widget) }
    expect(hints(), equals: [])
    let path = FilePath(try folder.write(SampleFeed.rss(title: "one", entries: ["one"]), to: "one.xml"))
    window.open([path])
    try await expect(MainLoop.settle { window.hasRowsOnScreen })
    window.show(.feed(path))
    try await expect(MainLoop.settle { hints() == ["No Entry Selected", "one"] })
    window.show(.starred)
    try await expect(
      MainLoop.settle { window.contentState == .noneStarred && hints() == ["No Entry Selected"] })
    let broken = FilePath(try folder.write("<html><body>A page</body></html>", to: "page.html"))
    window.open([broken])
    window.show(.feed(broken))
    try await expect(
      MainLoop.settle { window.contentState.page != nil && hints() == ["No Entry Selected"] })
  }
}
