import ExampleWindow
import VirtualList

/// What a row shows. Another edition of a post has another text, and so another height.
struct Post: Hashable {
  let number: Int
  var edition = 0
}

/// A row as a tree of elements: the list measures it, caches its height, and draws it.
struct PostTemplate: RowTemplate {
  static let column = Stack(direction: .vertical, spacing: 6, alignItems: .start)
  static let picture = ElementTag(rawValue: 1)
  static let bold = TextStyle(weight: .bold)
  static let small = TextStyle(scale: 0.85, opacity: 0.6)

  func makeElement(for post: Post) -> LayoutElement? {
    let index = post.number + post.edition * 1_000
    let random = SampleText.number(index, below: 60)
    let title = LayoutElement.text(
      SampleText.sentence(index + 9, wordCount: 2 + random % 9), style: Self.bold)
    let picture = LayoutElement.box(width: 160, height: Double(30 + random % 3 * 30), tag: Self.picture)
    let text = LayoutElement.text(SampleText.sentence(index, wordCount: 6 + random), style: TextStyle())
    let number = LayoutElement.text(
      "Post \(post.number), edition \(post.edition + 1)", style: Self.small)
    return .inset(EdgeInsets(12), .stack(Self.column, [title, text, picture, number]))
  }

  func accessory(of post: Post) -> Accessory { .detailDisclosure }

  @MainActor func makeDrawing(of post: Post, in context: RowDrawingContext) -> (any RowDrawing)? {
    let blue = FilledBox.Color(red: 0.2, green: 0.52, blue: 0.89, opacity: 0.35)
    return FilledBox(Self.picture, color: blue, cornerRadius: 8, in: context)
  }
}

/// A header or a footer.
struct TitleTemplate: RowTemplate {
  static let style = TextStyle(scale: 0.9, weight: .semibold, opacity: 0.7)

  func makeElement(for title: String) -> LayoutElement? {
    .inset(EdgeInsets(top: 8, leading: 12, bottom: 6, trailing: 12), .text(title, style: Self.style))
  }
}
