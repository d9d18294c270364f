import CGtk
import FeedViewerBase
import GtkInterop
import PangoText

/// A modal dialog with a title, some lines of text, and answers.
enum NoticeDialog {
  private static let spacing: Int32 = 10
  /// The wrap width in characters.
  private static let widthInCharacters: Int32 = 48

  /// - Parameter answers: The labels of the buttons beside the one that closes the dialog, and what they do.
  @discardableResult
  static func present(
    _ title: String, _ lines: [String], over parent: UnsafeMutablePointer<GtkWindow>,
    answers: [(label: String, perform: () -> Void)] = []
  ) -> WidgetPointer {
    let dialog = gtk_dialog_new()!
    gtk_window_set_transient_for(dialog.cast(), parent)
    gtk_window_set_modal(dialog.cast(), 1)
    gtk_window_set_destroy_with_parent(dialog.cast(), 1)
    gtk_window_set_resizable(dialog.cast(), 0)
    gtk_window_set_titlebar(dialog.cast(), gtk_header_bar_new())
    gtk_window_set_title(dialog.cast(), title)
    WindowKeys.add(to: dialog.cast(), over: parent)
    gtk_widget_add_css_class(dialog, "link-dialog-window")
    let content = gtk_dialog_get_content_area(dialog.cast())!
    gtk_widget_add_css_class(content, "link-dialog")
    gtk_box_set_spacing(content.cast(), spacing)
    append(title, "title-4", to: content)
    for (index, line) in lines.enumerated() {
      append(line, index == 0 ? "heading" : "link-dialog-line", to: content)
    }
    let refused = GTK_RESPONSE_CANCEL.rawValue
    let refusal = gtk_dialog_add_button(
      dialog.cast(), answers.isEmpty ? localized("_Close") : localized("_Cancel"), refused)!
    Accessible.removeMnemonicName(of: refusal)
    // Responses that the program defines are positive; the last answer is the one that accepts.
    let responses = answers.indices.map {
      $0 + 1 == answers.count ? GTK_RESPONSE_ACCEPT.rawValue : Int32($0) + 1
    }
    for (answer, response) in zip(answers, responses) {
      let button = gtk_dialog_add_button(dialog.cast(), answer.label, response)!
      Accessible.removeMnemonicName(of: button)
    }
    // Three buttons side by side are wider than a narrow screen.
    if answers.count > 1, let buttons = gtk_widget_get_parent(refusal) {
      gtk_orientable_set_orientation(buttons.opaque, GTK_ORIENTATION_VERTICAL)
    }
    gtk_dialog_set_default_response(dialog.cast(), refused)
    Accessible.setDescription(lines.joined(separator: "\n"), of: dialog)
    Signal.connect(dialog, "response") { arguments in
      let index = responses.firstIndex(of: Int32(arguments.int(0)))
      gtk_window_destroy(dialog.cast())
      if let index { answers[index].perform() }
      return .handled
    }
    gtk_window_present(dialog.cast())
    gtk_widget_grab_focus(refusal)
    return dialog
  }

  private static func append(_ text: String, _ style: String, to box: WidgetPointer) {
    let label = gtk_label_new(text)!
    gtk_label_set_wrap(label.opaque, 1)
    gtk_label_set_wrap_mode(label.opaque, PANGO_WRAP_WORD_CHAR)
    GraphemeBreaks.remove(fromLabel: label.opaque)
    gtk_label_set_xalign(label.opaque, 0)
    gtk_label_set_max_width_chars(label.opaque, widthInCharacters)
    gtk_widget_add_css_class(label, style)
    gtk_box_append(box.cast(), label)
  }
}
