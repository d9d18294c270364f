import CGtk
import GtkInterop

/// The peer: a GtkListView whose rows are boxes of word-wrapped labels, as most applications write them.
///
/// It shows the same texts as the list under test, but draws neither initials nor icons.
final class LabelList {
  let widget: WidgetPointer
  private let rows: BenchmarkRows
  /// Rows that GtkListView keeps, by the address of their list item.
  private(set) var liveRows: [UnsafeMutableRawPointer: (widget: WidgetPointer, row: Int)] = [:]
  private(set) var rowWidgetCount = 0

  /// A model with this many items.
  static func makeModel(count: Int) -> GObjectReference<OpaquePointer> {
    "".withCString { empty in
      var items = [UnsafePointer<CChar>?](repeating: empty, count: count)
      items.append(nil)
      return GObjectReference(adopting: gtk_string_list_new(&items)!)
    }
  }

  /// - Parameter model: Has an item for each row.
  init(_ rows: BenchmarkRows, model: GObjectReference<OpaquePointer>) {
    self.rows = rows
    let factory = gtk_signal_list_item_factory_new()!
    // The selection takes a reference of its own.
    let selection = gtk_no_selection_new(OpaquePointer(g_object_ref(model.pointer.raw)))!
    widget = gtk_list_view_new(selection, factory)!
    Signal.connect(factory, "setup") { [weak self] arguments in
      self?.setUp(OpaquePointer(arguments.object(0)!))
      return .unhandled
    }
    Signal.connect(factory, "bind") { [weak self] arguments in
      self?.bind(arguments.object(0)!)
      return .unhandled
    }
    Signal.connect(factory, "unbind") { [weak self] arguments in
      self?.liveRows[arguments.object(0)!] = nil
      return .unhandled
    }
  }

  private func setUp(_ item: OpaquePointer) {
    rowWidgetCount += 1
    let row = gtk_box_new(GTK_ORIENTATION_VERTICAL, 4)!
    gtk_widget_set_margin_start(row, 16)
    gtk_widget_set_margin_end(row, 12)
    gtk_widget_set_margin_top(row, 12)
    gtk_widget_set_margin_bottom(row, 12)
    for cssClass in ["heading", "body", "dim-label"] {
      let label = label()
      gtk_widget_add_css_class(label, cssClass)
      gtk_box_append(row.cast(), label)
    }
    gtk_list_item_set_child(item, row)
  }

  /// No row has more lines than the limit of the list under test, and a limit would only make GtkLabel slower.
  private func label() -> WidgetPointer {
    let label = gtk_label_new(nil)!
    gtk_label_set_wrap(label.opaque, 1)
    gtk_label_set_xalign(label.opaque, 0)
    return label
  }

  private func bind(_ item: UnsafeMutableRawPointer) {
    let number = Int(gtk_list_item_get_position(OpaquePointer(item)))
    guard let row = gtk_list_item_get_child(OpaquePointer(item)) else { return }
    let texts = rows.texts(of: number)
    var label = gtk_widget_get_first_child(row)
    for text in [texts.title, texts.preview, texts.metadata] {
      gtk_label_set_text(label?.opaque, text)
      label = gtk_widget_get_next_sibling(label)
    }
    liveRows[item] = (row, number)
  }

  /// The rows in the viewport and the y of their tops, in pixels.
  func visibleRows(pageHeight: Double) -> [Int: Double] {
    var found: [Int: Double] = [:]
    for live in liveRows.values {
      guard let cell = gtk_widget_get_parent(live.widget), gtk_widget_get_child_visible(cell) != 0 else {
        continue
      }
      var bounds = graphene_rect_t()
      guard gtk_widget_compute_bounds(cell, widget, &bounds) != 0 else { continue }
      let top = Double(bounds.origin.y)
      if top < pageHeight, top + Double(bounds.size.height) > 0 { found[live.row] = top }
    }
    return found
  }
}
