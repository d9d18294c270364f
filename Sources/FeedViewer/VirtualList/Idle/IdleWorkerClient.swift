import LayoutCore

/// The list for which an idle worker works.
protocol IdleWorkerClient: AnyObject {
  /// The offsets and heights of all rows. They are not part of `idleState`, because changing a height while a copy of the
  /// geometry exists copies all heights.
  var geometry: RowGeometry { get }
  /// The state of the list apart from its rows.
  var idleState: IdleWorkerState { get }

  /// The item of an element; nil without a data source.
  func identity(of element: ListElement) -> ItemIdentity?
  /// Begins to read the picture file of an element; nil if it has none.
  func preloadPicture(of element: ListElement, _ identity: ItemIdentity) -> ImageLoader.FileUse?
  /// A painter of an element whose texts are shaped already.
  func preparedPainter(
    of element: ListElement, _ identity: ItemIdentity, _ conditions: MeasurementContext
  ) -> RowPainter

  /// Measures an element outside the viewport; nothing moves on screen.
  func measureAhead(_ element: ListElement)
  /// What workers need to prepare an element; nil if it is measured without.
  func preparationRequest(for element: ListElement) -> RowPreparation.Request?
  /// Measures a row that workers have prepared.
  ///
  /// - Returns: Whether the row is still the one that was requested, in the same font.
  func measureAhead(_ ready: PrecacheBatches.ReadyRow) -> Bool
  /// Updates the scroll bar with the heights that were measured ahead.
  func commitMeasuredAhead()
  /// The heights of all rows have become known.
  func allWasMeasured()

  /// Rows have entered or left a range.
  func rangesChanged(_ action: RangeController.Action)
}

/// What an idle worker needs to know of a list besides its rows. Making one takes O(1).
struct IdleWorkerState {
  /// The conditions that rows are measured under; nil until the list has a width.
  var conditions: MeasurementContext?
  /// Whether heights that are measured ahead are kept.
  var keepsHeights = true
  /// The viewport's top in the content, in device pixels.
  var contentOffset = 0
  /// The viewport's height in device pixels.
  var pageHeight = 0
  /// The adjustment's value in device pixels, which no change of heights alters; nil without an adjustment.
  var scrollValue: Double?
  /// The first element in the viewport at the last layout; nil before it and without rows.
  var firstVisibleElement: ListElement?
  /// Whether the pointer holds the scroll bar's thumb. The thumb maps the pointer to a fraction of the range, which must
  /// not change meanwhile.
  var isThumbDragged = false

  /// The offsets in the viewport, in device pixels.
  var viewport: Range<Int> { contentOffset..<contentOffset + pageHeight }

  /// The last element in the viewport; nil without rows.
  func lastVisibleElement(in geometry: RowGeometry) -> ListElement? {
    let bottom = min(viewport.upperBound, geometry.totalHeight) - 1
    return geometry.element(atOffset: bottom)?.element ?? firstVisibleElement
  }
}
