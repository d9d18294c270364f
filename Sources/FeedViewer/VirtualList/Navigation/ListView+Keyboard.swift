import CGtk
import GtkInterop
import LayoutCore

/// Key presses, which typeahead and `KeyboardNavigation` translate to actions.
extension ListView {
  func connectKeyboard() {
    let keys = gtk_event_controller_key_new()!
    Signal.connect(keys, "key-pressed") { [weak self] arguments in
      guard let self else { return .unhandled }
      let (key, modifiers) = (arguments.uint(0), arguments.flags(2))
      if let event = gtk_event_controller_get_current_event(keys),
        composeText(with: event, key: key, modifiers: modifiers)
      {
        return .handled
      }
      return keyPressed(key, modifiers: modifiers)
    }
    gtk_widget_add_controller(widget.pointer, keys)
  }

  /// Passes a key to the input method, if it continues a text or can begin one.
  ///
  /// - Returns: Whether the input method has used it.
  private func composeText(with event: OpaquePointer, key: UInt32, modifiers: UInt32) -> Bool {
    guard !KeyboardNavigation.isShortcut(modifiers),
      focus.inputMethod.isComposing || focus.typeahead.acceptsText(from: key, modifiers: modifiers)
    else { return false }
    return focus.inputMethod.filter(event)
  }

  func connectTypeahead() {
    focus.typeahead.cursor = { [weak self] in self?.selection.cursor }
    focus.typeahead.rowCounts = { [weak self] in self?.rowCounts ?? [] }
    focus.typeahead.text = { [weak self] row in
      guard let self, let dataSource else { return nil }
      return dataSource.listView(self, typeaheadTextOf: row)
    }
    focus.typeahead.canSelect = { [weak self] in
      guard let self else { return false }
      return geometry.height(of: .row($0)).value > 0
    }
    focus.typeahead.onEnd = { [weak self] in self?.typeaheadEnded(at: $0) }
    focus.inputMethod.onCommit = { [weak self] in self?.focus.typeahead.type($0) }
    Signal.connect(widget.pointer, "realize") { [weak self] in
      guard let self else { return }
      focus.inputMethod.setClient(widget.pointer)
    }
    Signal.connect(widget.pointer, "unrealize") { [weak self] in self?.focus.inputMethod.setClient(nil) }
  }

  func keyPressed(_ key: UInt32, modifiers: UInt32) -> EventResult {
    if interaction == .document { return documentKeyPressed(key, modifiers: modifiers) }
    if !KeyboardNavigation.isShortcut(modifiers), focus.typeahead.keyPressed(key, modifiers: modifiers) {
      return .handled
    }
    guard let action = keyboard.action(for: key, modifiers: modifiers, selection: selection, in: self),
      perform(action)
    else { return .unhandled }
    if action != .activateAccessoryAtCursor {
      focus.typeahead.end()
      idle.userScrolled()
    }
    return .handled
  }

  private func typeaheadEnded(at row: RowIndexPath?) {
    guard let row else { return gtk_widget_error_bell(widget.pointer) }
    idle.userScrolled()
    go(to: row, .select)
  }
}
