import CGtk
import Expectations
import FeedViewerBase
import Foundation
import GtkInterop
import LayoutCore
import ProgramRuns
import Testing

@testable import FeedViewer
@testable import VirtualList

/// The window in this process: its actions and the real list.
@Suite(.serialized, .enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
struct WindowTests {
  private let fixture: WindowFixture
  private var folder: TemporaryFolder { fixture.folder }
  private var window: ViewerWindow { fixture.window }

  init() async throws { fixture = try await WindowFixture([]) }

  private var listAgrees: Bool {
    let shown = window.list.geometry
    return (0..<shown.sectionCount).map { shown.rowCount(inSection: $0) }
      == window.library.sections.map(\.rows.count)
  }

  @Test func aFailedFileIsReportedAndDroppedFilesAreOpened() async throws {
    let good = try folder.write(SampleFeed.rss(title: "Good", entries: ["a"]), to: "good.xml")
    let missing = folder.path + "/missing.xml"
    window.open([good, missing])
    try await expect(
      MainLoop.settle {
        window.isComplete && window.library.error(ofFile: FilePath(missing))?.reason == .doesNotExist
      })
    expect(String(cString: gtk_window_get_title(window.pointer)), equals: "Good")
    let first = try folder.write(SampleFeed.rss(entries: ["a"]), to: "dropped one.xml")
    let second = try folder.write(SampleFeed.rss(entries: ["b", "c"]), to: "dropped-two.xml")
    let target = try require(dropTarget(in: window.pointer.cast()))
    // Before the targets of texts inside, which are offered the files' paths.
    expect(gtk_event_controller_get_propagation_phase(target), equals: GTK_PHASE_CAPTURE)
    expect(drop([first, second], on: target))
    try await expect(MainLoop.settle { window.isComplete && window.library.entryCount == 4 })
    expect(window.library.files.map(\.path).suffix(2) == [FilePath(first), FilePath(second)])
    expect(!drop([], on: target))
  }

  /// Writes five pages of 30 entries each.
  ///
  /// - Returns: The path of the first one.
  private func writePages() throws -> String {
    let words = String(repeating: "with two lines ", count: 6)
    func page(_ number: Int) -> String {
      let items = (0..<30).map {
        "<item><guid isPermaLink='false'>\(number)-\($0)</guid><title>Entry \(number)-\($0) \(words)</title>"
          + "<author>Ada</author><description>\(words)</description></item>"
      }
      let next = number < 5 ? "<atom:link rel='next' href='page\(number + 1).xml'/>" : ""
      return "<rss><channel><title>Feed</title>\(next)\(items.joined())</channel></rss>"
    }
    for number in 2...5 { _ = try folder.write(page(number), to: "page\(number).xml") }
    return try folder.write(page(1), to: "page1.xml")
  }

  @Test func pagesAreLoadedWhenTheEndComesNear() async throws {
    window.open([try writePages()])
    // Thirty rows of 73 pixels are more than three screens, so the second page is not needed yet.
    try await expect(MainLoop.settle { window.isComplete && window.list.isPrecacheFinished })
    expect(window.library.entryCount, equals: 30)
    for count in [60, 90, 120, 150] {
      let last = window.library.entryCount - 1
      window.list.scroll(to: .row(RowIndexPath(section: 0, row: last)), alignment: .bottom)
      try await expect(MainLoop.settle { window.library.entryCount == count }, "\(count)")
    }
    expect(listAgrees)
  }

  @Test func theListOfAFeedInAnotherOrderLoadsPagesOfItsOwn() async throws {
    func page(_ entry: String, next: String = "") -> String {
      "<rss><channel><title>Other</title>\(next)<item><guid>\(entry)</guid><title>\(entry)</title></item></channel></rss>"
    }
    try folder.write(page("b"), to: "other2.xml")
    let other = try folder.write(
      page("a", next: "<atom:link rel='next' href='other2.xml'/>"), to: "other.xml")
    window.open([try writePages(), other])
    try await expect(MainLoop.settle { window.isComplete })
    window.show(Arrangement(order: .oldest, scope: .feed(FilePath(other))))
    try await expect(MainLoop.settle { window.isComplete && window.library.entryCount == 32 })
    expect(window.entries.sections.map { $0.rows.map(\.title) }, equals: [["a", "b"]])
  }

  /// As early as pages take long.
  @Test func slowPagesAreLoadedEarlier() async throws {
    window.open([try writePages()])
    try await expect(MainLoop.settle { window.isComplete && window.list.isPrecacheFinished })
    let adjustment = try require(window.list.verticalAdjustment)
    func scrollDown() async throws {
      for _ in 0..<10 {
        gtk_adjustment_set_value(adjustment, gtk_adjustment_get_value(adjustment) + 20)
        try await MainLoop.run(for: .milliseconds(20))
      }
    }
    // The end is more than two screens away.
    try await scrollDown()
    expect(window.library.entryCount, equals: 30)
    window.library.batchDuration.note(.seconds(1_000))
    try await scrollDown()
    try await expect(MainLoop.settle { window.library.entryCount > 30 })
  }

  /// The drop target of the window or of a descendant.
  private func dropTarget(in widget: WidgetPointer) -> OpaquePointer? {
    let controllers = gtk_widget_observe_controllers(widget)!
    defer { g_object_unref(controllers.raw) }
    for index in 0..<g_list_model_get_n_items(controllers) {
      guard let controller = g_list_model_get_item(controllers, index) else { continue }
      defer { g_object_unref(controller) }
      if g_type_check_instance_is_a(controller.cast(), gtk_drop_target_get_type()) != 0,
        let formats = gtk_drop_target_get_formats(OpaquePointer(controller)),
        gdk_content_formats_contain_gtype(formats, gdk_file_list_get_type()) != 0
      {
        return OpaquePointer(controller)
      }
    }
    var child = gtk_widget_get_first_child(widget)
    while let current = child {
      if let found = dropTarget(in: current) { return found }
      child = gtk_widget_get_next_sibling(current)
    }
    return nil
  }

  /// Emits the signal that GTK emits when files are dropped on the window.
  /// - Returns: Whether they were accepted.
  private func drop(_ paths: [String], on target: OpaquePointer) -> Bool {
    var files = paths.map { g_file_new_for_path($0) }
    defer { for file in files { g_object_unref(file?.raw) } }
    var list = GValue()
    g_value_init(&list, gdk_file_list_get_type())
    g_value_take_boxed(&list, gdk_file_list_new_from_array(&files, gsize(files.count))?.raw)
    defer { g_value_unset(&list) }
    var arguments = [GValue](repeating: GValue(), count: 4)
    g_value_init(&arguments[0], gtk_drop_target_get_type())
    g_value_set_object(&arguments[0], target.raw)
    g_value_init(&arguments[1], g_value_get_type())
    g_value_set_boxed(&arguments[1], &list)
    for index in 2...3 { g_value_init(&arguments[index], cgtk_type_double()) }
    defer { for index in arguments.indices { g_value_unset(&arguments[index]) } }
    var isTaken = GValue()
    g_value_init(&isTaken, cgtk_type_boolean())
    let signal = g_signal_lookup("drop", gtk_drop_target_get_type())
    g_signal_emitv(arguments, signal, 0, &isTaken)
    return g_value_get_boolean(&isTaken) != 0
  }

  /// The modes in the main menu.
  private func cacheModes(in items: [Menu.Item], ofDeveloper isDeveloper: Bool = false) -> [String] {
    items.flatMap { item -> [String] in
      switch item {
      case .section(_, let items): cacheModes(in: items, ofDeveloper: isDeveloper)
      case .submenu(let title, let items):
        cacheModes(in: items, ofDeveloper: Menu.plainTitle(title) == "Developer")
      case .action(let title, "win.cache-mode", let mode?) where isDeveloper:
        ["\(Menu.plainTitle(title)): \(mode)"]
      default: []
      }
    }
  }

  @Test func theCacheModesOfTheMenuMoveNothing() async throws {
    expect(
      cacheModes(in: MenuContents.primary(recent: Menu.make([]))),
      equals: [
        "No Cache: none", "Index Path Cache: index-path", "Key Cache: key",
      ])
    window.open([
      try folder.write(SampleFeed.rss(entries: (0..<40).map { "entry \($0)" }), to: "feed.xml")
    ])
    try await expect(MainLoop.settle { window.isComplete && window.library.entryCount == 40 })
    window.list.scroll(to: .row(RowIndexPath(section: 0, row: 20)), alignment: .top)
    try await expect(MainLoop.settle { window.isComplete && window.list.visibleRows.first?.row ?? 0 > 10 })
    func tops() -> [Int] {
      window.list.visibleRows.map { window.list.geometry.offset(of: .row($0)) - window.list.contentOffset }
    }
    let (rows, places) = (window.list.visibleRows, tops())
    for mode in HeightCacheMode.allCases {
      let isNew = mode != window.list.cacheMode
      fixture.activate("cache-mode", mode.rawValue)
      expect(window.list.cacheMode, equals: mode)
      // The statistics are those of the mode.
      expect(!isNew || window.list.statistics.measurements == 0)
      expect(Action.state(of: "cache-mode", in: window.pointer), equals: mode.rawValue)
      try await expect(MainLoop.settle { window.isComplete })
      expect(window.list.visibleRows == rows && tops() == places)
    }
  }
}
