import CGtk
import GtkInterop
import LayoutCore
import PangoText

/// GTK's requests to the list's widget: size, allocation, drawing.
extension ListView {
  /// The greatest height that the list requests: GtkScrolledWindow then needs a scroll bar in any case.
  private static let maximumRequest = 32_000
  /// The height by which row widgets are counted in a list without rows, in logical pixels.
  private static let defaultMinimumRowHeight = 44.0

  var text: TextSystem { environment.text }

  func measure(_ orientation: GtkOrientation) -> (minimum: Int, natural: Int) {
    if orientation == GTK_ORIENTATION_HORIZONTAL { return (200, 400) }
    // With a smaller height, GtkScrolledWindow lays the list out at two widths to decide whether it needs a scroll bar.
    let height = wantedHeight
    layoutCycle.requestedHeight = height
    return (height, height)
  }

  func allocate(width: Int, height: Int) {
    defer { edits.layoutEnded() }
    guard width > 0, height > 0 else { return }
    layoutCycle.allocating {
      layOut(width: width, height: height)
      requestHeightIfChanged()
      // Assistive tools follow the order of the widgets, which is restored when the list is at rest; so is the origin.
      layoutCycle.atRest { [weak self] in
        self?.pool.sortWidgets()
        self?.pool.removeSurplus()
        self?.centerOriginAtRest()
        self?.rowPartsOwner?.listIsAtRest()
      }
      layoutCycle.prepareRowWidgets(pageHeight: pageHeight) { [weak self] in self?.prepareRowWidgets() }
      moveFocusToCursorLater()
      rowPartsOwner?.listWasLaidOut()
      // After the first frame with rows.
      if geometry.elementCount > 0 { layoutCycle.checkPango { [weak self] in self?.checkPango() ?? true } }
    }
  }

  /// - Returns: Whether the check is complete.
  private func checkPango() -> Bool {
    let generation = text.generation
    let isDone = text.checkPango()
    if text.generation != generation { environmentChanged() }
    return isDone
  }

  /// Makes the widgets that the viewport may need. A widget made inside an allocation would queue another allocation.
  func prepareRowWidgets() {
    // Until queued edits are applied, the data source may have other rows than the list; they prepare widgets then.
    guard edits.isEmpty else { return }
    var height = Double(pageHeight) / scrollState.origin.scale
    if height == 0, let root = gtk_widget_get_root(widget.pointer) {
      var defaultWidth: Int32 = 0
      var defaultHeight: Int32 = 0
      gtk_window_get_default_size(root.cast(), &defaultWidth, &defaultHeight)
      height = Double(defaultHeight)
    }
    let keptByFocus = isFocusInRows ? Self.maximumKeptByFocus : 0
    pool.prepare(
      Int(height / typicalMinimumRowHeight) + 2 + keptByFocus,
      of: RowView.Variant(.row, firstTemplate?.accessibleRole))
    if heights.sections.contains(where: \.hasHeader) { pool.prepare(2, of: RowView.Variant(.header)) }
    if heights.sections.contains(where: \.hasFooter) { pool.prepare(2, of: RowView.Variant(.footer)) }
  }

  /// The typical minimum height of a row in logical pixels, from the template of the first row.
  private var typicalMinimumRowHeight: Double {
    firstTemplate.map { max($0.typicalMinimumHeight, 1) } ?? Self.defaultMinimumRowHeight
  }

  /// The template of the first row; nil without rows, and if the list is reloaded before its templates are registered.
  private var firstTemplate: (any RowTemplate)? {
    guard let dataSource, let section = rowCounts.firstIndex(where: { $0 > 0 }) else { return nil }
    let first = ListElement.row(RowIndexPath(section: section, row: 0))
    return templates.find(dataSource.listView(self, identityOf: first).template)
  }

  func snapshot(_ snapshot: OpaquePointer) {
    if editMotion.animation != nil {
      snapshotEdits(on: snapshot)
    } else {
      snapshotRows(on: snapshot)
    }
    snapshotBand(on: snapshot)
    sectionIndex.view?.snapshot(in: widget.pointer, on: snapshot)
  }

  private func snapshotRows(on snapshot: OpaquePointer) {
    let sticky = scrollState.stickyHeader.map { ListElement.header($0.section) }
    // Rows in the order of the list: where two rows share a pixel, the lower one is drawn over the upper one.
    for element in pool.boundElements.sorted() {
      guard element != sticky, let view = pool.view(of: element), isInViewport(view) else { continue }
      rowSwipes.snapshot(view.widget.pointer, of: element, on: snapshot)
    }
    if let sticky, let view = pool.view(of: sticky) {
      gtk_widget_snapshot_child(widget.pointer, view.widget.pointer, snapshot)
    }
  }

  func environmentChanged() {
    environment.invalidate()
    onStyleChange()
    if !layoutCycle.isAllocating, !scrollState.port.isConfiguring { gtk_widget_queue_resize(widget.pointer) }
  }

  func dispose() {
    idle.stop()
    focus.stop()
    edits.stop()
    editMotion.stop()
    scrollState.motion.end()
    layoutCycle.stop()
    rowSwipes.end()
    pool.unparentAll()
    sectionIndex.hide()
  }

  private var wantedHeight: Int {
    guard conditions != nil else {
      // Before the first layout only a lower bound of the height is known, which suffices for GtkScrolledWindow to see
      // that a long list needs a scroll bar. Rows are at least half as high as their typical minimum.
      let rows = min(rowCounts.reduce(0, +), Self.maximumRequest)
      return min(rows * Int(typicalMinimumRowHeight / 2), Self.maximumRequest)
    }
    return min(
      Int((Double(geometry.totalHeight) / scrollState.origin.scale).rounded(.up)), Self.maximumRequest)
  }

  func requestHeightIfChanged() {
    if wantedHeight != layoutCycle.requestedHeight { layoutCycle.requestLayout(of: widget.pointer) }
  }
}
