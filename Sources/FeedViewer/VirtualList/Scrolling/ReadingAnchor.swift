import LayoutCore

/// The place in a row's texts that is the first to be seen, below a header that sticks.
struct ReadingAnchor {
  var element: ListElement
  /// nil where the row has no text at that height; it then keeps its place by pixels.
  var position: ReadingPosition?
  /// From the row's top, in logical pixels.
  var y: Double
  /// From the viewport's top, in logical pixels.
  var inset: Double
  /// The adjustment's value of the last layout that kept the place: as long as it is unchanged, the user has not scrolled.
  var value: Double
}
