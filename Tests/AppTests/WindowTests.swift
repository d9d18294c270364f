import CGtk
import FeedList
import Foundation
import GtkInterop
import Testing

@testable import FeedViewer

/// The window itself, in this process: its actions and the real list.
@Suite(.serialized, .enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
struct WindowTests {
  private let folder: TemporaryFolder
  private let application: GObjectReference<UnsafeMutablePointer<GtkApplication>>
  private let window: ViewerWindow

  init() throws {
    setenv("GSK_RENDERER", "cairo", 0)
    setenv("GDK_DEBUG", "gl-disable", 0)
    try #require(gtk_init_check() != 0)
    folder = try TemporaryFolder()
    // Two applications of one process can't have the same name on the bus.
    let identifier = "io.github.feedviewer.Test" + UUID().uuidString.filter { $0 != "-" }
    application = GObjectReference(adopting: gtk_application_new(identifier, G_APPLICATION_NON_UNIQUE)!)
    try #require(g_application_register(application.pointer.cast(), nil, nil) != 0)
    // Without a picture to take, opened files would go on the desktop's list of recent ones.
    let options = ViewerOptions(picture: "unused.png", size: WindowSize(width: 480, height: 600))
    window = ViewerWindow(application: application.pointer, options: options)
    window.present()
  }

  /// Runs GTK's loop and the main actor's tasks until `condition` holds.
  private func settle(until condition: () -> Bool) async throws -> Bool {
    for _ in 0..<2_000 {
      while g_main_context_iteration(nil, 0) != 0 {}
      if condition() { return true }
      try await Task.sleep(for: .milliseconds(2))
    }
    return false
  }

  private func perform(_ action: String, _ parameter: String? = nil) {
    g_action_group_activate_action(
      window.pointer.opaque, action, parameter.map { g_variant_new_string($0) })
  }

  private var listAgrees: Bool {
    window.list.geometry.elementCount == window.library.entryCount + window.library.sections.count
  }

  @Test func actionsOfTheMenusKeepListAndLibraryInStep() async throws {
    let path = try folder.write(SampleFeed.rss(entries: (0..<60).map { "e\($0)" }), to: "one.xml")
    window.open([path])
    #expect(try await settle { window.isComplete })
    let actions = [
      "insert-row", "delete-row", "insert-section", "move-down", "move-up", "toggle-read", "delete-section",
    ]
    for step in 0..<70 {
      if let section = window.library.sections.indices.last, !window.library.sections[section].rows.isEmpty {
        window.list.select(.init(section: section, row: 0))
      }
      perform(actions[step % actions.count])
      #expect(listAgrees)
      while g_main_context_iteration(nil, 0) != 0 {}
    }
    perform("reload")
    #expect(try await settle { window.isComplete && window.library.entryCount == 60 })
    #expect(listAgrees)
    gtk_window_destroy(window.pointer)
  }

  @Test func theCacheModeIsChangedByItsAction() async throws {
    for mode in HeightCacheMode.allCases {
      perform("cache-mode", mode.rawValue)
      #expect(window.list.cacheMode == mode)
    }
    gtk_window_destroy(window.pointer)
  }

  @Test func aFileThatFailsIsToldInTheWindow() async throws {
    let good = try folder.write(SampleFeed.rss(title: "Good", entries: ["a"]), to: "good.xml")
    window.open([good, folder.path + "/missing.xml"])
    #expect(try await settle { window.isComplete && window.library.problems.count == 1 })
    #expect(String(cString: gtk_window_get_title(window.pointer)) == "Good")
    gtk_window_destroy(window.pointer)
  }
}
