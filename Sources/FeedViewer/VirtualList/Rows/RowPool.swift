import CGtk
import GtkInterop
import LayoutCore

/// The pool of row widgets: about as many as fit on screen, made on demand and recycled.
final class RowPool {
  /// The free widgets that are kept for a viewport with more rows than any before, of each variant.
  private static let spareCount = 3

  private let parent: WidgetPointer
  private var bound: [ListElement: RowView] = [:]
  private var free: [RowView.Variant: [RowView]] = [:]
  /// The most widgets of each variant that were bound at once.
  private var mostBound: [RowView.Variant: Int] = [:]
  /// The most widgets of each variant that were prepared.
  private var prepared: [RowView.Variant: Int] = [:]
  /// One widget of each kind that is never bound: its CSS box does not depend on focus or selection.
  private let unboundViews: [RowView]
  /// The CSS boxes of rows, headers and footers.
  private(set) var boxes = ElementBoxes()
  /// Called when a CSS box has changed.
  var onBoxChange: () -> Void = {}
  /// Called when a row's widget has received the keyboard focus.
  var onFocus: (RowView) -> Void = { _ in }
  /// The colours behind the texts of rows.
  var textHighlights: ((RowIndexPath) -> [TextHighlight])?
  /// Whether GTK reports the pointer to the rows' widgets, and not to the list alone.
  var areTargets = true {
    didSet {
      guard areTargets != oldValue else { return }
      for view in bound.values { setTarget(view) }
      for view in free.values.joined() { setTarget(view) }
    }
  }
  /// Called when a widget has been made.
  var onMake: (RowView) -> Void = { _ in }

  init(parent: WidgetPointer) {
    self.parent = parent
    unboundViews = ListElement.Kind.allCases.map { RowView(RowView.Variant($0), parent: parent) }
    for view in unboundViews { view.onStyleChange = { [weak self] in self?.readBoxes() } }
  }

  private func readBoxes() {
    let before = boxes
    for view in unboundViews { boxes[view.kind] = CSSBoxInsets(of: view.widget.pointer) }
    if boxes != before { onBoxChange() }
  }

  /// The number of widgets of rows, headers and footers, bound or free.
  var count: Int { bound.count + free.values.reduce(0) { $0 + $1.count } }

  var boundElements: Dictionary<ListElement, RowView>.Keys { bound.keys }

  func view(of element: ListElement) -> RowView? { bound[element] }

  func element(of view: RowView) -> ListElement? { bound.first { $0.value === view }?.key }

  /// The widget of an element: the one that it has, or a free one, which the caller binds.
  ///
  /// A row that returns gets its former widget, if that was not reused: assistive tools identify rows by their widgets.
  func take(_ element: ListElement, _ identity: ItemIdentity, role: AccessibleRole) -> RowView {
    let variant = RowView.Variant(element.kind, role)
    if let view = bound[element] {
      if view.variant == variant { return view }
      recycle(view)
    }
    let view = Self.take(identity.key, from: &free[variant, default: []]) ?? make(variant)
    bound[element] = view
    mostBound[variant] = max(mostBound[variant, default: 0], boundCount(of: variant))
    return view
  }

  private func boundCount(of variant: RowView.Variant) -> Int {
    bound.values.count { $0.variant == variant }
  }

  /// The free widget that showed the item last, or else the one that was freed first.
  private static func take(_ key: ItemKey, from free: inout [RowView]) -> RowView? {
    guard !free.isEmpty else { return nil }
    return free.remove(at: free.lastIndex { $0.lastKey == key } ?? 0)
  }

  private func make(_ variant: RowView.Variant) -> RowView {
    let view = RowView(variant, parent: parent)
    view.onFocus = { [weak self, weak view] in
      if let view { self?.onFocus(view) }
    }
    view.highlights = { [weak self] element in
      guard case .row(let row) = element else { return [] }
      return self?.textHighlights?(row) ?? []
    }
    setTarget(view)
    onMake(view)
    return view
  }

  private func setTarget(_ view: RowView) {
    gtk_widget_set_can_target(view.widget.pointer, areTargets ? 1 : 0)
  }

  /// Makes free widgets of a variant until it has `count` widgets in all, bound or free; not again for a count that was
  /// prepared before.
  func prepare(_ count: Int, of variant: RowView.Variant) {
    guard count > prepared[variant, default: 0] else { return }
    prepared[variant] = count
    let existing = boundCount(of: variant) + free[variant, default: []].count
    for _ in 0..<max(count - existing, 0) { free[variant, default: []].append(make(variant)) }
  }

  /// Removes free widgets that no viewport has needed: rows are usually higher than the least height for which widgets are
  /// prepared.
  ///
  /// It queues a resize of the parent, so it must not be called in frames in which the list scrolls.
  func removeSurplus() {
    for (variant, views) in free where mostBound[variant] != nil {
      let kept = max(mostBound[variant, default: 0] + Self.spareCount - boundCount(of: variant), 0)
      guard views.count > kept else { continue }
      for view in views.prefix(views.count - kept) { view.unparent() }
      free[variant] = Array(views.suffix(kept))
    }
  }

  /// Frees every widget whose element does not satisfy `isNeeded`.
  func release(unless isNeeded: (ListElement) -> Bool) {
    for (element, view) in bound where !isNeeded(element) {
      bound[element] = nil
      recycle(view)
    }
  }

  /// Moves widgets with their elements; widgets of deleted elements are freed.
  func move(_ place: (ListElement) -> ListElement?) {
    let before = bound
    bound = [:]
    for (element, view) in before {
      if let new = place(element) {
        bound[new] = view
      } else {
        recycle(view)
      }
    }
  }

  /// Sorts the bound widgets in the order of the list, in which assistive tools read them.
  ///
  /// It queues a resize of the parent, so it must not be called in frames in which the list scrolls.
  func sortWidgets() {
    var previous: WidgetPointer?
    for element in bound.keys.sorted() {
      guard let widget = bound[element]?.widget.pointer else { continue }
      let before = gtk_widget_get_prev_sibling(widget)
      if before != previous { gtk_widget_insert_after(widget, parent, previous) }
      previous = widget
    }
  }

  func unparentAll() {
    for view in bound.values { view.unparent() }
    for view in free.values.joined() { view.unparent() }
    for view in unboundViews where gtk_widget_get_parent(view.widget.pointer) != nil {
      view.unparent()
    }
    bound = [:]
    free = [:]
    prepared = [:]
  }

  private func recycle(_ view: RowView) {
    // The list has the focus until the next focused row has a widget.
    if gtk_widget_is_focus(view.widget.pointer) != 0 { gtk_widget_grab_focus(parent) }
    view.unbind()
    free[view.variant, default: []].append(view)
  }
}
