import CGtk
import GtkInterop
import LayoutCore
import PangoText
import VirtualList

/// Finds the highest cell of each row of wide tables in idle time: of the rows on screen first, then of those that follow.
///
/// A row of a wide table has so many cells that it is first laid out with those that seem to be the highest. From then on
/// all of its cells are measured, each text once for each width. A row that is too low is laid out again.
final class HighestCells: ArticlePart {
  /// How long the main loop is kept busy at once, in microseconds.
  private static let budget: Int64 = 4_000
  /// The cells that are measured without looking at the clock.
  private static let cellsAtOnce = 16
  /// The most heights that are remembered; then all are forgotten.
  private static let memoLimit = 50_000

  /// A row that is measured.
  private struct Work {
    let index: Int
    let row: ArticleRow
    let layout: WideTableRow
    /// The next cell to be measured, and the highest one before it.
    var next = 0
    var highest: (cell: Int, height: PangoUnits)?
    /// The height of the highest cell that the row was laid out with.
    var shown: PangoUnits = 0
  }

  private struct CellText: Hashable {
    let text: String
    let isHeader: Bool
    let language: String?
    let width: PangoUnits
  }

  weak var view: ArticleView?
  private let list: ListView
  private var source: IdleSource?
  private var waiting: [Int] = []
  /// Which of the waiting rows were measured, and how many were not.
  private var isMeasured: [Bool] = []
  private var unmeasuredCount = 0
  private var work: Work?
  private var heights: [CellText: PangoUnits] = [:]
  /// The first waiting row that may not be measured, after the last one that was on screen.
  private var cursor = 0

  init(of list: ListView) { self.list = list }

  /// How rows are laid out at present.
  private var template: ArticleTemplate? {
    view.map { ArticleTemplate(.tableRow(isHeader: false), $0.typography, $0.appearance) }
  }

  /// Whether the highest cells of all rows are known.
  var isFinished: Bool { source == nil }

  /// Measures all rows again: there are other rows, columns or fonts.
  func restart() {
    heights = [:]
    work = nil
    waiting = document.rowsOfWideTables
    isMeasured = Array(repeating: false, count: waiting.count)
    unmeasuredCount = waiting.count
    cursor = 0
    guard unmeasuredCount > 0 else { return source = nil }
    if source == nil {
      source = IdleSource(priority: G_PRIORITY_DEFAULT_IDLE) { [weak self] in self?.slice() ?? .done }
    }
  }

  private func slice() -> IdleSource.Next {
    let end = Int64(g_get_monotonic_time()) + Self.budget
    var found: [(row: Int, cell: Int)] = []
    repeat {
      guard work != nil || takeNextRow() else { break }
      if let tooLow = advance() { found.append(tooLow) }
    } while Int64(g_get_monotonic_time()) < end
    if !found.isEmpty { view?.showHighestCells(found) }
    if work != nil || unmeasuredCount > 0 { return .again }
    source = nil
    heights = [:]
    return .done
  }

  /// Begins the next row: one on screen, or the next one below.
  private func takeNextRow() -> Bool {
    while unmeasuredCount > 0 {
      let position = positionOnScreen() ?? positionFromCursor()
      isMeasured[position] = true
      unmeasuredCount -= 1
      let index = waiting[position]
      guard let row = view?.dataSource.content(ofRow: index), let template,
        let layout = template.wideTableRow(of: row)
      else { continue }
      var work = Work(index: index, row: row, layout: layout)
      for cell in layout.measured { work.shown = max(work.shown, height(ofCell: cell, of: work, template)) }
      self.work = work
      return true
    }
    return false
  }

  private func positionOnScreen() -> Int? {
    let visible = list.visibleRows
    guard let first = visible.first?.row, let last = visible.last?.row else { return nil }
    var position = waiting.partitioningIndex { $0 >= first }
    while position < waiting.count, waiting[position] <= last {
      if !isMeasured[position] {
        cursor = position
        return position
      }
      position += 1
    }
    return nil
  }

  private func positionFromCursor() -> Int {
    while isMeasured[cursor] { cursor = (cursor + 1) % waiting.count }
    return cursor
  }

  /// Measures some more cells of the present row.
  ///
  /// - Returns: The row with its highest cell, if all are measured and the row is too low.
  private func advance() -> (row: Int, cell: Int)? {
    guard var work, let template else { return nil }
    let end = min(work.next + Self.cellsAtOnce, work.row.cells.count)
    for cell in work.next..<end where !work.row.cells[cell].text.isEmpty {
      let height = height(ofCell: cell, of: work, template)
      if height > work.highest?.height ?? 0 { work.highest = (cell, height) }
    }
    work.next = end
    self.work = end < work.row.cells.count ? work : nil
    guard self.work == nil, let highest = work.highest, highest.height > work.shown else { return nil }
    return (work.index, highest.cell)
  }

  private func height(ofCell number: Int, of work: Work, _ template: ArticleTemplate) -> PangoUnits {
    let cell = work.row.cells[number]
    let width = work.layout.wrapWidth(ofCell: number)
    func measured() -> PangoUnits {
      list.textHeight(of: template.cellText(cell, of: work.row), width: width)
    }
    guard cell.runs.isEmpty else { return measured() }
    let key = CellText(text: cell.text, isHeader: cell.isHeader, language: work.row.language, width: width)
    if let known = heights[key] { return known }
    if heights.count >= Self.memoLimit { heights = [:] }
    let height = measured()
    heights[key] = height
    return height
  }
}

extension Array {
  /// The index of the first element for which a condition holds that holds for all elements after one.
  ///
  /// - Complexity: O(log n).
  fileprivate func partitioningIndex(where condition: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if condition(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
