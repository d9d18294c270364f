import CGtk
import Foundation
import GtkInterop
import LayoutCore
import ProgramRuns
import Testing
import VirtualList
import WidgetTesting

@testable import FeedViewer

/// Tooltips and menus on a display of their own, with the pointer on them.
extension ArticleDeviceTests {
  nonisolated static let xdotool = "/usr/bin/xdotool"

  nonisolated enum MenuPlace: CaseIterable {
    case row, rowByKey, sidebar, header
  }

  @Test(
    .enabled(if: FileManager.default.isExecutableFile(atPath: ArticleDeviceTests.xdotool), "needs xdotool"),
    arguments: ArticleDeviceTests.MenuPlace.allCases)
  func noTooltipLiesOverAnOpenMenu(place: MenuPlace) async throws {
    fixture.close()
    let other = try ArticleFixture()
    defer { other.close() }
    gtk_window_set_display(other.window.pointer, server.display)
    gtk_window_set_default_size(other.window.pointer, 1_000, 800)
    let title = String(repeating: "a long title ", count: 60)
    try await other.open((0..<40).map { ArticleFixture.item("\($0) \(title)", "<p>text") })
    other.activate("sidebar")
    #expect(try await other.settle { other.window.isComplete && !other.window.panes.isMoving })
    let menu = MenuPointer(other, server)
    try await menu.leave()
    let widget = try menu.widget(of: place)
    try menu.move(to: widget, at: 0)
    #expect(try await other.settle { menu.hasTooltip }, "There is no tooltip.")
    let row = RowIndexPath(section: 0, row: 2)
    switch place {
    case .row, .sidebar: try menu.run("click", "3")
    case .rowByKey: other.window.popUpMenu(of: row, x: 200, y: 150)
    case .header: gtk_menu_button_popup(widget.opaque)
    }
    #expect(try await other.settle { menu.isOpen && !menu.hasTooltip })
    // Over other widgets, and back, for longer than a tooltip takes.
    for step in 1..<6 {
      try menu.move(to: widget, at: Double(step))
      let end = ContinuousClock.now + .milliseconds(250)
      let isOver = try await other.settle {
        #expect(!menu.hasTooltip)
        return ContinuousClock.now > end
      }
      #expect(isOver)
    }
    #expect(menu.isOpen)
    try menu.run("key", "Escape")
    #expect(try await other.settle { !menu.isOpen })
    try await menu.leave()
    try menu.move(to: widget, at: 0)
    #expect(try await other.settle { menu.hasTooltip }, "There is no tooltip any more.")
  }
}

/// The pointer on a window that has menus and tooltips.
@MainActor private struct MenuPointer {
  private let fixture: ArticleFixture
  private let display: String
  private var window: WidgetPointer { fixture.window.pointer.cast() }

  init(_ fixture: ArticleFixture, _ server: InputTestServer) {
    self.fixture = fixture
    display = String(cString: gdk_display_get_name(server.display))
  }

  func run(_ arguments: String...) throws {
    let process = Process()
    process.executableURL = URL(filePath: ArticleDeviceTests.xdotool)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(["DISPLAY": display]) { $1 }
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
  }

  /// Moves the pointer out of the window.
  func leave() async throws {
    try run("mousemove", "1200", "1000")
    #expect(try await fixture.settle { !hasTooltip })
  }

  /// Moves the pointer to a point near a widget's beginning.
  func move(to widget: WidgetPointer, at step: Double) throws {
    var point = Point(x: 14 + step * 3, y: 14 + step)
    try #require(gtk_widget_translate_coordinates(widget, window, point.x, point.y, &point.x, &point.y) != 0)
    var (left, top) = (0.0, 0.0)
    gtk_native_get_surface_transform(window.opaque, &left, &top)
    try run("mousemove", "\(Int(point.x + left))", "\(Int(point.y + top))")
  }

  /// A widget with a tooltip and a menu.
  func widget(of place: ArticleDeviceTests.MenuPlace) throws -> WidgetPointer {
    func find(_ isFound: (WidgetPointer) -> Bool) throws -> WidgetPointer {
      try #require(WidgetTree.widgets(below: window).first { gtk_widget_get_mapped($0) != 0 && isFound($0) })
    }
    func tooltip(_ widget: WidgetPointer) -> String {
      gtk_widget_get_tooltip_text(widget).map { String(cString: $0) } ?? ""
    }
    return switch place {
    case .row, .rowByKey: fixture.window.list.widget.pointer
    case .sidebar: try find { tooltip($0).hasSuffix("notes.xml") }
    case .header: try find { tooltip($0).hasPrefix("Main Menu") }
    }
  }

  var hasTooltip: Bool { isShown("GtkTooltipWindow") }
  var isOpen: Bool { isShown("GtkPopoverMenu") }

  private func isShown(_ type: String) -> Bool {
    WidgetTree.widgets(below: window).contains {
      gtk_widget_get_mapped($0) != 0 && String(cString: gtk_widget_get_name($0)) == type
    }
  }
}
