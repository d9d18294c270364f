import ExampleWindow
import VirtualList

// The demo of a table view: rows from a template in sections with headers, an index and a footer, edits of rows and
// sections, a swipe to delete, a choice of how heights are cached, and a refresh by pulling the list down.

struct PostTemplate: RowTemplate {
  static let column = Stack(direction: .vertical, spacing: 6, alignItems: .start)
  static let picture = ElementTag(rawValue: 1)
  static let bold = TextStyle(weight: .bold)
  static let small = TextStyle(scale: 0.85, opacity: 0.6)

  func makeElement(for post: Int) -> LayoutElement? {
    let random = SampleText.number(post, below: 60)
    let title = LayoutElement.text(SampleText.sentence(post + 9, wordCount: 2 + random % 9), style: Self.bold)
    let picture = LayoutElement.box(width: 160, height: Double(30 + random % 3 * 30), tag: Self.picture)
    let text = LayoutElement.text(SampleText.sentence(post, wordCount: 6 + random), style: TextStyle())
    let number = LayoutElement.text("Post \(post + 1)", style: Self.small)
    return .inset(EdgeInsets(12), .stack(Self.column, [title, text, picture, number]))
  }

  func accessory(of post: Int) -> Accessory { .detailDisclosure }

  @MainActor func makeDrawing(of post: Int, in context: RowDrawingContext) -> (any RowDrawing)? {
    let blue = FilledBox.Color(red: 0.2, green: 0.52, blue: 0.89, opacity: 0.35)
    return FilledBox(Self.picture, color: blue, cornerRadius: 8, in: context)
  }
}

struct TitleTemplate: RowTemplate {
  static let style = TextStyle(scale: 0.9, weight: .semibold, opacity: 0.7)
  func makeElement(for title: String) -> LayoutElement? {
    .inset(EdgeInsets(top: 8, leading: 12, bottom: 6, trailing: 12), .text(title, style: Self.style))
  }
}

let makeSection = { (number: Int, posts: Range<Int>) in
  ArrayDataSource<Int>.Section(
    key: "\(number)", header: "Section \(number)", footer: number == 6 ? "No more posts" : nil,
    indexLabel: "\(number)", items: Array(posts))
}
let sections = (1...6).map { makeSection($0, ($0 - 1) * 9..<$0 * 9) }
let posts = ArrayDataSource(sections: sections, template: "post") { "\($0)" }
let window = ExampleWindow(title: "Template Layout", dataSource: posts)
let list = window.list
list.register(PostTemplate(), as: "post")
list.register(TitleTemplate(), as: "title")
list.showsSectionIndex = true

var count = (posts: 54, sections: 6)
let insertRow = {
  posts.update(in: list) { $0[0].items.insert(count.posts, at: 0) }
  count.posts += 1
}
let insertSection = {
  count.sections += 1
  posts.update(in: list) { $0.insert(makeSection(count.sections, count.posts..<count.posts + 2), at: 0) }
  count.posts += 2
}
let deleteSection = { posts.update(in: list) { if $0.count > 1 { $0.removeFirst() } } }
window.addSegments(["No cache", "Index path", "Key"], selected: 2) {
  list.cacheMode = HeightCacheMode.allCases[$0]
}
window.addButtons([("Add row", insertRow), ("Add section", insertSection), ("Delete section", deleteSection)])
window.addRefreshButton(milliseconds: 1_500, onEnd: insertRow)
window.onDelete = { rows in
  posts.update(in: list) { for row in rows.reversed() { $0[row.section].items.remove(at: row.row) } }
}
window.run()
