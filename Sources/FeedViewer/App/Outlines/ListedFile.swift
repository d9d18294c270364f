import VirtualList

/// An archive: all of its entries have rows, and those are read that the list shows.
struct ListedFile {
  private(set) var outline: FileOutline
  /// The section with its rows.
  let section: ItemKey
  /// What is added to the place of an entry after the head to get the index of its row: less than zero if rows of the head were
  /// deleted that were.
  var shift: Int
  /// The places of entries after rows were deleted of those after the head; nil if none were: then places are
  /// the numbers of entries.
  private(set) var edited: EntryPlaces?
  /// What was known before the entries were counted; nil if they were counted at once.
  private(set) var estimate: FileOutline?
  /// By how much the numbers of the last entries were too low before all were counted.
  private var surplus = 0
  /// The first entry that is read only where the list shows it; those before it are read anyway.
  let first: Int
  /// The entries that are read because the list shows them, or will.
  var needs = EntryNeeds()
  /// The repairs of the entries that were read, if the file is not read as a whole.
  var repairs = ArchiveRepairs()
  /// How many more of its entries are marked as read than the feed has such marks, since all entries were looked at; less than
  /// zero if there are marks of entries that have gone from the file. Nil until then.
  var readSurplus: Int?
  /// Where its dates begin.
  var dates = FoundDates.unknown

  /// Where days or months begin, which is looked for when the section index is shown.
  enum FoundDates {
    case unknown
    case wanted
    /// Nil if its entries are not sorted by date.
    case found(DateStarts?)
  }

  /// - Parameters:
  ///   - first: The number of entries that were read.
  ///   - shift: What is added to the index of others to get those of their rows.
  init(_ outline: FileOutline, section: ItemKey, first: Int, shift: Int) {
    self.outline = outline
    self.section = section
    self.first = first
    self.shift = shift
  }

  /// The indices of the rows of entries after the head.
  var pendingRows: Range<Int> {
    let first = self.first + shift
    return first..<max(first, (edited?.count ?? outline.count) + shift)
  }

  /// The index of the row of an entry after the head; nil if it was deleted.
  func row(ofEntry entry: Int) -> Int? {
    guard let edited else { return entry + shift }
    return edited.place(ofEntry: entry).map { $0 + shift }
  }

  /// The indices of the rows of consecutive entries after the head, of those that have rows.
  func rows(ofEntries entries: Range<Int>) -> Range<Int> {
    row(fromEntry: entries.lowerBound)..<row(fromEntry: entries.upperBound)
  }

  /// The numbers that selected entries have now.
  ///
  /// - Parameters:
  ///   - selected: Their numbers in a state of the file. Between those whose numbers were known, the number of others was a guess.
  ///   - outline: That state; before its entries were counted, or as it is.
  /// - Returns: Nil if it is another one.
  func entries(_ selected: [Range<Int>], of outline: FileOutline) -> [Range<Int>]? {
    if outline === self.outline { return selected }
    guard outline === estimate else { return nil }
    return selected.filter { !$0.isEmpty }.map { range in
      let first = number(ofEstimated: range.lowerBound, in: outline)
      return first..<max(first, number(ofEstimated: range.upperBound - 1, in: outline) + 1)
    }
  }

  /// The index of the row of the first entry from one on that has a row.
  func row(fromEntry entry: Int) -> Int { (edited?.place(fromEntry: entry) ?? entry) + shift }

  /// The entry of a row after the head.
  func entry(ofRow row: Int) -> Int {
    guard let edited, row >= shift else { return row - shift }
    return edited.entry(at: row - shift)
  }

  /// How many rows from one on have consecutive entries.
  func consecutiveRows(from row: Int) -> Int {
    edited?.run(from: row - shift) ?? pendingRows.upperBound - row
  }

  /// How many of the last rows are those of the file's last entries.
  var unchangedEnd: Int {
    min(pendingRows.count, edited?.unchangedEnd ?? pendingRows.count)
  }

  /// Whether the entries have the rows that they have without edits.
  var isUnedited: Bool { shift == 0 && edited == nil }

  /// Removes rows of entries after the head.
  ///
  /// - Parameter rows: Their indices, in order.
  /// - Returns: The entries.
  mutating func remove(_ rows: [Range<Int>]) -> [Range<Int>] {
    edit { [shift] in $0.remove(rows.map { $0.lowerBound - shift..<$0.upperBound - shift }) }
  }

  /// Brings rows back of entries after the head.
  ///
  /// - Parameter entries: The entries, in order.
  /// - Returns: The indices of the rows.
  mutating func insert(_ entries: [Range<Int>]) -> [Range<Int>] {
    edit { [shift] in $0.insert(entries).map { $0.lowerBound + shift..<$0.upperBound + shift } }
  }

  private mutating func edit<Result>(_ body: (inout EntryPlaces) -> Result) -> Result {
    precondition(outline.unknownEntries.isEmpty, "Rows are deleted after their entries were counted.")
    var places = edited ?? EntryPlaces(count: outline.count)
    let result = body(&places)
    edited = places.areAll ? nil : places
    return result
  }

  /// Call when the entries were counted whose number was a guess.
  ///
  /// - Parameter surplus: By how many entries there are more than were guessed, before those that were found at the end.
  mutating func counted(_ outline: FileOutline, surplus: Int) {
    let estimate = self.outline
    (self.estimate, self.outline, self.surplus) = (estimate, outline, surplus)
    needs.askAgain { [self] in number(ofEstimated: $0, in: estimate) }
  }

  /// The number that an entry has of which the number was a guess.
  private func number(ofEstimated entry: Int, in estimate: FileOutline) -> Int {
    entry < estimate.unknownEntries.upperBound ? entry : entry + surplus
  }

  /// Corrects the numbers of entries, which may have been a guess when they were read.
  func correct(_ rows: [FeedRow]) {
    guard surplus != 0, let estimate else { return }
    var pages: Set<ObjectIdentifier> = []
    for row in rows where pages.insert(ObjectIdentifier(row.page)).inserted {
      // Entries of a page follow each other in the file.
      let first = row.page.firstOrdinal
      row.page.moveFirstOrdinal(by: number(ofEstimated: first, in: estimate) - first)
    }
  }
}
