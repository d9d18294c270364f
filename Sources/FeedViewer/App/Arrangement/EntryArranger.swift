import FeedViewerBase
import FeedViewerFeeds
import FeedViewerRows
import FeedViewerSearch
import VirtualList

/// Arranges the sections of a library: filters, sorts and groups their entries. Runs on any thread.
nonisolated struct EntryArranger: Sendable {
  let arrangement: Arrangement
  /// The rows that a search has found; nil without a search.
  var found: FoundEntries?
  /// What is known of the entries of archives, by path. Of others only those are shown that were read.
  var facts: [FilePath: EntryColumns] = [:]
  /// The places of entries of archives of which rows were deleted, by path.
  var edited: [FilePath: EntryPlaces] = [:]
  /// Rows that the filter let through, whose marks have changed since: they stay where they are.
  var marksBefore = RememberedMarks()
  /// The order of titles, if it is known already.
  var titleRanks: TitleRanks?
  /// The time that "today" refers to, in seconds since 1970.
  var now: Int64
  var clock = LocalClock.current

  /// - Parameter sections: Those of the scope's feeds.
  /// - Complexity: O(n log n) for n entries, O(n) without another order.
  func arranged(_ sections: [LibrarySection]) -> ArrangedSections {
    var entries = ArrangeableEntries()
    let known = sections.map { entries.append(rows(of: $0)) }
    let waiting = sections.map { section in
      columns(of: section).map { facts in
        (facts: facts, numbers: entries.append(section.rows, of: facts, marks: marks, edited(section)))
      }
    }
    let numbers = sections.indices.map { index -> [UInt32] in
      // Outlines have neither marks nor dates, and are not what one searches for.
      if sections[index].isOfOutlines, isFiltering { return [] }
      let rest = filtered(
        known[index], of: entries, foundFrom: known[index].lowerBound + sections[index].rows.known.count)
      guard let (facts, waiting) = waiting[index] else { return rest }
      guard let edited = edited(sections[index]) else { return rest + filtered(waiting, of: entries) }
      let first = facts.ordinals.upperBound - waiting.count
      let places = edited.places(ofEntries: first..<facts.ordinals.upperBound)
      let ordinals = edited.entries(at: places).joined()
      return rest + filtered(ordinals.lazy.map { $0 - first + waiting.lowerBound }, of: entries)
    }
    let drafts =
      switch arrangement.grouping {
      case .feed: byFeed(sections, numbers, of: entries)
      case .time: byTime(sections, numbers, of: entries)
      }
    return ArrangedSections(drafts, of: entries, isByTitle: arrangement.order == .title)
  }

  /// What is known of the entries of a section after the head of its archive; nil if nothing is, or only what was found is
  /// shown.
  private func columns(of section: LibrarySection) -> EntryColumns? {
    guard found == nil, section.rows.count > section.rows.known.count else { return nil }
    return section.path.flatMap { facts[$0] }
  }

  private func byFeed(
    _ sections: [LibrarySection], _ numbers: [[UInt32]], of entries: ArrangeableEntries
  ) -> [ArrangedSections.Draft] {
    let order =
      arrangement.order == .feed
      ? TitleOrder(sections.map(\.title)).order.map(Int.init) : Array(sections.indices)
    return order.compactMap { index in
      // A filter leaves no headers without rows.
      if numbers[index].isEmpty, isFiltering { return nil }
      return draft(of: sections[index], sorted(numbers[index], of: entries))
    }
  }

  private func draft(of section: LibrarySection, _ numbers: [UInt32]) -> ArrangedSections.Draft {
    ArrangedSections.Draft(
      key: section.key, path: section.path, ownTitle: section.ownTitle, title: section.title,
      feedKey: section.feedKey, isOfOutlines: section.isOfOutlines, numbers: numbers)
  }

  private func byTime(
    _ sections: [LibrarySection], _ numbers: [[UInt32]], of entries: ArrangeableEntries
  ) -> [ArrangedSections.Draft] {
    // Outlines are of no time, and nothing counts them among entries.
    let outlines = sections.indices.filter { sections[$0].isOfOutlines && !numbers[$0].isEmpty }
      .map { draft(of: sections[$0], sorted(numbers[$0], of: entries)) }
    let all =
      numbers.count == 1 && outlines.isEmpty
      ? numbers[0] : zip(sections, numbers).flatMap { $0.isOfOutlines ? [] : $1 }
    let dated = byDate(all, of: entries, isRising: arrangement.order == .oldest)
    let ranks = arrangement.order == .feed ? feedRanks(sections, numbers, count: entries.count) : []
    let namesFeeds = Set(sections.lazy.filter { !$0.isOfOutlines }.compactMap(\.path)).count > 1
    let periods = TimePeriods(now: now, clock: clock).divide(dated.count) { entries.date(Int(dated[$0])) }
    return periods.map { period, range in
      let own = periods.count == 1 ? dated : Array(dated[range])
      let arranged: [UInt32] =
        switch arrangement.order {
        case .file, .newest, .oldest: own
        // Entries of the same feed keep their order.
        case .feed: own.stablySorted { ranks[Int($0)] }
        case .title, .unread: sorted(own, of: entries)
        }
      return ArrangedSections.Draft(
        key: ItemKey("time|\(period.key)"), path: nil, ownTitle: nil, title: period.title, feedKey: "",
        namesFeeds: namesFeeds, numbers: arranged)
    } + outlines
  }

  /// The place of each entry's section in the alphabet.
  private func feedRanks(_ sections: [LibrarySection], _ numbers: [[UInt32]], count: Int) -> [UInt32] {
    var ranks = [UInt32](repeating: 0, count: count)
    for (rank, index) in TitleOrder(sections.map(\.title)).order.enumerated() {
      for number in numbers[Int(index)] { ranks[Int(number)] = UInt32(rank) }
    }
    return ranks
  }

  private var isFiltering: Bool { found != nil || arrangement.isFiltering }

  /// The rows of a section that may be shown: entries of archives take part if they belong to the head, or were found.
  private func rows(of section: LibrarySection) -> RowRuns {
    var rows = section.rows.known
    guard section.placeholderCount > 0 || section.rows.loadedCount > 0 else { return rows }
    let edited = edited(section)
    // What was found may belong to the head since, or have been deleted.
    let next = rows.last.map { $0.ordinal + 1 } ?? 0
    let inArchives = (section.path.flatMap { found?.inArchives[$0] } ?? []).filter { row in
      row.ordinal >= next && edited.map { $0.place(ofEntry: row.ordinal) != nil } ?? true
    }
    rows.append(inArchives)
    return rows
  }

  private func edited(_ section: LibrarySection) -> EntryPlaces? { section.path.flatMap { edited[$0] } }

  /// - Parameter first: The number from which on all rows were found.
  private func filtered(
    _ numbers: some Sequence<Int>, of entries: ArrangeableEntries, foundFrom first: Int = .max
  ) -> [UInt32] {
    guard isFiltering || entries.areSomeRemoved else { return numbers.map(UInt32.init) }
    let today = arrangement.scope.condition == .today ? Today(at: now, clock: clock) : nil
    return numbers.lazy.filter { number in
      let row = number < entries.rows.count ? entries.rows[number] : nil
      if row == nil, entries.marks(number).contains(.removed) { return false }
      if let today, !today.contains(entries.date(number)) { return false }
      if arrangement.shown != .all, !arrangement.shown.passes(marks(number, of: entries)) { return false }
      return number >= first || row.map { found?.contains($0) ?? true } ?? true
    }.map(UInt32.init)
  }

  private func marks(_ number: Int, of entries: ArrangeableEntries) -> EntryMarks {
    number < entries.rows.count ? marks(of: entries.rows[number]) : entries.marks(number)
  }

  private func marks(of row: FeedRow) -> EntryMarks {
    marksBefore.isEmpty ? row.marks : marksBefore[row] ?? row.marks
  }

  /// The entries of one section; an order by feed changes only the order of sections.
  private func sorted(_ numbers: [UInt32], of entries: ArrangeableEntries) -> [UInt32] {
    switch arrangement.order {
    case .file, .feed: return numbers
    case .newest: return byDate(numbers, of: entries, isRising: false)
    case .oldest: return byDate(numbers, of: entries, isRising: true)
    case .title:
      if !entries.areSomeWaiting, let known = titleRanks?.order(of: numbers, among: entries.rows) {
        return known
      }
      return entries.sortedByTitle(numbers)
    case .unread:
      let isRead = numbers.map { marks(Int($0), of: entries).contains(.read) }
      return numbers.indices.filter { !isRead[$0] }.map { numbers[$0] }
        + numbers.indices.filter { isRead[$0] }.map { numbers[$0] }
    }
  }

  /// Entries without a date come last, those of the same date keep their order.
  private func byDate(_ numbers: [UInt32], of entries: ArrangeableEntries, isRising: Bool) -> [UInt32] {
    var order = DateOrder.order(count: numbers.count, isRising: isRising) {
      entries.date(Int(numbers[$0]))?.moment(in: clock)
    }
    for place in order.indices { order[place] = numbers[Int(order[place])] }
    return order
  }
}

extension [UInt32] {
  /// In the order of a key; those with the same one keep their order.
  fileprivate nonisolated func stablySorted(by key: (UInt32) -> UInt32) -> [UInt32] {
    DateOrder.order(count: count, isRising: true) { Int64(key(self[$0])) }.map { self[Int($0)] }
  }
}
