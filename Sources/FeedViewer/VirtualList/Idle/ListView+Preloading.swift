import CGtk
import GtkInterop
import LayoutCore

/// What is done ahead for the rows near the viewport, and when more content is asked for.
extension ListView {
  /// How far around the viewport rows are prepared.
  public var rangeTunings: RangeTuningTable {
    get { preloader.tunings }
    set { preloader.tunings = newValue }
  }

  /// Whether a fast fling prepares only the rows where it will come to rest. Off, as a list begins, every row
  /// that comes near the viewport is prepared.
  public var preparesFlingTargetsOnly: Bool {
    get { preloader.preparesFlingTargetsOnly }
    set { preloader.preparesFlingTargetsOnly = newValue }
  }

  /// Where more content comes from when the list's end comes near; not retained.
  public var batchSource: (any BatchFetching)? {
    get { preloader.batches.source }
    set { preloader.batches.source = newValue }
  }

  /// When the next batch is asked for.
  public var batchStrategy: BatchStrategy {
    get { preloader.batches.strategy }
    set { preloader.batches.strategy = newValue }
  }

  /// Overrules the strategy of screens ahead while the list moves towards its end: it is given the seconds until the end
  /// is reached at the present velocity, and what would be decided without it. Nil for none.
  public var batchAdvisor: (@Sendable (_ secondsLeft: Double, _ hint: Bool) -> Bool)? {
    get { preloader.batches.advisor }
    set { preloader.batches.advisor = newValue }
  }

  /// Who is told which rows enter and leave the ranges around the viewport; not retained. A new one is told of the rows
  /// that are in them.
  public var rangeObserver: (any ListRangeObserver)? {
    get { preloader.rangeObserver }
    set { preloader.rangeObserver = newValue }
  }

  /// The source has batches again: one is asked for if the list's end is near.
  public func batchesBecameAvailable() { preloader.batches.note(.becameVisible) }

  /// Whether the content is being read again: no heights are measured in idle time meanwhile, so that the scroll
  /// bar does not change twice.
  public var isRefreshing: Bool {
    get { precache.isRefreshing }
    set { precache.isRefreshing = newValue }
  }

  /// What is expected of a row at the moment.
  public func interfaceState(of element: ListElement) -> InterfaceState {
    preloader.ranges.state(of: element, in: geometry)
  }

  /// Frees at once whatever is kept for rows outside the viewport, and what texts were made of; it comes back when it
  /// is needed. The system's own warnings arrive here by themselves.
  public func handleMemoryPressure() {
    preloader.handleMemoryPressure()
    measurer.forgetPreparedRows()
    text.dropCaches()
  }
}
