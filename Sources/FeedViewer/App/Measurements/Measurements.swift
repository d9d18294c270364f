import CGtk
import Glibc

/// What benchmarks measure in the window, as environment variables say.
final class Measurements {
  /// Measure what a reader does to all entries, print it, and exit.
  static let measuresReader = getenv("FEED_VIEWER_MEASURE_READER") != nil
  /// Measure a large file while it is read, print it, and exit.
  private static let measuresReading = getenv("FEED_VIEWER_MEASURE_READING") != nil
  /// Jump to the end of a large file before it is read, print how long that took, and exit.
  private static let measuresEnd = getenv("FEED_VIEWER_MEASURE_END") != nil
  /// Measure flings through a large file, print them, and exit.
  private static let measuresFling = getenv("FEED_VIEWER_MEASURE_FLING") != nil
  /// Show this many rows of a large file.
  private static let touredRows = getenv("FEED_VIEWER_TOUR").flatMap { Int(String(cString: $0)) }
  /// Search a large file for this text, and print how long that took.
  private static let searchedText = getenv("FEED_VIEWER_SEARCH").map { String(cString: $0) }
  /// Show a large file in this order, and print how long that took.
  private static let shownOrder = getenv("FEED_VIEWER_ORDER").flatMap {
    Arrangement.Order(rawValue: String(cString: $0))
  }
  /// Turn to the next article this many times, and exit.
  private static let turnCount = getenv("FEED_VIEWER_TURNS").flatMap { Int(String(cString: $0)) }
  /// Show each article, one after another, and exit.
  private static let showsArticles = getenv("FEED_VIEWER_ARTICLES") != nil
  /// Whether anything is measured.
  static let areWanted =
    measuresReader || measuresReading || measuresEnd || measuresFling || touredRows != nil
    || searchedText != nil || shownOrder != nil || turnCount != nil || showsArticles

  private var reader: ReaderMeasurement?
  private var reading: ReadingMeasurement?
  private var tour: RowTour?
  private var archive: ArchiveMeasurement?
  private var fling: FlingMeasurement?
  private var turns: ArticleTurns?

  /// Measures a window that was just presented.
  ///
  /// - Parameter close: Closes it.
  init(of window: ViewerWindow, close: @escaping () -> Void) {
    if Self.measuresReader { reader = ReaderMeasurement(window: window, finished: close) }
    if let count = Self.turnCount {
      turns = ArticleTurns(window: window, .hasty(count: count), finished: close)
    } else if Self.showsArticles {
      turns = ArticleTurns(window: window, .patient, finished: close)
    }
    guard let clock = gtk_widget_get_frame_clock(window.pointer.cast()) else { return }
    if Self.measuresReading || Self.measuresEnd {
      reading = ReadingMeasurement(
        window: window, clock: clock, endsAfterJump: Self.measuresEnd, finished: close)
    }
    if let text = Self.searchedText { archive = .search(text, in: window, clock: clock) }
    if let order = Self.shownOrder { archive = .order(order, in: window, clock: clock) }
    if let count = Self.touredRows { tour = RowTour(window: window, clock: clock, rowCount: count) }
    if Self.measuresFling { fling = FlingMeasurement(window: window, clock: clock, finished: close) }
  }
}
