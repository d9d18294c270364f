import CGtk
import GtkInterop

/// Selects text over all the labels of an article's page, which by themselves know nothing of each other.
///
/// It lies below the page and draws what is selected.
final class ArticleSelector: CustomWidgetDelegate {
  private static let widgetClass = CustomWidgetClass(
    name: "FeedViewerArticleSelection", cssName: "articleselection", role: GTK_ACCESSIBLE_ROLE_PRESENTATION)
  /// Text must be read on it in its own colour.
  private static let opacity: Float = 0.32
  /// How near to an edge of the view the pointer makes it scroll, in logical pixels, and how fast for each of them, in
  /// logical pixels a second.
  private static let scrollZone = 24.0
  private static let acceleration = 20.0

  /// The page on the selection.
  let widget: WidgetPointer = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
  /// Asked to scroll by some logical pixels while text is selected beyond the edge.
  var onScroll: (Double) -> Void = { _ in }
  /// Asked for a menu at a point of the page, with the link that is there.
  var onMenu: (_ link: String?, _ x: Double, _ y: Double) -> Void = { _, _, _ in }
  private let layer: GObjectReference<WidgetPointer>
  private let view: WidgetPointer
  /// The page's labels, in reading order.
  private(set) var labels: [ArticleLabel] = []
  private(set) var selection: ArticleSelection?
  private let drag: OpaquePointer = gtk_gesture_drag_new()
  private var dragStart: (x: Double, y: Double)?
  /// Where the pointer is in the view while it is down.
  private var pointer: (x: Double, y: Double)?
  private var ticks: TickCallback?

  /// - Parameters:
  ///   - page: The widget with the labels.
  ///   - view: The scrolled window in which the page is.
  init(below page: WidgetPointer, in view: WidgetPointer) {
    self.view = view
    layer = Self.widgetClass.make()
    SingleChildLayout.layOnFirst(widget)
    layer.use { layer in
      CustomWidgetClass.setDelegate(self, of: layer)
      gtk_widget_set_can_target(layer, 0)
      Accessible.setHidden(true, of: layer)
      gtk_box_append(widget.cast(), layer)
    }
    gtk_box_append(widget.cast(), page)
    // Inherited by the labels, but not by what has a pointer of its own.
    gtk_widget_set_cursor_from_name(page, "text")
    connectClicks()
    connectDrag()
  }

  // MARK: Texts

  /// Forgets the labels of the page that was shown before.
  func reset() {
    labels = []
    clear()
  }

  func add(_ label: ArticleLabel) { labels.append(label) }

  var hasSelection: Bool { selection?.isEmpty == false }

  /// What is selected; nil if nothing is.
  var selectedText: String? {
    guard let selection, !selection.isEmpty else { return nil }
    return ArticleText.copy(of: labels.map(\.text), selection)
  }

  func clear() {
    selection = nil
    redraw()
  }

  func selectAll() {
    guard let last = labels.indices.last else { return }
    let end = ArticlePosition(text: last, offset: labels[last].text.text.utf8.count)
    set(ArticleSelection(.character, ArticlePosition(text: 0, offset: 0)..<end))
    offerToPaste()
  }

  private func set(_ new: ArticleSelection) {
    selection = new
    redraw()
  }

  private func redraw() { layer.use { gtk_widget_queue_draw($0) } }

  /// The middle button pastes what was selected last.
  private func offerToPaste() {
    if let selectedText { gdk_clipboard_set_text(gtk_widget_get_primary_clipboard(widget), selectedText) }
  }

  // MARK: Places

  /// The label nearest to a point of the page: first by height, then across. O(labels).
  private func nearestLabel(x: Double, y: Double) -> (index: Int, bounds: graphene_rect_t)? {
    func distance(_ value: Double, _ start: Float, _ length: Float) -> Double {
      max(0, Double(start) - value, value - Double(start + length))
    }
    var best: (index: Int, bounds: graphene_rect_t)?
    var least = (Double.infinity, Double.infinity)
    for (index, label) in labels.enumerated() {
      guard let bounds = label.bounds(in: widget) else { continue }
      let away = (
        distance(y, bounds.origin.y, bounds.size.height), distance(x, bounds.origin.x, bounds.size.width)
      )
      if away < least {
        least = away
        best = (index, bounds)
      }
    }
    return best
  }

  /// The unit of text nearest to a point of the page.
  func unit(_ unit: ArticleSelection.Unit, x: Double, y: Double) -> Range<ArticlePosition>? {
    guard let (index, _) = nearestLabel(x: x, y: y), let origin = labels[index].origin(in: widget) else {
      return nil
    }
    let label = labels[index]
    let offset = label.offset(x: x - Double(origin.x), y: y - Double(origin.y))
    let range =
      switch unit {
      case .character: offset..<offset
      case .word: label.word(around: offset)
      case .text: 0..<label.text.text.utf8.count
      }
    return ArticlePosition(
      text: index, offset: range.lowerBound)..<ArticlePosition(
        text: index, offset: range.upperBound)
  }

  // MARK: Pointer

  private func connectClicks() {
    let click = gtk_gesture_click_new()!
    // Before the labels, which answer clicks on their links.
    gtk_event_controller_set_propagation_phase(click, GTK_PHASE_CAPTURE)
    Signal.connect(click, "pressed") { [weak self] arguments in
      guard let self, !self.belongsToAnother(arguments.double(1), arguments.double(2)) else {
        return .unhandled
      }
      let modifiers = gtk_event_controller_get_current_event_state(click).rawValue
      self.pressed(
        count: arguments.int(0), x: arguments.double(1), y: arguments.double(2),
        extends: modifiers & GDK_SHIFT_MASK.rawValue != 0)
      return .unhandled
    }
    gtk_widget_add_controller(widget, click)
    let secondary = gtk_gesture_click_new()!
    gtk_gesture_single_set_button(secondary.opaque, guint(GDK_BUTTON_SECONDARY))
    gtk_event_controller_set_propagation_phase(secondary, GTK_PHASE_CAPTURE)
    Signal.connect(secondary, "pressed") { [weak self] arguments in
      let (x, y) = (arguments.double(1), arguments.double(2))
      guard let self, !self.belongsToAnother(x, y) else { return .unhandled }
      // Labels with links have a menu of their own, which knows nothing of the selection.
      gtk_gesture_set_state(secondary, GTK_EVENT_SEQUENCE_CLAIMED)
      self.onMenu(self.link(x: x, y: y), x, y)
      return .unhandled
    }
    gtk_widget_add_controller(widget, secondary)
  }

  /// The address of the link at a point of the page, where the pointer is.
  private func link(x: Double, y: Double) -> String? {
    guard let (index, bounds) = nearestLabel(x: x, y: y), bounds.contains(x: x, y: y) else { return nil }
    return labels[index].currentLink
  }

  /// The primary button went down for the first, second or third time in a row.
  func pressed(count: Int, x: Double, y: Double, extends: Bool) {
    let unit: ArticleSelection.Unit = count == 1 ? .character : count == 2 ? .word : .text
    guard let place = self.unit(unit, x: x, y: y) else { return }
    if extends, count == 1, var selection {
      selection.extend(to: place)
      set(selection)
    } else {
      set(ArticleSelection(unit, place))
    }
    offerToPaste()
  }

  /// Scroll bars, buttons and links with pictures keep their drags, and fingers scroll.
  private func belongsToAnother(_ x: Double, _ y: Double) -> Bool {
    if let device = gtk_event_controller_get_current_event_device(drag),
      gdk_device_get_source(device) == GDK_SOURCE_TOUCHSCREEN
    {
      return true
    }
    guard let under = gtk_widget_pick(widget, x, y, GTK_PICK_DEFAULT) else { return true }
    for type in [gtk_scrollbar_get_type(), gtk_button_get_type()] {
      if let found = gtk_widget_get_ancestor(under, type), gtk_widget_is_ancestor(found, widget) != 0 {
        return true
      }
    }
    return false
  }

  private func connectDrag() {
    gtk_event_controller_set_propagation_phase(drag, GTK_PHASE_CAPTURE)
    Signal.connect(drag, "drag-begin") { [weak self] arguments in
      guard let self else { return .unhandled }
      if self.belongsToAnother(arguments.double(0), arguments.double(1)) {
        gtk_gesture_set_state(self.drag, GTK_EVENT_SEQUENCE_DENIED)
      } else {
        self.dragStart = (arguments.double(0), arguments.double(1))
      }
      return .unhandled
    }
    Signal.connect(drag, "drag-update") { [weak self] arguments in
      self?.dragged(byX: arguments.double(0), y: arguments.double(1))
      return .unhandled
    }
    Signal.connect(drag, "drag-end") { [weak self] in self?.endDrag() }
    Signal.connect(drag, "cancel") { [weak self] in self?.endDrag() }
    gtk_widget_add_controller(widget, drag)
  }

  private func dragged(byX distanceX: Double, y distanceY: Double) {
    guard let start = dragStart else { return }
    if pointer == nil {
      guard
        gtk_drag_check_threshold(
          widget, Int32(start.x), Int32(start.y), Int32(start.x + distanceX), Int32(start.y + distanceY)) != 0
      else { return }
      // From here on it is no click on a link.
      gtk_gesture_set_state(drag, GTK_EVENT_SEQUENCE_CLAIMED)
      scrollAtEdges()
    }
    let point = (x: start.x + distanceX, y: start.y + distanceY)
    var place = (x: 0.0, y: 0.0)
    gtk_widget_translate_coordinates(widget, view, point.x, point.y, &place.x, &place.y)
    pointer = place
    extend(x: point.x, y: point.y)
  }

  /// Selects up to a point of the page.
  func extend(x: Double, y: Double) {
    guard var selection, let place = unit(selection.unit, x: x, y: y) else { return }
    selection.extend(to: place)
    if selection != self.selection { set(selection) }
  }

  private func endDrag() {
    if pointer != nil { offerToPaste() }
    dragStart = nil
    pointer = nil
    ticks = nil
  }

  /// Scrolls as long as the pointer is near the edges of the view, or beyond them.
  private func scrollAtEdges() {
    var last: Int64?
    ticks = TickCallback(of: widget) { [weak self] time in
      defer { last = time }
      guard let self, let pointer = self.pointer else { return .again }
      let height = Double(gtk_widget_get_height(self.view))
      let beyond =
        pointer.y < Self.scrollZone
        ? pointer.y - Self.scrollZone : max(0, pointer.y - height + Self.scrollZone)
      guard let last, beyond != 0 else { return .again }
      // A frame that took long does not make the page leap.
      self.onScroll(beyond * Self.acceleration * min(Double(time - last) / 1_000_000, 0.1))
      var point = (x: 0.0, y: 0.0)
      gtk_widget_translate_coordinates(self.view, self.widget, pointer.x, pointer.y, &point.x, &point.y)
      self.extend(x: point.x, y: point.y)
      return .again
    }
  }

  // MARK: Drawing

  func measure(_ orientation: GtkOrientation, forSize: Int) -> (minimum: Int, natural: Int) { (0, 0) }

  func allocate(width: Int, height: Int) {}

  func snapshot(_ snapshot: OpaquePointer) {
    guard let selection, !selection.isEmpty else { return }
    layer.use { layer in
      var color = GdkRGBA(red: 0.2, green: 0.5, blue: 0.9, alpha: 1)
      gtk_style_context_lookup_color(gtk_widget_get_style_context(layer), "theme_selected_bg_color", &color)
      color.alpha = Self.opacity
      for index in selection.range.lowerBound.text...selection.range.upperBound.text
      where labels.indices.contains(index) {
        let label = labels[index]
        guard let part = selection.part(ofText: index, length: label.text.text.utf8.count),
          let origin = label.origin(in: layer)
        else { continue }
        let clip = label.clip(in: widget)
        for var rectangle in label.rectangles(of: part) {
          rectangle.origin.x += origin.x
          rectangle.origin.y += origin.y
          var visible = rectangle
          if var clip, !graphene_rect_intersection(&rectangle, &clip, &visible) { continue }
          gtk_snapshot_append_color(snapshot, &color, &visible)
        }
      }
    }
  }

  func environmentChanged() { redraw() }
}

extension graphene_rect_t {
  fileprivate func contains(x: Double, y: Double) -> Bool {
    x >= Double(origin.x) && x < Double(origin.x + size.width) && y >= Double(origin.y)
      && y < Double(origin.y + size.height)
  }
}
