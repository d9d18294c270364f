import CGtk
import FeedViewerBase
import GtkInterop

/// A message about many files: a sentence, the list of all of them that opens below it, and a button to dismiss all.
final class ProblemGroupBar {
  /// The height above which the list scrolls, in logical pixels.
  private static let maximumHeight: Int32 = 160
  private static let spacing: Int32 = 4

  let widget = AccessibleContainer.make(gtk_info_bar_get_type())
  /// Called with the messages that were dismissed.
  var onDismiss: (Set<LibraryProblem.ID>) -> Void = { _ in }
  /// Called when the list is opened or closed.
  var onResize: () -> Void = {}
  private let expander = gtk_expander_new(nil)!
  private let title = WrappingLabel.make("", isSelectable: false)
  private let list = WrappingLabel.make("", isSelectable: true)
  private let content: MessageBarContent
  private var group: ProblemGroup?

  init() {
    content = MessageBarContent(expander, buttonLabel: localized("_Dismiss All"))
    let scroller = AccessibleContainer.makeScrolledWindow()
    gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    gtk_scrolled_window_set_max_content_height(scroller.opaque, Self.maximumHeight)
    gtk_scrolled_window_set_propagate_natural_height(scroller.opaque, 1)
    gtk_scrolled_window_set_child(scroller.opaque, list)
    gtk_widget_set_margin_top(scroller, Self.spacing)
    gtk_expander_set_label_widget(expander.opaque, title)
    gtk_expander_set_child(expander.opaque, scroller)
    // On one line with the button.
    gtk_widget_set_valign(expander, GTK_ALIGN_CENTER)
    gtk_info_bar_add_child(widget.opaque, content.widget)
    content.onPress = { [weak self] in
      if let self, let group = self.group { self.onDismiss(Set(group.problems.map(\.id))) }
    }
    // A closed expander of GTK 4.8 gives the keyboard focus to a visible child that is in no window.
    gtk_widget_set_visible(scroller, 0)
    Signal.connect(expander, "notify::expanded") { [weak self, expander] in
      gtk_widget_set_visible(scroller, gtk_expander_get_expanded(expander.opaque))
      self?.onResize()
    }
  }

  /// - Returns: Whether the bar shows something else now.
  @discardableResult
  func show(_ new: ProblemGroup) -> Bool {
    guard group?.problems.map(\.id) != new.problems.map(\.id) else { return false }
    group = new
    gtk_info_bar_set_message_type(
      widget.opaque, new.kind == .failed ? GTK_MESSAGE_ERROR : GTK_MESSAGE_WARNING)
    gtk_label_set_text(title.opaque, new.title)
    gtk_label_set_text(list.opaque, new.list)
    Accessible.setLabel(new.title, of: expander)
    return true
  }

  /// Arranges the sentence and its button for a width in logical pixels; 0 before it is known.
  func fit(width: Int32) { content.fit(width: width) }
}
