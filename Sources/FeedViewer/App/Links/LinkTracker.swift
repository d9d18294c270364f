import CGtk
import GtkInterop

/// Follows the pointer and the keyboard over the links of a page, and has the one they are at shown.
///
/// The link below the pointer comes before the one that has the keyboard.
final class LinkTracker {
  let statusBar = LinkStatusBar()
  private let view: WidgetPointer
  private var pointed: Target?
  private var focused: Target?
  private var focusCheck: IdleSource?
  /// The widget with links that has the keyboard, and what tells which of them has it.
  private var keyboardOwner: (widget: WidgetPointer, link: () -> (LinkPreview, bottom: Double)?)?

  private struct Target {
    let widget: WidgetPointer
    let preview: LinkPreview
    /// In logical pixels from the view's top.
    let bottom: Double
  }

  /// - Parameter view: The widget over which the status bar lies.
  init(view: WidgetPointer) { self.view = view }

  /// Forgets the links of the page that was shown before.
  func reset() {
    pointed = nil
    focused = nil
    keyboardOwner = nil
    focusCheck = nil
    statusBar.show(nil)
  }

  /// Follows the links of a label.
  ///
  /// - Parameter markup: The label's, of our own making.
  func follow(label: WidgetPointer, markup: String) {
    let links = MarkupLinks(markup: markup)
    guard !links.links.isEmpty else { return }
    let motion = gtk_event_controller_motion_new()!
    Signal.connect(motion, "motion") { [weak self] arguments in
      let link = Self.offset(in: label, x: arguments.double(0), y: arguments.double(1)).flatMap(links.link)
      self?.setPointed(
        link.map { (label, LinkPreview(text: $0.text, address: $0.address), arguments.double(1)) })
      return .unhandled
    }
    Signal.connect(motion, "leave") { [weak self] in self?.setPointed(nil) }
    gtk_widget_add_controller(label, motion)
    connectFocus(of: label) { Self.focusedLink(of: label, in: links) }
  }

  /// Follows a button that leads somewhere.
  ///
  /// - Parameter text: What it says; nil for a picture.
  func follow(button: WidgetPointer, text: String?, address: String) {
    let preview = LinkPreview(text: text, address: address)
    Accessible.setDescription(preview.description, of: button)
    let motion = gtk_event_controller_motion_new()!
    Signal.connect(motion, "motion") { [weak self] arguments in
      self?.setPointed((button, preview, arguments.double(1)))
      return .unhandled
    }
    Signal.connect(motion, "leave") { [weak self] in self?.setPointed(nil) }
    gtk_widget_add_controller(button, motion)
    connectFocus(of: button) {
      gtk_widget_has_focus(button) != 0 ? (preview, Double(gtk_widget_get_height(button))) : nil
    }
  }

  /// Looks at the link that has the keyboard again, once a key has been dealt with: it may go from link to link within
  /// one label, which says nothing of it.
  func keyPressed() {
    focusCheck = IdleSource(priority: G_PRIORITY_DEFAULT) { [weak self] in
      self?.checkFocus()
      return .done
    }
  }

  private func connectFocus(of widget: WidgetPointer, link: @escaping () -> (LinkPreview, bottom: Double)?) {
    Signal.connect(widget, "notify::has-focus") { [weak self] in
      guard let self else { return }
      if gtk_widget_has_focus(widget) != 0 {
        self.keyboardOwner = (widget, link)
      } else if self.keyboardOwner?.widget == widget {
        self.keyboardOwner = nil
      }
      self.checkFocus()
    }
  }

  private func checkFocus() {
    focused = keyboardOwner.flatMap { owner in
      owner.link().map { target(owner.widget, $0, $1) }
    }
    if let focused { Accessible.setDescription(focused.preview.description, of: focused.widget) }
    update()
  }

  private func setPointed(_ link: (widget: WidgetPointer, preview: LinkPreview, y: Double)?) {
    pointed = link.map { target($0.widget, $0.preview, $0.y) }
    update()
  }

  private func target(_ widget: WidgetPointer, _ preview: LinkPreview, _ bottom: Double) -> Target {
    var point = graphene_point_t(x: 0, y: Float(bottom))
    var place = graphene_point_t()
    let isPlaced = gtk_widget_compute_point(widget, view, &point, &place) != 0
    return Target(widget: widget, preview: preview, bottom: isPlaced ? Double(place.y) : 0)
  }

  private func update() {
    let shown = pointed ?? focused
    statusBar.show(
      shown?.preview, bottom: shown?.bottom ?? 0, viewHeight: Double(gtk_widget_get_height(view)))
  }

  // MARK: Places in labels

  /// The byte of a label's text at a point of it.
  private static func offset(in label: WidgetPointer, x: Double, y: Double) -> Int? {
    var (left, top): (Int32, Int32) = (0, 0)
    gtk_label_get_layout_offsets(label.opaque, &left, &top)
    var index: Int32 = 0
    let isInside = pango_layout_xy_to_index(
      gtk_label_get_layout(label.opaque), Int32((x - Double(left)) * Double(PANGO_SCALE)),
      Int32((y - Double(top)) * Double(PANGO_SCALE)), &index, nil)
    return isInside != 0 ? Int(index) : nil
  }

  /// The link of a label that has the keyboard, and where it ends.
  private static func focusedLink(
    of label: WidgetPointer, in links: MarkupLinks
  ) -> (LinkPreview, bottom: Double)? {
    guard gtk_widget_has_focus(label) != 0,
      let address = gtk_label_get_current_uri(label.opaque).map({ String(cString: $0) })
    else { return nil }
    // Several may have one address: the keyboard is where the label has its cursor, in characters.
    var (start, end): (Int32, Int32) = (0, 0)
    gtk_label_get_selection_bounds(label.opaque, &start, &end)
    let text = String(cString: gtk_label_get_text(label.opaque))
    let offset = text.unicodeScalars.prefix(Int(start)).reduce(0) { $0 + UTF8.width($1) }
    guard
      let link = links.link(at: offset) ?? links.links.first(where: { $0.address == address }),
      link.address == address
    else { return nil }
    var place = PangoRectangle()
    pango_layout_index_to_pos(gtk_label_get_layout(label.opaque), Int32(link.range.upperBound), &place)
    return (
      LinkPreview(text: link.text, address: address), Double(place.y + place.height) / Double(PANGO_SCALE)
    )
  }
}
