import VirtualList

/// A file whose entries all have rows while it is still being read.
struct OutlinedFile {
  /// How many rows are put in their places before the list is told: each time it draws a frame, and more at a time would
  /// take much of one.
  static let reportLimit = 4_096

  private(set) var outline: FileOutline
  /// The section with its rows.
  let section: ItemKey
  /// What is added to an entry's index in the file to get the index of its row, unless it was read in its turn.
  var shift: Int
  /// What was known before the entries were counted; nil if they were counted at once.
  private(set) var guess: FileOutline?
  /// Where the numbers of entries were wrong before they were counted, and how much they were too low; nil if they were
  /// counted at once.
  private var correction: GuessCorrection?
  /// The first entry that was not read in its turn.
  var next: Int
  /// The first entry that was read in its turn, but of which the list was not told.
  var firstUnreported: Int
  /// The entries that are read before their turn.
  var needs = EntryNeeds()
  /// Single entries that are read before their turn, because the list has another order.
  var scattered = ScatteredNeeds()
  /// The repairs of the entries that were read, if the file is not read as a whole.
  var repairs = HeldRepairs()
  /// Where its dates begin.
  var dates = FoundDates.unknown
  /// The marks that the reader has changed of entries that were read before their turn.
  var changedMarks: [Int: EntryMarks] = [:]

  /// Where days or months begin, which is looked for when the section index is shown.
  enum FoundDates {
    case unknown
    case wanted
    /// Nil if its entries are not sorted by date.
    case found(DateStarts?)
  }

  /// - Parameters:
  ///   - next: The number of entries that were read.
  ///   - shift: What is added to the index of others to get those of their rows.
  init(_ outline: FileOutline, section: ItemKey, next: Int, shift: Int) {
    self.outline = outline
    self.section = section
    self.next = next
    self.shift = shift
    firstUnreported = next
  }

  /// The indices of the rows of entries that were not read in their turn.
  var pendingRows: Range<Int> {
    let first = next + shift
    return first..<max(first, outline.count + shift)
  }

  /// The indices of rows that were read in their turn, but of which the list was not told.
  var unreportedRows: Range<Int> { firstUnreported + shift..<min(next, outline.count) + shift }

  /// Whether the next row that is read in its turn is of the same entry as the row that was read before.
  func isEntry(of row: FeedRow, shownBy before: FeedRow) -> Bool {
    // Its number may be a wrong guess.
    guard outline.unknownEntries.contains(next) else { return true }
    let (place, other) = (row.page.place(row.index), before.page.place(before.index))
    return place != nil && place?.offset == other?.offset
  }

  /// Call when the entries were counted whose number was a guess.
  mutating func counted(_ outline: FileOutline, _ correction: GuessCorrection) {
    guess = self.outline
    self.outline = outline
    self.correction = correction
    needs.correct(groupLength: FileOutline.groupLength) { correction.nearestNumber(ofEntry: $0) }
    let marks = changedMarks.compactMap { entry, marks in
      correction.number(ofEntry: entry).map { ($0, marks) }
    }
    changedMarks = Dictionary(uniqueKeysWithValues: marks)
  }

  /// Corrects the numbers of entries that were read when their number was a guess.
  ///
  /// - Returns: Without those that are no entries, or whose number is not known.
  func correct(_ rows: [FeedRow]) -> [FeedRow] {
    guard let correction else { return rows }
    var pages: [ObjectIdentifier: Bool] = [:]
    return rows.filter { row in
      let page = ObjectIdentifier(row.page)
      if let isKnown = pages[page] { return isKnown }
      // Entries of a page follow each other in the file.
      let first = row.page.firstOrdinal
      let number = correction.number(ofEntry: first)
      if let number, number != first { row.page.moveFirstOrdinal(by: number - first) }
      pages[page] = number != nil
      return number != nil
    }
  }
}
