import CGtk
import Expectations
import GtkInterop
import Testing

/// The layouts of an article page.
@Suite(.enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
struct SingleChildLayoutTests {
  init() throws { try require(gtk_init_check() != 0) }

  private func size(
    of widget: WidgetPointer, _ orientation: GtkOrientation, for size: Int32 = -1
  ) -> (minimum: Int32, natural: Int32) {
    var minimum: Int32 = 0
    var natural: Int32 = 0
    gtk_widget_measure(widget, orientation, size, &minimum, &natural, nil, nil)
    return (minimum, natural)
  }

  /// The allocation of a widget's child after the widget was given a size.
  private func place(in box: WidgetPointer, width: Int32, height: Int32) -> GtkAllocation {
    var place = GtkAllocation(x: 0, y: 0, width: width, height: height)
    gtk_widget_size_allocate(box, &place, -1)
    var inner = GtkAllocation()
    gtk_widget_get_allocation(gtk_widget_get_first_child(box), &inner)
    return inner
  }

  private func pictureBox(width: Int32, height: Int32) -> GObjectReference<WidgetPointer> {
    let box = GObjectReference(adopting: gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)!)
    let picture = gtk_picture_new()!
    GObjectReference(adopting: gdk_paintable_new_empty(width, height)!).use {
      gtk_picture_set_paintable(picture.opaque, $0)
    }
    gtk_box_append(box.pointer.cast(), picture)
    SingleChildLayout.fitPicture(box.pointer)
    return box
  }

  @Test func picturesAreNeitherEnlargedNorSqueezed() {
    let box = pictureBox(width: 300, height: 100)
    box.use { box in
      expect(size(of: box, GTK_ORIENTATION_HORIZONTAL) == (0, 300))
      expect(size(of: box, GTK_ORIENTATION_VERTICAL, for: 900) == (100, 100))
      expect(size(of: box, GTK_ORIENTATION_VERTICAL, for: 150) == (50, 50))
      // Fractions of pixels are rounded up.
      expect(size(of: box, GTK_ORIENTATION_VERTICAL, for: 100) == (34, 34))
      var place = place(in: box, width: 900, height: 100)
      expect((place.x, place.width, place.height) == (0, 300, 100))
      gtk_widget_set_direction(box, GTK_TEXT_DIR_RTL)
      place = self.place(in: box, width: 901, height: 100)
      expect((place.x, place.width) == (601, 300))
    }
  }

  @Test func columnsAreCentredAndLimitedInWidth() {
    let box = GObjectReference(adopting: gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!)
    box.use { box in
      let label = gtk_label_new(String(repeating: "word ", count: 200))!
      gtk_label_set_wrap(label.opaque, 1)
      gtk_box_append(box.cast(), label)
      SingleChildLayout.clamp(box, maximumWidth: 400)
      expect(size(of: box, GTK_ORIENTATION_HORIZONTAL).natural, equals: 400)
      let height = size(of: box, GTK_ORIENTATION_VERTICAL, for: 400).natural
      expect(size(of: box, GTK_ORIENTATION_VERTICAL, for: 1_000).natural, equals: height)
      expect(size(of: box, GTK_ORIENTATION_VERTICAL, for: 200).natural > height)
      var place = place(in: box, width: 1_000, height: height)
      expect((place.x, place.width) == (300, 400))
      place = self.place(in: box, width: 250, height: 3_000)
      expect((place.x, place.width) == (0, 250))
    }
  }
}
