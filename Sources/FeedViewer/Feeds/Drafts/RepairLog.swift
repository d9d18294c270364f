import FeedViewerBase

/// Collects repairs and their positions in the file.
struct RepairLog {
  private var notes: [FeedWarning] = []
  private(set) var count = 0
  /// Repairs whose lines are not known.
  private(set) var unplaced: [FoundRepair] = []

  /// The number of texts that were decoded again; all of them are one repair.
  private(set) var twiceEncodedCount = 0
  /// The index of that repair among those with a known place, or the others.
  private var twiceEncodedNote: (index: Int, isPlaced: Bool)?

  /// Whether further repairs are only counted.
  var isFull: Bool { notes.count + unplaced.count >= FeedWarning.limit }

  /// - Precondition: `isFull`.
  mutating func add(count more: Int) {
    precondition(isFull, "Repairs that fit are noted.")
    count += more
  }

  /// - Parameter offset: Must lie in the part of the text that is in memory.
  mutating func note(_ found: Message, _ repair: Message, at offset: Int, in text: inout SourceText) {
    guard !isFull else { return add(count: 1) }
    note(found, repair, at: text.place(of: offset))
  }

  mutating func noteTooManyEntries(_ limit: Int, at offset: Int, in text: inout SourceText) {
    note(Message("more than \(limit) entries"), Message("the rest ignored"), at: offset, in: &text)
  }

  mutating func noteLongList(at offset: Int, in text: inout SourceText) {
    note(
      Message("an entry with more than \(EntryDraft.listLimit) tags, names or files"),
      Message("the others ignored"),
      at: offset, in: &text)
  }

  mutating func note(_ found: Message, _ repair: Message, at place: TextPlace) {
    count += 1
    guard !isFull else { return }
    guard place.isKnown else {
      let warning = FeedWarning(line: 1, column: 1, found: found, repair: repair)
      return unplaced.append(FoundRepair(start: place.offset, warning: warning))
    }
    notes.append(FeedWarning(line: place.line, column: place.column, found: found, repair: repair))
  }

  /// Notes that a text was encoded twice, and was decoded again.
  mutating func noteTwiceEncodedText(at offset: Int, in text: inout SourceText) {
    twiceEncodedCount += 1
    let found = Message(
      "\(twiceEncodedCount) text that was encoded twice",
      plural: "\(twiceEncodedCount) texts that were encoded twice", count: twiceEncodedCount)
    if twiceEncodedCount == 1 {
      let before = (notes.count, unplaced.count)
      note(found, Message("decoded again"), at: offset, in: &text)
      if notes.count > before.0 { twiceEncodedNote = (before.0, true) }
      if unplaced.count > before.1 { twiceEncodedNote = (before.1, false) }
    } else if let (index, isPlaced) = twiceEncodedNote {
      if isPlaced { notes[index].found = found } else { unplaced[index].warning.found = found }
    }
  }

  /// The repairs so far, in the order in which they were noted.
  func soFar(_ text: borrowing SourceText) -> [FeedWarning] {
    text.repairs.isEmpty ? notes : text.repairs + notes
  }

  /// Notes a defect of a compressed file, which is known only after it was decompressed.
  mutating func noteComplaint(of text: inout SourceText) {
    guard text.isCompressed else { return }
    while text.readMore(keeping: text.end) {}
    if let complaint = text.complaint { note(complaint.found, complaint.repair, at: text.end, in: &text) }
  }

  /// All repairs in file order, including those made while decoding. Call once, after reading.
  mutating func finish(_ text: borrowing SourceText) -> [FeedWarning] {
    var all = text.repairs
    count += all.count
    for index in all.indices { all[index].count(omitted: text.droppedCharacters) }
    all += notes
    // The sort is stable: at equal positions, decoding repairs come first.
    let ordered = all.enumerated().sorted {
      ($0.element.line, $0.element.column, $0.offset) < ($1.element.line, $1.element.column, $1.offset)
    }
    return ordered.prefix(FeedWarning.limit).map(\.element)
  }
}
