import VirtualList

struct LineTemplate: RowTemplate {
  func makeElement(for line: String) -> LayoutElement? {
    .text(line, style: TextStyle())
  }
}
