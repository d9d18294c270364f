import LayoutCore

/// The prepared rows near the viewport, by their present index paths.
struct ReadyRows {
  /// A row that is ready to be drawn.
  struct DisplayedRow {
    let identity: ItemIdentity
    let conditions: MeasurementContext
    let painter: RowPainter
  }

  /// A row whose image file is read ahead.
  struct PreloadedRow {
    let identity: ItemIdentity
    let file: ImageLoader.FileUse?
  }

  var displayed: [ListElement: DisplayedRow] = [:]
  var preloaded: [ListElement: PreloadedRow] = [:]
  /// Rows that have left the display range, and stay prepared for one iteration of the loop.
  private var leaving = DeferredExits()

  /// Whether rows that have left the display range are still prepared.
  var hasLeavingRows: Bool { !leaving.isEmpty }

  /// The painter of a row; nil if it is not prepared, or for another item or context.
  func painter(
    of element: ListElement, _ identity: ItemIdentity, _ conditions: MeasurementContext
  ) -> RowPainter? {
    guard let row = displayed[element], row.identity == identity, row.conditions == conditions else {
      return nil
    }
    return row.painter
  }

  /// Call when rows have entered the display range.
  mutating func enteredDisplay(_ elements: [ListElement]) { leaving.entered(elements) }

  /// Call when rows have left the display range. `releaseLeavingRows` frees them, unless they return before.
  mutating func exitedDisplay(_ elements: [ListElement]) { leaving.exited(elements) }

  mutating func releaseLeavingRows() {
    for element in leaving.takeAll() { displayed[element] = nil }
  }

  /// Follows an edit of the list.
  mutating func apply(_ change: ChangeSet) {
    for element in leaving.apply(change) { displayed[element] = nil }
    displayed = Self.moved(displayed, by: change)
    preloaded = Self.moved(preloaded, by: change)
  }

  private static func moved<Value>(
    _ values: [ListElement: Value], by change: ChangeSet
  ) -> [ListElement: Value] {
    var moved: [ListElement: Value] = [:]
    for (element, value) in values {
      if let new = change.newElement(for: element) { moved[new] = value }
    }
    return moved
  }
}
