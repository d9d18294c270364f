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
    for (box, label) in rows + [hint, (bar, title.label)] {
      var picture: PixelImage?
      try await expect(
        MainLoop.settle {
          // A window without the focus is fainter in all its parts.
          gtk_widget_unset_state_flags(window.cast(), GTK_STATE_FLAG_BACKDROP)
          picture = PixelImage(lastFrameOf: window.cast())
          return picture?.pixels.contains { $0 != 0 } == true
        })
      let drawn = try require(picture)
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
}
