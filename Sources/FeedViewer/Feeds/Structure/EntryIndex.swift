/// The places of all entries of a file, in eight to nine bytes an entry.
struct EntryIndex: Sendable {
  /// Entries whose places are counted from the first one.
  private struct Page {
    /// The number of entries before it.
    var first: Int
    var offset: Int
    /// Nil for entries that can't be read alone.
    var context: (any EntryContext)?
  }

  /// The most entries of a page.
  private static let pageLimit = 64

  private var pages: [Page] = []
  private var offsets: [UInt32] = []
  private var lengths: [UInt32] = []

  /// The entries of which nothing but a guess of their number is known; they take no memory.
  private(set) var unknown = 0..<0

  /// The number of entries that can't be read alone.
  private(set) var unreadableCount = 0

  var count: Int { offsets.count + unknown.count }

  /// Adds entries of which nothing is known but that there seem to be this many. Call it once at most.
  mutating func appendUnknown(_ number: Int) {
    precondition(unknown.isEmpty && number >= 0, "What is unknown is all in one place.")
    unknown = count..<count + number
  }

  /// Adds the next entry.
  ///
  /// - Parameter place: Nil if the entry can't be read alone.
  mutating func append(_ place: EntryPlace?) {
    if let place {
      append([place.range], from: 0, place.context)
    } else {
      appendUnreadable()
    }
  }

  /// Adds the next entries.
  ///
  /// - Parameters:
  ///   - ranges: Their ranges, counted from `start`.
  ///   - context: The state in which all of them are read.
  mutating func append(_ ranges: [Range<Int>], from start: Int, _ context: any EntryContext) {
    var (first, origin) = (offsets.count, 0)
    var hasPage = false
    if let page = pages.last, page.context === context {
      (first, origin, hasPage) = (page.first, page.offset, true)
    }
    // The context is retained for each page, not for each entry.
    for range in ranges {
      let place = start + range.lowerBound
      guard let length = UInt32(exactly: range.count) else {
        appendUnreadable()
        hasPage = false
        continue
      }
      if hasPage, offsets.count - first < Self.pageLimit, let offset = UInt32(exactly: place - origin) {
        offsets.append(offset)
      } else {
        (first, origin, hasPage) = (offsets.count, place, true)
        pages.append(Page(first: first, offset: origin, context: context))
        offsets.append(0)
      }
      lengths.append(length)
    }
  }

  /// How many of the first entries, and of those after them how many of the last ones, are as long as those of another
  /// file.
  ///
  /// - Complexity: O(n).
  func commonLengths(with other: EntryIndex) -> (first: Int, last: Int) {
    let limit = min(count, other.count)
    var (first, last) = (0, 0)
    let firstLimit = min(limit, knownEnds.first, other.knownEnds.first)
    while first < firstLimit, lengths[first] == other.lengths[first] { first += 1 }
    let lastLimit = min(limit - first, knownEnds.last, other.knownEnds.last)
    let (end, otherEnd) = (lengths.count - 1, other.lengths.count - 1)
    while last < lastLimit, lengths[end - last] == other.lengths[otherEnd - last] { last += 1 }
    return (first, last)
  }

  /// The number of entries before those that are unknown, and of those after them; both are `count` if all are known.
  private var knownEnds: (first: Int, last: Int) {
    unknown.isEmpty ? (count, count) : (unknown.lowerBound, count - unknown.upperBound)
  }

  /// The entry that begins at an offset; nil if none does. Looks from the end.
  ///
  /// - Complexity: O(k log(`count`)) for k entries that begin there or later.
  func entry(at offset: Int) -> Int? {
    for ordinal in (0..<count).reversed() {
      guard let place = place(of: ordinal), place.offset <= offset else { continue }
      return place.offset == offset ? ordinal : nil
    }
    return nil
  }

  private mutating func appendUnreadable() {
    unreadableCount += 1
    if pages.last?.context != nil || pages.isEmpty { pages.append(Page(first: offsets.count, offset: 0)) }
    offsets.append(0)
    lengths.append(0)
  }

  /// The place of an entry; nil if it can't be read alone, or is unknown.
  ///
  /// - Complexity: O(log(`count`)).
  func place(of ordinal: Int) -> EntryPlace? {
    precondition(ordinal >= 0 && ordinal < count, "There is no entry of this number.")
    if unknown.contains(ordinal) { return nil }
    let ordinal = ordinal < unknown.lowerBound ? ordinal : ordinal - unknown.count
    var (low, high) = (0, pages.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if pages[middle].first <= ordinal { low = middle } else { high = middle }
    }
    guard let context = pages[low].context else { return nil }
    return EntryPlace(
      offset: pages[low].offset + Int(offsets[ordinal]), count: Int(lengths[ordinal]), context: context)
  }
}
