import CGtk
import Expectations
import LayoutCore
import Testing

@testable import VirtualList

/// Calls of an observer when rows enter and leave the ranges around the viewport.
@Suite(.serialized, .needsDisplay)
struct RangeObserverTests {
  /// Tracks which rows are in which range from its calls, and checks every call.
  private final class Observer: ListRangeObserver {
    var members: [RangeKind: Set<RowIndexPath>] = [:]
    var calls = 0
    /// Called with every entry.
    var onEnter: (RangeKind) -> Void = { _ in }

    func listView(_ list: ListView, didEnter range: RangeKind, _ rows: [RowIndexPath]) {
      calls += 1
      expect(!rows.isEmpty && rows == rows.sorted())
      for row in rows {
        expect(members[range, default: []].insert(row).inserted, "\(row) is in \(range) twice")
      }
      onEnter(range)
    }

    func listView(_ list: ListView, didExit range: RangeKind, _ rows: [RowIndexPath]) {
      calls += 1
      for row in rows {
        expect(members[range, default: []].remove(row) != nil, "\(row) was not in \(range)")
      }
    }
  }

  private func expectAgreement(
    _ observer: Observer, _ messages: MessageList, _ place: SourceLocation = #_sourceLocation
  ) {
    for kind in RangeKind.allCases {
      let rows = messages.list.idle.ranges.elements(in: kind).compactMap {
        if case .row(let row) = $0 { row } else { nil }
      }
      expect(observer.members[kind, default: []], equals: Set(rows), "\(kind)", sourceLocation: place)
    }
  }

  private func messages(_ count: Int = 300) -> MessageList {
    MessageList([
      MessageList.Section(name: "A", hasHeader: true, hasFooter: true, rows: MessageList.rows(0..<count))
    ])
  }

  @Test func deletedRowsExitRangesUnderTheirOldIndexPaths() {
    let messages = messages()
    defer { messages.close() }
    let list = messages.list
    messages.rest()
    let observer = Observer()
    list.rangeObserver = observer
    let before = observer.members
    let gone = (0..<3).map { RowIndexPath(0, $0) }
    expect(before[.visible, default: []].isSuperset(of: gone))
    messages.sections[0].rows.removeFirst(3)
    list.deleteRows(gone)
    for kind in RangeKind.allCases {
      expect(observer.members[kind], equals: before[kind, default: []].subtracting(gone), "\(kind)")
      // Nothing is reported of the others: they are the same rows at other index paths.
      observer.members[kind] = Set(observer.members[kind, default: []].map { RowIndexPath(0, $0.row - 3) })
    }
    messages.settle()
    messages.rest()
    expectAgreement(observer, messages)
  }

  @Test func observerMayEditTheListAndIsNotRetained() {
    let messages = messages(60)
    defer { messages.close() }
    let list = messages.list
    messages.rest()
    var observer: Observer? = Observer()
    var isDone = false
    observer?.onEnter = { kind in
      guard kind == .visible, !isDone else { return }
      isDone = true
      messages.sections[0].rows.removeLast()
      list.deleteRows([RowIndexPath(0, messages.sections[0].rows.count)])
      expect(list.rowCounts, equals: [60])
    }
    list.rangeObserver = observer
    expect(isDone)
    expect(Display.settle { list.rowCounts == [59] })
    messages.settle()
    let calls = observer?.calls
    expect(calls != nil)
    observer = nil
    expect(list.rangeObserver == nil)
    messages.show(.row(0, 58), at: .bottom)
  }

  @Test func rangeTuningsDecideHowFarRangesReach() throws {
    let messages = messages()
    defer { messages.close() }
    let list = messages.list
    list.pausesPrecache = true
    let observer = Observer()
    list.rangeObserver = observer
    messages.show(.row(0, 150))
    messages.scroll(by: 20)
    messages.rest()
    expect(observer.members[.display, default: []].count > observer.members[.visible, default: []].count)
    var tunings = list.rangeTunings
    tunings[.full, .display] = RangeTuning(leading: 0, trailing: 0)
    tunings[.full, .preload] = RangeTuning(leading: 0, trailing: 0)
    list.rangeTunings = tunings
    messages.rest()
    for kind in RangeKind.allCases {
      expect(observer.members[kind], equals: observer.members[.visible], "\(kind)")
    }
    tunings[.full, .preload] = RangeTuning(leading: 3, trailing: 0)
    list.rangeTunings = tunings
    messages.rest()
    let preloaded = observer.members[.preload, default: []]
    let visible = observer.members[.visible, default: []]
    expect(preloaded.min(), equals: visible.min())
    let page = list.pageHeight
    let last = try require(preloaded.max())
    expect(list.geometry.offset(of: .row(last)) > list.contentOffset + 3 * page)
  }
}
