import GtkInterop
import LayoutCore

/// Keeps the relative dates of rows true: "5 minutes ago" is five minutes before now, however long the window is open.
///
/// Rows are looked at only when one of them may have changed: within an hour of its date that is each minute, later each
/// hour, and never for a feed whose entries are all older than a week.
final class DateFollower {
  /// The time between two looks at the clock, in milliseconds.
  private static let interval: UInt32 = 60_000

  /// The moment of which the rows tell, in seconds since 1970; nil for when each file was read.
  private(set) var moment: Int64?
  weak var follower: (any WindowEventFollower)?
  private let entries: ShownEntries
  private var nextChange = Int64.min
  private var timer: TimeoutSource?

  init(_ entries: ShownEntries) {
    self.entries = entries
    timer = TimeoutSource(milliseconds: Self.interval) { [weak self] in
      self?.check()
      return self == nil ? .done : .again
    }
  }

  /// Other rows may change earlier than those that were known.
  func rowsChanged() { nextChange = .min }

  /// Looks at the clock.
  ///
  /// - Complexity: O(n) for the rows that are shown if one may have changed, else O(1).
  func check() {
    let now = entries.now()
    guard now >= nextChange else { return }
    let before = moment
    moment = now
    var next = Int64.max
    var changed: [RowIndexPath] = []
    for (section, content) in entries.sections.enumerated() {
      let places = content.rows.places { row in
        guard let change = row.nextChange(after: before ?? row.page.context.now) else { return false }
        next = min(next, row.nextChange(after: now) ?? .max)
        return change <= now && row.revision(at: before) != row.revision(at: now)
      }
      changed += places.map { RowIndexPath(section: section, row: $0) }
    }
    nextChange = next
    if !changed.isEmpty { follower?.follow(.datesChanged(changed)) }
  }
}
