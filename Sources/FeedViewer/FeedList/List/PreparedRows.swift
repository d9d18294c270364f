import Dispatch
import LayoutCore

/// The prepared rows of a list, by place; they follow its edits.
///
/// With them all rows have their heights at a new width in one frame: nothing is asked of the data source or
/// looked up by key.
struct PreparedRows {
  /// Rows that a core takes at once.
  private nonisolated static let sliceLength = 2048

  private var numbers = ElementSlotMap()
  private var rows: [PreparedRow] = []
  private var free: [Int] = []

  /// Rows that are prepared.
  var count: Int { rows.count - free.count }

  subscript(place: RowIndexPath) -> PreparedRow? { numbers[place].map { rows[$0] } }

  mutating func store(_ row: PreparedRow, at place: RowIndexPath) {
    if let number = numbers[place] {
      rows[number] = row
    } else if let number = free.popLast() {
      rows[number] = row
      numbers.set(number, of: .row(place))
    } else {
      rows.append(row)
      numbers.set(rows.count - 1, of: .row(place))
    }
  }

  mutating func remove(at place: RowIndexPath) {
    guard let number = numbers.set(nil, of: .row(place)) else { return }
    rows[number] = PreparedRow()
    free.append(number)
  }

  mutating func apply(_ change: ChangeSet) {
    if change.isReloadData { return removeAll() }
    numbers.apply(change) { number in
      rows[number] = PreparedRow()
      free.append(number)
    }
  }

  /// The heights of all rows in order, in device pixels; -1 where a row is not prepared or arithmetic can't tell.
  ///
  /// The rows are divided among all cores.
  ///
  /// - Parameters:
  ///   - rowCounts: Rows of each section.
  ///   - width: Of a row, in whole logical pixels.
  /// - Complexity: O(n): about 50 ns a row on one core.
  func heights(rowCounts: [Int], width: Int, grid: PixelGrid) -> [Int32] {
    let numbers = numbers.all(rowCounts: rowCounts)
    guard !rows.isEmpty else { return Array(repeating: -1, count: numbers.count) }
    return [Int32](unsafeUninitializedCapacity: numbers.count) { heights, initializedCount in
      rows.withUnsafeBufferPointer { rows in
        numbers.withUnsafeBufferPointer { numbers in
          nonisolated(unsafe) let (heights, rows, numbers) = (heights, rows.baseAddress!, numbers)
          let slices = (numbers.count + Self.sliceLength - 1) / Self.sliceLength
          DispatchQueue.concurrentPerform(iterations: slices) { slice in
            let end = min((slice + 1) * Self.sliceLength, numbers.count)
            for index in slice * Self.sliceLength..<end {
              let number = numbers[index]
              let height =
                number == ElementSlotMap.none
                ? nil : (rows + Int(number)).pointee.height(width: width, grid: grid)
              heights.initializeElement(at: index, to: Int32(height ?? -1))
            }
          }
        }
      }
      initializedCount = numbers.count
    }
  }

  mutating func removeAll() { self = PreparedRows() }
}
