import CGtk
import Expectations
import GtkInterop
import ProgramRuns
import Testing
import WidgetTesting

@testable import FeedViewer

/// Faint texts around the list are readable in light, dark and high-contrast styles.
@Suite(.serialized, .enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
struct FaintTextContrastTests {
  /// Full blocks: pixels in the colour of the text alone.
  private static let text = "████████"

  /// A label in a box; the classes of both.
  private func makeLabel(_ name: String, in boxClass: String) -> (box: WidgetPointer, label: WidgetPointer) {
    let box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
    gtk_widget_add_css_class(box, boxClass)
    let label = gtk_label_new(Self.text)!
    gtk_widget_add_css_class(label, name)
    gtk_widget_set_halign(label, GTK_ALIGN_CENTER)
    gtk_box_append(box.cast(), label)
    return (box, label)
  }

  @Test(arguments: LookWindow.looks) func faintTextsHaveEnoughContrast(look: Look) async throws {
    let styled = try LookWindow(look)
    defer { styled.close() }
    let window = styled.window
    gtk_window_set_default_size(window, 400, 200)
    gtk_widget_add_css_class(window.cast(), "shell")
    let title = makeLabel("subtitle", in: "title-lines")
    let bar = gtk_header_bar_new()!
    gtk_header_bar_set_title_widget(bar.opaque, title.box)
    gtk_window_set_titlebar(window, bar)
    let rows = ["name", "second", "count", "feed-heading"].map { makeLabel($0, in: "feed-row") }
    gtk_widget_add_css_class(rows[0].box, "failed")
    let pane = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
    gtk_widget_add_css_class(pane, "pane-sidebar")
    for row in rows { gtk_box_append(pane.cast(), row.box) }
    let hint = makeLabel("dim-label", in: "article-hint")
    let content = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
    for part in [pane, hint.box] { gtk_box_append(content.cast(), part) }
    gtk_window_set_child(window, content)
    gtk_window_present(window)
    let drawn = try await styled.picture()
    for (box, label) in rows + [hint, (bar, title.label)] {
      var bounds = graphene_rect_t()
      try require(gtk_widget_compute_bounds(label, window.cast(), &bounds) != 0)
      let y = Int(bounds.origin.y + bounds.size.height / 2)
      let text = drawn[Int(bounds.origin.x + bounds.size.width / 2), y]
      let background = drawn[Int(bounds.origin.x) - 6, y]
      expect(
        text.contrast(to: background) >= LookWindow.leastContrast,
        "\(text) on \(background) in \(String(cString: gtk_widget_get_name(box)))")
    }
  }

  @Test(arguments: LookWindow.looks)
  func rowsOfTheSidebarHaveEnoughContrastAlsoWhileTheyAreSelected(look: Look) async throws {
    let styled = try LookWindow(look)
    defer { styled.close() }
    let window = styled.window
    gtk_window_set_default_size(window, 260, 400)
    let sidebar = Sidebar()
    gtk_widget_add_css_class(sidebar.widget, "pane-sidebar")
    gtk_window_set_child(window, sidebar.widget)
    let statuses: [SidebarItem.Status] = [.ready, .failed, .closed, .ready, .failed, .closed]
    let items = statuses.enumerated().map { number, status in
      SidebarItem(
        id: .list(.feed("/\(number)")), icon: nil, name: Self.text, detail: Self.text, count: "██",
        status: status, accessibleName: "a", menu: .feed(hasWebsite: false))
    }
    gtk_window_present(window)
    for selected in 0..<3 {
      sidebar.show(SidebarContent(items: items, selected: items[selected].id))
      for hasFocus in [false, true] {
        try await expect(MainLoop.settle { sidebar.shownRows.count == items.count })
        if hasFocus { gtk_widget_set_state_flags(sidebar.list, GTK_STATE_FLAG_FOCUS_WITHIN, 0) }
        try await expectContrast(
          of: sidebar.shownRows.flatMap { SidebarRows.labels(in: $0.row) }, in: styled,
          "\(selected) selected\(hasFocus ? " with the focus" : "")")
        gtk_widget_unset_state_flags(sidebar.list, GTK_STATE_FLAG_FOCUS_WITHIN)
      }
    }
  }

  private func expectContrast(
    of labels: [WidgetPointer], in styled: LookWindow, _ state: String
  ) async throws {
    let picture = try await styled.picture()
    for label in labels {
      var bounds = graphene_rect_t()
      try require(gtk_widget_compute_bounds(label, styled.window.cast(), &bounds) != 0)
      let y = Int(bounds.origin.y + bounds.size.height / 2)
      // Words begin at the start, numbers end at the end.
      let text = picture[Int(bounds.origin.x) + 4, y]
      let background = picture[Int(bounds.origin.x) - 4, y]
      expect(
        text.contrast(to: background) >= LookWindow.leastContrast,
        "\(state): \(text) on \(background) at \(bounds.origin.y)")
    }
  }
}
