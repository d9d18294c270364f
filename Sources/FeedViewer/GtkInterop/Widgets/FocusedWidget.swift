import CGtk

/// The widget that has the keyboard focus, remembered to give the focus back to it.
public struct FocusedWidget {
  private let widget: GObjectReference<WidgetPointer>

  /// - Returns: nil if nothing in the window of `widget` has the focus.
  public init?(inWindowOf widget: WidgetPointer) {
    guard let root = gtk_widget_get_root(widget), let focused = gtk_root_get_focus(root) else { return nil }
    self.widget = GObjectReference(retaining: focused)
  }

  /// Whether this is `widget` or below it.
  public func isInside(_ widget: WidgetPointer) -> Bool {
    self.widget.use { $0 == widget || gtk_widget_is_ancestor($0, widget) != 0 }
  }

  /// Whether the widget and what contains it are shown.
  public var isOnScreen: Bool { widget.use { gtk_widget_get_mapped($0) != 0 } }

  /// Gives the focus to the widget, if it is still on screen.
  ///
  /// - Returns: Whether it has it.
  @discardableResult
  public func takeFocus() -> Bool {
    widget.use { gtk_widget_get_mapped($0) != 0 && gtk_widget_grab_focus($0) != 0 }
  }
}
