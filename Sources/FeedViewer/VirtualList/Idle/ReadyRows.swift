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

  /// What draws a row, if it is ready and still the one that was prepared.
  func painter(
    of element: ListElement, _ identity: ItemIdentity, _ conditions: MeasurementContext
  ) -> RowPainter? {
    guard let row = displayed[element], row.identity == identity, row.conditions == conditions else {
      return nil
    }
    return row.painter
  }

  /// Follows an edit of the list.
  mutating func apply(_ change: ChangeSet) {
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
