import Dispatch
import Glibc
import LayoutCore

/// The compiled rows of a list by index path, which follow its edits.
///
/// They give all rows their heights at a new width in one frame, without the data source and without lookups by key.
struct CompiledRows {
  /// A row whose texts are prepared.
  struct Row: Sendable {
    var layout: CompiledLayout
    /// The revision of the item.
    var revision: UInt64
  }

  /// The minimum number of rows that a core evaluates at once.
  private nonisolated static let sliceLength = 4_096

  private var numbers = ElementSlotMap()
  /// Contiguous, so that evaluating all rows reads nothing but their layouts.
  private var layouts: [CompiledLayout] = []
  private var revisions: [UInt64] = []
  private var free: [Int] = []
  private var compiler: LayoutCompiler
  /// The placeholder of rows that are not compiled.
  private let nothing: CompiledLayout
  private let evaluators = RowEvaluators()

  init() {
    compiler = LayoutCompiler()
    nothing = compiler.compile(.box())
  }

  /// The number of compiled rows.
  var count: Int { layouts.count - free.count }
  /// The memory of the rows in bytes, without that of shapes.
  private(set) var byteCount = 0

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
    byteCount += row.layout.byteCount
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
    byteCount -= layouts[number].byteCount
    layouts[number] = row.layout
    revisions[number] = row.revision
    numbers.set(number, of: .row(place))
  }

  mutating func remove(at place: RowIndexPath) {
    guard let number = numbers.set(nil, of: .row(place)) else { return }
    byteCount -= layouts[number].byteCount - nothing.byteCount
    layouts[number] = nothing
    free.append(number)
  }

  mutating func apply(_ change: ChangeSet) {
    if change.isReloadData { return removeAll() }
    var removed: [CompiledLayout] = []
    var removedByteCount = 0
    numbers.apply(change) { number in
      removed.append(nothing)
      swap(&layouts[number], &removed[removed.count - 1])
      removedByteCount += removed[removed.count - 1].byteCount - nothing.byteCount
      free.append(number)
    }
    byteCount -= removedByteCount
    Self.release(removed)
  }

  /// Frees layouts. Very many are freed on a worker, because that would take a good part of a frame, and after a while, so
  /// that nothing else refers to them any more.
  private static func release(_ layouts: [CompiledLayout]) {
    guard layouts.count > sliceLength else { return }
    DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + .milliseconds(100)) {
      withExtendedLifetime(layouts) {}
    }
  }

  /// The height of a compiled row with its separator in device pixels; nil if arithmetic can't compute it.
  func height(of layout: CompiledLayout, metrics: RowMetrics, scale: Double) -> Int? {
    evaluators.first(metrics, scale).height(of: layout)
  }

  /// The heights of all rows by arithmetic, in device pixels.
  ///
  /// The work is divided among all cores.
  ///
  /// - Parameter rowCounts: The number of rows of each section.
  /// - Complexity: O(n): about 50 ns a row on one core, and very little for rows of which no one near is compiled.
  func heights(rowCounts: [Int], metrics: RowMetrics, scale: Double) -> CompiledHeights {
    var parts: [CompiledHeights.Part] = []
    var numbers: [UInt32] = []
    if !layouts.isEmpty {
      numbers.reserveCapacity(min(rowCounts.reduce(0, +), 2 * layouts.count))
      self.numbers.forEachNumberedPart(rowCounts: rowCounts) { row, part in
        parts.append(CompiledHeights.Part(rows: row..<row + part.count, start: numbers.count))
        numbers += part
      }
    }
    return CompiledHeights(parts: parts, heights: heights(of: numbers, metrics, scale))
  }

  private func heights(of numbers: [UInt32], _ metrics: RowMetrics, _ scale: Double) -> [Int32] {
    guard !numbers.isEmpty else { return [] }
    let sliceCount = min(
      max(numbers.count / Self.sliceLength, 1), 4 * RowEvaluators.coreCount)
    let evaluators = evaluators.all(sliceCount, metrics, scale)
    return [Int32](unsafeUninitializedCapacity: numbers.count) { heights, initializedCount in
      layouts.withUnsafeBufferPointer { layouts in
        numbers.withUnsafeBufferPointer { numbers in
          nonisolated(unsafe) let (heights, layouts, numbers) = (heights, layouts.baseAddress!, numbers)
          // Each slice has an evaluator of its own.
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

  mutating func removeAll() {
    Self.release(layouts)
    self = CompiledRows()
  }
}

/// Evaluators, reused so that their buffers are allocated once.
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
