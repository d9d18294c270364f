import FeedViewerFeeds
import FeedViewerSearch
import LayoutCore
import VirtualList

/// What the section index leads to in an order of archives.
nonisolated enum OrderStarts: Sendable {
  /// Where days or months begin.
  case dates(DateStarts)
  /// Where titles begin with another letter.
  case letters(LetterStarts)
}

/// Where days, months or letters begin if archives are sorted.
extension ShownEntries {
  struct FoundStarts {
    /// The order that they are of.
    let orderNumber: Int
    /// Nil until they were looked for, and if the order has none.
    var starts: OrderStarts?
  }

  /// Where days, months or letters begin in the order of archives that is shown; nil if that is not known yet, or if it is not
  /// one section that is sorted by date or title.
  ///
  /// - Parameter then: Called when it is known, if it was not.
  func orderStarts(then: @escaping () -> Void) -> OrderStarts? {
    guard let order, sections.count == 1 else { return nil }
    if let foundStarts, foundStarts.orderNumber == orderNumber { return foundStarts.starts }
    // Before all is put in order again.
    guard !isBusy else { return nil }
    let number = orderNumber
    foundStarts = FoundStarts(orderNumber: number)
    let section = OrderedSection(order: order, rows: sections[0].rows, facts: Array(facts.known.values))
    Task { [weak self, clock] in
      let starts = await section.starts(clock: clock)
      guard let self, self.orderNumber == number, let starts else { return }
      self.foundStarts?.starts = starts
      then()
    }
    return nil
  }
}

/// What is known of the entries of one section, in another order than that of the files.
private nonisolated struct OrderedSection: Sendable {
  let order: EntryOrder
  let rows: SectionRows
  let facts: [EntryColumns]

  @concurrent
  func starts(clock: LocalClock) async -> OrderStarts? {
    if order.isByTitle { return LetterStarts(count: rows.count, letter: letter).map(OrderStarts.letters) }
    return await DateSearch(count: rows.count, clock: clock) { $0.map(date) }.starts().map(OrderStarts.dates)
  }

  private func date(_ index: Int) -> FeedDate? {
    known(index) {
      $0.date
    } ofEntry: {
      $0.date(ofEntry: $1)
    }
  }

  private func letter(_ index: Int) -> Unicode.Scalar? {
    known(index) { row in
      var keys = TitleKeys()
      row.withShownTitle { keys.append($0) }
      return keys.firstLetter(of: 0)
    } ofEntry: {
      $0.firstLetter(ofEntry: $1)
    }
  }

  /// What is known of a row, or of an entry without one.
  private func known<Value>(
    _ index: Int, ofRow: (FeedRow) -> Value?, ofEntry: (EntryColumns, Int) -> Value?
  ) -> Value? {
    let row = rows[index]
    guard row.isPlaceholder else { return ofRow(row) }
    guard let entry = order.entry(at: RowIndexPath(section: 0, row: index)),
      let facts = facts.first(where: { $0.outline === entry.outline })
    else { return nil }
    return ofEntry(facts, entry.ordinal)
  }
}
