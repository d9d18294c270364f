import CGtk
import GtkInterop

/// Lays out the children of a box in a row if there are only a few and they have room beside each other, or else in a column.
///
/// What a row leaves free belongs to the first child that expands. In a column, all children are as wide as the widest one, or
/// as the box if one of them expands.
enum RowOrColumnLayout {
  /// More children than this stand below each other in any room.
  private static let rowLimit = 2
  private static let (rowSpacing, columnSpacing): (Int32, Int32) = (12, 6)

  static func use(in box: WidgetPointer) {
    gtk_widget_set_layout_manager(
      box, gtk_custom_layout_new({ _ in GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH }, measure, allocate))
  }

  private static let measure: GtkCustomMeasureFunc = { box, orientation, forSize, minimum, natural, _, _ in
    guard let box else { return }
    let children = visibleChildren(of: box)
    guard orientation == GTK_ORIENTATION_VERTICAL else {
      minimum?.pointee = children.map(\.minimum).max() ?? 0
      natural?.pointee =
        children.count > rowLimit ? children.map(\.natural).max() ?? 0 : rowWidth(of: children)
      return
    }
    let width = forSize < 0 ? .max : forSize
    let heights = zip(children, childWidths(of: children, in: box, width)).map {
      naturalHeight(of: $0.widget, $1)
    }
    let height =
      fitsRow(children, in: width)
      ? heights.max() ?? 0 : heights.reduce(0, +) + columnSpacing * Int32(max(0, heights.count - 1))
    minimum?.pointee = height
    natural?.pointee = height
  }

  private static let allocate: GtkCustomAllocateFunc = { box, width, height, _ in
    guard let box else { return }
    let children = visibleChildren(of: box)
    let widths = childWidths(of: children, in: box, width)
    let isRow = fitsRow(children, in: width)
    let isMirrored = gtk_widget_get_direction(box) == GTK_TEXT_DIR_RTL
    var (x, y): (Int32, Int32) = (isRow ? 0 : (width - (widths.first ?? 0)) / 2, 0)
    for (child, own) in zip(children, widths) {
      let ownHeight = isRow ? height : naturalHeight(of: child.widget, own)
      var place = GtkAllocation(x: isMirrored ? width - x - own : x, y: y, width: own, height: ownHeight)
      gtk_widget_size_allocate(child.widget, &place, -1)
      if isRow { x += own + rowSpacing } else { y += ownHeight + columnSpacing }
    }
  }

  private typealias Child = (widget: WidgetPointer, minimum: Int32, natural: Int32)

  /// The children that are visible, with their widths.
  private static func visibleChildren(of box: WidgetPointer) -> [Child] {
    var children: [Child] = []
    var next = gtk_widget_get_first_child(box)
    while let child = next {
      next = gtk_widget_get_next_sibling(child)
      guard gtk_widget_should_layout(child) != 0 else { continue }
      var (minimum, natural): (Int32, Int32) = (0, 0)
      gtk_widget_measure(child, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, &natural, nil, nil)
      children.append((child, minimum, natural))
    }
    return children
  }

  private static func rowWidth(of children: [Child]) -> Int32 {
    children.map(\.natural).reduce(0, +) + rowSpacing * Int32(max(0, children.count - 1))
  }

  private static func fitsRow(_ children: [Child], in width: Int32) -> Bool {
    children.count <= rowLimit && rowWidth(of: children) <= width
  }

  /// - Parameter width: That of the box; `Int32.max` for the natural one.
  private static func childWidths(of children: [Child], in box: WidgetPointer, _ width: Int32) -> [Int32] {
    let expanding = children.firstIndex {
      gtk_widget_compute_expand($0.widget, GTK_ORIENTATION_HORIZONTAL) != 0
    }
    guard fitsRow(children, in: width) else {
      let widest = children.map(\.natural).max() ?? 0
      return children.map { _ in expanding == nil || width == .max ? min(widest, width) : width }
    }
    var widths = children.map(\.natural)
    if let expanding, width != .max { widths[expanding] += width - rowWidth(of: children) }
    return widths
  }

  private static func naturalHeight(of widget: WidgetPointer, _ width: Int32) -> Int32 {
    var natural: Int32 = 0
    gtk_widget_measure(widget, GTK_ORIENTATION_VERTICAL, width, nil, &natural, nil, nil)
    return natural
  }
}
