import CGtk
import GtkInterop
import LayoutCore
import PangoText
import VirtualList

/// A text of a row for assistive tools: a label with the same lines, which is not drawn.
///
/// GTK 4.8 lets assistive tools read labels by character, word and line, and text views, but no widget of a program's
/// own. The place and size of the label are those of the row's text, so it is never measured.
final class ArticleTextWidget {
  let role: GtkAccessibleRole
  let widget: GObjectReference<WidgetPointer>
  /// What the row draws.
  private var drawn: GObjectReference<OpaquePointer>?
  /// In the row's logical pixels.
  private(set) var frame = Rect(x: 0, y: 0, width: 0, height: 0)
  private var name: String?
  private var description: String?

  init(_ role: GtkAccessibleRole) {
    self.role = role
    widget = GObjectReference(adopting: Accessible.makeLabel(role))
    let label = widget.pointer.opaque
    gtk_label_set_wrap(label, 1)
    gtk_label_set_yalign(label, 0)
    // The list takes all input.
    gtk_widget_set_can_target(widget.pointer, 0)
  }

  /// Takes over a text of a row.
  ///
  /// - Complexity: O(1) if the row draws the same as before, else O(length).
  func show(_ text: RowOnScreen.Text, _ new: ArticleRowDescription.Text) {
    frame = text.frame
    let label = widget.pointer.opaque
    if drawn?.pointer != text.layout {
      drawn = GObjectReference(retaining: text.layout)
      if String(cString: gtk_label_get_text(label)) != text.string {
        gtk_label_set_text(label, text.string)
        name = text.string
      }
      gtk_label_set_wrap_mode(label, pango_layout_get_wrap(text.layout))
      takeFontOptions(from: text.layout)
      align(label, like: text.layout)
      setAttributes(from: text.layout)
    }
    let newName = new.name ?? text.string
    if newName != name {
      name = newName
      Accessible.setLabel(newName, of: widget.pointer)
    }
    if new.description != description {
      description = new.description
      Accessible.setDescription(description, of: widget.pointer)
    }
    if let level = new.level { Accessible.setLevel(level, of: widget.pointer) }
  }

  /// The label shifts its layout so that the longest line is where its own alignment wants it, which must be where it is.
  private func align(_ label: OpaquePointer, like layout: OpaquePointer) {
    var longest = PangoRectangle()
    pango_layout_get_extents(layout, nil, &longest)
    let isAtLeft = longest.x <= 0
    let isMirrored = gtk_widget_get_direction(widget.pointer) == GTK_TEXT_DIR_RTL
    gtk_label_set_xalign(label, isAtLeft == isMirrored ? 1 : 0)
  }

  /// Those of the list may not be those of labels, whose lines would then be others.
  private func takeFontOptions(from layout: OpaquePointer) {
    let drawn = pango_cairo_context_get_font_options(pango_layout_get_context(layout))
    let own = gtk_widget_get_font_options(widget.pointer)
    if let drawn, let own, cairo_font_options_equal(drawn, own) != 0 { return }
    if drawn != nil || own != nil { gtk_widget_set_font_options(widget.pointer, drawn) }
  }

  /// The font is an attribute, too: a label has its own from the style sheet.
  private func setAttributes(from layout: OpaquePointer) {
    guard let font = pango_layout_get_font_description(layout) else { return }
    let attributes =
      pango_layout_get_attributes(layout).map { pango_attr_list_copy($0)! } ?? pango_attr_list_new()!
    defer { pango_attr_list_unref(attributes) }
    pango_attr_list_insert_before(attributes, pango_attr_font_desc_new(font))
    let label = widget.pointer.opaque
    if let known = gtk_label_get_attributes(label), pango_attr_list_equal(known, attributes) != 0 { return }
    gtk_label_set_attributes(label, attributes)
    FatalBreaks.remove(fromLabel: label)
  }

  /// Gives the label its place in the row's widget.
  func allocate() {
    guard let drawn else { return }
    var origin = graphene_point_t(x: Float(frame.origin.x), y: Float(frame.origin.y))
    gtk_widget_allocate(
      widget.pointer, Int32(frame.size.width.rounded(.up)), Int32(frame.size.height.rounded(.up)), -1,
      gsk_transform_translate(nil, &origin))
    // Whole pixels may be too wide, and the label has its own alignment.
    guard let layout = gtk_label_get_layout(widget.pointer.opaque) else { return }
    pango_layout_set_width(layout, pango_layout_get_width(drawn.pointer))
    pango_layout_set_alignment(layout, pango_layout_get_alignment(drawn.pointer))
    pango_layout_set_spacing(layout, pango_layout_get_spacing(drawn.pointer))
  }

  func setHidden(_ isHidden: Bool) { Accessible.setHidden(isHidden, of: widget.pointer) }
}
