import EntryRows
import Feeds
import Orders
import VirtualList

/// Arranges the sections of a library: filters, sorts and groups their rows. Runs on any thread.
nonisolated struct EntryArranger: Sendable {
  let arrangement: Arrangement
  /// The rows that a search has found; nil without a search.
  var found: FoundEntries?
  /// Rows whose marks have changed since the reader chose the filter: they stay where they are.
  var held: [ObjectIdentifier: EntryMarks] = [:]
  /// The order of titles, if it is known already.
  var titleRanks: TitleRanks?
  /// The time that "today" refers to, in seconds since 1970.
  var now: Int64
  var clock = LocalClock.current

  /// - Complexity: O(n log n) for n rows, O(n) without another order.
  func arranged(_ sections: [LibrarySection]) -> [LibrarySection] {
    let sections = arrangement.feed.map { feed in sections.filter { $0.path == feed } } ?? sections
    return switch arrangement.grouping {
    case .feed: byFeed(sections)
    case .time: byTime(sections)
    }
  }

  private func byFeed(_ sections: [LibrarySection]) -> [LibrarySection] {
    var sections = sections
    if arrangement.order == .feed {
      let keys = TitleOrder(sections.map(\.title))
      sections = keys.order.map { sections[$0] }
    }
    return sections.compactMap { section in
      let rows = filtered(section)
      // A filter leaves no headers without rows.
      if rows.isEmpty, isFiltering { return nil }
      return LibrarySection(
        key: section.key, path: section.path, ownTitle: section.ownTitle, title: section.title,
        rows: sorted(rows), feedKey: section.feedKey)
    }
  }

  private func byTime(_ sections: [LibrarySection]) -> [LibrarySection] {
    var rows: [FeedRow] = []
    rows.reserveCapacity(sections.reduce(0) { $0 + $1.rows.count })
    for section in sections { rows += filtered(section) }
    let isRising = arrangement.order == .oldest
    let dated = byDate(rows, isRising: isRising)
    let ranks = arrangement.order == .feed ? feedRanks(sections) : [:]
    let namesFeeds = Set(sections.compactMap(\.path)).count > 1
    return TimePeriods(now: now, clock: clock).divide(dated).map { period, range in
      let rows = Array(dated[range])
      let arranged: [FeedRow] =
        switch arrangement.order {
        case .file, .newest, .oldest: rows
        case .feed: Self.sorted(rows, byRank: ranks)
        case .title, .unread: sorted(rows)
        }
      var section = LibrarySection(
        key: ItemKey("time|\(period.key)"), path: nil, ownTitle: nil, title: period.title, rows: arranged,
        feedKey: "")
      section.namesFeeds = namesFeeds
      return section
    }
  }

  /// The place of each row's section in the alphabet.
  private func feedRanks(_ sections: [LibrarySection]) -> [ObjectIdentifier: Int] {
    var ranks: [ObjectIdentifier: Int] = [:]
    for (rank, index) in TitleOrder(sections.map(\.title)).order.enumerated() {
      for row in rows(of: sections[index]) { ranks[ObjectIdentifier(row)] = rank }
    }
    return ranks
  }

  /// Rows of the same feed keep their order.
  private static func sorted(_ rows: [FeedRow], byRank ranks: [ObjectIdentifier: Int]) -> [FeedRow] {
    let ranked = rows.indices.map { (rank: ranks[ObjectIdentifier(rows[$0])] ?? 0, index: $0) }
    return ranked.sorted { ($0.rank, $0.index) < ($1.rank, $1.index) }.map { rows[$0.index] }
  }

  private var isFiltering: Bool { found != nil || arrangement.filter != .all }

  /// The rows of a section that may be shown: entries take part when they were read in their turn, or were found.
  private func rows(of section: LibrarySection) -> [FeedRow] {
    guard section.awaitedCount > 0 || section.rows.earlyCount > 0 else { return section.rows.known }
    // A row that was found is out of date when its entry was read in its turn.
    let early = section.path.flatMap { found?.early[$0] } ?? []
    return section.rows.known + early.filter { $0.latest === $0 }
  }

  private func filtered(_ section: LibrarySection) -> [FeedRow] {
    let rows = rows(of: section)
    guard isFiltering else { return rows }
    return rows.filter { row in
      switch arrangement.filter {
      case .all: break
      case .unread: if marks(of: row).contains(.read) { return false }
      case .starred: if !marks(of: row).contains(.starred) { return false }
      }
      return !row.isFinal || found?.contains(row) ?? true
    }
  }

  private func marks(of row: FeedRow) -> EntryMarks {
    held.isEmpty ? row.marks : held[ObjectIdentifier(row)] ?? row.marks
  }

  /// The rows of one section; an order by feed changes only the order of sections.
  private func sorted(_ rows: [FeedRow]) -> [FeedRow] {
    switch arrangement.order {
    case .file, .feed: return rows
    case .newest: return byDate(rows, isRising: false)
    case .oldest: return byDate(rows, isRising: true)
    case .title:
      let known = titleRanks?.order(of: rows)
      let order = known ?? TitleOrder(count: rows.count) { rows[$0].withShownTitle($1) }.order
      return order.map { rows[$0] }
    case .unread:
      return rows.filter { !marks(of: $0).contains(.read) } + rows.filter { marks(of: $0).contains(.read) }
    }
  }

  /// Rows without a date come last, rows of the same date keep their order.
  private func byDate(_ rows: [FeedRow], isRising: Bool) -> [FeedRow] {
    DateOrder.order(count: rows.count, isRising: isRising) { rows[$0].date?.moment(in: clock) }
      .map { rows[$0] }
  }
}
