/// Collects repairs with their place in the file.
struct RepairLog {
  private var notes: [FeedWarning] = []
  private(set) var count = 0

  /// - Parameter offset: In the part of the text that is in memory.
  mutating func note(_ found: String, _ repair: String, at offset: Int, in text: inout SourceText) {
    guard notes.count < FeedWarning.limit else {
      count += 1
      return
    }
    note(found, repair, at: text.place(of: offset))
  }

  mutating func noteTooManyEntries(_ limit: Int, at offset: Int, in text: inout SourceText) {
    note("more than \(limit) entries", "the rest left out", at: offset, in: &text)
  }

  mutating func noteLongList(at offset: Int, in text: inout SourceText) {
    note(
      "an entry with more than \(EntryDraft.listLimit) tags, names or files", "the others left out",
      at: offset, in: &text)
  }

  mutating func note(_ found: String, _ repair: String, at place: SourceText.Place) {
    count += 1
    guard notes.count < FeedWarning.limit else { return }
    notes.append(FeedWarning(line: place.line, column: place.column, found: found, repair: repair))
  }

  /// Notes what is wrong with a compressed file, which shows when all of it is unpacked.
  mutating func noteComplaint(of text: inout SourceText) {
    guard text.isCompressed else { return }
    while text.readMore(keeping: text.end) {}
    if let complaint = text.complaint { note(complaint.found, complaint.repair, at: text.end, in: &text) }
  }

  /// All repairs in file order, those of the decoding included; called once, when the text is read.
  mutating func finish(_ text: borrowing SourceText) -> [FeedWarning] {
    var all = text.repairs
    count += all.count
    if text.droppedCharacters > 1, let index = all.firstIndex(where: { $0.repair == TextDecoder.leftOut }) {
      all[index].found += " (\(text.droppedCharacters) in all)"
    }
    all += notes
    // Stable: of repairs at one place, that of the decoding came first.
    let ordered = all.enumerated().sorted {
      ($0.element.line, $0.element.column, $0.offset) < ($1.element.line, $1.element.column, $1.offset)
    }
    return ordered.prefix(FeedWarning.limit).map(\.element)
  }
}
