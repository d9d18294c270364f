import Expectations
import LayoutCore
import Synchronization
import Testing

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

  /// Scrolls to a place where nothing is fetched yet, and from there by small steps, without momentum, until a batch is.
  ///
  /// - Parameter bottom: Where the viewport ends before, in pixels from the top of the content.
  private func scrollUntilAFetch(_ messages: MessageList, _ pages: Pages, from bottom: Double, by step: Int) {
    let count = pages.fetches.count
    messages.list.scroll(by: Int(bottom) - messages.list.contentOffset - messages.list.pageHeight)
    messages.settle()
    messages.rest()
    expect(pages.fetches.count, equals: count)
    for _ in 0..<30 where pages.fetches.count == count {
      messages.list.scroll(by: step)
      messages.settle()
      // Until the update that follows the layout.
      Display.settle(seconds: 2) { messages.list.idle.isPreparationFinished }
    }
    expect(pages.fetches.count, equals: count + 1)
  }

  /// At the same fraction of all content, or of each page.
  @Test(arguments: [
    (BatchStrategy.fixedThreshold(0.7), 100, [0.7, 0.7, 0.7], 0.06),
    (.dynamicThreshold(0.7, itemsPerPage: 50), 50, [0.7, 0.85, 0.9], 0.04),
  ])
  func thresholdsFetchOncePerPage(
    strategy: BatchStrategy, rowsPerPage: Int, thresholds: [Double], tolerance: Double
  ) {
    let messages = messages(rowsPerPage)
    defer { messages.close() }
    let pages = Pages(messages, rowsPerPage: rowsPerPage, limit: 3)
    messages.list.batchStrategy = strategy
    messages.list.batchSource = pages
    for (number, threshold) in thresholds.enumerated() {
      expect(messages.finishPrecache())
      let before = (threshold - 0.05) * Double(messages.list.geometry.totalHeight)
      scrollUntilAFetch(messages, pages, from: before, by: rowsPerPage / 2)
      let fetch = pages.fetches[number]
      expect(fetch.rows, equals: rowsPerPage * (number + 1))
      expect(fetch.ratio >= threshold && fetch.ratio < threshold + tolerance, "\(fetch)")
    }
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
    expect(messages.finishPrecache())
    messages.rest()
    expect(pages.fetches.isEmpty && advice.questions.withLock { $0.isEmpty })
    // Far from the end: without the advisor nothing would be fetched.
    for _ in 0..<40 where pages.fetches.isEmpty {
      messages.scroll(by: 20)
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
