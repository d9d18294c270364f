import CGtk
import GtkInterop

/// An input method for typeahead: dead keys, compose sequences, and the input of scripts such as Japanese.
///
/// It gets only keys that can begin or continue a text, and only when the list asks it: an input method would consume the
/// letters of shortcuts, too.
final class InputMethod {
  /// A GtkIMContext.
  let context = GObjectReference(adopting: gtk_im_multicontext_new()!)
  /// Called with composed text.
  var onCommit: (String) -> Void = { _ in }
  private var isFocused = false

  init() {
    // The list has no place for uncommitted text: the input method shows it in a window of its own.
    gtk_im_context_set_use_preedit(context.pointer, 0)
    Signal.connect(context.pointer, "commit") { [weak self] arguments in
      if let text = arguments.string(0), !text.isEmpty { self?.onCommit(text) }
      return .unhandled
    }
  }

  /// Sets the widget at which windows of the input method appear; nil while it has no surface.
  func setClient(_ widget: WidgetPointer?) {
    focusLeft()
    gtk_im_context_set_client_widget(context.pointer, widget)
  }

  /// Whether text is being composed.
  var isComposing: Bool {
    guard isFocused else { return false }
    var text: UnsafeMutablePointer<CChar>?
    gtk_im_context_get_preedit_string(context.pointer, &text, nil, nil)
    defer { g_free(text) }
    return text.map { $0.pointee != 0 } ?? false
  }

  /// Whether a key can begin a composed text: it types a character, or is a dead key or the compose key.
  static func canBeginText(_ key: UInt32) -> Bool {
    let deadKeys = UInt32(GDK_KEY_dead_grave)...UInt32(GDK_KEY_dead_longsolidusoverlay)
    return deadKeys.contains(key) || key == UInt32(GDK_KEY_Multi_key)
      || g_unichar_isprint(gdk_keyval_to_unicode(key)) != 0
  }

  /// Passes a key event to the input method, which may call `onCommit` before this returns.
  ///
  /// - Returns: Whether the input method has used the event.
  func filter(_ event: OpaquePointer) -> Bool {
    if !isFocused {
      // Not earlier: loading an input method takes time.
      isFocused = true
      gtk_im_context_focus_in(context.pointer)
    }
    return gtk_im_context_filter_keypress(context.pointer, event) != 0
  }

  /// Call when the list has lost the focus, or the text is not composed any further.
  func focusLeft() {
    guard isFocused else { return }
    isFocused = false
    gtk_im_context_reset(context.pointer)
    gtk_im_context_focus_out(context.pointer)
  }
}
