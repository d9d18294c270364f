import CGtk
import Expectations
import GtkInterop
import LayoutCore
import Synchronization
import Testing
import WidgetTesting

@testable import VirtualList

/// Every strategy for fetching batches, set through the list's properties, in a window.
@Suite(.serialized, .needsDisplay)
struct BatchStrategyTests {
  /// Adds a page of one-line rows synchronously at each request.
  private final class Pages: BatchFetching {
    unowned let messages: MessageList
    let rowsPerPage: Int
    var limit: Int
    /// For each fetch how much of the content lay above the viewport's bottom, and how many rows there were.
    private(set) var fetches: [(ratio: Double, rows: Int)] = []

    init(_ messages: MessageList, rowsPerPage: Int, limit: Int) {
      self.messages = messages
      self.rowsPerPage = rowsPerPage
      self.limit = limit
    }

    var growingSections: [Int] { limit > 0 ? [0] : [] }

    func fetchBatch(ofSection section: Int, completion: @escaping (BatchOutcome) -> Void) {
      let list = messages.list
      let count = messages.sections[0].rows.count
      fetches.append(
        (Double(list.contentOffset + list.pageHeight) / Double(max(list.geometry.totalHeight, 1)), count))
      limit -= 1
      messages.sections[0].rows += (count..<count + rowsPerPage).map {
        .init(key: "\($0)", text: "line \($0)")
      }
      list.insertRows((count..<count + rowsPerPage).map { RowIndexPath(0, $0) })
      completion(.fetched(rowCount: rowsPerPage))
    }
  }

  private func messages(_ count: Int) -> MessageList {
    let rows = (0..<count).map { MessageList.Row(key: "\($0)", text: "line \($0)") }
    return MessageList([MessageList.Section(name: "A", rows: rows)])
  }

  private func rest(_ messages: MessageList) {
    var quiet = 0
    expect(
      Display.settle {
        quiet = messages.list.idle.isPreparationFinished && messages.list.isPrecacheFinished ? quiet + 1 : 0
        return quiet > 60
      })
  }

  /// Scrolls by steps of so many pixels, without momentum, until so many batches were fetched.
  private func scroll(_ messages: MessageList, _ pages: Pages, by step: Int, until count: Int) {
    for _ in 0..<300 where pages.fetches.count < count {
      messages.list.scroll(by: step)
      messages.settle()
      // Until the update that follows the layout.
      Display.settle(seconds: 2) { messages.list.idle.isPreparationFinished }
    }
    expect(pages.fetches.count, equals: count)
  }

  @Test func fixedThresholdFetchesOncePerPage() {
    let messages = messages(100)
    defer { messages.close() }
    let pages = Pages(messages, rowsPerPage: 100, limit: 3)
    messages.list.batchStrategy = .fixedThreshold(0.7)
    messages.list.batchSource = pages
    rest(messages)
    expect(pages.fetches.isEmpty)
    scroll(messages, pages, by: 100, until: 3)
    expect(pages.fetches.map(\.rows), equals: [100, 200, 300])
    for fetch in pages.fetches { expect(fetch.ratio >= 0.7 && fetch.ratio < 0.76, "\(fetch)") }
  }

  @Test
  func dynamicThresholdFetchesAtTheSameFractionOfEachPage() {
    let messages = messages(50)
    defer { messages.close() }
    let pages = Pages(messages, rowsPerPage: 50, limit: 3)
    messages.list.batchStrategy = .dynamicThreshold(0.7, itemsPerPage: 50)
    messages.list.batchSource = pages
    rest(messages)
    expect(pages.fetches.isEmpty)
    scroll(messages, pages, by: 30, until: 3)
    expect(pages.fetches.map(\.rows), equals: [50, 100, 150])
    for (fetch, threshold) in zip(pages.fetches, [0.7, 0.85, 0.9]) {
      expect(fetch.ratio >= threshold && fetch.ratio < threshold + 0.04, "\(fetch)")
    }
  }

  @Test func leadingScreensAreCountedFromTheEnd() {
    let messages = messages(200)
    defer { messages.close() }
    let pages = Pages(messages, rowsPerPage: 100, limit: 1)
    messages.list.batchStrategy = .screensAhead(3)
    messages.list.batchSource = pages
    rest(messages)
    expect(pages.fetches.isEmpty)
    let page = Double(messages.list.pageHeight)
    let total = Double(messages.list.geometry.totalHeight)
    scroll(messages, pages, by: 90, until: 1)
    let left = total - pages.fetches[0].ratio * total
    expect(left <= 3 * page && left > 3 * page - 100)
  }

  @Test func lazyStrategyFetchesAtTheEndOrForAFlingPastIt() throws {
    let messages = messages(100)
    defer { messages.close() }
    let pages = Pages(messages, rowsPerPage: 100, limit: 1)
    messages.list.batchStrategy = .lazyTarget
    messages.list.batchSource = pages
    rest(messages)
    let adjustment = try require(messages.list.verticalAdjustment)
    messages.list.scroll(to: .row(0, 97), alignment: .bottom)
    messages.settle()
    gtk_adjustment_set_value(adjustment, gtk_adjustment_get_value(adjustment) + 5)
    messages.settle()
    Display.run(seconds: 0.2)
    rest(messages)
    expect(pages.fetches.isEmpty)
    messages.list.scroll(to: .row(0, 99), alignment: .bottom)
    messages.settle()
    rest(messages)
    expect(Display.settle { pages.fetches.count == 1 })
  }

  /// The calls of an advisor, from any thread.
  private final class Advice: Sendable {
    let questions = Mutex<[(seconds: Double, hint: Bool)]>([])
  }

  @Test func advisorOverridesLeadingScreensWhileScrolling() throws {
    let messages = messages(400)
    defer { messages.close() }
    let list = messages.list
    let pages = Pages(messages, rowsPerPage: 100, limit: 1)
    let advice = Advice()
    list.batchStrategy = .screensAhead(2)
    list.batchAdvisor = { seconds, hint in
      advice.questions.withLock { $0.append((seconds, hint)) }
      return seconds < 1_000
    }
    list.batchSource = pages
    rest(messages)
    expect(pages.fetches.isEmpty && advice.questions.withLock { $0.isEmpty })
    // Far from the end: without the advisor nothing would be fetched.
    let adjustment = try require(list.verticalAdjustment)
    for _ in 0..<40 where pages.fetches.isEmpty {
      gtk_adjustment_set_value(adjustment, gtk_adjustment_get_value(adjustment) + 20)
      messages.settle()
    }
    let questions = advice.questions.withLock { $0 }
    expect(!questions.isEmpty)
    expect(questions.allSatisfy { $0.seconds > 0 && !$0.hint })
    expect(pages.fetches.count, equals: 1)
    expect(pages.fetches[0].ratio < 0.5)
    list.batchAdvisor = nil
    expect(list.batchAdvisor == nil)
  }
}
