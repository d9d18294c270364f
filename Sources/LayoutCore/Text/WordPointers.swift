/// The arrays of `WordEnds` as the walk reads them.
struct WordPointers: BitwiseCopyable {
  let visibleEnds: UnsafePointer<Int32>
  let ends: UnsafePointer<Int32>
  let places: UnsafePointer<Int32>
  let kinds: UnsafePointer<WordEnds.Kind>
  /// Empty in a uniform paragraph, as are the first classes.
  let classes: UnsafePointer<UInt16>
  let firstClasses: UnsafePointer<UInt8>
  let count: Int
  let hasSpecialEnds: Bool
  let margin: Int

  init(_ words: WordEnds, in rest: inout TextStorage.Rest) {
    visibleEnds = rest.copy(words.visibleEnds).baseAddress!
    ends = rest.copy(words.ends).baseAddress!
    places = rest.copy(words.places).baseAddress!
    classes = rest.copy(words.classes).baseAddress!
    firstClasses = rest.copy(words.firstClasses).baseAddress!
    kinds = rest.copy(words.kinds).baseAddress!
    count = words.count
    hasSpecialEnds = words.hasSpecialEnds
    margin = words.margin
  }

  /// The first word that ends beyond `limit`, looked for from `estimate` words after `first`: lines of a
  /// paragraph hold about as many words each.
  @inline(__always)
  func firstBeyond(_ limit: Int, from first: Int, estimate: Int) -> Int {
    let limit = Int32(truncatingIfNeeded: limit)
    var next = min(first &+ estimate, count)
    if visibleEnds[next] <= limit {
      repeat { next &+= 1 } while visibleEnds[next] <= limit
    } else {
      while next > first, visibleEnds[next &- 1] > limit { next &-= 1 }
    }
    return next
  }
}
