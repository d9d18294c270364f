/// Where the lists of a window were left, and which entry was selected in them.
struct ListMemory {
  /// The lists that were left last are remembered: a reader with thousands of feeds may go through all of them.
  private static let limit = 1_000

  fileprivate struct Memory {
    let list: Scope
    /// Nil for the beginning.
    var place: SessionPlace?
    var selected: SessionPlace?
  }

  /// The list that was left last is the last one.
  private var memories: [Memory] = []

  init() {}

  /// - Parameter texts: What `texts` gave. What can't be understood is left out.
  init(texts: [String]) { memories = texts.suffix(Self.limit).compactMap(Memory.init) }

  /// To be stored, and given to `init`.
  var texts: [String] { memories.map(\.text) }

  /// The place of a list that shows entries of several files; nil for its beginning.
  func place(of list: Scope) -> SessionPlace? { memories.last { $0.list == list }?.place }

  /// The top of the row that was selected in a list; nil if none was.
  func selected(in list: Scope) -> SessionPlace? { memories.last { $0.list == list }?.selected }

  mutating func setPlace(_ place: SessionPlace?, of list: Scope) { change(list) { $0.place = place } }

  mutating func setSelected(_ row: SessionPlace?, in list: Scope) { change(list) { $0.selected = row } }

  private mutating func change(_ list: Scope, _ body: (inout Memory) -> Void) {
    var memory = memories.last { $0.list == list } ?? Memory(list: list)
    body(&memory)
    memories.removeAll { $0.list == list }
    if memory.place != nil || memory.selected != nil { memories.append(memory) }
    if memories.count > Self.limit { memories.removeFirst() }
  }
}

extension ListMemory.Memory {
  fileprivate init(list: Scope) { self.init(list: list, place: nil, selected: nil) }

  /// - Parameter text: What `text` gave.
  fileprivate init?(_ text: String) {
    var texts = CountedTexts(text)
    guard let list = texts.next().flatMap({ Scope($0) }), let place = texts.next(),
      let selected = texts.next()
    else {
      return nil
    }
    self.init(list: list, place: SessionPlace(text: place), selected: SessionPlace(text: selected))
  }

  fileprivate var text: String {
    [list.text, place?.text ?? "", selected?.text ?? ""].map(CountedTexts.text).joined()
  }
}
