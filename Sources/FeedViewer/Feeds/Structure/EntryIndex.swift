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

  var count: Int { offsets.count }

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
    var (first, origin) = (count, 0)
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
      if hasPage, count - first < Self.pageLimit, let offset = UInt32(exactly: place - origin) {
        offsets.append(offset)
      } else {
        (first, origin, hasPage) = (count, place, true)
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
    while first < limit, lengths[first] == other.lengths[first] { first += 1 }
    while last < limit - first, lengths[count - 1 - last] == other.lengths[other.count - 1 - last] {
      last += 1
    }
    return (first, last)
  }

  private mutating func appendUnreadable() {
    if pages.last?.context != nil || pages.isEmpty { pages.append(Page(first: count, offset: 0)) }
    offsets.append(0)
    lengths.append(0)
  }

  /// The place of an entry; nil if it can't be read alone.
  ///
  /// - Complexity: O(log(`count`)).
  func place(of ordinal: Int) -> EntryPlace? {
    precondition(offsets.indices.contains(ordinal), "There is no entry of this number.")
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
