import CGtk
import Expectations
import GtkInterop
import Testing
import WidgetTesting

/// Showing and hiding widgets inside their parents.
@Suite(.serialized, .needsDisplay)
struct ChildVisibilityTests {
  @Test func widgetThatComesBackWhereItWasIsDrawn() throws {
    let window: WidgetPointer = gtk_window_new()
    defer { gtk_window_destroy(window.cast()) }
    let box: WidgetPointer = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
    let labels = (0..<2).map { gtk_label_new("Row \($0)")! }
    for label in labels { gtk_box_append(box.cast(), label) }
    gtk_window_set_child(window.cast(), box)
    gtk_window_present(window.cast())
    /// The box as it is drawn when it has come to rest.
    func picture() throws -> PixelImage {
      var drawn: PixelImage?
      var same = 0
      _ = Display.settle(seconds: 5) {
        guard let new = PixelImage(lastFrameOf: box) else { return false }
        same = new == drawn ? same + 1 : 0
        drawn = new
        return same > 50
      }
      return try require(drawn)
    }
    let shown = try picture()
    ChildVisibility.set(false, of: labels[1])
    let hidden = try picture()
    expect(hidden != shown)
    ChildVisibility.set(true, of: labels[1])
    try expect(picture(), equals: shown)
  }
}
