import CGtk
import GtkInterop

/// An overlay at an edge of the page that shows the target of a link.
final class LinkStatusBar {
  /// Does not receive pointer events, so that the link below it stays the current one.
  let widget: WidgetPointer = gtk_box_new(GTK_ORIENTATION_VERTICAL, 2)
  private let warning: WidgetPointer = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6)
  private let sign: WidgetPointer = gtk_image_new_from_icon_name("dialog-warning-symbolic")
  private let words: WidgetPointer
  private let address: WidgetPointer
  /// The current preview.
  private(set) var preview: LinkPreview?

  init() {
    words = Self.label("link-status-words")
    address = Self.label("link-status-address")
    Accessible.setHidden(true, of: sign)
    gtk_widget_set_valign(sign, GTK_ALIGN_START)
    gtk_box_append(warning.cast(), sign)
    gtk_box_append(warning.cast(), words)
    gtk_box_append(widget.cast(), warning)
    gtk_box_append(widget.cast(), address)
    // Addresses are always left-to-right.
    gtk_widget_set_direction(address, GTK_TEXT_DIR_LTR)
    gtk_widget_add_css_class(widget, "link-status")
    gtk_widget_set_halign(widget, GTK_ALIGN_START)
    gtk_widget_set_valign(widget, GTK_ALIGN_END)
    gtk_widget_set_can_target(widget, 0)
    gtk_widget_set_can_focus(widget, 0)
    gtk_widget_set_visible(widget, 0)
  }

  private static func label(_ style: String) -> WidgetPointer {
    let label = gtk_label_new(nil)!
    gtk_label_set_wrap(label.opaque, 1)
    gtk_label_set_wrap_mode(label.opaque, PANGO_WRAP_WORD_CHAR)
    gtk_label_set_xalign(label.opaque, 0)
    gtk_widget_add_css_class(label, style)
    return label
  }

  /// Shows the target of a link; nil hides the bar.
  ///
  /// - Parameters:
  ///   - bottom: The lower edge of the link, in logical pixels from the top of the viewport.
  ///   - viewHeight: In logical pixels.
  func show(_ preview: LinkPreview?, bottom: Double = 0, viewHeight: Double = .infinity) {
    if preview != self.preview {
      self.preview = preview
      gtk_widget_set_visible(widget, preview == nil ? 0 : 1)
      if let preview { setTexts(preview) }
    }
    if preview != nil { place(bottom: bottom, viewHeight: viewHeight) }
  }

  private func setTexts(_ preview: LinkPreview) {
    gtk_label_set_text(address.opaque, preview.address)
    gtk_label_set_text(words.opaque, preview.words ?? "")
    gtk_widget_set_visible(warning, preview.words == nil ? 0 : 1)
    gtk_widget_set_visible(sign, preview.isWarning ? 1 : 0)
    if preview.isWarning {
      gtk_widget_add_css_class(widget, "link-status-warning")
    } else {
      gtk_widget_remove_css_class(widget, "link-status-warning")
    }
  }

  /// Chooses the edge at which the bar does not cover the link.
  private func place(bottom: Double, viewHeight: Double) {
    var (least, height): (Int32, Int32) = (0, 0)
    gtk_widget_measure(widget, GTK_ORIENTATION_HORIZONTAL, -1, &least, nil, nil, nil)
    // A page that is not shown yet has no width, for which GTK 4.18 does not measure without a warning.
    let width = max(gtk_widget_get_width(gtk_widget_get_parent(widget)), least)
    gtk_widget_measure(widget, GTK_ORIENTATION_VERTICAL, width, nil, &height, nil, nil)
    gtk_widget_set_valign(widget, bottom > viewHeight - Double(height) ? GTK_ALIGN_START : GTK_ALIGN_END)
  }
}
