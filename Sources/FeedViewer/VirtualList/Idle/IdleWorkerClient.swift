import LayoutCore
import PangoText

/// What the idle worker needs of the list that it works for.
protocol IdleWorkerClient: AnyObject {
  /// Where rows are.
  var geometry: RowGeometry { get }
  /// What rows are measured under; nil until the list has a width.
  var conditions: MeasurementContext? { get }
  /// The viewport's top in the content, in device pixels.
  var contentOffset: Int { get }
  /// The viewport's height in device pixels.
  var pageHeight: Int { get }
  /// The adjustment's value in device pixels, which no change of heights alters; nil without an adjustment.
  var scrollValue: Double? { get }
  var firstVisibleElement: ListElement? { get }
  var lastVisibleElement: ListElement? { get }
  /// Whether the pointer holds the scroll bar's thumb: it maps the pointer to a fraction of the range, which must not
  /// change then.
  var isThumbHeld: Bool { get }
  /// Whether heights that are measured ahead are kept.
  var keepsHeights: Bool { get }
  /// What worker threads prepare texts in, and its number.
  var textEnvironment: TextEnvironment { get }
  var textGeneration: UInt32 { get }

  /// Which item an element shows; nil without a data source.
  func identity(of element: ListElement) -> ItemIdentity?
  /// Begins to read the picture file that an element shows; nil if it shows none.
  func preloadPicture(of element: ListElement, _ identity: ItemIdentity) -> ImageLoader.FileUse?
  /// What draws an element, its texts shaped.
  func preparedPainter(
    of element: ListElement, _ identity: ItemIdentity, _ conditions: MeasurementContext
  ) -> RowPainter

  /// Measures an element outside the viewport; nothing moves on screen.
  func measureAhead(_ element: ListElement)
  /// What workers need to prepare an element; nil if it is measured without.
  func preparationRequest(for element: ListElement) -> RowPreparation.Request?
  /// Measures a row that workers have prepared.
  ///
  /// - Parameter compiled: nil if arithmetic can't tell the row.
  /// - Returns: Whether it is still the row that it was when it was asked for.
  func measureAhead(_ request: RowPreparation.Request, compiled: CompiledLayout?) -> Bool
  /// Updates the scroll bar with the heights that were measured ahead.
  func commitMeasuredAhead()

  /// Rows have entered or left a range.
  func rangesChanged(_ action: RangeController.Action)
  /// The system is short of memory.
  func handleMemoryPressure()
}
