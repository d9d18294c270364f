import Dispatch
import Glibc
import LayoutCore

/// The compiled rows of a list, by place; they follow its edits.
///
/// With them all rows get their heights at a new width in one frame: nothing is read from the data source or
/// looked up by key.
struct CompiledRows {
  /// A row whose texts are prepared.
  struct Row: Sendable {
    var layout: CompiledLayout
    /// The item's.
    var revision: UInt64
  }

  /// Rows that a core takes at once, at least.
  private nonisolated static let sliceLength = 4_096

  private var numbers = ElementSlotMap()
  /// Side by side, so that evaluating all rows touches nothing but their layouts.
  private var layouts: [CompiledLayout] = []
  private var revisions: [UInt64] = []
  private var free: [Int] = []
  private var compiler: LayoutCompiler
  /// Stands where no row is compiled.
  private let nothing: CompiledLayout
  private let evaluators = RowEvaluators()

  init() {
    compiler = LayoutCompiler()
    nothing = compiler.compile(.box())
  }

  /// Rows that are compiled.
  var count: Int { layouts.count - free.count }

  subscript(place: RowIndexPath) -> Row? {
    numbers[place].map { Row(layout: layouts[$0], revision: revisions[$0]) }
  }

  /// Compiles an item; see `RowTemplate.compile`.
  mutating func compile(
    _ content: any Sendable, _ template: any RowTemplate, prepare: (TextElement) -> PreparedText?
  ) -> CompiledLayout? {
    template.compile(any: content, with: &compiler, prepare: prepare)
  }

  mutating func store(_ row: Row, at place: RowIndexPath) {
    var row = row
    compiler.share(&row.layout)
    guard let number = numbers[place] ?? free.popLast() else {
      // Arrays that double would take up to twice the memory of the rows.
      if layouts.count == layouts.capacity {
        layouts.reserveCapacity(max(layouts.count / 8 * 9, 64))
        revisions.reserveCapacity(max(layouts.count / 8 * 9, 64))
      }
      layouts.append(row.layout)
      revisions.append(row.revision)
      numbers.set(layouts.count - 1, of: .row(place))
      return
    }
    layouts[number] = row.layout
    revisions[number] = row.revision
    numbers.set(number, of: .row(place))
  }

  mutating func remove(at place: RowIndexPath) {
    guard let number = numbers.set(nil, of: .row(place)) else { return }
    layouts[number] = nothing
    free.append(number)
  }

  mutating func apply(_ change: ChangeSet) {
    if change.isReloadData { return removeAll() }
    numbers.apply(change) { number in
      layouts[number] = nothing
      free.append(number)
    }
  }

  /// The height of a compiled row with its separator in device pixels; nil where arithmetic can't tell.
  func height(of layout: CompiledLayout, metrics: RowMetrics, scale: Double) -> Int? {
    evaluators.first(metrics, scale).height(of: layout)
  }

  /// The heights of all rows in order, in device pixels; -1 where a row is not compiled or arithmetic can't tell.
  ///
  /// The rows are divided among all cores.
  ///
  /// - Parameter rowCounts: Rows of each section.
  /// - Complexity: O(n): about 50 ns a row on one core.
  func heights(rowCounts: [Int], metrics: RowMetrics, scale: Double) -> [Int32] {
    let numbers = numbers.all(rowCounts: rowCounts)
    guard !layouts.isEmpty else { return Array(repeating: -1, count: numbers.count) }
    let sliceCount = min(
      max(numbers.count / Self.sliceLength, 1), 4 * RowEvaluators.coreCount)
    let evaluators = evaluators.all(sliceCount, metrics, scale)
    return [Int32](unsafeUninitializedCapacity: numbers.count) { heights, initializedCount in
      layouts.withUnsafeBufferPointer { layouts in
        numbers.withUnsafeBufferPointer { numbers in
          nonisolated(unsafe) let (heights, layouts, numbers) = (heights, layouts.baseAddress!, numbers)
          // Each slice has one of its own.
          nonisolated(unsafe) let evaluators = evaluators
          DispatchQueue.concurrentPerform(iterations: sliceCount) { slice in
            let start = numbers.count * slice / sliceCount
            let end = numbers.count * (slice + 1) / sliceCount
            let evaluator = evaluators[slice]
            for index in start..<end {
              let number = numbers[index]
              let height =
                number == ElementSlotMap.none
                ? nil : evaluator.height(at: layouts + Int(number))
              heights.initializeElement(at: index, to: Int32(height ?? -1))
            }
          }
        }
      }
      initializedCount = numbers.count
    }
  }

  mutating func removeAll() { self = CompiledRows() }
}

/// Evaluators that keep their memory from one width to the next.
private final class RowEvaluators {
  static let coreCount = max(Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))), 1)
  private var evaluators: [RowEvaluator] = []

  func first(_ metrics: RowMetrics, _ scale: Double) -> RowEvaluator { all(1, metrics, scale)[0] }

  func all(_ count: Int, _ metrics: RowMetrics, _ scale: Double) -> [RowEvaluator] {
    while evaluators.count < count { evaluators.append(RowEvaluator(metrics: metrics, scale: scale)) }
    for index in 0..<count { evaluators[index].update(metrics: metrics, scale: scale) }
    return evaluators
  }
}
