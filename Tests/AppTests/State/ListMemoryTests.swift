import Expectations
import Testing

@testable import FeedViewer

struct ListMemoryTests {
  private func place(_ key: String, _ ordinal: Int? = nil) -> SessionPlace {
    SessionPlace(rowKey: key, textInRow: "1 2 3 4 5", ordinal: ordinal)
  }

  @Test func placesAndSelectionsAreThoseThatWereStored() {
    var memory = ListMemory()
    let lists: [Scope] = [.all, .today, .feed("/ü: 1.xml"), .folder("/a:b#1.opml", [2, 0])]
    for (number, list) in lists.enumerated() {
      if number % 2 == 0 { memory.setPlace(place("/x|1:2|\(number)", number), of: list) }
      if number != 2 { memory.setSelected(place("/ä|\(number)"), in: list) }
    }
    memory.setSelected(place("gone"), in: .starred)
    memory.setSelected(nil, in: .starred)
    let again = ListMemory(texts: memory.texts)
    for (number, list) in lists.enumerated() {
      expect(
        again.place(of: list)?.text, equals: number % 2 == 0 ? "1 2 3 4 5#\(number)|/x|1:2|\(number)" : nil)
      expect(again.selected(in: list)?.rowKey, equals: number == 2 ? nil : "/ä|\(number)")
    }
    expect(again.selected(in: .starred) == nil && again.texts == memory.texts && again.texts.count == 4)
  }

  @Test func whatCannotBeUnderstoodIsLeftOut() {
    var memory = ListMemory()
    memory.setSelected(place("a"), in: .unread)
    let text = memory.texts[0]
    let damaged = (0..<text.utf8.count).map { String(decoding: text.utf8.prefix($0), as: UTF8.self) }
    let others = ["", ":", "3:all", "-1:all", "3:all9999:x", "7:nothing0:0:", "99999999999999999999:all"]
    expect(ListMemory(texts: damaged + others + [text]).texts, equals: [text])
  }
}
