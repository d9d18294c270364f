import CGtk
import GtkInterop
import LayoutCore
import PangoText

/// Preparation of the rows near the viewport, and batch fetching.
extension ListView {
  /// How far around the viewport rows are prepared, in screenfuls.
  public var rangeTunings: RangeTuningTable {
    get { idle.tunings }
    set { idle.tunings = newValue }
  }

  /// Whether a fast fling prepares only the rows at which it will come to rest. If false, the default, every row that
  /// comes near the viewport is prepared.
  public var preparesFlingTargetsOnly: Bool {
    get { idle.preparesFlingTargetsOnly }
    set { idle.preparesFlingTargetsOnly = newValue }
  }

  /// The source of more content for when the list's end comes near; not retained.
  public var batchSource: (any BatchFetching)? {
    get { idle.batchFetching.source }
    set { idle.batchFetching.source = newValue }
  }

  /// The rule that decides when the next batch is fetched.
  public var batchStrategy: BatchStrategy {
    get { idle.batchFetching.strategy }
    set { idle.batchFetching.strategy = newValue }
  }

  /// Overrules the batch strategy while the list moves towards its end. It receives the seconds until the end is reached
  /// at the present velocity, and the decision of the strategy, and returns whether to fetch. Nil for none.
  public var batchAdvisor: (@Sendable (_ secondsLeft: Double, _ hint: Bool) -> Bool)? {
    get { idle.batchFetching.advisor }
    set { idle.batchFetching.advisor = newValue }
  }

  /// The observer of rows that enter and leave the ranges around the viewport; not retained. A new observer is called at
  /// once for the rows that are in the ranges.
  public var rangeObserver: (any ListRangeObserver)? {
    get { currentRangeObserver }
    set {
      guard newValue !== currentRangeObserver else { return }
      currentRangeObserver = newValue
      for kind in RangeKind.allCases { rangesChanged(.enter(kind, idle.ranges.elements(in: kind))) }
    }
  }

  /// Call when the batch source has more batches again: one is fetched if the list's end is near.
  public func batchesBecameAvailable() { idle.batchFetching.note(.becameVisible) }

  /// Frees what preparing rows for drawing has left, such as shaped words. Call when the list is at rest after very many rows
  /// were shown.
  public func dropPreparationCaches() { idle.dropCaches() }

  /// Whether the content is being refreshed. Meanwhile no heights are measured in idle time, so that the scroll bar
  /// changes only once.
  public var isRefreshing: Bool {
    get { idle.isRefreshing }
    set { idle.isRefreshing = newValue }
  }

  /// The ranges around the viewport that an element is in.
  public func interfaceState(of element: ListElement) -> InterfaceState {
    idle.ranges.state(of: element, in: geometry)
  }

  /// Frees everything that is kept for rows outside the viewport, and the caches of text measurement; they are filled
  /// again on demand. The list calls this itself when the system warns of low memory.
  public func handleMemoryPressure() {
    idle.handleMemoryPressure()
    heights.forgetPreparedRows()
    text.dropCaches()
  }
}

/// Gives the idle worker what it needs.
extension ListView: IdleWorkerClient {
  var idleState: IdleWorkerState {
    IdleWorkerState(
      conditions: conditions, keepsHeights: cacheMode != HeightCacheMode.none, contentOffset: contentOffset,
      pageHeight: pageHeight, scrollValue: scrollState.valueInPixels,
      firstVisibleElement: scrollState.anchor?.element, isThumbDragged: scrollState.port.isThumbDragged)
  }

  func identity(of element: ListElement) -> ItemIdentity? {
    dataSource?.listView(self, identityOf: element)
  }

  func preloadPicture(of element: ListElement, _ identity: ItemIdentity) -> ImageLoader.FileUse? {
    guard let dataSource else { return nil }
    return templates[identity.template].pictureFile(ofAny: dataSource.listView(self, contentOf: element))
      .map { images.preload(path: $0) }
  }

  func preparedPainter(
    of element: ListElement, _ identity: ItemIdentity, _ conditions: MeasurementContext
  ) -> RowPainter {
    // A row that came on screen unprepared has a painter already.
    if let view = pool.view(of: element), let binding = view.binding, binding.identity == identity,
      binding.conditions == conditions, let painter = view.painter
    {
      return painter
    }
    guard let dataSource else { preconditionFailure("Rows are prepared of a list with a data source.") }
    let painter = makePainter(
      of: element, content: dataSource.listView(self, contentOf: element), identity: identity,
      under: conditions)
    var color = GdkRGBA()
    gtk_style_context_get_color(gtk_widget_get_style_context(widget.pointer), &color)
    painter.drawAhead(color: color)
    return painter
  }

  /// Notifies the observer, if there is one.
  func rangesChanged(_ action: RangeController.Action) {
    if case .exit(.preload, let elements) = action {
      for row in Self.rows(of: elements) { heights.trimPreparedRows(from: row) }
    }
    guard let rangeObserver else { return }
    edits.postponing {
      switch action {
      case .enter(let kind, let elements):
        let rows = Self.rows(of: elements)
        if !rows.isEmpty { rangeObserver.listView(self, didEnter: kind, rows) }
      case .exit(let kind, let elements):
        let rows = Self.rows(of: elements)
        if !rows.isEmpty { rangeObserver.listView(self, didExit: kind, rows) }
      }
    }
  }

  private static func rows(of elements: [ListElement]) -> [RowIndexPath] {
    elements.compactMap { if case .row(let row) = $0 { row } else { nil } }
  }
}
