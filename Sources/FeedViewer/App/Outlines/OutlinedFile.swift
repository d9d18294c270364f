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
  private var correction: (first: Int, distance: Int)?
  /// The first entry that was not read in its turn.
  var next: Int
  /// The first entry that was read in its turn, but of which the list was not told.
  var firstUnreported: Int
  /// The entries that are read before their turn.
  var needs = EntryNeeds()
  /// The repairs of the entries that were read, if the file is not read as a whole.
  var repairs = HeldRepairs()
  /// The marks that the reader has changed of entries that were read before their turn.
  var changedMarks: [Int: EntryMarks] = [:]

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

  /// Call when the entries were counted whose number was a guess.
  ///
  /// - Parameter surplus: By how many there are more than were guessed, before those that were found at the end.
  mutating func counted(_ outline: FileOutline, surplus: Int) {
    let first = self.outline.unknownEntries.upperBound
    guess = self.outline
    self.outline = outline
    correction = (first, surplus)
    needs.correct(from: first, by: surplus, groupLength: FileOutline.groupLength)
    changedMarks = Dictionary(
      uniqueKeysWithValues: changedMarks.map { ($0 < first ? $0 : $0 + surplus, $1) })
  }

  /// Corrects the numbers of entries that were read when their number was a guess.
  func correct(_ rows: [FeedRow]) {
    guard let correction else { return }
    var known: Set<ObjectIdentifier> = []
    for page in rows.map(\.page) where page.firstOrdinal >= correction.first {
      if known.insert(ObjectIdentifier(page)).inserted { page.moveFirstOrdinal(by: correction.distance) }
    }
  }
}
