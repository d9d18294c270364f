import CGtk
import FeedViewerBase
import GtkInterop
import LayoutCore

/// Row widgets: bound to the items in the viewport, placed, and compared with the measured heights.
extension ListView {
  /// Corrects the heights of rows whose drawn layouts have another height. The row at the viewport's top stays in place.
  ///
  /// - Returns: Whether there were any.
  func correctHeights() -> Bool {
    guard let rows else { return false }
    var wrong: [(element: ListElement, view: RowView)] = []
    for element in pool.boundElements {
      guard let view = pool.view(of: element), view.needsHeightCheck, let painter = view.painter else {
        continue
      }
      view.needsHeightCheck = false
      if !painter.isAsHighAsMeasured, let identity = view.binding?.identity,
        !heights.isMeasuredAsDrawn(identity)
      {
        wrong.append((element, view))
      }
    }
    for (element, view) in wrong {
      guard let identity = view.binding?.identity else { continue }
      let resolution = heights.resolve(element, identity, .asDrawn, from: rows)
      scrollState.heightChanged(by: resolution.change, of: element)
      idle.forgetPainter(of: element)
    }
    let elements = Set(wrong.map(\.element))
    pool.release { !elements.contains($0) }
    return !wrong.isEmpty
  }

  /// Binds and places the widgets of the rows in the viewport, and recycles all others.
  ///
  /// - Parameter others: Elements that keep their widgets outside the viewport, too.
  func place(_ others: [ListElement]) {
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
    let stickyHeader = scrollState.placedStickyHeader(in: geometry)
    scrollState.stickyHeader = stickyHeader
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
      let view = pool.take(element, identity, role: accessibleRole(of: element, identity))
      let binding = RowView.Binding(
        element: element, identity: identity, conditions: conditions,
        rowCount: element.isRow ? geometry.rowCount(inSection: element.section) : 0)
      // Accessible names are made only if they may have changed: most rows of a frame were in the frame before.
      if !isBound(element, identity, conditions) || view.painter == nil {
        // What the widget shows may be all that is left of it, where a data source reads contents from files.
        let content = view.binding?.identity == identity ? view.content : nil
        let painter =
          idle.painter(of: element, identity, conditions)
          ?? makePainter(
            of: element, content: content ?? dataSource.listView(self, contentOf: element),
            identity: identity, under: conditions)
        view.bind(binding, accessibleName: accessibleName(of: binding, painter.content), painter: painter)
        updateAccessibleActions(of: view)
      } else if view.binding != binding, let content = view.content {
        view.rebind(binding, accessibleName: accessibleName(of: binding, content))
      }
      if case .row(let row) = element {
        view.setSelected(focus.selection.rows.contains(row))
        // The pointer does not reach the part of a row that the sticky header covers.
        let covered =
          Double((stickyHeader?.bottom ?? 0) - y) / scrollState.origin.scale
          - Double(conditions.boxes[.row].top)
        view.isReachable = { $0 >= covered }
      }
      let height = geometry.height(of: element).value
      view.allocate(
        y: Double(y) / scrollState.origin.scale, width: conditions.width,
        height: Int((Double(height) / scrollState.origin.scale).rounded(.up)))
    }
  }

  /// A painter of the row's measured layout.
  func makePainter(
    of element: ListElement, content: any Sendable, identity: ItemIdentity,
    under conditions: MeasurementContext
  ) -> RowPainter {
    RowPainter(
      content: content,
      layout: heights.layout(of: element, content, identity),
      template: templates[identity.template], environment: conditions.environment,
      box: conditions.boxes[element.kind], text: text, images: images)
  }

  /// "TITLE, AUTHOR, DATE, n of N": GTK 4.8 does not pass positions on to assistive tools otherwise.
  private func accessibleName(of binding: RowView.Binding, _ content: any Sendable) -> String {
    let name = templates[binding.identity.template].accessibleName(ofAny: content)
    guard interaction == .rows, case .row(let row) = binding.element else { return name }
    return localized("\(name), \(row.row + 1) of \(binding.rowCount)")
  }
}
