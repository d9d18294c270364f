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
