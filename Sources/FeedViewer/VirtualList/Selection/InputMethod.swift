import CGtk
import GtkInterop

/// An input method for typeahead: dead keys, compose sequences, and the input of scripts such as Japanese.
///
/// It gets only keys that can begin or continue a text, and only when the list passes them on: otherwise it would consume
/// the letters of shortcuts, too.
final class InputMethod {
  /// Called with composed text.
  var onCommit: (String) -> Void = { _ in }
  private var client: WidgetPointer?
  private var loadedContext: GObjectReference<UnsafeMutablePointer<GtkIMContext>>?
  private var isFocused = false

  /// A GtkIMContext, which is made on demand: loading an input method takes time.
  var context: UnsafeMutablePointer<GtkIMContext> {
    if let loadedContext { return loadedContext.pointer }
    let context = GObjectReference(adopting: gtk_im_multicontext_new()!)
    loadedContext = context
    // The list has no place for uncommitted text: the input method shows it in a window of its own.
    gtk_im_context_set_use_preedit(context.pointer, 0)
    gtk_im_context_set_client_widget(context.pointer, client)
    Signal.connect(context.pointer, "commit") { [weak self] arguments in
      if let text = arguments.string(0), !text.isEmpty { self?.onCommit(text) }
      return .unhandled
    }
    return context.pointer
  }

  /// Sets the widget at which windows of the input method appear; nil while it has no surface.
  func setClient(_ widget: WidgetPointer?) {
    focusLeft()
    client = widget
    if let loadedContext { gtk_im_context_set_client_widget(loadedContext.pointer, widget) }
  }

  /// Whether text is being composed.
  var isComposing: Bool {
    guard isFocused else { return false }
    var text: UnsafeMutablePointer<CChar>?
    gtk_im_context_get_preedit_string(context, &text, nil, nil)
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
      isFocused = true
      gtk_im_context_focus_in(context)
    }
    return gtk_im_context_filter_keypress(context, event) != 0
  }

  /// Cancels the composition. Call it when the list has lost the focus.
  func focusLeft() {
    guard isFocused else { return }
    isFocused = false
    gtk_im_context_reset(context)
    gtk_im_context_focus_out(context)
  }
}
