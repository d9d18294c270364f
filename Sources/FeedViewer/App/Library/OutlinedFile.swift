import VirtualList

/// A file whose entries all have rows while it is still being read.
struct OutlinedFile {
  /// The most rows that are put in their places before the list is told: telling it takes a part of a frame.
  static let reportLimit = 2_048

  let outline: FileOutline
  /// The section with its rows.
  let section: ItemKey
  /// What is added to an entry's index in the file to get the index of its row, unless it was read in its turn.
  var shift: Int
  /// The first entry that was not read in its turn.
  var next: Int
  /// The first entry that was read in its turn, but of which the list was not told.
  var firstUnreported: Int
  /// The entries that are read before their turn.
  var needs = EntryNeeds()
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
}

/// The order in which groups of entries are read before their turn: those that were asked for last come first.
struct EntryNeeds {
  /// Groups that were asked for before are given up: the reader has gone on.
  private static let limit = 32
  /// One is read while the one before is shown.
  private static let underWayLimit = 2

  private var waiting: [Int] = []
  private var underWay: Set<Int> = []

  /// Asks for groups, the most urgent one first.
  mutating func ask(_ groups: [Int]) {
    let new = Set(groups)
    waiting.removeAll { new.contains($0) }
    waiting += groups.reversed().filter { !underWay.contains($0) }
    if waiting.count > Self.limit { waiting.removeFirst(waiting.count - Self.limit) }
  }

  /// The group to read next; nil if none is to be read now.
  mutating func takeNext() -> Int? {
    guard underWay.count < Self.underWayLimit, let next = waiting.popLast() else { return nil }
    underWay.insert(next)
    return next
  }

  mutating func ended(_ group: Int) { underWay.remove(group) }
}
