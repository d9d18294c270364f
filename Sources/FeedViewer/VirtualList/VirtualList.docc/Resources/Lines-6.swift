import CGtk
import GtkInterop
import VirtualList

struct LineTemplate: RowTemplate {
  func makeElement(for line: String) -> LayoutElement? {
    .inset(EdgeInsets(12), .text(line, style: TextStyle()))
  }
}

gtk_init()
let lines = (1...10_000).map { "Row \($0)" + String(repeating: " goes on", count: $0 % 25) }
let dataSource = ArrayDataSource(lines, template: "line") { $0 }
let list = ListView()
list.register(LineTemplate(), as: "line")
list.dataSource = dataSource
list.reloadData()
let window = gtk_window_new()!
gtk_window_set_default_size(window.cast(), 360, 480)
gtk_window_set_child(window.cast(), list.makeScrolledWindow())
gtk_window_present(window.cast())
while g_list_model_get_n_items(gtk_window_get_toplevels()) > 0 { g_main_context_iteration(nil, 1) }
