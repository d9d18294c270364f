import CGtk
import GtkInterop
import LayoutCore

/// Typing goes to the next row that begins with what is typed, if the data source gives texts for it.
extension ListView {
  func connectTypeahead() {
    focus.typeahead.cursor = { [weak self] in self?.selection.cursor }
    focus.typeahead.rowCounts = { [weak self] in self?.rowCounts ?? [] }
    focus.typeahead.text = { [weak self] in self?.typeaheadText(of: $0) }
    focus.typeahead.canSelect = { [weak self] in
      guard let self else { return false }
      return geometry.height(of: .row($0)).value > 0
    }
    focus.typeahead.onEnd = { [weak self] in self?.typeaheadEnded(at: $0) }
  }

  /// - Parameter modifiers: Of the key, without Alt and Super.
  /// - Returns: Whether the key was one of typeahead's.
  func typeaheadKeyPressed(_ key: UInt32, modifiers: UInt32) -> Bool {
    if Int32(key) == GDK_KEY_Escape {
      guard focus.typeahead.isTyping || focus.typeahead.isSearching else { return false }
      focus.typeahead.end()
      return true
    }
    guard modifiers & GDK_CONTROL_MASK.rawValue == 0, let letter = Self.letter(of: key),
      letter != " " || focus.typeahead.isTyping, hasTypeahead
    else { return false }
    focus.typeahead.type(letter)
    return true
  }

  /// The character that a key writes; nil for other keys.
  private static func letter(of key: UInt32) -> Character? {
    let scalar = gdk_keyval_to_unicode(key)
    guard g_unichar_isprint(scalar) != 0, g_unichar_ismark(scalar) == 0 else { return nil }
    return Unicode.Scalar(scalar).map(Character.init)
  }

  /// Whether the row where the keyboard is, or the first one, can be found by its text.
  private var hasTypeahead: Bool {
    [selection.cursor, firstRow].contains { $0.flatMap(typeaheadText(of:)) != nil }
  }

  private func typeaheadText(of row: RowIndexPath) -> String? {
    guard let dataSource else { return nil }
    return dataSource.listView(self, typeaheadTextOf: row)
  }

  private func typeaheadEnded(at row: RowIndexPath?) {
    guard let row else { return gtk_widget_error_bell(widget.pointer) }
    idle.userScrolled()
    go(to: row, .select)
  }
}
