import CGtk
import Expectations
import GtkInterop
import ProgramRuns
import Testing
import WidgetTesting

@testable import FeedViewer

/// What is set, how far something has got and where a list is can be seen in light, dark and high-contrast styles.
@Suite(.serialized, .enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
struct ControlContrastTests {
  /// The contrast that WCAG 2.1 requires for parts of controls (success criterion 1.4.11).
  private static let leastContrast = 3.0
  /// That of the trough of a scroll bar, which tells nothing that its thumb does not.
  private static let leastTroughContrast = 1.2

  @Test(arguments: LookWindow.looks) func partsOfControlsHaveEnoughContrast(look: Look) async throws {
    let styled = try LookWindow(look)
    defer { styled.close() }
    let window = styled.window
    let controls: [WidgetPointer] = [
      gtk_switch_new(), gtk_switch_new(), gtk_progress_bar_new(),
      gtk_scale_new_with_range(GTK_ORIENTATION_HORIZONTAL, 0, 10, 1),
    ]
    gtk_switch_set_active(controls[1].opaque, 1)
    gtk_progress_bar_set_fraction(controls[2].opaque, 0.4)
    gtk_range_set_value(controls[3].cast(), 4)
    let list = gtk_list_box_new()!
    for control in controls {
      gtk_widget_set_halign(control, GTK_ALIGN_CENTER)
      gtk_widget_set_size_request(control, 200, -1)
      gtk_list_box_append(list.opaque, control)
    }
    for control in controls.prefix(2) { gtk_widget_set_size_request(control, -1, -1) }
    gtk_list_box_set_selection_mode(list.opaque, GTK_SELECTION_NONE)
    let bar = gtk_scrollbar_new(GTK_ORIENTATION_VERTICAL, gtk_adjustment_new(0, 0, 100, 1, 10, 40))!
    let page = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)!
    gtk_widget_add_css_class(page, "pane-list")
    gtk_widget_set_hexpand(list, 1)
    for part in [list, bar] { gtk_box_append(page.cast(), part) }
    gtk_window_set_default_size(window, 300, 300)
    gtk_window_set_child(window, page)
    gtk_window_present(window)
    let picture = try await styled.picture()
    func frame(_ name: String, of control: WidgetPointer) throws -> (x: Int, y: Int, width: Int, height: Int)
    {
      let part = try require(
        WidgetTree.widgets(below: control).first { String(cString: gtk_widget_get_css_name($0)) == name },
        "There is no \(name).")
      var bounds = graphene_rect_t()
      try require(gtk_widget_compute_bounds(part, window.cast(), &bounds) != 0)
      return (
        Int(bounds.origin.x.rounded()), Int(bounds.origin.y.rounded()), Int(bounds.size.width.rounded()),
        Int(bounds.size.height.rounded())
      )
    }
    /// The greatest contrast of a colour to one of those beside it, where edges are not sharp.
    func contrast(_ xs: Range<Int>, _ y: Int, to other: PixelColor) -> Double {
      xs.map { picture[$0, y].contrast(to: other) }.max() ?? 0
    }
    for control in controls.prefix(2) {
      let (outer, thumb) = try (frame("switch", of: control), frame("slider", of: control))
      let y = outer.y + outer.height / 2
      let around = picture[outer.x - 4, y]
      expect(contrast(outer.x..<outer.x + 3, y, to: around) >= Self.leastContrast, "outline of a switch")
      let isOn = thumb.x > outer.x + 4
      let edge = isOn ? thumb.x : thumb.x + thumb.width - 1
      let trough = picture[isOn ? edge - 6 : edge + 6, y]
      expect(contrast(edge - 1..<edge + 2, y, to: trough) >= Self.leastContrast, "thumb of a switch")
    }
    let progress = try (trough: frame("trough", of: controls[2]), bar: frame("progress", of: controls[2]))
    let y = progress.trough.y + progress.trough.height / 2
    let around = picture[progress.trough.x + progress.trough.width / 2, progress.trough.y - 3]
    let fill = picture[progress.bar.x + progress.bar.width / 2, y]
    expect(fill.contrast(to: around) >= Self.leastContrast, "\(fill) on \(around)")
    let rest = picture[progress.trough.x + progress.trough.width - 10, y]
    expect(fill.contrast(to: rest) >= Self.leastContrast, "\(fill) beside \(rest)")
    let end = progress.trough.x + progress.trough.width
    expect(contrast(end - 3..<end, y, to: around) >= Self.leastContrast, "end of a progress bar")
    let scale = try frame("trough", of: controls[3])
    let line = picture[scale.x + scale.width - 6, scale.y + scale.height / 2]
    let behind = picture[scale.x + scale.width - 6, scale.y - 4]
    expect(line.contrast(to: behind) >= Self.leastContrast, "\(line) on \(behind)")
    let (trough, thumb) = try (frame("trough", of: bar), frame("slider", of: bar))
    let middle = trough.x + trough.width / 2
    let ground = picture[middle, trough.y + trough.height - 20]
    expect(picture[middle, thumb.y + thumb.height / 2].contrast(to: ground) >= Self.leastContrast)
    expect(
      ground.contrast(to: picture[trough.x - 8, trough.y + trough.height - 20]) >= Self.leastTroughContrast)
  }
}
