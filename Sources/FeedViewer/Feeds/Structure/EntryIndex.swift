/// The places of all entries of a file, in about five bytes an entry; in nine if they do not follow each other in the same
/// way everywhere.
struct EntryIndex: Sendable {
  /// Entries whose places are counted from the first one.
  private struct Page {
    /// The number of entries before it.
    var first: Int
    var offset: Int
    /// The end of the last entry.
    var end: Int
    /// The bytes between any two entries, as long as it is the same number; nil if the lengths are kept.
    var gap: Int?
    /// The index of the first length, if lengths are kept.
    var firstLength = 0
  }

  /// The most entries of a page.
  private static let pageLimit = 64

  private var pages: [Page] = []
  /// The contexts of the pages; nil for entries that can't be read alone. They are not in the pages, so that whoever copies a
  /// page need not retain its context.
  private var contexts: [(any EntryContext)?] = []
  private var offsets: [UInt32] = []
  /// The lengths of entries on pages that are not regular.
  private var lengths: [UInt32] = []
  /// The context of all entries that can be read alone, if it is one.
  private(set) var onlyContext: (any EntryContext)?
  private(set) var hasSeveralContexts = false

  /// The entries of which nothing but a guess of their number is known; they take no memory.
  private(set) var unknown = 0..<0

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
    guard !ranges.isEmpty else { return }
    note(context)
    var page: Page?
    if let last = pages.last, contexts[pages.count - 1] === context { page = last }
    // The last page of the array is out of date while `page` changes.
    var isNew = page == nil
    func keep(_ page: Page?) {
      guard let page else { return }
      if isNew {
        pages.append(page)
        contexts.append(context)
      } else {
        pages[pages.count - 1] = page
      }
    }
    for range in ranges {
      let (place, end) = (start + range.lowerBound, start + range.upperBound)
      guard let length = UInt32(exactly: range.count) else {
        keep(page)
        (page, isNew) = (nil, true)
        appendUnreadable()
        continue
      }
      guard var current = page, offsets.count - current.first < Self.pageLimit,
        let offset = UInt32(exactly: place - current.offset)
      else {
        keep(page)
        page = Page(first: offsets.count, offset: place, end: end, gap: 0)
        isNew = true
        offsets.append(0)
        continue
      }
      let gap = place - current.end
      if offsets.count - current.first == 1 { current.gap = gap }
      if let regular = current.gap, regular != gap { keepLengths(of: &current) }
      offsets.append(offset)
      if current.gap == nil { lengths.append(length) }
      current.end = end
      page = current
    }
    keep(page)
  }

  /// The entries of a page follow each other in several ways.
  private mutating func keepLengths(of page: inout Page) {
    let known = (page.first..<offsets.count).map { UInt32(length(of: $0, on: page, end: offsets.count)) }
    page.gap = nil
    page.firstLength = lengths.count
    lengths += known
  }

  private mutating func note(_ context: any EntryContext) {
    if onlyContext == nil, !hasSeveralContexts { onlyContext = context }
    guard onlyContext !== context else { return }
    (onlyContext, hasSeveralContexts) = (nil, true)
  }

  private mutating func appendUnreadable() {
    if pages.isEmpty || contexts[pages.count - 1] != nil {
      pages.append(Page(first: offsets.count, offset: 0, end: 0, gap: 0))
      contexts.append(nil)
    }
    offsets.append(0)
  }

  /// The first entries of an index without unknown ones.
  ///
  /// - Complexity: O(`count`).
  func prefix(_ count: Int) -> EntryIndex {
    precondition(count <= self.count && unknown.isEmpty, "There are only \(self.count) entries.")
    var result = self
    guard count < self.count else { return result }
    result.pages.removeAll { $0.first >= count }
    result.contexts.removeLast(contexts.count - result.pages.count)
    if let last = result.pages.indices.last {
      let page = result.pages[last]
      result.pages[last].end = end(of: count - 1, on: page, last + 1)
      if page.gap == nil {
        result.lengths.removeLast(lengths.count - page.firstLength - (count - page.first))
      } else if let next = pages[last...].first(where: { $0.gap == nil }) {
        result.lengths.removeLast(lengths.count - next.firstLength)
      }
    }
    result.offsets.removeLast(self.count - count)
    return result
  }

  /// How many of the first entries, and of those after them how many of the last ones, are as long as those of another
  /// file.
  ///
  /// - Complexity: O(n).
  func commonLengths(with other: EntryIndex) -> (first: Int, last: Int) {
    let limit = min(count, other.count)
    var (own, others) = (LengthReader(self), LengthReader(other))
    var (first, last) = (0, 0)
    let firstLimit = min(limit, knownEnds.first, other.knownEnds.first)
    while first < firstLimit, own.length(of: first) == others.length(of: first) { first += 1 }
    let lastLimit = min(limit - first, knownEnds.last, other.knownEnds.last)
    let (end, otherEnd) = (offsets.count - 1, other.offsets.count - 1)
    while last < lastLimit, own.length(of: end - last) == others.length(of: otherEnd - last) { last += 1 }
    return (first, last)
  }

  /// The number of entries before those that are unknown, and of those after them; both are `count` if all are known.
  private var knownEnds: (first: Int, last: Int) {
    unknown.isEmpty ? (count, count) : (unknown.lowerBound, count - unknown.upperBound)
  }

  /// The number of the entry that begins at an offset; nil if none does.
  ///
  /// - Complexity: O(`count` / 64).
  func number(ofEntryAt start: Int) -> Int? {
    guard let number = pages.indices.last(where: { contexts[$0] != nil && pages[$0].offset <= start }) else {
      return nil
    }
    let (page, end) = (pages[number], pageEnd(number))
    let found = (page.first..<end).first { page.offset + Int(offsets[$0]) == start }
    return found.map { $0 < unknown.lowerBound ? $0 : $0 + unknown.count }
  }

  /// The place of an entry; nil if it can't be read alone, or is unknown.
  ///
  /// - Complexity: O(log(`count`)).
  func place(of ordinal: Int) -> EntryPlace? {
    precondition(ordinal >= 0 && ordinal < count, "There is no entry of this number.")
    if unknown.contains(ordinal) { return nil }
    let ordinal = ordinal < unknown.lowerBound ? ordinal : ordinal - unknown.count
    let number = pageNumber(of: ordinal)
    guard let context = contexts[number] else { return nil }
    let range = range(of: ordinal, on: pages[number], number + 1)
    return EntryPlace(offset: range.lowerBound, count: range.count, context: context)
  }

  /// The ranges of consecutive entries of an index without unknown ones.
  ///
  /// - Parameter body: Takes the number of each, and its range; nil if the entry can't be read alone.
  /// - Complexity: O(log(`count`) + n).
  func forEachRange(in ordinals: Range<Int>, _ body: (Int, Range<Int>?) -> Void) {
    forEachPage(in: ordinals) { number, part in
      let (page, isReadable) = (pages[number], contexts[number] != nil)
      for ordinal in part {
        body(ordinal, isReadable ? range(of: ordinal, on: page, number + 1) : nil)
      }
    }
  }

  /// The ranges of consecutive entries, those with the same context at once.
  ///
  /// - Parameters:
  ///   - ordinals: Entries before, or after, those that are unknown.
  ///   - body: Takes their numbers, and their ranges and their context, if they can be read alone.
  /// - Complexity: O(log(`count`) + n).
  func forEachRun(
    in ordinals: Range<Int>, _ body: (Range<Int>, [Range<Int>], (any EntryContext)?) -> Void
  ) {
    let shift = ordinals.lowerBound < unknown.lowerBound ? 0 : unknown.count
    var (start, ranges, context) = (ordinals.lowerBound, [Range<Int>](), (any EntryContext)?.none)
    func end(at next: Int) {
      if start < next { body(start..<next, ranges, context) }
      (start, ranges) = (next, [])
    }
    forEachPage(in: ordinals.lowerBound - shift..<ordinals.upperBound - shift) { number, part in
      let page = pages[number]
      if contexts[number] !== context { end(at: part.lowerBound + shift) }
      context = contexts[number]
      if context != nil { for ordinal in part { ranges.append(range(of: ordinal, on: page, number + 1)) } }
    }
    end(at: ordinals.upperBound)
  }

  /// Passes the numbers of pages, and those of the entries on each, to `body`.
  private func forEachPage(in ordinals: Range<Int>, _ body: (Int, Range<Int>) -> Void) {
    guard !ordinals.isEmpty else { return }
    var number = pageNumber(of: ordinals.lowerBound)
    var ordinal = ordinals.lowerBound
    while ordinal < ordinals.upperBound {
      let end = min(pageEnd(number), ordinals.upperBound)
      body(number, ordinal..<end)
      ordinal = end
      number += 1
    }
  }

  /// The entries that can't be read alone, with the text between those before and after them.
  var unreadableEntries: [(ordinals: Range<Int>, start: Int, end: Int?)] {
    pages.indices.filter { contexts[$0] == nil }.map { number in
      let before = number > 0 ? pages[number - 1].end : 0
      let after = number + 1 < pages.count ? pages[number + 1].offset : nil
      return (pages[number].first..<pageEnd(number), before, after)
    }
  }

  /// The number of entries that can't be read alone.
  var unreadableCount: Int { unreadableEntries.reduce(0) { $0 + $1.ordinals.count } }

  private func pageNumber(of ordinal: Int) -> Int {
    var (low, high) = (0, pages.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if pages[middle].first <= ordinal { low = middle } else { high = middle }
    }
    return low
  }

  private func pageEnd(_ number: Int) -> Int {
    number + 1 < pages.count ? pages[number + 1].first : offsets.count
  }

  /// - Parameter next: The number of the page after it.
  private func range(of ordinal: Int, on page: Page, _ next: Int) -> Range<Int> {
    page.offset + Int(offsets[ordinal])..<end(of: ordinal, on: page, next)
  }

  /// - Parameter next: The number of the page after it.
  private func end(of ordinal: Int, on page: Page, _ next: Int) -> Int {
    page.offset + Int(offsets[ordinal]) + length(of: ordinal, on: page, end: pageEnd(next - 1))
  }

  private func length(of ordinal: Int, on page: Page, end: Int) -> Int {
    guard let gap = page.gap else { return Int(lengths[page.firstLength + ordinal - page.first]) }
    let start = Int(offsets[ordinal])
    return ordinal + 1 < end ? Int(offsets[ordinal + 1]) - gap - start : page.end - page.offset - start
  }

  /// Reads the lengths of neighbouring entries.
  private struct LengthReader {
    private let index: EntryIndex
    private var number = 0

    init(_ index: EntryIndex) { self.index = index }

    mutating func length(of ordinal: Int) -> Int {
      if ordinal < index.pages[number].first || ordinal >= index.pageEnd(number) {
        number = index.pageNumber(of: ordinal)
      }
      guard index.contexts[number] != nil else { return 0 }
      return index.length(of: ordinal, on: index.pages[number], end: index.pageEnd(number))
    }
  }
}
