import CGtk
import GtkInterop
import LayoutCore

/// Typeahead: characters typed in quick succession, and the search for a row whose text begins with them.
///
/// The first letter leads from the cursor's row to the next one that begins with it; further letters stay on a row that
/// begins with all of them. The same letter again and again leads through all rows that begin with it.
package final class Typeahead {
  /// The pause after which the typed characters are forgotten, in milliseconds.
  private static let pause: UInt32 = 1_000
  /// How long the main thread searches at a time, in microseconds.
  private static let sliceLength: Int64 = 4_000

  /// The row at which a search begins.
  package var cursor: () -> RowIndexPath? = { nil }
  /// The number of rows of each section.
  package var rowCounts: () -> [Int] = { [] }
  /// The text by which a row is found; nil for a row that is passed over.
  package var text: (RowIndexPath) -> String? = { _ in nil }
  /// Whether a row whose text matches can be selected.
  package var canSelect: (RowIndexPath) -> Bool = { _ in true }
  /// Called when a search has ended, with nil if no row matches.
  package var onEnd: (RowIndexPath?) -> Void = { _ in }

  private var typed = ""
  private var search: TypeaheadSearch?
  private var slices: IdleSource?
  private var timer: TimeoutSource?

  package init() {}

  /// Whether the next character is appended to those before it.
  var isTyping: Bool { !typed.isEmpty }
  /// Whether a search is under way.
  var isSearching: Bool { search != nil }

  /// Whether a key is for an input method: it can begin a text, and there are texts to search.
  ///
  /// - Parameters:
  ///   - key: A GDK key value.
  ///   - modifiers: A `GdkModifierType` without Alt and Super.
  func acceptsText(from key: UInt32, modifiers: UInt32) -> Bool {
    modifiers & GDK_CONTROL_MASK.rawValue == 0 && InputMethod.canBeginText(key)
      && (Int32(key) != GDK_KEY_space || isTyping) && canSearch
  }

  /// Types the character of a key, or ends typing with Escape.
  ///
  /// - Parameters:
  ///   - key: A GDK key value.
  ///   - modifiers: A `GdkModifierType` without Alt and Super.
  /// - Returns: Whether typeahead has used the key.
  package func keyPressed(_ key: UInt32, modifiers: UInt32) -> Bool {
    if Int32(key) == GDK_KEY_Escape {
      guard isTyping || isSearching else { return false }
      end()
      return true
    }
    guard modifiers & GDK_CONTROL_MASK.rawValue == 0, let letter = Self.letter(of: key),
      letter != " " || isTyping, canSearch
    else { return false }
    type(String(letter))
    return true
  }

  /// The character that a key types; nil for other keys.
  private static func letter(of key: UInt32) -> Character? {
    let scalar = gdk_keyval_to_unicode(key)
    guard g_unichar_isprint(scalar) != 0, g_unichar_ismark(scalar) == 0 else { return nil }
    return Unicode.Scalar(scalar).map(Character.init)
  }

  /// Whether the cursor's row or the first row has a text to be found by.
  private var canSearch: Bool {
    let firstRow = rowCounts().firstIndex { $0 > 0 }.map { RowIndexPath(section: $0, row: 0) }
    return [cursor(), firstRow].contains { $0.flatMap(text) != nil }
  }

  /// Searches for the next row that begins with the typed characters, these included.
  ///
  /// - Parameter text: One character, or several that an input method has composed at once; not empty.
  func type(_ text: String) {
    typed += text
    timer = TimeoutSource(milliseconds: Self.pause) { [weak self] in
      self?.typed = ""
      self?.timer = nil
      return .done
    }
    let first = TypeaheadText(String(typed.prefix(1)))
    if typed.allSatisfy({ TypeaheadText(String($0)) == first }) {
      beginSearch(TypeaheadText(text), skipsStart: true)
    } else if search != nil {
      search?.prefix = TypeaheadText(typed)
    } else {
      beginSearch(TypeaheadText(typed), skipsStart: false)
    }
    if slice() == .again { continueLater() }
  }

  /// Forgets the typed characters and ends the search.
  func end() {
    typed = ""
    timer = nil
    search = nil
    slices = nil
  }

  /// The list's rows have changed: a search that is under way begins again.
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
