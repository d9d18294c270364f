import CGtk

/// Box layouts that GTK 4.8 has no widget for.
package enum SingleChildLayout {
  private static let widthKey = "maximum-width"

  /// Lays out a box as a column: its child is centred and at most `width` wide.
  ///
  /// - Parameter width: In logical pixels: the natural width of the box, and the width of its child if there is
  ///   space.
  package static func clamp(_ box: WidgetPointer, maximumWidth width: Int) {
    precondition(width > 0, "The column width must be positive.")
    g_object_set_data(box.cast(), widthKey, UnsafeMutableRawPointer(bitPattern: width))
    let layout = gtk_custom_layout_new(
      { _ in GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH }, SingleChildLayout.measureClamped,
      SingleChildLayout.allocateClamped)
    gtk_widget_set_layout_manager(box, layout)
  }

  /// Lays out a box that contains a GtkPicture as a picture in text: in its natural size or, in a narrower box,
  /// scaled down; at the start side; and never lower than the scaled picture.
  package static func fitPicture(_ box: WidgetPointer) {
    let layout = gtk_custom_layout_new(
      { _ in GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH }, SingleChildLayout.measurePicture,
      SingleChildLayout.allocatePicture)
    gtk_widget_set_layout_manager(box, layout)
  }

  /// Lays out a box whose second child covers the first one: both get the size of the second.
  package static func coverFirstChild(_ box: WidgetPointer) {
    let layout = gtk_custom_layout_new(
      { _ in GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH }, SingleChildLayout.measureSecond,
      SingleChildLayout.allocateBoth)
    gtk_widget_set_layout_manager(box, layout)
  }

  // MARK: Pages

  private static let measureSecond: GtkCustomMeasureFunc = {
    widget, orientation, forSize, minimum, natural, _, _ in
    guard let widget, let first = gtk_widget_get_first_child(widget),
      let page = gtk_widget_get_next_sibling(first)
    else { return }
    // GTK requires every child to be measured.
    gtk_widget_measure(first, orientation, -1, nil, nil, nil, nil)
    gtk_widget_measure(page, orientation, forSize, minimum, natural, nil, nil)
  }

  private static let allocateBoth: GtkCustomAllocateFunc = { widget, width, height, _ in
    guard let widget, let first = gtk_widget_get_first_child(widget),
      let page = gtk_widget_get_next_sibling(first)
    else { return }
    var place = GtkAllocation(x: 0, y: 0, width: width, height: height)
    gtk_widget_size_allocate(first, &place, -1)
    gtk_widget_size_allocate(page, &place, -1)
  }

  // MARK: Columns

  private static let measureClamped: GtkCustomMeasureFunc = {
    widget, orientation, forSize, minimum, natural, _, _ in
    guard let widget, let child = gtk_widget_get_first_child(widget) else { return }
    var least: Int32 = 0
    var wanted: Int32 = 0
    if orientation == GTK_ORIENTATION_HORIZONTAL {
      gtk_widget_measure(child, orientation, -1, &least, &wanted, nil, nil)
      wanted = max(least, limit(of: widget))
    } else {
      let width = forSize < 0 ? limit(of: widget) : childWidth(child, forSize, limit(of: widget))
      gtk_widget_measure(child, orientation, width, &least, &wanted, nil, nil)
    }
    minimum?.pointee = least
    natural?.pointee = wanted
  }

  private static let allocateClamped: GtkCustomAllocateFunc = { widget, width, height, _ in
    guard let widget, let child = gtk_widget_get_first_child(widget) else { return }
    let inner = childWidth(child, width, limit(of: widget))
    var place = GtkAllocation(x: (width - inner) / 2, y: 0, width: inner, height: height)
    gtk_widget_size_allocate(child, &place, -1)
  }

  private static func limit(of widget: WidgetPointer) -> Int32 {
    Int32(Int(bitPattern: g_object_get_data(widget.cast(), widthKey)))
  }

  private static func childWidth(_ child: WidgetPointer, _ width: Int32, _ limit: Int32) -> Int32 {
    var least: Int32 = 0
    gtk_widget_measure(child, GTK_ORIENTATION_HORIZONTAL, -1, &least, nil, nil, nil)
    return max(least, min(width, limit))
  }

  // MARK: Pictures

  private static let measurePicture: GtkCustomMeasureFunc = {
    widget, orientation, forSize, minimum, natural, _, _ in
    guard let widget else { return }
    let own = pictureSize(in: widget, width: .max)
    if orientation == GTK_ORIENTATION_HORIZONTAL {
      minimum?.pointee = 0
      natural?.pointee = own.width
    } else {
      let height = forSize < 0 ? own.height : pictureSize(in: widget, width: forSize).height
      minimum?.pointee = forSize < 0 ? 0 : height
      natural?.pointee = height
    }
  }

  private static let allocatePicture: GtkCustomAllocateFunc = { widget, width, _, _ in
    guard let widget, let child = gtk_widget_get_first_child(widget) else { return }
    let size = pictureSize(in: widget, width: width)
    let isRightToLeft = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL
    var place = GtkAllocation(
      x: isRightToLeft ? width - size.width : 0, y: 0, width: size.width, height: size.height)
    gtk_widget_size_allocate(child, &place, -1)
  }

  /// The size of the picture in a box of the given width; zero while there is no picture.
  private static func pictureSize(in box: WidgetPointer, width: Int32) -> (width: Int32, height: Int32) {
    guard let child = gtk_widget_get_first_child(box),
      let paintable = gtk_picture_get_paintable(child.opaque)
    else { return (0, 0) }
    let own = gdk_paintable_get_intrinsic_width(paintable)
    let height = gdk_paintable_get_intrinsic_height(paintable)
    guard own > width, own > 0 else { return (own, height) }
    return (width, Int32((Double(height) * Double(width) / Double(own)).rounded(.up)))
  }
}
