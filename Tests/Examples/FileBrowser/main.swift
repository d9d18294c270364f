import ExampleWindow
import VirtualList

// A million files with names that wrap. Typing selects the next file whose name begins with the typed letters.

struct File {
  let name: String
  let size: String
  let kind: Int
}

struct FileTemplate: RowTemplate {
  static let icon = ElementTag(rawValue: 1)
  static let name = ElementTag(rawValue: 2)
  static let size = TextStyle(scale: 0.9, opacity: 0.6)
  static let colors = [
    FilledBox.Color(red: 0.2, green: 0.52, blue: 0.89), FilledBox.Color(red: 0.9, green: 0.38, blue: 0),
    FilledBox.Color(red: 0.15, green: 0.64, blue: 0.41),
  ]

  func makeElement(for file: File) -> LayoutElement? {
    let name = LayoutElement.text(file.name, style: TextStyle(), maximumLineCount: 4, tag: Self.name).styled {
      $0.flexGrow = 1
      $0.flexShrink = 1
    }
    return .inset(
      EdgeInsets(top: 7, leading: 12, bottom: 7, trailing: 12),
      .stack(
        Stack(direction: .horizontal, spacing: 10, alignItems: .center),
        [.box(width: 20, height: 20, tag: Self.icon), name, .text(file.size, style: Self.size)]))
  }

  func makeElement(estimatedFrom lengths: TextLengths) -> LayoutElement? {
    makeElement(for: File(name: "-", size: "999 kB", kind: 0))
  }

  @MainActor func makeDrawing(of file: File, in context: RowDrawingContext) -> (any RowDrawing)? {
    FilledBox(Self.icon, color: Self.colors[file.kind], cornerRadius: 4, in: context)
  }
}

final class Files: ListDataSource {
  private func row(_ element: ListElement) -> Int { if case .row(let path) = element { path.row } else { 0 } }
  func numberOfSections(in list: ListView) -> Int { 1 }
  func listView(_ list: ListView, numberOfRowsInSection section: Int) -> Int { 1_000_000 }
  func listView(_ list: ListView, identityOf element: ListElement) -> ItemIdentity {
    ItemIdentity(template: "file", key: ItemKey(String(row(element))), revision: 0)
  }
  func listView(_ list: ListView, contentOf element: ListElement) -> any Sendable {
    let size = 1 + SampleText.number(row(element), below: 999)
    return File(name: SampleText.fileName(row(element)), size: "\(size) kB", kind: size % 3)
  }
  func listView(_ list: ListView, estimateOf element: ListElement) -> RowEstimate {
    // The estimate: making a million names would take seconds.
    RowEstimate(template: "file", textLengths: [FileTemplate.name: 24])
  }
  func listView(_ list: ListView, typeaheadTextOf row: RowIndexPath) -> String? {
    SampleText.fileName(row.row)
  }
}

let files = Files()
let window = ExampleWindow(title: "Files", dataSource: files)
window.list.register(FileTemplate(), as: "file")
window.run()
