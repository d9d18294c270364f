import ExampleWindow
import GtkInterop
import VirtualList

// A chat log that is pinned to its end: messages arrive every two seconds, and older ones are loaded before the top is
// reached.

struct Message: Hashable {
  let number: Int
  var isOwn: Bool { SampleText.number(number, below: 5) < 2 }
  var text: String { SampleText.sentence(number, wordCount: 1 + SampleText.number(number, below: 45)) }
}

struct MessageTemplate: RowTemplate {
  static let bubble = ElementTag(rawValue: 1)
  static let sender = TextStyle(scale: 0.85, weight: .semibold, opacity: 0.65)

  func makeElement(for message: Message) -> LayoutElement? {
    let sender = LayoutElement.text(message.isOwn ? "You" : "Miriam", style: Self.sender)
    let texts = [sender, .text(message.text, style: TextStyle())]
    let content = LayoutElement.stack(Stack(direction: .vertical, spacing: 2, alignItems: .start), texts)
    let bubble = LayoutElement.background(
      .inset(EdgeInsets(top: 7, leading: 12, bottom: 8, trailing: 12), content), with: .box(tag: Self.bubble)
    ).styled { $0.maxWidth = .fraction(0.8) }
    return .inset(
      EdgeInsets(top: 4, leading: 12, bottom: 4, trailing: 12),
      .stack(Stack(direction: .vertical, alignItems: message.isOwn ? .end : .start), [bubble]))
  }

  @MainActor func makeDrawing(of message: Message, in context: RowDrawingContext) -> (any RowDrawing)? {
    let color =
      message.isOwn
      ? FilledBox.Color(red: 0.2, green: 0.52, blue: 0.89, opacity: 0.28)
      : FilledBox.Color(red: 0.5, green: 0.5, blue: 0.5, opacity: 0.18)
    return FilledBox(Self.bubble, color: color, cornerRadius: 14, in: context)
  }
}

let messages = ArrayDataSource((970..<1_000).map(Message.init), template: "message") { String($0.number) }
let window = ExampleWindow(title: "Chat", dataSource: messages)
let list = window.list
list.register(MessageTemplate(), as: "message")
list.separatorStyle = .none
list.positionRules = ScrollPosition.Rules(holdsStart: false, holdsEnd: true)
list.scroll(to: .row(RowIndexPath(section: 0, row: 29)), alignment: .bottom)

window.onScroll = {
  guard list.contentOffset < 1_000, let first = messages.sections[0].items.first?.number, first > 0
  else { return }
  messages.update(in: list) {
    $0[0].items.insert(contentsOf: (max(first - 40, 0)..<first).map(Message.init), at: 0)
  }
}
let arrivals = TimeoutSource(milliseconds: 2_000) {
  messages.update(in: list) { $0[0].items.append(Message(number: $0[0].items.last!.number + 1)) }
  return .again
}
window.run()
