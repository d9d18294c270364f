import LayoutCore

/// What is prepared of rows near the viewport, by the places that they have now.
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
  /// Rows that left the display range and keep what they have for one turn of the loop.
  private var leaving = DeferredExits()

  /// Whether there are rows whose turn of the loop is not over.
  var hasLeavingRows: Bool { !leaving.isEmpty }

  /// What draws a row, if it is ready and still the one that was prepared.
  func painter(
    of element: ListElement, _ identity: ItemIdentity, _ conditions: MeasurementContext
  ) -> RowPainter? {
    guard let row = displayed[element], row.identity == identity, row.conditions == conditions else {
      return nil
    }
    return row.painter
  }

  /// Rows have entered the display range.
  mutating func enteredDisplay(_ elements: [ListElement]) { leaving.entered(elements) }

  /// Rows have left the display range: `releaseLeavingRows` frees what they have, unless they come back before.
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
