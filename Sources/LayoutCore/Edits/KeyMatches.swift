/// Pairs the rows of two lists by their keys.
///
/// Of a key that occurs more than once, as many rows are paired as both lists have.
struct KeyMatches {
  /// The places of rows that are in both lists, in the order of the new one.
  private(set) var pairs: [(from: Int, to: Int)] = []
  /// The pairs that do not keep their order among the others.
  private(set) var moves: [(from: Int, to: Int)] = []
  /// The deletes and inserts of all other rows; a move is both.
  private(set) var shift = IndexShift.none
  /// For each old row whether it is in a pair.
  private(set) var isPaired: [Bool]
  /// The old place of each new row, or `nothing`.
  private var sources: [Int32]

  private static let nothing: Int32 = -1
  /// How many rows are skipped to find the next equal pair before keys are hashed.
  private static let lookAhead = 3

  /// - Complexity: O(n) on average where the lists mostly agree; O(m log m) for m rows that are not paired in order.
  init(_ old: ArraySlice<SectionKeys.Row>, _ new: ArraySlice<SectionKeys.Row>) {
    isPaired = Array(repeating: false, count: old.count)
    sources = Array(repeating: Self.nothing, count: new.count)
    if !pairSubsequence(old, new) {
      let unmatched = pairInOrder(old, new)
      pairByHash(old, new, unmatched: unmatched)
    }
    findMoves()
  }

  func hasSource(_ new: Int) -> Bool { sources[new] != Self.nothing }

  /// Pairs all rows of the shorter list if it is the longer one without some of its rows, as where a filter becomes
  /// narrower or wider.
  ///
  /// - Returns: Whether it is.
  private mutating func pairSubsequence(
    _ old: ArraySlice<SectionKeys.Row>, _ new: ArraySlice<SectionKeys.Row>
  ) -> Bool {
    let isNarrower = new.count <= old.count
    let (few, many) = isNarrower ? (new, old) : (old, new)
    var places: [Int32] = []
    places.reserveCapacity(few.count)
    few.withUnsafeBufferPointer { few in
      many.withUnsafeBufferPointer { many in
        for place in many.indices where places.count < few.count {
          if many[place].key == few[places.count].key { places.append(Int32(place)) }
          // Too few are left.
          if many.count - place <= few.count - places.count, places.count < few.count { break }
        }
      }
    }
    guard places.count == few.count else { return false }
    for (number, place) in places.enumerated() {
      sources[isNarrower ? number : Int(place)] = isNarrower ? place : Int32(number)
      isPaired[isNarrower ? Int(place) : number] = true
    }
    return true
  }

  /// Goes through both lists side by side and skips a few inserted or deleted rows.
  ///
  /// - Returns: The places that were skipped.
  private mutating func pairInOrder(
    _ old: ArraySlice<SectionKeys.Row>, _ new: ArraySlice<SectionKeys.Row>
  ) -> (old: [Int], new: [Int]) {
    var unmatched: (old: [Int], new: [Int]) = ([], [])
    var from = 0
    var to = 0
    old.withUnsafeBufferPointer { old in
      new.withUnsafeBufferPointer { new in
        while from < old.count && to < new.count {
          if old[from].key == new[to].key {
            sources[to] = Int32(from)
            isPaired[from] = true
            from += 1
            to += 1
            continue
          }
          let step =
            (1...Self.lookAhead).lazy.compactMap { step -> (old: Int, new: Int)? in
              if from + step < old.count, old[from + step].key == new[to].key { return (step, 0) }
              if to + step < new.count, old[from].key == new[to + step].key { return (0, step) }
              return nil
            }.first ?? (1, 1)
          unmatched.old += from..<from + step.old
          unmatched.new += to..<to + step.new
          from += step.old
          to += step.new
        }
      }
    }
    unmatched.old += from..<old.count
    unmatched.new += to..<new.count
    return unmatched
  }

  private mutating func pairByHash(
    _ old: ArraySlice<SectionKeys.Row>, _ new: ArraySlice<SectionKeys.Row>,
    unmatched: (old: [Int], new: [Int])
  ) {
    guard !unmatched.old.isEmpty, !unmatched.new.isEmpty else { return }
    var index = HashIndex()
    /// The next row with the same key for each row of `unmatched.old`.
    var next = Array(repeating: Self.nothing, count: unmatched.old.count)
    /// The first row with the same key that is not paired, for each row in the index.
    var first = next
    for number in unmatched.old.indices.reversed() {
      let key = old[old.startIndex + unmatched.old[number]].key
      let code = UInt32(truncatingIfNeeded: key.fingerprint)
      let known = index.find(code) { old[old.startIndex + unmatched.old[$0]].key == key }
      if let known { next[number] = first[known] } else { index.insert(number, hash: code) }
      first[known ?? number] = Int32(number)
    }
    for to in unmatched.new {
      let key = new[new.startIndex + to].key
      let code = UInt32(truncatingIfNeeded: key.fingerprint)
      guard let known = index.find(code, where: { old[old.startIndex + unmatched.old[$0]].key == key }),
        first[known] != Self.nothing
      else { continue }
      let number = Int(first[known])
      first[known] = next[number]
      sources[to] = Int32(unmatched.old[number])
      isPaired[unmatched.old[number]] = true
    }
  }

  /// Decides which pairs stay: as many as possible. The others are moves.
  private mutating func findMoves() {
    pairs.reserveCapacity(sources.count)
    for (to, from) in sources.enumerated() where from != Self.nothing { pairs.append((Int(from), to)) }
    var keepsOld = isPaired
    var keepsNew = sources.map { $0 != Self.nothing }
    let isInOrder = zip(pairs, pairs.dropFirst()).allSatisfy { $0.from < $1.from }
    var staying = isInOrder ? [] : longestIncreasingSubsequence(pairs.map(\.from))[...]
    for (place, pair) in pairs.enumerated() where !isInOrder {
      if staying.first == place {
        staying.removeFirst()
      } else {
        moves.append(pair)
        keepsOld[pair.from] = false
        keepsNew[pair.to] = false
      }
    }
    shift = IndexShift(
      deletes: IndexRuns(keepsOld.indices.lazy.filter { !keepsOld[$0] }),
      inserts: IndexRuns(keepsNew.indices.lazy.filter { !keepsNew[$0] }))
  }
}
