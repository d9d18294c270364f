import CGtk
import GtkInterop
import LayoutCore

/// The layout phase: measure what comes into view, keep the picture still, place the row widgets.
extension ListView {
  /// The viewport's top in the content, in device pixels.
  public var contentOffset: Int {
    guard let adjustment = verticalAdjustment else { return 0 }
    return origin.contentOffset(atValue: gtk_adjustment_get_value(adjustment))
  }

  func layOut(width: Int, height: Int) {
    let environment = currentEnvironment()
    let found = MeasurementContext(
      width: width, sectionIndexWidth: min(currentSectionIndexWidth(), width / 2), boxes: pool.boxes,
      separator: separatorStyle, environment: environment)
    pageHeight = Int((Double(height) * environment.scale).rounded())
    let isNew = conditions != found
    if isNew {
      endEditAnimation()
      preEditSnapshot = nil
      adopt(found)
    }
    guard let adjustment = verticalAdjustment else { return }
    settle(adjustment)
    keepValueZeroInRange(adjustment, isAtRest: wantsCentering)
    wantsCentering = false
    anchor = ScrollAnchor.capture(atOffset: contentOffset, in: geometry)
    placeRows(adjustment)
    placeSectionIndex(width: width, height: height)
    animateEdits()
    // The ends of the content may have moved the viewport: that is not scrolling.
    if isNew { readingAnchor?.value = gtk_adjustment_get_value(adjustment) }
    idle.laidOut()
  }

  /// Places the rows, and once more where the layouts that are drawn contradict heights that were measured.
  private func placeRows(_ adjustment: UnsafeMutablePointer<GtkAdjustment>) {
    while true {
      place(measuredElementsHeldByFocus(adjustment))
      guard correctHeights() else { return }
      settle(adjustment)
      anchor = ScrollAnchor.capture(atOffset: contentOffset, in: geometry)
    }
  }

  /// Corrects the heights of rows whose drawn layouts have other ones. The row at the viewport's top stays.
  ///
  /// - Returns: Whether there were any.
  private func correctHeights() -> Bool {
    guard let conditions else { return false }
    var wrong: [(element: ListElement, view: RowView)] = []
    for element in pool.boundElements {
      guard let view = pool.view(of: element), view.needsHeightCheck, let painter = view.painter else {
        continue
      }
      view.needsHeightCheck = false
      if !painter.isAsHighAsMeasured, let identity = view.binding?.identity, !measurer.isCorrected(identity) {
        wrong.append((element, view))
      }
    }
    for (element, view) in wrong {
      guard let identity = view.binding?.identity, let content = view.content else { continue }
      let height = measurer.correctHeight(
        of: element, identity: identity, content: content, under: conditions)
      let change = geometry.setHeight(.measured(height), of: element)
      if let anchor, element < anchor.element { origin.offset += change }
      idle.forgetPainter(of: element)
    }
    let elements = Set(wrong.map(\.element))
    pool.release { !elements.contains($0) }
    return !wrong.isEmpty
  }

  /// A new width, font, scale or direction: every height is looked up again or estimated.
  private func adopt(_ new: MeasurementContext) {
    let isFirst = conditions == nil
    let oldScale = conditions?.environment.scale ?? new.environment.scale
    if let old = conditions, old.environment.generation != new.environment.generation {
      measurer.invalidateAll()
    } else if let old = conditions,
      old.boxes != new.boxes || old.separator != new.separator
    {
      measurer.invalidateHeights()
    }
    let reading = isFirst || pendingPin != nil ? nil : currentReading()
    let pin = pendingPin ?? anchor
    conditions = new
    rebuildGeometry()
    if isFirst {
      centerOrigin()
      jumpBeforeFirstLayout()
    }
    guard !isFirst, let pin else {
      // Reloaded since the last layout: the list begins at its top, as it did, but in other pixels.
      if !isFirst { centerOrigin() }
      return
    }
    if oldScale != new.environment.scale { origin.scale = new.environment.scale }
    let inside = Int((Double(pin.offsetInside) * new.environment.scale / oldScale).rounded())
    keep(
      reading.flatMap(anchor(at:)) ?? ScrollAnchor(element: pin.element, offsetInside: inside))
    readingAnchor = reading
  }

  /// Builds the geometry from the data source: known heights, else estimates.
  func rebuildGeometry() {
    guard let dataSource else {
      geometry = RowGeometry()
      return
    }
    guard let conditions else {
      // Not yet allocated: nothing can be known, and nothing is shown.
      geometry.rebuild(sections: sectionShapes) { _ in .estimated(0) }
      return
    }
    let estimator = makeEstimator(conditions)
    let prepared = measurer.preparedHeights(rowCounts: rowCounts, under: conditions)
    let nothingIsKnown = measurer.cachedHeightCount == 0
    var next = 0
    geometry.rebuild(sections: sectionShapes) { element in
      if case .row = element {
        defer { next += 1 }
        if prepared[next] >= 0 { return .measured(Int(prepared[next])) }
        if nothingIsKnown {
          return .estimated(
            estimator.height(of: element, dataSource.listView(self, estimateOf: element)))
        }
      }
      return self.initialHeight(of: element, from: dataSource, estimator: estimator, under: conditions)
    }
    idle.heightsChanged()
  }

  func makeEstimator(_ conditions: MeasurementContext) -> RowEstimator {
    RowEstimator(
      templates: templates, text: text, conditions: conditions, defaultHeight: estimatedRowHeight)
  }

  func initialHeight(
    of element: ListElement, from dataSource: any ListDataSource, estimator: RowEstimator,
    under conditions: MeasurementContext
  ) -> RowHeight {
    let identity = dataSource.listView(self, identityOf: element)
    if let known = measurer.knownHeight(of: element, identity: identity, under: conditions) {
      return .measured(known)
    }
    // Headers and footers are few and cheap; estimated, they would be all that keeps the scroll bar from being exact.
    if !element.isRow, measurer.compiledRows.count > 0, rowCounts.count <= Self.maximumHeadersAtOnce {
      return .measured(
        measurer.height(
          of: element, identity: identity, content: { dataSource.listView(self, contentOf: element) },
          under: conditions))
    }
    return .estimated(
      estimator.height(of: element, dataSource.listView(self, estimateOf: element)))
  }

  /// A new list begins at its top, with value 0 in the middle of its range.
  func centerOrigin() {
    guard let conditions, let adjustment = verticalAdjustment else { return }
    stopMotion()
    origin = .centered(
      contentHeight: geometry.totalHeight, pageHeight: pageHeight, scale: conditions.environment.scale)
    anchor = nil
    readingAnchor = nil
    pendingPin = nil
    configure(adjustment, value: origin.value(atContentOffset: 0))
  }

  /// Moves the origin so that `pin`'s row is where its offset says, at the present value.
  func keep(_ pin: ScrollAnchor) {
    guard let adjustment = verticalAdjustment else { return }
    let top = geometry.offset(of: pin.element) + pin.offsetInside
    origin.offset += top - origin.contentOffset(atValue: gtk_adjustment_get_value(adjustment))
    pendingPin = pin
  }

  /// Measures the rows of the viewport, outward from the pinned one, which stays where it is on screen.
  private func settle(_ adjustment: UnsafeMutablePointer<GtkAdjustment>) {
    guard geometry.elementCount > 0 else {
      pendingPin = nil
      origin.offset = 0
      configure(adjustment, value: 0)
      return
    }
    var pin: ScrollAnchor
    if let end = pinAtEndOfEstimates() {
      pin = end
      keep(pin)
    } else if let near = nearPin() {
      pin = near
    } else {
      pin = pinAtValue()
    }
    pendingPin = nil
    // The ends of the content become known while rows are measured, so a clamp may uncover others.
    while true {
      fill(from: pin)
      let top = contentOffset
      let clamped = min(max(top, 0), max(geometry.totalHeight - pageHeight, 0))
      guard clamped != top else { break }
      configure(adjustment, value: origin.value(atContentOffset: clamped))
      // At the list's end it is that which stays, while rows above it are measured.
      let kept = clamped < top ? geometry.totalHeight - 1 : clamped
      guard let next = geometry.element(atOffset: kept)?.element else { break }
      pin = ScrollAnchor(element: next, offsetInside: clamped - geometry.offset(of: next))
    }
    // The header that sticks stands above the viewport: what it grows by moves nothing on screen.
    if let section = sectionWithStickyHeader() {
      origin.offset += ensureMeasured(.header(section)).change
    }
    configure(adjustment, value: gtk_adjustment_get_value(adjustment))
  }

  /// Who goes to an end of the list goes to that end, wherever it is found to be when its rows are measured: the way was
  /// cut off there.
  private func pinAtEndOfEstimates() -> ScrollAnchor? {
    let last = geometry.totalHeight - pageHeight
    guard pendingPin == nil, last > 0, contentOffset == 0 || contentOffset == last,
      geometry.elements(in: contentOffset..<contentOffset + pageHeight).contains(where: isEstimated)
    else { return nil }
    if contentOffset == last { return pinAtEnd() }
    return ScrollAnchor.capture(atOffset: 0, in: geometry)
  }

  private func isEstimated(_ element: ListElement) -> Bool {
    if case .estimated = geometry.height(of: element) { true } else { false }
  }

  /// The row that keeps its place, and where the present value puts it.
  func pinForThisLayout() -> ScrollAnchor { nearPin() ?? pinAtValue() }

  /// As long as the row is in sight or near that a jump or an edit has pinned, or else the last anchor, content moves
  /// by exactly what was asked.
  private func nearPin() -> ScrollAnchor? {
    guard let pinned = pendingPin ?? anchor else { return nil }
    let inside = contentOffset - geometry.offset(of: pinned.element)
    let isStillSeen = inside > -pageHeight && inside < geometry.height(of: pinned.element).value
    guard isStillSeen || abs(inside - pinned.offsetInside) <= 2 * pageHeight else { return nil }
    return ScrollAnchor(element: pinned.element, offsetInside: inside)
  }

  private func pinAtValue() -> ScrollAnchor {
    let top = contentOffset
    let reachable = min(max(top, 0), max(geometry.totalHeight - 1, 0))
    guard let found = ScrollAnchor.capture(atOffset: reachable, in: geometry) else {
      guard let first = geometry.firstElement else { preconditionFailure("An empty list pins no row.") }
      return ScrollAnchor(element: first, offsetInside: 0)
    }
    return ScrollAnchor(element: found.element, offsetInside: top - geometry.offset(of: found.element))
  }

  /// The last row, header or footer, its bottom at the viewport's.
  ///
  /// - Parameter measures: Whether its height may be measured for it.
  func pinAtEnd(measures: Bool = true) -> ScrollAnchor {
    guard let last = geometry.lastElement else { preconditionFailure("An empty list pins no row.") }
    let height = measures ? measuredHeight(of: last) : geometry.height(of: last).value
    return ScrollAnchor(element: last, offsetInside: height - pageHeight)
  }

  /// Measures from the pinned row down to the viewport's bottom and up to its top.
  private func fill(from pin: ScrollAnchor) {
    let pinHeight = ensureMeasured(pin.element).height
    var bottom = pinHeight - pin.offsetInside
    var element = geometry.element(after: pin.element)
    while bottom < pageHeight, let current = element {
      bottom += ensureMeasured(current).height
      element = geometry.element(after: current)
    }
    var top = -pin.offsetInside
    element = geometry.element(before: pin.element)
    while top > 0, let current = element {
      let measured = ensureMeasured(current)
      // The pinned row moved in the content by as much; the origin follows, so it stays on screen.
      origin.offset += measured.change
      top -= measured.height
      element = geometry.element(before: current)
    }
  }

  /// Measures a row outside the viewport; the picture stays, since the origin follows what changes above it.
  func measureAhead(_ element: ListElement) {
    guard let conditions, let dataSource else { return }
    let height = measurer.height(
      of: element, identity: dataSource.listView(self, identityOf: element),
      content: { dataSource.listView(self, contentOf: element) }, under: conditions, isAhead: true)
    let change = geometry.setHeight(.measured(height), of: element)
    if let anchor, element < anchor.element { origin.offset += change }
  }

  /// What workers need to prepare a row; nil if nothing needs to be prepared to measure it.
  func preparationRequest(for element: ListElement) -> RowPreparation.Request? {
    guard case .row(let row) = element, let conditions, let dataSource, text.canPrepareElsewhere else {
      return nil
    }
    let identity = dataSource.listView(self, identityOf: element)
    guard measurer.needsPreparation(row, identity: identity, under: conditions) else { return nil }
    return RowPreparation.Request(
      row: row, identity: identity, template: templates[identity.template],
      content: dataSource.listView(self, contentOf: element))
  }

  /// Measures a row that workers have prepared, if it is still the one that it was.
  ///
  /// - Parameter compiled: nil if arithmetic can't tell the row.
  /// - Returns: Whether it is.
  func measureAhead(_ request: RowPreparation.Request, compiled: CompiledLayout?) -> Bool {
    let row = request.row
    guard let dataSource, rowCounts.indices.contains(row.section), row.row < rowCounts[row.section],
      dataSource.listView(self, identityOf: .row(row)) == request.identity
    else { return false }
    if let compiled { measurer.keep(compiled, of: request.identity, at: row) }
    measureAhead(.row(row))
    return true
  }

  /// Tells the scroll bar of the heights that were measured ahead.
  func commitMeasuredAhead() {
    guard let adjustment = verticalAdjustment else { return }
    configure(adjustment, value: gtk_adjustment_get_value(adjustment))
    requestHeightIfChanged()
  }

  var firstVisibleElement: ListElement? { anchor?.element }

  var lastVisibleElement: ListElement? {
    let bottom = min(contentOffset + pageHeight, geometry.totalHeight) - 1
    return geometry.element(atOffset: bottom)?.element ?? anchor?.element
  }

  /// The exact height of an element that is about to be on screen, and how much it differs from before.
  private func ensureMeasured(_ element: ListElement) -> (height: Int, change: Int) {
    guard let conditions, let dataSource else { return (0, 0) }
    let identity = dataSource.listView(self, identityOf: element)
    if case .measured(let height) = geometry.height(of: element), isBound(element, identity, conditions) {
      return (height, 0)
    }
    let height = measurer.height(
      of: element, identity: identity,
      content: { dataSource.listView(self, contentOf: element) }, under: conditions)
    if geometry.height(of: element) == .measured(height) { return (height, 0) }
    return (height, geometry.setHeight(.measured(height), of: element))
  }

  private func isBound(
    _ element: ListElement, _ identity: ItemIdentity, _ conditions: MeasurementContext
  ) -> Bool {
    guard let binding = pool.view(of: element)?.binding else { return false }
    return binding.identity == identity && binding.conditions == conditions
  }

  /// Sets the adjustment's bounds from the content, only if something changed.
  func configure(_ adjustment: UnsafeMutablePointer<GtkAdjustment>, value: Double) {
    let page = Double(pageHeight) / origin.scale
    let lower = origin.value(atContentOffset: 0)
    let upper = lower + max(Double(geometry.totalHeight) / origin.scale, page)
    let bounded = min(max(value, lower), upper - page)
    guard
      gtk_adjustment_get_lower(adjustment) != lower || gtk_adjustment_get_upper(adjustment) != upper
        || gtk_adjustment_get_page_size(adjustment) != page
        || gtk_adjustment_get_value(adjustment) != bounded
    else { return }
    let wasAllocating = isAllocating
    if wasAllocating { requestLayoutLater() }
    isAllocating = true
    gtk_adjustment_configure(adjustment, bounded, lower, upper, page * 0.1, page * 0.9, page)
    isAllocating = wasAllocating
  }

  /// Binds and places the widgets of the rows in the viewport; the others are recycled.
  ///
  /// - Parameter others: Elements that have widgets wherever they are.
  private func place(_ others: [ListElement]) {
    guard let conditions, let dataSource else { return }
    let top = contentOffset
    var needed: [(element: ListElement, y: Int)] = []
    if let first = geometry.element(atOffset: top) {
      var element: ListElement? = first.element
      var y = -first.offsetInside
      while let current = element, y < pageHeight {
        let height = geometry.height(of: current).value
        if height > 0 { needed.append((current, y)) }
        y += height
        element = geometry.element(after: current)
      }
    }
    stickyHeader = placedStickyHeader()
    if let stickyHeader {
      needed.removeAll { $0.element == .header(stickyHeader.section) }
      needed.insert((.header(stickyHeader.section), stickyHeader.y), at: 0)
    }
    var elements = Set(needed.map(\.element))
    for element in others where elements.insert(element).inserted {
      needed.append((element, geometry.offset(of: element) - top))
    }
    pool.release { elements.contains($0) }
    for (element, y) in needed {
      let identity = dataSource.listView(self, identityOf: element)
      let view = pool.take(element, identity)
      let binding = RowView.Binding(
        element: element, identity: identity, conditions: conditions,
        rowCount: element.isRow ? geometry.rowCount(inSection: element.section) : 0)
      // A name is made only where it can be another one: most rows of a frame are those of the frame before.
      if !isBound(element, identity, conditions) || view.painter == nil {
        let painter =
          idle.painter(of: element, identity, conditions)
          ?? makePainter(
            of: element, content: dataSource.listView(self, contentOf: element), identity: identity,
            under: conditions)
        view.bind(binding, accessibleName: accessibleName(of: binding, painter.content), painter: painter)
      } else if view.binding != binding, let content = view.content {
        view.rebind(binding, accessibleName: accessibleName(of: binding, content))
      }
      if case .row(let row) = element {
        view.setSelected(selection.rows.contains(row))
        // What the header that sticks covers of a row is not the row's.
        let covered =
          Double((stickyHeader?.bottom ?? 0) - y) / origin.scale - Double(conditions.boxes[.row].top)
        view.isReachable = { $0 >= covered }
      }
      let height = geometry.height(of: element).value
      view.allocate(
        y: Double(y) / origin.scale, width: conditions.width,
        height: Int((Double(height) / origin.scale).rounded(.up)))
    }
  }

  /// What draws a row from the layout that was measured.
  func makePainter(
    of element: ListElement, content: any Sendable, identity: ItemIdentity,
    under conditions: MeasurementContext
  ) -> RowPainter {
    RowPainter(
      content: content,
      layout: measurer.layout(of: element, content: content, identity: identity, under: conditions),
      template: templates[identity.template], environment: conditions.environment,
      box: conditions.boxes[element.kind], text: text, images: images)
  }

  /// "TITLE, AUTHOR, DATE, n of N": GTK 4.8 does not pass positions on to assistive tools otherwise.
  private func accessibleName(of binding: RowView.Binding, _ content: any Sendable) -> String {
    let name = templates[binding.identity.template].accessibleName(ofAny: content)
    guard case .row(let row) = binding.element else { return name }
    return "\(name), \(row.row + 1) of \(binding.rowCount)"
  }
}
