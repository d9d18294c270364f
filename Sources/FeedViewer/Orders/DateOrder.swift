/// The order of entries by time.
package enum DateOrder {
  /// The indices of entries in the order of their times: those without a time come last, equal ones keep their order.
  ///
  /// - Parameters:
  ///   - count: The number of entries.
  ///   - isRising: Whether the oldest entry comes first.
  ///   - time: The time of the entry with an index, in any unit; nil if it has none. Called once for each entry.
  /// - Complexity: O(n log n) comparisons of n entries; O(n) of entries that are in order or in the opposite one.
  package static func order(count: Int, isRising: Bool, time: (Int) -> Int64?) -> [Int] {
    var keys: [(time: Int64, index: Int)] = []
    keys.reserveCapacity(count)
    for index in 0..<count { keys.append((time(index).map { isRising ? $0 : -$0 } ?? .max, index)) }
    keys.sort { $0.time != $1.time ? $0.time < $1.time : $0.index < $1.index }
    return keys.map(\.index)
  }
}
