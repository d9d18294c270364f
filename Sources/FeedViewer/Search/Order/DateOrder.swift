/// The order of entries by time.
package enum DateOrder {
  /// The bits that one pass sorts by: as many counters fit into the processor's first cache.
  private static let digitWidth = 11

  /// The indices of entries in the order of their times: those without a time come last, equal ones keep their order.
  ///
  /// Sorted digit by digit (least significant digit first: Knuth, The Art of Computer Programming, volume 3, section 5.2.5).
  /// While it is made, an order takes 16 bytes for each entry, or 20 if their times are more than 32 bits apart.
  ///
  /// - Parameters:
  ///   - count: The number of entries, at most 2³² - 1.
  ///   - isRising: Whether the oldest entry comes first.
  ///   - time: The time of the entry with an index, in any unit; nil if it has none. Called two or three times for each entry.
  /// - Complexity: O(n · b) for n entries whose times are b bits apart; one pass if they are in order.
  package static func order(count: Int, isRising: Bool, time: (Int) -> Int64?) -> [UInt32] {
    precondition(count <= UInt32.max, "There are too many entries to be numbered.")
    /// Greater for entries that come later; nil without a time.
    func key(_ index: Int) -> UInt64? {
      time(index).map { isRising ? UInt64(bitPattern: $0) ^ 1 << 63 : ~(UInt64(bitPattern: $0) ^ 1 << 63) }
    }
    var (lowest, highest) = (UInt64.max, UInt64.min)
    var (last, isInOrder) = (UInt64.min, true)
    for index in 0..<count {
      let key = key(index)
      if let key { (lowest, highest) = (min(lowest, key), max(highest, key)) }
      isInOrder = isInOrder && last <= key ?? .max
      last = key ?? .max
    }
    guard !isInOrder else { return (0..<count).map(UInt32.init) }
    let undated = highest < lowest ? 0 : (highest - lowest).addingReportingOverflow(1).partialValue
    // Times that are as far apart as possible leave none for entries without one, which then are among the last.
    let limit = undated == 0 ? highest - lowest : undated
    func rank(_ index: Int) -> UInt64 { key(index).map { $0 - lowest } ?? limit }
    let order = sorted(0..<UInt32(count), limit: min(limit, 1 << 32 - 1)) { rank(Int($0)) & (1 << 32 - 1) }
    return limit <= UInt32.max ? order : sorted(order, limit: limit >> 32) { rank(Int($0)) >> 32 }
  }

  /// Sorts indices by numbers of 32 bits, which are moved together with them: to look up the number of each index would read
  /// the memory at random in each pass.
  ///
  /// - Parameter limit: At least the greatest number; not 0.
  private static func sorted(
    _ indices: some Collection<UInt32>, limit: UInt64, by number: (UInt32) -> UInt64
  ) -> [UInt32] {
    let passes = (64 - limit.leadingZeroBitCount + digitWidth - 1) / digitWidth
    func digit(_ pair: UInt64, _ pass: Int) -> Int {
      Int(truncatingIfNeeded: pair >> UInt64(32 + pass * digitWidth)) & (1 << digitWidth - 1)
    }
    var starts = [Int](repeating: 0, count: passes << digitWidth)
    // How often each digit occurs does not depend on the order.
    var pairs = indices.map { index in
      let pair = number(index) << 32 | UInt64(index)
      for pass in 0..<passes { starts[pass << digitWidth | digit(pair, pass)] += 1 }
      return pair
    }
    for pass in 0..<passes {
      var start = 0
      for place in pass << digitWidth..<(pass + 1) << digitWidth {
        (starts[place], start) = (start, start + starts[place])
      }
    }
    /// Passes each pair, and its place after a pass, to `put`.
    func distribute(_ pass: Int, _ put: (Int, UInt64) -> Void) {
      for pair in pairs {
        let place = pass << digitWidth | digit(pair, pass)
        put(starts[place], pair)
        starts[place] += 1
      }
    }
    if passes > 1 {
      var next = [UInt64](repeating: 0, count: pairs.count)
      for pass in 0..<passes - 1 {
        next.withUnsafeMutableBufferPointer { next in distribute(pass) { next[$0] = $1 } }
        swap(&pairs, &next)
      }
    }
    return [UInt32](unsafeUninitializedCapacity: pairs.count) { order, initializedCount in
      distribute(passes - 1) { order[$0] = UInt32(truncatingIfNeeded: $1) }
      initializedCount = pairs.count
    }
  }
}
