import CGtk
import GtkInterop
import LayoutCore
import VirtualList

/// Selects text across the rows of an article, with the pointer and by key.
package final class ArticleSelector: ArticlePart {
  /// The distance from the viewport's edge at which dragging scrolls, in logical pixels, and the speed gained per pixel,
  /// in logical pixels per second.
  private static let scrollZone = 24.0
  private static let acceleration = 20.0
  /// Text must stay readable in its own colour.
  private static let opacity = 0.32

  weak var view: ArticleView?
  private var links: ArticleLinks? { view?.links }
  package private(set) var selection: ArticleSelection?
  /// The horizontal position that the caret keeps while it goes from line to line, in logical pixels of the row.
  var caretX: Double?
  let list: ListView
  private let drag: OpaquePointer = gtk_gesture_drag_new()
  /// Drags the selection out of the window.
  private let dragSource: OpaquePointer = gtk_drag_source_new()
  private var dragStart: Point?
  /// Whether the button was pressed on the selection, which is then dragged out or, without a drag, cleared.
  private var isPressedOnSelection = false
  /// The position of the pointer in the list during a drag.
  private var pointer: Point?
  private var ticks: TickCallback?
  private var pressedLink: ArticleLink?
  private var pressedAnimation: RowIndexPath?

  init(of list: ListView) {
    self.list = list
    connectClicks()
    connectDrag()
    connectTouch()
    gtk_drag_source_set_actions(dragSource, GDK_ACTION_COPY)
    gtk_widget_add_controller(list.widget.pointer, dragSource)
  }

  // MARK: Selection

  package var hasSelection: Bool { selection?.isEmpty == false }

  /// The selected text; nil if nothing is selected.
  package var selectedText: String? {
    guard let selection, !selection.isEmpty, document.count > 0 else { return nil }
    return selection.text(of: document)
  }

  /// The selected text for a clipboard, made when it is pasted: all of a long article is selected at once. Nil if
  /// nothing is selected.
  package var content: LazyContent? {
    guard let selection, !selection.isEmpty, document.count > 0 else { return nil }
    let document = document
    return LazyContent(
      text: { selection.text(of: document) }, html: { ArticleHTML.document(selection, of: document) })
  }

  package func clear() { set(nil) }

  /// Another document is about to be shown: what the pointer has begun does not go on in it.
  func documentChanged() {
    pressedLink = nil
    pressedAnimation = nil
    isPressedOnSelection = false
    dragStart = nil
    pointer = nil
    ticks = nil
    clear()
  }

  package func selectAll() {
    guard document.count > 0 else { return }
    set(.all)
    setPrimarySelection()
  }

  package func set(_ new: ArticleSelection?) {
    caretX = nil
    guard new != selection else { return }
    selection = new
    list.redrawRows()
    view?.accessibility.selectionChanged()
  }

  /// Rows begin and end elsewhere in their texts: the same text stays selected.
  func moved(_ move: (ListTextPosition) -> ListTextPosition) { selection = selection?.moved(move) }

  /// Sets the primary selection, which the middle mouse button pastes.
  package func setPrimarySelection() { content?.setPrimarySelection(of: list.widget.pointer) }

  func highlights(of row: RowIndexPath) -> [TextHighlight] {
    guard let selection, !selection.isEmpty,
      row >= selection.range.lowerBound.row, row <= selection.range.upperBound.row
    else { return [] }
    var color = GdkRGBA(red: 0.2, green: 0.5, blue: 0.9, alpha: 1)
    gtk_style_context_lookup_color(
      gtk_widget_get_style_context(list.widget.pointer), "theme_selected_bg_color", &color)
    let highlight = FilledBox.Color(
      red: Double(color.red), green: Double(color.green), blue: Double(color.blue), opacity: Self.opacity)
    return document.row(at: row.row).texts.enumerated().compactMap { number, text in
      selection.part(of: row, text: number, length: text.string.utf8.count).map {
        TextHighlight(text: number, bytes: $0, color: highlight)
      }
    }
  }

  // MARK: Clicks

  private func connectClicks() {
    let click = gtk_gesture_click_new()!
    Signal.connect(click, "pressed") { [weak self] arguments in
      let modifiers = gtk_event_controller_get_current_event_state(click).rawValue
      self?.pressed(
        count: arguments.int(0), at: Point(x: arguments.double(1), y: arguments.double(2)),
        extends: modifiers & GDK_SHIFT_MASK.rawValue != 0)
      return .unhandled
    }
    Signal.connect(click, "released") { [weak self] arguments in
      self?.released(at: Point(x: arguments.double(1), y: arguments.double(2)))
      return .unhandled
    }
    gtk_widget_add_controller(list.widget.pointer, click)
    let secondary = gtk_gesture_click_new()!
    gtk_gesture_single_set_button(secondary.opaque, guint(GDK_BUTTON_SECONDARY))
    Signal.connect(secondary, "pressed") { [weak self] arguments in
      guard let self else { return .unhandled }
      gtk_gesture_set_state(secondary, GTK_EVENT_SEQUENCE_CLAIMED)
      let point = Point(x: arguments.double(1), y: arguments.double(2))
      self.view?.owner?.popUpMenu(of: self.links?.link(at: point), at: point)
      return .unhandled
    }
    gtk_widget_add_controller(list.widget.pointer, secondary)
  }

  /// A finger that stays selects a word and opens the menu.
  private func connectTouch() {
    let longPress = gtk_gesture_long_press_new()!
    gtk_gesture_single_set_touch_only(longPress, 1)
    Signal.connect(longPress, "pressed") { [weak self] arguments in
      self?.pressedDown(at: Point(x: arguments.double(0), y: arguments.double(1)))
      return .unhandled
    }
    gtk_widget_add_controller(list.widget.pointer, longPress)
  }

  package func pressedDown(at point: Point) {
    pressedAnimation = nil
    let link = links?.link(at: point)
    if link == nil, !isOnSelection(point), hasText(at: point), let word = unit(.word, at: point) {
      set(ArticleSelection(.word, word))
      setPrimarySelection()
    }
    pressedLink = nil
    view?.owner?.popUpMenu(of: link, at: point)
  }

  /// The primary button was pressed for the first, second or third time in a row.
  package func pressed(count: Int, at point: Point, extends: Bool) {
    gtk_widget_grab_focus(list.widget.pointer)
    pressedAnimation = count == 1 ? links?.animation(at: point) : nil
    pressedLink = count == 1 && pressedAnimation == nil ? links?.link(at: point) : nil
    isPressedOnSelection = count == 1 && !extends && isOnSelection(point)
    let content = isPressedOnSelection ? content : nil
    if let content {
      content.makeProvider().use { gtk_drag_source_set_content(dragSource, $0) }
      return
    }
    gtk_drag_source_set_content(dragSource, nil)
    let unit: ArticleSelection.Unit = count == 1 ? .character : count == 2 ? .word : .text
    // The words nearest to a picture are those of another row.
    guard unit == .character || hasText(at: point) else { return }
    guard let place = self.unit(unit, at: point) else { return }
    if extends, count == 1, var selection {
      selection.extend(to: place)
      set(selection)
    } else {
      set(ArticleSelection(unit, place))
    }
    setPrimarySelection()
  }

  package func released(at point: Point) {
    defer {
      pressedLink = nil
      pressedAnimation = nil
    }
    if let row = pressedAnimation, !hasSelection, links?.animation(at: point) == row {
      view?.toggleAnimation(in: row)
      return
    }
    if isPressedOnSelection, pressedLink == nil {
      if let place = unit(.character, at: point) { set(ArticleSelection(.character, place)) }
    } else if !hasSelection, let row = list.row(atY: point.y),
      let disclosure = document.row(at: row.row).disclosure
    {
      view?.toggleDisclosure(disclosure.index)
      return
    }
    guard let pressedLink, !hasSelection || isPressedOnSelection, links?.link(at: point) == pressedLink else {
      return
    }
    view?.owner?.open(pressedLink.address)
  }

  /// Whether the row at a point of the list has any text.
  private func hasText(at point: Point) -> Bool {
    list.row(atY: point.y).map { !document.row(at: $0.row).texts.isEmpty } ?? true
  }

  private func isOnSelection(_ point: Point) -> Bool {
    guard let selection, let (place, isInside) = list.textPosition(at: point), isInside else { return false }
    return selection.contains(place)
  }

  /// The unit of text nearest to a point of the list.
  func unit(_ unit: ArticleSelection.Unit, at point: Point) -> Range<ListTextPosition>? {
    guard let place = list.textPosition(at: point)?.position else { return nil }
    let texts = document.row(at: place.row.row).texts
    guard texts.indices.contains(place.text) else { return place..<place }
    let bytes: Range<Int> =
      switch unit {
      case .character: place.offset..<place.offset
      case .word: WordBoundaries.word(in: texts[place.text].string, around: place.offset)
      case .text: 0..<texts[place.text].string.utf8.count
      }
    func position(_ offset: Int) -> ListTextPosition {
      ListTextPosition(row: place.row, text: place.text, offset: offset)
    }
    return position(bytes.lowerBound)..<position(bytes.upperBound)
  }

  // MARK: Drags

  private func connectDrag() {
    Signal.connect(drag, "drag-begin") { [weak self] arguments in
      guard let self else { return .unhandled }
      // Fingers scroll and swipe. Only they have a sequence; on X11 the device is the pointer that they move.
      if gtk_gesture_single_get_current_sequence(self.drag) != nil {
        gtk_gesture_set_state(self.drag, GTK_EVENT_SEQUENCE_DENIED)
      } else {
        self.dragStart = Point(x: arguments.double(0), y: arguments.double(1))
      }
      return .unhandled
    }
    Signal.connect(drag, "drag-update") { [weak self] arguments in
      self?.dragged(by: Point(x: arguments.double(0), y: arguments.double(1)))
      return .unhandled
    }
    Signal.connect(drag, "drag-end") { [weak self] in self?.endDrag() }
    Signal.connect(drag, "cancel") { [weak self] in self?.endDrag() }
    gtk_widget_add_controller(list.widget.pointer, drag)
  }

  private func dragged(by distance: Point) {
    guard let start = dragStart else { return }
    let point = Point(x: start.x + distance.x, y: start.y + distance.y)
    if pointer == nil {
      guard
        gtk_drag_check_threshold(
          list.widget.pointer, Int32(start.x), Int32(start.y), Int32(point.x), Int32(point.y)) != 0
      else { return }
      // A drag is not a click on a link.
      pressedLink = nil
      pressedAnimation = nil
      if isPressedOnSelection {
        // The drag source goes on with it.
        gtk_gesture_set_state(drag, GTK_EVENT_SEQUENCE_DENIED)
        return
      }
      gtk_gesture_set_state(drag, GTK_EVENT_SEQUENCE_CLAIMED)
      scrollAtEdges()
    }
    pointer = point
    extend(to: point)
  }

  /// Extends the selection to a point of the list.
  package func extend(to point: Point) {
    guard var selection, let place = unit(selection.unit, at: point) else { return }
    selection.extend(to: place)
    set(selection)
  }

  private func endDrag() {
    if pointer != nil { setPrimarySelection() }
    dragStart = nil
    pointer = nil
    ticks = nil
  }

  /// Scrolls while the pointer is near or beyond an edge of the viewport.
  private func scrollAtEdges() {
    var last: Int64?
    ticks = TickCallback(of: list.widget.pointer) { [weak self] time in
      defer { last = time }
      guard let self, let pointer = self.pointer else { return .again }
      let height = Double(gtk_widget_get_height(self.list.widget.pointer))
      let beyond =
        pointer.y < Self.scrollZone
        ? pointer.y - Self.scrollZone : max(0, pointer.y - height + Self.scrollZone)
      guard let last, beyond != 0 else { return .again }
      // A late frame must not make the page jump.
      self.list.scroll(
        byLogicalPixels: beyond * Self.acceleration * min(Double(time - last) / 1_000_000, 0.1))
      self.extend(to: pointer)
      return .again
    }
  }
}
