import CGtk
import FeedViewerBase
import GtkInterop
import LayoutCore

/// The strip at a list's trailing edge that scrolls to its sections when it is pressed or dragged, by keys, or by
/// assistive tools.
final class SectionIndexView: CustomWidgetDelegate {
  private static let widgetClass = CustomWidgetClass(
    name: "FeedViewerSectionIndex", cssName: "sectionindex", role: GTK_ACCESSIBLE_ROLE_SLIDER)
  /// The margins between rows and labels, and between labels and the edge, where an overlay scroll bar may be.
  private static let innerPadding = 4.0
  private static let outerPadding = 12.0
  private static let minimumWidth = 26
  private static let maximumWidth = 64
  private static let dotRadius: Float = 1.5
  /// The distance between the bubble and the index.
  private static let bubbleDistance = 8

  let widget: GObjectReference<WidgetPointer>
  /// Called with the entry to scroll to.
  var onJump: (_ entry: Int) -> Void = { _ in }
  /// Called when the focus should move to the rows of the current entry.
  var onEnter: () -> Void = {}

  private(set) var entries: [SectionIndexEntry] = []
  /// The entry of the viewport's top.
  private(set) var current: Int?
  private let bubble: WidgetPointer = gtk_label_new(nil)
  private let parent: WidgetPointer
  private var layout: SectionIndexLayout?
  private var dragStart = 0.0
  /// The pointer's position while the index is dragged, in logical pixels.
  private var dragY: Double?
  private var needsNewWidth = true
  private var knownWidth = 0

  init(parent: WidgetPointer) {
    self.parent = parent
    widget = Self.widgetClass.make()
    CustomWidgetClass.setDelegate(self, of: widget.pointer)
    gtk_widget_set_focusable(widget.pointer, 1)
    gtk_widget_set_parent(widget.pointer, parent)
    gtk_widget_add_css_class(bubble, "section-bubble")
    gtk_label_set_ellipsize(bubble.opaque, PANGO_ELLIPSIZE_END)
    gtk_widget_set_can_target(bubble, 0)
    gtk_widget_set_parent(bubble, parent)
    ChildVisibility.set(false, of: bubble)
    Accessible.setHidden(true, of: bubble)
    connectInput()
  }

  /// Removes the widgets from their parent for good.
  func unparent() {
    gtk_widget_unparent(widget.pointer)
    gtk_widget_unparent(bubble)
  }

  func setEntries(_ new: [SectionIndexEntry]) {
    guard new != entries else { return }
    entries = new
    layout = nil
    current = nil
    needsNewWidth = true
    ChildVisibility.set(!new.isEmpty, of: widget.pointer)
    Accessible.setHidden(new.isEmpty, of: widget.pointer)
    gtk_widget_queue_draw(widget.pointer)
  }

  /// The width of the index in logical pixels: that of its widest label, with margins.
  var width: Int {
    if needsNewWidth {
      needsNewWidth = false
      let widest = Set(entries.compactMap(\.label)).map { extents(of: $0).width }.max() ?? 0
      knownWidth =
        entries.isEmpty
        ? 0
        : min(
          max(Int((widest + Self.innerPadding + Self.outerPadding).rounded(.up)), Self.minimumWidth),
          Self.maximumWidth)
    }
    return knownWidth
  }

  func showCurrent(_ entry: Int?) {
    guard entry != current else { return }
    current = entry
    gtk_widget_queue_draw(widget.pointer)
    let name =
      entry.map { localized("Index bar, \(entries[$0].title), \($0 + 1) of \(entries.count)") }
      ?? localized("Index bar")
    Accessible.setLabel(name, of: widget.pointer)
  }

  /// Places the index and its bubble in the list, in logical pixels.
  func allocate(listWidth: Int, height: Int, isRightToLeft: Bool) {
    var point = graphene_point_t(x: isRightToLeft ? 0 : Float(listWidth - width), y: 0)
    gtk_widget_allocate(
      widget.pointer, Int32(width), Int32(height), -1, gsk_transform_translate(nil, &point))
    allocateBubble(listWidth: listWidth, height: height, isRightToLeft: isRightToLeft)
  }

  /// Draws the index and its bubble as children of the list.
  func snapshot(in list: WidgetPointer, on snapshot: OpaquePointer) {
    guard !entries.isEmpty else { return }
    gtk_widget_snapshot_child(list, widget.pointer, snapshot)
    gtk_widget_snapshot_child(list, bubble, snapshot)
  }

  func measure(_ orientation: GtkOrientation, forSize: Int) -> (minimum: Int, natural: Int) { (0, 0) }

  func allocate(width: Int, height: Int) {
    let lineHeight = extents(of: "X").height
    layout = SectionIndexLayout(
      hasLabel: entries.map { $0.label != nil }, beginsPeriod: entries.map(\.beginsPeriod),
      lineHeight: lineHeight, height: Double(height))
    gtk_widget_queue_draw(widget.pointer)
  }

  func environmentChanged() { needsNewWidth = true }

  func moveFocus(_ direction: GtkDirectionType) -> Bool? { false }

  func snapshot(_ snapshot: OpaquePointer) {
    guard let layout else { return }
    let style = gtk_widget_get_style_context(widget.pointer)
    var color = GdkRGBA()
    gtk_style_context_get_color(style, &color)
    var accent = color
    gtk_style_context_lookup_color(style, "list_accent", &accent)
    let currentMark = current.flatMap { layout.mark(of: $0) }
    for mark in layout.marks {
      var markColor = mark == currentMark ? accent : color
      if mark.isLabel, let label = entries[mark.entry].label {
        draw(label, at: mark.y, isBold: mark == currentMark, &markColor, on: snapshot)
      } else {
        drawDot(at: mark.y, isLarge: mark == currentMark, &markColor, on: snapshot)
      }
    }
  }

  private func draw(
    _ label: String, at y: Double, isBold: Bool, _ color: inout GdkRGBA, on snapshot: OpaquePointer
  ) {
    pangoLayout(label, isBold: isBold).use { text in
      var logical = PangoRectangle()
      pango_layout_get_extents(text, nil, &logical)
      let x = centre - Double(logical.width) / 2048
      var origin = graphene_point_t(
        x: Float(max(x, 0)), y: Float((y - Double(logical.height) / 2048).rounded()))
      gtk_snapshot_save(snapshot)
      gtk_snapshot_translate(snapshot, &origin)
      gtk_snapshot_append_layout(snapshot, text, &color)
      gtk_snapshot_restore(snapshot)
    }
  }

  /// The horizontal centre of labels and dots, from the left, in logical pixels.
  private var centre: Double {
    let room = Double(width) - Self.innerPadding - Self.outerPadding
    let isRightToLeft = gtk_widget_get_direction(widget.pointer) == GTK_TEXT_DIR_RTL
    return (isRightToLeft ? Self.outerPadding : Self.innerPadding) + room / 2
  }

  private func drawDot(at y: Double, isLarge: Bool, _ color: inout GdkRGBA, on snapshot: OpaquePointer) {
    let radius = isLarge ? Self.dotRadius * 2 : Self.dotRadius
    var bounds = graphene_rect_t(
      origin: graphene_point_t(x: Float(centre) - radius, y: Float(y) - radius),
      size: graphene_size_t(width: 2 * radius, height: 2 * radius))
    var rounded = GskRoundedRect()
    gsk_rounded_rect_init_from_rect(&rounded, &bounds, radius)
    gtk_snapshot_push_rounded_clip(snapshot, &rounded)
    gtk_snapshot_append_color(snapshot, &color, &bounds)
    gtk_snapshot_pop(snapshot)
  }

  private func pangoLayout(_ label: String, isBold: Bool) -> GObjectReference<OpaquePointer> {
    let layout = GObjectReference(adopting: gtk_widget_create_pango_layout(widget.pointer, label)!)
    guard isBold else { return layout }
    layout.use { text in
      let attributes = pango_attr_list_new()!
      pango_attr_list_insert(attributes, pango_attr_weight_new(PANGO_WEIGHT_BOLD))
      pango_layout_set_attributes(text, attributes)
      pango_attr_list_unref(attributes)
    }
    return layout
  }

  /// The greatest width at which a label is drawn, in logical pixels.
  private func extents(of label: String) -> (width: Double, height: Double) {
    pangoLayout(label, isBold: true).use { text in
      var logical = PangoRectangle()
      pango_layout_get_extents(text, nil, &logical)
      return (Double(logical.width) / 1024, Double(logical.height) / 1024)
    }
  }
}

/// Pressing, dragging and keys.
extension SectionIndexView {
  private func connectInput() {
    let drag = gtk_gesture_drag_new()!
    Signal.connect(drag, "drag-begin") { [weak self] arguments in
      // Neither the row below nor the scrolled window may handle the press.
      gtk_gesture_set_state(drag, GTK_EVENT_SEQUENCE_CLAIMED)
      self?.dragBegan(y: arguments.double(1))
      return .unhandled
    }
    Signal.connect(drag, "drag-update") { [weak self] arguments in
      guard let self else { return .unhandled }
      self.dragged(y: self.dragStart + arguments.double(1))
      return .unhandled
    }
    Signal.connect(drag, "drag-end") { [weak self] in self?.dragEnded() }
    Signal.connect(drag, "cancel") { [weak self] in self?.dragEnded() }
    gtk_widget_add_controller(widget.pointer, drag)
    KeyPresses.connect(to: widget.pointer) { [weak self] key, _ in self?.keyPressed(key) ?? .unhandled }
  }

  func dragBegan(y: Double) {
    dragStart = y
    dragged(y: y)
  }

  func dragged(y: Double) {
    guard let entry = layout?.entry(atY: y) else { return }
    dragY = y
    gtk_label_set_text(bubble.opaque, entries[entry].title)
    ChildVisibility.set(true, of: bubble)
    onJump(entry)
  }

  func dragEnded() {
    dragY = nil
    ChildVisibility.set(false, of: bubble)
    gtk_widget_queue_draw(parent)
  }

  func keyPressed(_ key: UInt32) -> EventResult {
    guard !entries.isEmpty else { return .unhandled }
    let last = entries.count - 1
    let now = current ?? 0
    switch Int32(key) {
    case GDK_KEY_Up, GDK_KEY_KP_Up: onJump(max(now - 1, 0))
    case GDK_KEY_Down, GDK_KEY_KP_Down: onJump(min(now + 1, last))
    case GDK_KEY_Page_Up, GDK_KEY_KP_Page_Up: onJump(max(now - 10, 0))
    case GDK_KEY_Page_Down, GDK_KEY_KP_Page_Down: onJump(min(now + 10, last))
    case GDK_KEY_Home, GDK_KEY_KP_Home: onJump(0)
    case GDK_KEY_End, GDK_KEY_KP_End: onJump(last)
    case GDK_KEY_Return, GDK_KEY_KP_Enter, GDK_KEY_space: onEnter()
    default: return .unhandled
    }
    return .handled
  }

  private func allocateBubble(listWidth: Int, height: Int, isRightToLeft: Bool) {
    guard let dragY else { return }
    var natural = GtkRequisition()
    gtk_widget_get_preferred_size(bubble, nil, &natural)
    let bubbleWidth = min(Int(natural.width), listWidth - width - 2 * Self.bubbleDistance)
    guard bubbleWidth > 0 else { return }
    let x =
      isRightToLeft
      ? width + Self.bubbleDistance : listWidth - width - Self.bubbleDistance - bubbleWidth
    let y = min(max(dragY - Double(natural.height) / 2, 0), max(Double(height) - Double(natural.height), 0))
    var point = graphene_point_t(x: Float(x), y: Float(y.rounded()))
    gtk_widget_allocate(
      bubble, Int32(bubbleWidth), natural.height, -1, gsk_transform_translate(nil, &point))
  }
}
