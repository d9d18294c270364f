import FeedViewerBase
import FeedViewerReadingState

/// Rows by their pages, 64 in a word: marking or counting 100,000 rows one by one would take a frame.
nonisolated struct RowBits: Sendable {
  /// Rows of one page: bit n is that of the entry with index n.
  typealias Part = (page: EntryPage, bits: UInt64)

  /// In the order in which the pages came first; no page is there twice.
  private(set) var parts: [Part] = []

  /// Placeholders are left out.
  ///
  /// - Complexity: O(n) for n rows, with very little for those that follow each other on a page.
  init(_ rows: some Sequence<FeedRow>) {
    var maker = Maker()
    for row in rows where !row.isPlaceholder { maker.add((row.page, row.bit)) }
    parts = maker.parts
  }

  /// All rows with entries that are known.
  ///
  /// - Complexity: As above, without a reference being counted for each row.
  init(of sections: some Sequence<LibrarySection>) {
    var maker = Maker()
    for section in sections { section.rows.forEachPart { maker.add($0) } }
    parts = maker.parts
  }

  /// Collects the rows of each page.
  private struct Maker {
    var parts: [Part] = []
    private var places: [ObjectIdentifier: Int] = [:]
    /// The place of the page that came last.
    private var place = -1

    mutating func add(_ part: Part) {
      if place < 0 || parts[place].page !== part.page {
        place = places[ObjectIdentifier(part.page)] ?? parts.count
        if place == parts.count {
          places[ObjectIdentifier(part.page)] = place
          parts.append((part.page, 0))
        }
      }
      parts[place].bits |= part.bits
    }
  }

  private init(_ parts: [Part]) { self.parts = parts }

  var isEmpty: Bool { parts.isEmpty }

  var count: Int { parts.reduce(0) { $0 + $1.bits.nonzeroBitCount } }

  /// The rows that have a mark, or do not have it.
  func having(_ mark: EntryMarks, _ isOn: Bool) -> RowBits {
    RowBits(
      parts.compactMap { page, bits in
        let marked = page.bits(having: mark)
        let wanted = bits & (isOn ? marked : ~marked)
        return wanted == 0 ? nil : (page, wanted)
      })
  }

  /// The rows of each file.
  var files: [(path: FilePath, rows: RowBits)] {
    var files: [(path: FilePath, rows: RowBits)] = []
    var places: [FilePath: Int] = [:]
    for part in parts {
      let path = part.page.context.path
      let place = places[path] ?? files.count
      if place == files.count {
        places[path] = place
        files.append((path, RowBits([])))
      }
      files[place].rows.parts.append(part)
    }
    return files
  }

  /// The rows, page by page.
  var rows: [FeedRow] { map { FeedRow(on: $0, index: $1) } }

  /// The keys of the rows' marks, in the order of `rows`.
  var stateKeys: [EntryKey] { map { $0.stateKey($1) } }

  private func map<Value>(_ value: (EntryPage, Int) -> Value) -> [Value] {
    var values: [Value] = []
    values.reserveCapacity(count)
    for (page, bits) in parts {
      var left = bits
      while left != 0 {
        values.append(value(page, left.trailingZeroBitCount))
        left &= left - 1
      }
    }
    return values
  }

  /// Sets or removes a mark of all; see `EntryPage.set`.
  @MainActor func set(_ mark: EntryMarks, _ isOn: Bool) {
    for (page, bits) in parts { page.set(mark, isOn, bits) }
  }
}
