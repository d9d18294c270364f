import CGtk
import EntryRows
import VirtualList
import Feeds
import LayoutCore

/// Says where a section index of the list leads to: to dates where the rows of the only section stand in the order of
/// their dates, to letters where they stand in that of their titles or authors, and to the sections if there are many.
struct SectionIndexMaker {
  /// Where the reader is: it decides on which day a moment lies.
  var clock = LocalClock.current

  /// Days in more than this many would be too many dots.
  private static let maximumDayCount = 31

  func entries(of sections: [LibrarySection]) -> [SectionIndexEntry] {
    guard let section = sections.first else { return [] }
    if sections.count > 1 { return entries(ofSections: sections) }
    let entries = dates(section.rows) ?? letters(section.rows) ?? []
    // One place is no help to find another.
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

  /// - Returns: nil if the rows don't stand in the order of their dates.
  /// - Complexity: O(n) comparisons of numbers; calendars are asked O(log n) times for each place.
  private func dates(_ rows: [LibrarySection.Row]) -> [SectionIndexEntry]? {
    // A row without a date goes with the one before it.
    var dated: [(row: Int, date: FeedDate)] = []
    dated.reserveCapacity(rows.count)
    var rises = false
    var falls = false
    for (number, row) in rows.enumerated() {
      guard let date = row.content.entry.date else { continue }
      if let last = dated.last {
        if date > last.date { rises = true }
        if date < last.date { falls = true }
        if rises && falls { return nil }
      }
      dated.append((number, date))
    }
    // Few dates among many rows say nothing about their order.
    guard dated.count * 2 > rows.count, let first = dated.first, let last = dated.last else { return nil }
    let span = abs(last.date.secondsSinceEpoch - first.date.secondsSinceEpoch) / 86_400
    let isByDay = span < Int64(Self.maximumDayCount)
    func place(_ index: Int) -> DatePlace {
      let day = RelativeDate.calendarDay(of: dated[index].date, clock: clock)
      return DatePlace(year: day.year, month: day.month, day: isByDay ? day.day : 0)
    }
    var entries: [SectionIndexEntry] = []
    var places: [DatePlace] = []
    var start = 0
    while start < dated.count {
      let here = place(start)
      places.append(here)
      entries.append(SectionIndexEntry(label: nil, title: here.title, element: row(dated[start].row)))
      // The first row of another place: rows of one place stand together.
      var low = start + 1
      var high = dated.count
      while low < high {
        let middle = (low + high) / 2
        if place(middle) == here { low = middle + 1 } else { high = middle }
      }
      start = low
    }
    for index in entries.indices {
      entries[index].label = places[index].label(after: index > 0 ? places[index - 1] : nil)
    }
    return entries
  }

  /// A day, or a month, which has no day.
  private struct DatePlace: Equatable {
    let year: Int
    let month: Int
    let day: Int

    var title: String {
      let monthAndYear = "\(RelativeDate.name(ofMonth: month)) \(year)"
      return day > 0 ? "\(day) \(monthAndYear)" : monthAndYear
    }

    /// Years for months, months for days: the first place of each is told, the others are dots.
    func label(after previous: DatePlace?) -> String? {
      if day > 0 {
        return previous?.month == month ? "\(day)" : String(RelativeDate.name(ofMonth: month).prefix(3))
      }
      return previous?.year == year ? nil : "\(year)"
    }
  }

  // MARK: Letters

  /// - Returns: nil if the rows stand neither in the order of their titles nor in that of their authors.
  private func letters(_ rows: [LibrarySection.Row]) -> [SectionIndexEntry]? {
    letters(rows) { $0.title } ?? letters(rows) { $0.author }
  }

  private func letters(
    _ rows: [LibrarySection.Row], of text: (FeedRow) -> String?
  ) -> [SectionIndexEntry]? {
    var entries: [SectionIndexEntry] = []
    var previous: String?
    for (number, row) in rows.enumerated() {
      guard let text = text(row.content), !text.isEmpty else { return nil }
      let letter = Self.letter(of: text)
      guard letter != previous else { continue }
      // What is no letter may stand before or after all letters.
      if let previous, previous != Self.noLetter, letter != Self.noLetter, letter < previous { return nil }
      if letter == Self.noLetter, number > 0, entries.contains(where: { $0.label == letter }) { return nil }
      previous = letter
      entries.append(SectionIndexEntry(label: letter, title: letter, element: self.row(number)))
    }
    return entries
  }

  private static let noLetter = "#"

  /// The letter under which a text is found: in upper case, without accents.
  private static func letter(of text: String) -> String {
    guard let first = text.first(where: { $0.isLetter || $0.isNumber }), first.isLetter else {
      return noLetter
    }
    return (unaccented(first) ?? String(first)).uppercased()
  }

  /// The letter below the accents of a Latin, Greek or Cyrillic one, which are found without them.
  ///
  /// - Returns: nil for letters of other scripts: their marks are no accents.
  private static func unaccented(_ letter: Character) -> String? {
    var base: gunichar = 0
    g_unichar_fully_decompose(letter.unicodeScalars.first!.value, 0, &base, 1)
    return base < 0x530 ? Unicode.Scalar(base).map { String($0) } : nil
  }

  private func row(_ number: Int) -> ListElement { .row(RowIndexPath(section: 0, row: number)) }
}
