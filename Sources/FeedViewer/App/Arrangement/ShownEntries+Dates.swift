import Feeds
import LayoutCore
import VirtualList

/// Where days or months begin if held files are sorted by date.
extension ShownEntries {
  /// Dates of an order of held files.
  struct FoundDates {
    /// The order that they are of.
    let orderNumber: Int
    /// Nil until they were looked for, and if the order is none of dates.
    var starts: DateStarts?
  }

  /// Where days or months begin in the order of held files that is shown; nil if that is not known yet, or if it is not one
  /// section that is sorted by date.
  ///
  /// - Parameter then: Called when it is known, if it was not.
  func dateStarts(then: @escaping () -> Void) -> DateStarts? {
    guard let order, sections.count == 1 else { return nil }
    if let foundDates, foundDates.orderNumber == orderNumber { return foundDates.starts }
    let number = orderNumber
    foundDates = FoundDates(orderNumber: number)
    let dates = OrderedDates(order: order, rows: sections[0].rows, facts: Array(facts.known.values))
    Task { [weak self, clock] in
      let starts = await dates.starts(clock: clock)
      guard let self, self.orderNumber == number, let starts else { return }
      self.foundDates?.starts = starts
      then()
    }
    return nil
  }
}

/// The dates of one section, in another order than that of the files.
private nonisolated struct OrderedDates: Sendable {
  let order: EntryOrder
  let rows: SectionRows
  let facts: [HeldFacts]

  @concurrent
  func starts(clock: LocalClock) async -> DateStarts? {
    await DateSearch(count: rows.count, clock: clock) { $0.map(date) }.starts()
  }

  private func date(_ index: Int) -> FeedDate? {
    let row = rows[index]
    guard row.isAwaited else { return row.date }
    guard let entry = order.entry(at: RowIndexPath(section: 0, row: index)) else { return nil }
    return facts.first { $0.outline === entry.outline }?.date(ofEntry: entry.ordinal)
  }
}
