import CGtk
import FeedViewerFeeds
import FeedViewerRows
import LayoutCore
import VirtualList

/// Makes the entries of the list's section index: dates if the rows of a single section are sorted by date, letters
/// if they are sorted by title, and the sections if there are many.
struct SectionIndexMaker {
  /// The reader's time zone, which decides on which day a date falls.
  var clock = LocalClock.current

  func entries(of sections: [LibrarySection]) -> [SectionIndexEntry] {
    guard let section = sections.first else { return [] }
    if sections.count > 1 { return entries(ofSections: sections) }
    // Most entries are not known yet: `DateSearch` finds their dates, and `LetterStarts` their letters.
    guard section.placeholderCount == 0 else { return [] }
    let rows = section.rows.readRows
    let entries = dates(rows) ?? letters(rows) ?? []
    // An index with a single entry is useless.
    return entries.count > 1 ? entries : []
  }

  private func entries(ofSections sections: [LibrarySection]) -> [SectionIndexEntry] {
    var previous: String?
    return sections.enumerated().map { index, section in
      let letter = Self.letter(of: section.title)
      defer { previous = letter }
      return SectionIndexEntry(
        label: letter == previous ? nil : letter, title: section.title, element: .header(index))
    }
  }

  // MARK: Dates

  /// - Returns: nil if the rows are not sorted by date.
  /// - Complexity: O(n) comparisons of numbers, and O(log n) calendar computations per entry.
  private func dates(_ rows: [FeedRow]) -> [SectionIndexEntry]? {
    // A row without a date belongs to the row before it.
    var dated: [(row: Int, date: FeedDate)] = []
    dated.reserveCapacity(rows.count)
    var rises = false
    var falls = false
    for (number, row) in rows.enumerated() {
      guard let date = row.date else { continue }
      if let last = dated.last {
        if date > last.date { rises = true }
        if date < last.date { falls = true }
        if rises && falls { return nil }
      }
      dated.append((number, date))
    }
    // If few rows have dates, the dates say nothing about the order.
    guard dated.count * 2 > rows.count, let first = dated.first, let last = dated.last else { return nil }
    let isByDay = DatePlace.isByDay(from: first.date, to: last.date)
    func place(_ index: Int) -> DatePlace {
      DatePlace(of: dated[index].date, isByDay: isByDay, clock: clock)
    }
    var starts: [(row: Int, place: DatePlace)] = []
    var start = 0
    while start < dated.count {
      let here = place(start)
      starts.append((dated[start].row, here))
      // Binary search for the first row of the next entry: rows of one entry are adjacent.
      var low = start + 1
      var high = dated.count
      while low < high {
        let middle = (low + high) / 2
        if place(middle) == here { low = middle + 1 } else { high = middle }
      }
      start = low
    }
    return entries(starts)
  }

  /// The dates of a file of which only some entries are read; none if there would be only one.
  ///
  /// - Parameter row: The row of an entry.
  func entries(of dates: DateStarts, row: (Int) -> Int) -> [SectionIndexEntry] {
    let starts = dates.starts.map {
      (row($0.entry), DatePlace(of: $0.date, isByDay: dates.isByDay, clock: clock))
    }
    return starts.count > 1 ? entries(starts) : []
  }

  private func entries(_ starts: [(row: Int, place: DatePlace)]) -> [SectionIndexEntry] {
    guard let first = starts.first, let last = starts.last else { return [] }
    let namesMonths = DatePlace.areFewMonths(from: first.place, to: last.place)
    return starts.indices.map { index in
      let place = starts[index].place
      let previous = index > 0 ? starts[index - 1].place : nil
      return SectionIndexEntry(
        label: place.label(after: previous, namesMonths: namesMonths), title: place.title,
        element: row(starts[index].row), beginsPeriod: place.beginsPeriod(after: previous))
    }
  }

  // MARK: Letters

  /// By the titles that rows are sorted by: without one, the beginning of what a row shows instead.
  ///
  /// - Returns: nil if the rows are not sorted by title.
  private func letters(_ rows: [FeedRow]) -> [SectionIndexEntry]? {
    var entries: [SectionIndexEntry] = []
    var previous: String?
    for (number, row) in rows.enumerated() {
      var title = ""
      row.withShownTitle { title = String(decoding: $0, as: UTF8.self) }
      let letter = Self.letter(of: title)
      guard letter != previous else { continue }
      // Titles that do not start with a letter may precede or follow all letters.
      if let previous, previous != Self.noLetter, letter != Self.noLetter, letter < previous { return nil }
      if letter == Self.noLetter, number > 0, entries.contains(where: { $0.label == letter }) { return nil }
      previous = letter
      entries.append(SectionIndexEntry(label: letter, title: letter, element: self.row(number)))
    }
    return entries
  }

  /// The letters of an order by title of which only some entries are read; none if there would be only one.
  func entries(of letters: LetterStarts) -> [SectionIndexEntry] {
    var entries: [SectionIndexEntry] = []
    for (row, letter) in letters.starts {
      let label = letter.map { Self.letter(of: String($0)) } ?? Self.noLetter
      guard label != entries.last?.label else { continue }
      entries.append(SectionIndexEntry(label: label, title: label, element: self.row(row)))
    }
    return entries.count > 1 ? entries : []
  }

  private static let noLetter = "#"

  /// The index letter of a text: upper case, without accents.
  private static func letter(of text: String) -> String {
    guard let first = text.first(where: { $0.isLetter || $0.isNumber }), first.isLetter else {
      return noLetter
    }
    // Of letters of other scripts the marks are left out that belong to them, such as vowel signs.
    return (unaccented(first) ?? String(first.unicodeScalars.first!)).uppercased()
  }

  /// The base letter of a Latin, Greek or Cyrillic letter with accents.
  ///
  /// - Returns: nil for letters of other scripts, whose marks are not accents.
  private static func unaccented(_ letter: Character) -> String? {
    var base: gunichar = 0
    g_unichar_fully_decompose(letter.unicodeScalars.first!.value, 0, &base, 1)
    return base < 0x530 ? Unicode.Scalar(base).map { String($0) } : nil
  }

  private func row(_ number: Int) -> ListElement { .row(RowIndexPath(section: 0, row: number)) }
}
