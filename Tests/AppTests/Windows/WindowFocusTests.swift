import CGtk
import Expectations
import Foundation
import GtkInterop
import LayoutCore
import Testing

@testable import FeedViewer
@testable import VirtualList

/// The keyboard focus after menus and after the rows have gone: it is on what is read, not in the header bar.
@Suite(.serialized, .enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
struct WindowFocusTests {
  private let fixture: WindowFixture
  private var window: ViewerWindow { fixture.window }

  init() async throws {
    fixture = try await WindowFixture([(0..<9).map { "e\($0)" }])
    window.list.select(RowIndexPath(section: 0, row: 2))
    try await expect(MainLoop.settle { window.list.isComplete && focusedRow == 2 })
  }

  private var focus: WidgetPointer? { gtk_root_get_focus(window.pointer.opaque) }

  /// The row of the first section whose widget has the focus.
  private var focusedRow: Int? {
    (0..<9).first {
      let view = window.list.pool.view(of: .row(RowIndexPath(section: 0, row: $0)))
      return view.map { $0.widget.pointer == focus } ?? false
    }
  }

  /// The menu that is open in the window.
  private var openMenu: WidgetPointer? {
    WidgetTree.widgets(below: window.pointer.cast()).first {
      g_type_check_instance_is_a($0.cast(), gtk_popover_menu_get_type()) != 0
        && gtk_widget_get_mapped($0) != 0
    }
  }

  private func waitForMenu() async throws -> WidgetPointer {
    try await expect(
      MainLoop.settle {
        openMenu != nil && FocusedWidget(inWindowOf: window.pointer.cast())?.isInside(openMenu!) == true
      })
    return try require(openMenu)
  }

  private func openPrimaryMenu() async throws -> WidgetPointer {
    let button = try require(
      WidgetTree.widgets(below: window.pointer.cast()).first {
        g_type_check_instance_is_a($0.cast(), gtk_menu_button_get_type()) != 0
          && gtk_menu_button_get_primary($0.opaque) != 0
      })
    gtk_menu_button_popup(button.opaque)
    return try await waitForMenu()
  }

  /// Whether a state comes about, and is still there after more frames.
  private func settlesAndStays(_ isRight: () -> Bool) async throws -> Bool {
    guard try await MainLoop.settle(until: isRight) else { return false }
    for _ in 0..<10 {
      try await Task.sleep(for: .milliseconds(20))
      guard isRight() else { return false }
    }
    return true
  }

  @Test func theFocusGoesBackToWhereItWasFromMenusAndMessages() async throws {
    // From a context menu to the row.
    window.list.openMenuOfSelection()
    gtk_popover_popdown(try await waitForMenu().cast())
    expect(focusedRow, equals: 2)
    try await expect(settlesAndStays { openMenu == nil && focusedRow == 2 })
    // From a message that goes.
    window.toast.show("Something was done", button: nil, isLasting: true)
    let button = try require(
      WidgetTree.widgets(below: window.toast.widget).first {
        gtk_widget_get_focusable($0) != 0 && gtk_widget_is_sensitive($0) != 0
      })
    try await expect(MainLoop.settle { gtk_widget_get_mapped(button) != 0 })
    expect(gtk_widget_grab_focus(button) != 0 && focusedRow == nil)
    window.toast.hide()
    expect(focusedRow, equals: 2)
    // From the primary menu.
    gtk_popover_popdown(try await openPrimaryMenu().cast())
    try await expect(settlesAndStays { openMenu == nil && focusedRow == 2 })
    // From the header bar too.
    gtk_widget_child_focus(window.pointer.cast(), GTK_DIR_TAB_FORWARD)
    expect(focusedRow == nil)
    gtk_popover_popdown(try await openPrimaryMenu().cast())
    try await expect(settlesAndStays { openMenu == nil && focusedRow == 2 })
    // A menu is popped down before it is removed.
    let body = try require(gtk_widget_get_parent(window.article.widget))
    let menu = ContextMenu(parent: body)
    menu.popUp([.action("Reload", "win.reload")], x: 20, y: 20, in: body)
    try await expect(MainLoop.settle { menu.isOpen })
    var isOpenAtClosing: [Bool] = []
    let popover = try await waitForMenu()
    Signal.connect(popover, "closed") { isOpenAtClosing.append(gtk_widget_get_parent(popover) != nil) }
    menu.close()
    expect(isOpenAtClosing, equals: [true])
    expect(!menu.isOpen && openMenu == nil)
    expect(focusedRow, equals: 2)
    // To the article.
    window.listView(window.list, didActivate: RowIndexPath(section: 0, row: 2))
    try await expect(MainLoop.settle { window.isComplete && window.article.isShown })
    let before = focus
    expect(FocusedWidget(inWindowOf: window.pointer.cast())?.isInside(window.article.widget), equals: true)
    gtk_popover_popdown(try await openPrimaryMenu().cast())
    try await expect(settlesAndStays { openMenu == nil && focus == before })
  }

  @Test func focusStaysInThePlaceOfTheListWhenAllRowsAreDeleted() async throws {
    window.list.selectAll()
    fixture.activate("delete-row")
    try await expect(MainLoop.settle { window.library.entryCount == 0 })
    // On the button that takes the deletion back.
    try await expect(
      MainLoop.settle {
        focus.map { button in
          sequence(first: button) { gtk_widget_get_parent($0) }
            .contains { gtk_widget_has_css_class($0, "status-page") != 0 }
        } == true
      })
    // The list has it again as soon as it is back, or the row in it that was selected.
    fixture.activate("undo")
    try await expect(
      MainLoop.settle {
        window.isComplete && window.library.entryCount == 9
          && focus.map {
            $0 == window.list.widget.pointer
              || gtk_widget_is_ancestor($0, window.list.widget.pointer) != 0
          } == true
      })
  }
}
