import VirtualList

struct LineTemplate: RowTemplate {
  func makeElement(for line: String) -> LayoutElement? {
    .inset(EdgeInsets(12), .text(line, style: TextStyle()))
  }
}
