import CGtk
import Expectations
import GtkInterop
import Testing

@testable import FeedViewer

/// Buttons and texts that stand in a row or below each other.
@Suite(.enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
struct RowOrColumnLayoutTests {
  private let box: GObjectReference<WidgetPointer>

  init() throws {
    try require(gtk_init_check() != 0)
    box = GObjectReference(adopting: gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)!)
    RowOrColumnLayout.use(in: box.pointer)
  }

  @discardableResult private func add(width: Int32, height: Int32) -> WidgetPointer {
    let child: WidgetPointer = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)
    gtk_widget_set_size_request(child, width, height)
    gtk_box_append(box.pointer.cast(), child)
    return child
  }

  private func size(
    _ orientation: GtkOrientation, for size: Int32 = -1
  ) -> (minimum: Int32, natural: Int32) {
    var (minimum, natural): (Int32, Int32) = (0, 0)
    gtk_widget_measure(box.pointer, orientation, size, &minimum, &natural, nil, nil)
    return (minimum, natural)
  }

  /// The places of the children in a box of this width, which is as high as it must be: x, y, width and height.
  private func places(in width: Int32) -> [[Int32]] {
    var place = GtkAllocation(
      x: 0, y: 0, width: width, height: size(GTK_ORIENTATION_VERTICAL, for: width).natural)
    gtk_widget_size_allocate(box.pointer, &place, -1)
    return WidgetTree.widgets(below: box.pointer).dropFirst().map { child in
      gtk_widget_get_allocation(child, &place)
      return [place.x, place.y, place.width, place.height]
    }
  }

  @Test func twoChildrenStandInARowIfTheyHaveRoom() {
    add(width: 100, height: 20)
    add(width: 60, height: 30)
    expect(size(GTK_ORIENTATION_HORIZONTAL) == (100, 172))
    expect(size(GTK_ORIENTATION_VERTICAL) == (30, 30))
    expect(places(in: 172), equals: [[0, 0, 100, 30], [112, 0, 60, 30]])
    expect(places(in: 171), equals: [[35, 0, 100, 20], [35, 26, 100, 30]])
    expect(places(in: 100), equals: [[0, 0, 100, 20], [0, 26, 100, 30]])
    gtk_widget_set_direction(box.pointer, GTK_TEXT_DIR_RTL)
    expect(places(in: 172), equals: [[72, 0, 100, 30], [0, 0, 60, 30]])
  }

  @Test func moreChildrenStandInAColumnInAnyRoom() {
    for width in [40, 60, 50] as [Int32] { add(width: width, height: 10) }
    expect(size(GTK_ORIENTATION_HORIZONTAL) == (60, 60))
    expect(places(in: 60), equals: [[0, 0, 60, 10], [0, 16, 60, 10], [0, 32, 60, 10]])
    expect(places(in: 500).map { $0[1] }, equals: [0, 16, 32])
  }

  @Test func aChildThatExpandsHasTheRestOfTheRowAndAllOfTheColumn() {
    gtk_widget_set_hexpand(add(width: 100, height: 20), 1)
    add(width: 60, height: 30)
    expect(places(in: 300), equals: [[0, 0, 228, 30], [240, 0, 60, 30]])
    expect(places(in: 150), equals: [[0, 0, 150, 20], [0, 26, 150, 30]])
  }

  @Test func twoLongButtonsNeedTheRoomOfOne() throws {
    let page = StatusPage()
    let label = String(repeating: "Wiederherstellen ", count: 3)
    let buttons = [ActionButton(label, .reload), ActionButton(label + "!", .reload)]
    page.show(StatusPage.Content(icon: "", title: "A title", buttons: buttons))
    let banner = Banner()
    banner.show(Banner.Content(text: "A text that takes two lines", buttons: buttons))
    for widget in [page.widget, banner.widget] {
      let shown = WidgetTree.widgets(below: widget).filter {
        g_type_check_instance_is_a($0.cast(), gtk_button_get_type()) != 0
      }
      expect(shown.count, equals: 2)
      let width = try require(shown.map(minimumWidth).max())
      expect((width..<width + 60).contains(minimumWidth(of: widget)))
    }
  }

  private func minimumWidth(of widget: WidgetPointer) -> Int32 {
    var minimum: Int32 = 0
    gtk_widget_measure(widget, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, nil, nil, nil)
    return minimum
  }
}
