import CGtk
import FeedViewerBase
import GtkInterop

/// Dragging an item to another place among those that can be moved. A line between rows shows where it would go.
struct SidebarReordering {
  /// The item that is being dragged.
  var dragged: FilePath?

  /// Where an item goes that is dropped.
  ///
  /// - Parameters:
  ///   - y: The place of the pointer.
  ///   - rows: The places of the items on screen, with the middles of their rows, from top to bottom.
  /// - Returns: The place of the item before which it goes, or the one after the last item that can be moved and what is in it;
  ///   nil if it stays where it is, and in a folder, whose file decides what is there.
  func target(at y: Double, rows: [(place: Int, middle: Double)], items: [SidebarItem]) -> Int? {
    guard let last = rows.last(where: { items[$0.place].isMovable }) else { return nil }
    if let below = rows.first(where: { y < $0.middle }), items[below.place].level > 0 { return nil }
    let next = rows.first { items[$0.place].isMovable && y < $0.middle }
    let target = next?.place ?? items.descendants(of: last.place).upperBound
    return distance(to: target, items: items) == 0 ? nil : target
  }

  /// By how many of the items that can be moved the dragged one goes down, or up if that is negative. Others may be among them,
  /// such as files that are missing.
  func distance(to target: Int, items: [SidebarItem]) -> Int {
    guard let dragged, let from = items.firstIndex(where: { $0.path == dragged }) else { return 0 }
    let movable = { (range: Range<Int>) in items[range].count { $0.isMovable } }
    return target > from ? movable(from + 1..<target) : -movable(target..<from)
  }
}

extension Sidebar {
  func addReordering() {
    let motion = gtk_drop_controller_motion_new()!
    for signal in ["enter", "motion"] {
      Signal.connect(motion, signal) { [weak self] arguments in
        if let self { self.showDropLine(self.target(at: arguments.double(1))) }
        return .unhandled
      }
    }
    Signal.connect(motion, "leave") { [weak self] in self?.showDropLine(nil) }
    gtk_widget_add_controller(list, motion)
    let target = gtk_drop_target_new(cgtk_type_string(), GDK_ACTION_COPY)!
    Signal.connect(target, "accept") { [weak self] _ in
      self?.reordering.dragged == nil ? .unhandled : .handled
    }
    Signal.connect(target, "drop") { [weak self] arguments in
      guard let self, let path = self.reordering.dragged, let to = self.target(at: arguments.double(2)) else {
        return .unhandled
      }
      self.act(.move(path, by: self.reordering.distance(to: to, items: self.items)))
      return .handled
    }
    gtk_widget_add_controller(list, target)
  }

  func dragEnded() {
    reordering.dragged = nil
    showDropLine(nil)
  }

  private func target(at y: Double) -> Int? {
    let rows = shownRows.map { place, row -> (place: Int, middle: Double) in
      var top = 0.0
      gtk_widget_translate_coordinates(row.widget, list, 0, 0, nil, &top)
      return (place, top + Double(gtk_widget_get_height(row.widget)) / 2)
    }
    return reordering.target(at: y, rows: rows, items: items)
  }

  func showDropLine(_ target: Int?) {
    for (place, row) in shownRows {
      let isLast = place + 1 == target && (place + 1 == items.count || !items[place + 1].isMovable)
      row.showDropLine(place == target && items[place].isMovable ? .above : isLast ? .below : nil)
    }
  }
}
