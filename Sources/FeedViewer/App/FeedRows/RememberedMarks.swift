import FeedViewerBase
import VirtualList

/// Marks that rows had at some time.
nonisolated struct RememberedMarks: Sendable {
  private struct Page: Sendable {
    let page: EntryPage
    /// The rows whose marks are known.
    var known: UInt64 = 0
    /// Those of them that had each mark.
    var read: UInt64 = 0
    var starred: UInt64 = 0
    var removed: UInt64 = 0
  }

  private var pages: [ObjectIdentifier: Page] = [:]

  /// Whether no marks are known.
  var isEmpty: Bool { pages.isEmpty }

  /// The marks that a row had; nil if they are not known.
  subscript(row: FeedRow) -> EntryMarks? {
    guard !row.isPlaceholder, let page = pages[ObjectIdentifier(row.page)], page.known & row.bit != 0 else {
      return nil
    }
    var marks: EntryMarks = []
    if page.read & row.bit != 0 { marks.insert(.read) }
    if page.starred & row.bit != 0 { marks.insert(.starred) }
    if page.removed & row.bit != 0 { marks.insert(.removed) }
    return marks
  }

  /// Takes the present marks of rows, unless earlier ones are known.
  mutating func remember(_ rows: RowBits) {
    for (page, bits) in rows.parts {
      var marks = pages[ObjectIdentifier(page)] ?? Page(page: page)
      let new = bits & ~marks.known
      marks.known |= new
      marks.read |= new & page.bits(having: .read)
      marks.starred |= new & page.bits(having: .starred)
      marks.removed |= new & page.bits(having: .removed)
      pages[ObjectIdentifier(page)] = marks
    }
  }

  /// Remembers the marks of rows by those of the same entries that were there before their files were read again.
  ///
  /// - Complexity: O(n) for all rows of the files whose marks are known.
  mutating func follow(_ sections: [LibrarySection]) {
    guard !pages.isEmpty else { return }
    var marks: [ItemKey: EntryMarks] = [:]
    var paths: Set<FilePath> = []
    for page in pages.values {
      paths.insert(page.page.context.path)
      for index in 0..<UInt64.bitWidth where page.known & 1 << UInt64(index) != 0 {
        let row = FeedRow(on: page.page, index: index)
        marks[row.key] = self[row]
      }
    }
    for section in sections {
      section.rows.forEachRead { _, row in
        guard paths.contains(row.path), self[row] == nil, let marks = marks[row.key] else { return }
        set(marks, of: row)
      }
    }
  }

  private mutating func set(_ marks: EntryMarks, of row: FeedRow) {
    var page = pages[ObjectIdentifier(row.page)] ?? Page(page: row.page)
    page.known |= row.bit
    if marks.contains(.read) { page.read |= row.bit }
    if marks.contains(.starred) { page.starred |= row.bit }
    if marks.contains(.removed) { page.removed |= row.bit }
    pages[ObjectIdentifier(row.page)] = page
  }

  /// Forgets the marks of the rows of some files.
  mutating func forget(where isWanted: (FilePath) -> Bool) {
    pages = pages.filter { !isWanted($0.value.page.context.path) }
  }

  /// Forgets the marks of all rows but one; nil keeps none.
  mutating func forget(keeping row: FeedRow?) {
    guard let row, self[row] != nil, var page = pages[ObjectIdentifier(row.page)] else { return pages = [:] }
    page.known = row.bit
    pages = [ObjectIdentifier(row.page): page]
  }
}
