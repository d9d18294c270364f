import LayoutCore

/// The first visible position in the texts of a row, below a sticky header.
struct ReadingAnchor {
  var element: ListElement
  /// nil if the row has no text at that height; its position in pixels is kept instead.
  var position: ReadingPosition?
  /// From the row's top, in logical pixels.
  var y: Double
  /// From the viewport's top, in logical pixels.
  var inset: Double
  /// The adjustment's value in the last layout that restored the position. While it is unchanged, the user has not
  /// scrolled.
  var value: Double

  /// The top of the row.
  var atTop: ReadingAnchor {
    var top = self
    (top.position, top.y) = (nil, 0)
    return top
  }

  /// The same position after an edit; nil if its row was deleted.
  func moved(by change: ChangeSet) -> ReadingAnchor? {
    guard let element = change.newElement(for: element) else { return nil }
    var moved = self
    moved.element = element
    return moved
  }
}
