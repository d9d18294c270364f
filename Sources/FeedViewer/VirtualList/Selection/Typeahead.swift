import CGtk
import GtkInterop
import LayoutCore

/// Letters that are typed one soon after the other, and the search for the row that begins with them.
///
/// A letter leads from the cursor's row to the next one that begins with it; more letters stay on a row that begins with
/// all of them. The same letter over and over leads from one row that begins with it to the next.
final class Typeahead {
  /// After this pause what was typed before is forgotten, in milliseconds.
  private static let pause: UInt32 = 1_000
  /// How long the main thread searches at a time, in microseconds.
  private static let sliceLength: Int64 = 4_000

  /// The row that a search begins at.
  var cursor: () -> RowIndexPath? = { nil }
  /// Rows of each section.
  var rowCounts: () -> [Int] = { [] }
  /// The text that a row is found by; nil for a row that is passed over.
  var text: (RowIndexPath) -> String? = { _ in nil }
  /// Whether a row with such a text can be gone to.
  var canSelect: (RowIndexPath) -> Bool = { _ in true }
  /// Called when a search has ended, with nil if no row begins with what was typed.
  var onEnd: (RowIndexPath?) -> Void = { _ in }

  private var typed = ""
  private var search: TypeaheadSearch?
  private var slices: IdleSource?
  private var timer: TimeoutSource?

  /// Whether the next letter is joined to those before it.
  var isTyping: Bool { !typed.isEmpty }
  /// Whether there are rows to look at for what was typed.
  var isSearching: Bool { search != nil }

  /// Searches for the rows that begin with this letter, or with those before it and this one.
  func type(_ letter: Character) {
    typed.append(letter)
    timer = TimeoutSource(milliseconds: Self.pause) { [weak self] in
      self?.typed = ""
      self?.timer = nil
      return .done
    }
    let first = typed.first?.lowercased()
    if typed.allSatisfy({ $0.lowercased() == first }) {
      beginSearch(TypeaheadText(String(letter)), skipsStart: true)
    } else if search != nil {
      search?.prefix = TypeaheadText(typed)
    } else {
      beginSearch(TypeaheadText(typed), skipsStart: false)
    }
    if slice() == .again { continueLater() }
  }

  /// Forgets what was typed, and ends the search for it.
  func end() {
    typed = ""
    timer = nil
    search = nil
    slices = nil
  }

  /// The list has other rows from now on: a search that is under way begins again.
  func rowsChanged() {
    guard let search else { return }
    beginSearch(search.prefix, skipsStart: search.skipsStart)
    continueLater()
  }

  private func beginSearch(_ prefix: TypeaheadText, skipsStart: Bool) {
    search = TypeaheadSearch(prefix, rowCounts: rowCounts(), from: cursor(), skipsStart: skipsStart)
  }

  private func continueLater() {
    guard slices == nil else { return }
    // After drawing, before heights are measured ahead.
    slices = IdleSource(priority: G_PRIORITY_DEFAULT_IDLE) { [weak self] in
      guard let self else { return .done }
      let next = slice()
      if next == .done { slices = nil }
      return next
    }
  }

  private func slice() -> IdleSource.Next {
    let end = MonotonicClock.now + Self.sliceLength
    let progress = search?.resume(
      matches: { row, prefix in
        guard let text = text(row) else { return false }
        return prefix.isPrefix(of: text) && canSelect(row)
      },
      isOutOfTime: { MonotonicClock.now >= end })
    switch progress {
    case .interrupted: return .again
    case .found(let row):
      search = nil
      onEnd(row)
    case .notFound:
      search = nil
      onEnd(nil)
    case nil: break
    }
    return .done
  }
}
