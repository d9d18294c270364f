import CGtk
import Expectations
import LayoutCore
import Testing

@testable import VirtualList

/// Nested batches, their completions, and edits at moments at which the list can't apply them.
@Suite(.serialized, .needsDisplay)
struct BatchUpdateTests {
  private typealias Section = MessageList.Section

  private func expectRows(_ messages: MessageList, _ place: SourceLocation = #_sourceLocation) {
    let list = messages.list
    expect(list.rowCounts, equals: messages.sections.map(\.rows.count), sourceLocation: place)
    expect(!messages.picture.isEmpty, sourceLocation: place)
    for shown in messages.picture {
      guard case .row(let row) = shown.element else { continue }
      expect(
        messages.drawnTexts(of: shown.element), equals: [messages.sections[row.section].rows[row.row].text],
        sourceLocation: place)
      expect(.measured(shown.height), equals: list.geometry.height(of: shown.element), sourceLocation: place)
    }
  }

  @Test func nestedBatchesAreJoined() {
    let messages = MessageList([Section(name: "A", rows: MessageList.rows(0..<10))])
    defer { messages.close() }
    let list = messages.list
    list.performBatchUpdates {
      messages.delete(3..<4)
      list.performBatchUpdates {
        messages.sections[0].rows.remove(at: 3)
        // Index paths are those before the outer batch.
        list.deleteRows([RowIndexPath(0, 4)])
      }
      expect(list.rowCounts, equals: [10])
      messages.insert([.init(key: "new", text: "new")], at: 0)
    }
    expect(list.rowCounts, equals: [9])
    messages.settle()
    expectRows(messages)
    expect(
      messages.sections[0].rows.map(\.key), equals: ["new", "m0", "m1", "m2", "m5", "m6", "m7", "m8", "m9"])
  }

  @Test func completionsRunInOrderAfterLayout() {
    let messages = MessageList([Section(name: "A", rows: MessageList.rows(0..<10))])
    defer { messages.close() }
    let list = messages.list
    var called: [String] = []
    func insert(_ key: String) {
      messages.insert([.init(key: key, text: key)], at: 0)
    }
    func complete(_ name: String, isOnScreen key: String) -> () -> Void {
      {
        expect(!list.layoutCycle.isAllocating)
        expect(messages.rowsOnScreen[key] != nil, "\(name)")
        called.append(name)
      }
    }
    list.performBatchUpdates {
      list.performBatchUpdates({ insert("a") }, completion: complete("inner", isOnScreen: "a"))
    } completion: {
      complete("outer", isOnScreen: "a")()
    }
    list.performBatchUpdates({ insert("b") }, completion: complete("second", isOnScreen: "b"))
    list.performBatchUpdates({}, completion: complete("empty", isOnScreen: "b"))
    list.performBatchUpdates({ list.reloadData() }, completion: complete("reload", isOnScreen: "b"))
    expect(called.isEmpty)
    expect(Display.settle { called.count == 5 })
    expect(called, equals: ["inner", "outer", "second", "empty", "reload"])
    messages.settle()
    expect(called.count, equals: 5)
    expectRows(messages)
  }

  @Test func unmappedListCompletesEditsImmediately() {
    let messages = MessageList([Section(name: "A", rows: MessageList.rows(0..<10))])
    defer { messages.close() }
    var called = 0
    gtk_widget_set_visible(messages.window, 0)
    messages.list.performBatchUpdates({ messages.list.reloadRows([RowIndexPath(0, 2)]) }) { called += 1 }
    expect(called, equals: 0)
    expect(Display.settle(seconds: 5) { called == 1 })
    gtk_window_present(messages.window.cast())
    messages.settle()
    // Taken off the screen before it was laid out.
    messages.list.performBatchUpdates({ messages.list.reloadRows([RowIndexPath(0, 2)]) }) { called += 1 }
    gtk_widget_set_visible(messages.window, 0)
    expect(Display.settle(seconds: 5) { called == 2 })
  }

  /// Appends and deletes rows while the list asks for content during layout.
  @Test func editsDuringLayoutAreQueuedInOrder() {
    let messages = MessageList([Section(name: "A", rows: MessageList.rows(0..<40))])
    defer { messages.close() }
    let list = messages.list
    list.pausesPrecache = true
    var called: [String] = []
    var editsInLayout = 0
    messages.onContentQuery = { _ in
      guard list.layoutCycle.isAllocating, editsInLayout == 0 else { return }
      editsInLayout += 1
      let count = messages.sections[0].rows.count
      messages.sections[0].rows += [.init(key: "first", text: "first"), .init(key: "second", text: "second")]
      list.performBatchUpdates({
        list.insertRows([RowIndexPath(0, count), RowIndexPath(0, count + 1)])
      }) { called.append("insert") }
      // The row that the edit before has added.
      messages.sections[0].rows.remove(at: count)
      list.performBatchUpdates({ list.deleteRows([RowIndexPath(0, count)]) }) { called.append("delete") }
      expect(list.rowCounts, equals: [40])
    }
    list.scroll(to: .row(0, 20), alignment: .top)
    expect(Display.settle { called.count == 2 })
    expect(editsInLayout, equals: 1)
    expect(called, equals: ["insert", "delete"])
    messages.settle()
    expect(list.rowCounts, equals: [41])
    expectRows(messages)
    expect(list.keyPressed(UInt32(GDK_KEY_End), modifiers: 0), equals: .handled)
    messages.settle()
    expect(messages.rowsOnScreen.keys.contains("second"))
    expectRows(messages)
  }

  /// Between two queued edits the data source can't answer for the list's rows.
  @Test func listPinnedToItsEndReadsNoRowsBetweenQueuedEdits() {
    let messages = MessageList([Section(name: "A", rows: MessageList.rows(0..<40))])
    defer { messages.close() }
    let list = messages.list
    list.positionRules = ScrollPosition.Rules(holdsEnd: true)
    messages.show(.row(0, 39), at: .bottom)
    var isInLayout = false
    var isDone = false
    messages.onContentQuery = { _ in
      guard list.layoutCycle.isAllocating, !isInLayout else { return }
      isInLayout = true
      messages.insert([.init(key: "a", text: "a")], at: 40)
      messages.sections[0].rows.removeLast()
      list.performBatchUpdates({ list.deleteRows([RowIndexPath(0, 40)]) }) { isDone = true }
    }
    list.reloadRows([RowIndexPath(0, 38)])
    expect(Display.settle(seconds: 10) { isDone })
    messages.settle()
    expect(list.rowCounts, equals: [40])
    expectRows(messages)
    expect(messages.picture.last.map { $0.y + $0.height }, equals: list.pageHeight)
  }

  @Test func reloadDuringLayoutReplacesQueuedEdits() {
    let messages = MessageList([Section(name: "A", rows: MessageList.rows(0..<40))])
    defer { messages.close() }
    let list = messages.list
    var called: [String] = []
    var isDone = false
    messages.onContentQuery = { _ in
      guard list.layoutCycle.isAllocating, !isDone else { return }
      isDone = true
      messages.sections[0].rows.append(.init(key: "a", text: "a"))
      list.performBatchUpdates({ list.insertRows([RowIndexPath(0, 40)]) }) { called.append("insert") }
      messages.sections[0].rows += MessageList.rows(100..<120)
      list.reloadData(invalidatingHeights: false)
      messages.sections[0].rows.removeLast()
      list.performBatchUpdates({ list.deleteRows([RowIndexPath(0, 60)]) }) { called.append("delete") }
    }
    list.scroll(to: .row(0, 30), alignment: .top)
    expect(Display.settle { called.count == 2 })
    expect(called, equals: ["insert", "delete"])
    messages.settle()
    expect(list.rowCounts, equals: [60])
    expectRows(messages)
  }

  @Test func completionsMayEditTheList() {
    let messages = MessageList([Section(name: "A", rows: MessageList.rows(0..<5))])
    defer { messages.close() }
    let list = messages.list
    var isDone = false
    func append(_ left: Int) {
      messages.sections[0].rows.append(.init(key: "new-\(left)", text: "new"))
      list.performBatchUpdates({ list.insertRows([RowIndexPath(0, messages.sections[0].rows.count - 1)]) }) {
        if left > 0 { append(left - 1) } else { isDone = true }
      }
    }
    append(3)
    expect(Display.settle { isDone })
    expect(list.rowCounts, equals: [9])
    messages.settle()
    expectRows(messages)
  }

  @Test func movedSectionsKeepHeightsAndScrollPosition() throws {
    let messages = MessageList(
      (0..<4).map { Section(name: "\($0)", rows: MessageList.rows($0 * 20..<$0 * 20 + 20)) })
    defer { messages.close() }
    let list = messages.list
    expect(messages.finishPrecache())
    messages.show(.row(2, 3))
    let before = messages.rowsOnScreen
    let names = { messages.sections.map(\.name) }
    list.resetStatistics()
    messages.sections.append(messages.sections.removeFirst())
    list.moveSection(from: 0, to: 3)
    expect(names(), equals: ["1", "2", "3", "0"])
    messages.settle()
    expect(messages.rowsOnScreen.filter { before.keys.contains($0.key) }, equals: before)
    expectRows(messages)
    messages.sections.insert(messages.sections.removeLast(), at: 0)
    list.moveSection(from: 3, to: 0)
    messages.settle()
    expect(messages.rowsOnScreen, equals: before)
    expectRows(messages)
    expect(messages.finishPrecache())
    expect(list.statistics.measurements, equals: 0)
  }

  @Test func editsKeepCachedHeightsWithoutAutomaticInvalidation() {
    let messages = MessageList([Section(name: "A", rows: MessageList.rows(0..<20))])
    defer { messages.close() }
    let list = messages.list
    expect(list.automaticallyInvalidates)
    expect(messages.finishPrecache())
    let heights = { (0..<20).map { list.geometry.height(of: .row(0, $0)).value } }
    let before = heights()
    list.automaticallyInvalidates = false
    func insertAtTop(_ key: String) {
      messages.sections[0].rows.insert(
        .init(key: key, text: String(repeating: "long text ", count: 60)), at: 0)
      messages.sections[0].rows.removeLast()
      list.performBatchUpdates {
        list.insertRows([RowIndexPath(0, 0)])
        list.deleteRows([RowIndexPath(0, 19)])
      }
      messages.settle()
      expect(messages.finishPrecache())
    }
    insertAtTop("new")
    expect(list.statistics.cachedHeightCount, equals: 20)
    // The new row has the height that was cached for its index path.
    expect(heights()[0], equals: before[0])
    // Heights that are cached later do not change that.
    list.invalidateHeights(of: [RowIndexPath(0, 0)])
    messages.settle()
    expect(messages.finishPrecache())
    let measured = heights()[0]
    expect(measured > before[0])
    expect(messages.picture.first?.height, equals: measured)
    insertAtTop("newer")
    expect(!list.automaticallyInvalidates)
    messages.sections[0].rows[0] = .init(key: "short", text: "short")
    list.reloadRows([RowIndexPath(0, 0)])
    messages.settle()
    expect(heights()[0], equals: measured)
    // Setting it to true again empties the cache.
    list.automaticallyInvalidates = true
    expect(list.statistics.cachedHeightCount, equals: 0)
    list.reloadData()
    messages.settle()
    expect(messages.finishPrecache())
    expect(heights()[0] < measured)
    expectRows(messages)
  }
}
