import CGtk
import GtkInterop

/// Selects text across all labels of an article page.
///
/// Lies below the page and draws the selection.
final class ArticleSelector: CustomWidgetDelegate {
  private static let widgetClass = CustomWidgetClass(
    name: "FeedViewerArticleSelection", cssName: "articleselection", role: GTK_ACCESSIBLE_ROLE_PRESENTATION)
  /// Text must stay readable in its own colour.
  private static let opacity: Float = 0.32
  /// The page, drawn over the selection.
  let widget: WidgetPointer = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
  /// Called with a distance in logical pixels while a selection is dragged beyond the edge.
  var onScroll: (Double) -> Void = { _ in }
  /// Called when the primary button is pressed on text, before anything is selected.
  var onPress: () -> Void = {}
  /// Called to open the context menu at a point of the page, with the link at that point.
  var onMenu: (_ link: String?, _ x: Double, _ y: Double) -> Void = { _, _, _ in }
  private let layer: GObjectReference<WidgetPointer>
  let view: WidgetPointer
  /// The labels in reading order.
  private(set) var labels: [ArticleLabel] = []
  private(set) var selection: ArticleSelection?
  /// Returns the texts before and after the labels, for selecting all text.
  var textsOutsidePage: () -> (before: [ArticleText], behind: [ArticleText]) = { ([], []) }
  let drag: OpaquePointer = gtk_gesture_drag_new()
  /// The start of a possible drag over text, on the page.
  var dragStart: (x: Double, y: Double)?
  /// The position of the pointer in the viewport during a drag.
  var pointer: (x: Double, y: Double)?
  var ticks: TickCallback?

  /// - Parameters:
  ///   - page: The widget that contains the labels.
  ///   - view: The scrolled window around the page.
  init(below page: WidgetPointer, in view: WidgetPointer) {
    self.view = view
    layer = Self.widgetClass.make()
    SingleChildLayout.coverFirstChild(widget)
    layer.use { layer in
      CustomWidgetClass.setDelegate(self, of: layer)
      gtk_widget_set_can_target(layer, 0)
      Accessible.setHidden(true, of: layer)
      gtk_box_append(widget.cast(), layer)
    }
    gtk_box_append(widget.cast(), page)
    // Labels inherit the cursor, except those with a cursor of their own.
    gtk_widget_set_cursor_from_name(page, "text")
    connectClicks()
    connectDrag()
  }

  // MARK: Texts

  /// Forgets the labels of the previous page.
  func reset() {
    labels = []
    textsOutsidePage = { ([], []) }
    clear()
  }

  func add(_ label: ArticleLabel) { labels.append(label) }

  var hasSelection: Bool { selection?.isEmpty == false }

  /// The selected text; nil if nothing is selected.
  var selectedText: String? {
    guard let selection, !selection.isEmpty else { return nil }
    let shown = labels.map(\.text)
    guard selection.isOfAll else { return ArticleText.copy(of: shown, selection) }
    let textsOutsidePage = textsOutsidePage()
    return ArticleText.copy(of: textsOutsidePage.before + shown + textsOutsidePage.behind, selection)
  }

  func clear() {
    selection = nil
    redraw()
  }

  func selectAll() {
    guard !labels.isEmpty else { return }
    set(.all)
    setPrimarySelection()
  }

  func set(_ new: ArticleSelection) {
    selection = new
    redraw()
  }

  /// Only the visible part of the selection is drawn.
  func viewportMoved() {
    if hasSelection { redraw() }
  }

  private func redraw() { layer.use { gtk_widget_queue_draw($0) } }

  /// Sets the primary selection, which the middle mouse button pastes.
  func setPrimarySelection() {
    if let selectedText { gdk_clipboard_set_text(gtk_widget_get_primary_clipboard(widget), selectedText) }
  }

  // MARK: Places

  /// The label nearest to a point of the page, vertically first. O(labels).
  func nearestLabel(x: Double, y: Double) -> (index: Int, bounds: graphene_rect_t)? {
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

  // MARK: Drawing

  func measure(_ orientation: GtkOrientation, forSize: Int) -> (minimum: Int, natural: Int) { (0, 0) }

  func allocate(width: Int, height: Int) {}

  func snapshot(_ snapshot: OpaquePointer) {
    guard let selection, !selection.isEmpty else { return }
    layer.use { layer in
      var color = GdkRGBA(red: 0.2, green: 0.5, blue: 0.9, alpha: 1)
      gtk_style_context_lookup_color(gtk_widget_get_style_context(layer), "theme_selected_bg_color", &color)
      color.alpha = Self.opacity
      let selected = selection.range.lowerBound.text...selection.range.upperBound.text
      var seen = graphene_rect_t()
      guard gtk_widget_compute_bounds(view, layer, &seen) != 0 else { return }
      for index in labels.indices.clamped(to: Range(selected.clamped(to: 0...labels.count))) {
        let label = labels[index]
        guard var bounds = label.bounds(in: layer), graphene_rect_intersection(&bounds, &seen, nil) else {
          continue
        }
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
