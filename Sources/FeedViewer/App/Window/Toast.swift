import CGtk
import FeedViewerBase
import GtkInterop
import PangoText

/// A message over the window's content that goes away by itself, with a button such as one to take back what it tells.
final class Toast {
  /// How long a message stays, in milliseconds; it stays longer under the pointer or with the focus.
  private static let duration: UInt32 = 6_000
  private static let maximumLineCount: Int32 = 3
  /// How long a message takes to come and to go, in milliseconds.
  private static let (comingTime, goingTime): (guint, guint) = (200, 150)

  /// To be put over the content.
  let widget: WidgetPointer = gtk_revealer_new()
  private lazy var label: WidgetPointer = gtk_label_new(nil)
  /// The button of the message that is shown, if it has one. GTK warns of another action in an old one.
  private var button: WidgetPointer?
  /// The way to end a message that does not go away by itself.
  private lazy var closeButton: WidgetPointer = gtk_button_new_from_icon_name("window-close-symbolic")
  /// Made with the first message: it would take a part of the time to the first frame.
  private lazy var box = makeBox()
  /// Says each message.
  private let announcement: Announcement
  private var timer: TimeoutSource?
  private var isPointedAt = false

  init(_ announcement: Announcement) {
    self.announcement = announcement
    gtk_revealer_set_transition_type(widget.opaque, GTK_REVEALER_TRANSITION_TYPE_SLIDE_UP)
    gtk_widget_set_halign(widget, GTK_ALIGN_CENTER)
    gtk_widget_set_valign(widget, GTK_ALIGN_END)
    // A hidden toast must not take the pointer from what is below it.
    gtk_widget_set_visible(widget, 0)
  }

  private func makeBox() -> WidgetPointer {
    let box = AccessibleContainer.make(gtk_box_get_type(), role: GTK_ACCESSIBLE_ROLE_ALERT)
    gtk_widget_add_css_class(box, "toast")
    // In a narrow window a message takes a second line; only a long name is cut.
    gtk_label_set_wrap(label.opaque, 1)
    gtk_label_set_wrap_mode(label.opaque, PANGO_WRAP_WORD_CHAR)
    gtk_label_set_lines(label.opaque, Self.maximumLineCount)
    gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
    gtk_label_set_xalign(label.opaque, 0)
    gtk_widget_set_hexpand(label, 1)
    gtk_box_append(box.cast(), label)
    gtk_widget_set_tooltip_text(closeButton, localized("Dismiss"))
    Accessible.setLabel(localized("Dismiss"), of: closeButton)
    Signal.connect(closeButton, "clicked") { [weak self] in self?.hide() }
    gtk_box_append(box.cast(), closeButton)
    gtk_revealer_set_child(widget.opaque, box)
    // A click leaves the focus where the reader is.
    gtk_widget_set_focus_on_click(closeButton, 0)
    let motion = gtk_event_controller_motion_new()!
    Signal.connect(motion, "enter") { [weak self] in self?.isPointedAt = true }
    Signal.connect(motion, "leave") { [weak self] in self?.isPointedAt = false }
    gtk_widget_add_controller(widget, motion)
    Signal.connect(widget, "notify::child-revealed") { [weak self] in
      guard let self, gtk_revealer_get_child_revealed(widget.opaque) == 0,
        gtk_revealer_get_reveal_child(widget.opaque) == 0
      else { return }
      gtk_widget_set_visible(widget, 0)
    }
    return box
  }

  /// Whether a message is shown.
  var isShown: Bool { gtk_revealer_get_reveal_child(widget.opaque) != 0 }
  /// The message that is shown, or was shown last.
  private(set) var text = ""

  /// Shows a message in place of the one before.
  ///
  /// - Parameter hasUndo: Whether it has a button to take back what it tells.
  func show(_ text: String, hasUndo: Bool = true) { show(text, button: hasUndo ? .undo : nil) }

  /// Shows a message in place of the one before.
  ///
  /// - Parameter isLasting: Whether it stays until it is dismissed.
  func show(_ text: String, button new: ActionButton?, isLasting: Bool = false) {
    self.text = text
    let box = box
    // Pango takes the direction of a text from its first letter, even from that of an isolated name.
    let direction: WritingDirection =
      gtk_widget_get_direction(label) == GTK_TEXT_DIR_RTL ? .rightToLeft : .leftToRight
    let mark = WritingDirection(of: text) == direction ? "" : direction.mark
    gtk_label_set_text(label.opaque, mark + text)
    Accessible.setLabel(text, of: box)
    replaceButton(with: new)
    gtk_widget_set_visible(closeButton, isLasting ? 1 : 0)
    gtk_widget_set_visible(widget, 1)
    gtk_revealer_set_transition_duration(widget.opaque, Self.comingTime)
    gtk_revealer_set_reveal_child(widget.opaque, 1)
    announcement.say(text)
    timer =
      isLasting
      ? nil
      : TimeoutSource(milliseconds: Self.duration) { [weak self] in
        guard let self else { return .done }
        if self.isPointedAt || FocusedWidget(inWindowOf: self.widget)?.isInside(self.widget) == true {
          return .again
        }
        self.hide()
        return .done
      }
  }

  private func replaceButton(with new: ActionButton?) {
    let hadFocus = button.map { gtk_widget_has_focus($0) != 0 } ?? false
    if let button { gtk_box_remove(box.cast(), button) }
    button = nil
    guard let new, let child: WidgetPointer = gtk_button_new() else { return }
    button = child
    new.fill(child)
    // After its action.
    Signal.connect(child, "clicked") { [weak self] in self?.hide() }
    gtk_widget_set_focus_on_click(child, 0)
    gtk_box_insert_child_after(box.cast(), child, label)
    if hadFocus { gtk_widget_grab_focus(child) }
  }

  func hide() {
    timer = nil
    if FocusedWidget(inWindowOf: widget)?.isInside(widget) == true {
      WindowCommand.focusContent.perform(from: widget)
    }
    gtk_revealer_set_transition_duration(widget.opaque, Self.goingTime)
    gtk_revealer_set_reveal_child(widget.opaque, 0)
  }
}
