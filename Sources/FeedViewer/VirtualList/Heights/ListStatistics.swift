/// Counters of a list, since it was created or since they were reset.
public nonisolated struct ListStatistics: Sendable, Equatable {
  /// The number of rows.
  public var rowCount = 0
  /// The number of elements whose height is known at the present width.
  public var measuredRowCount = 0
  /// The number of heights in the cache of the present mode.
  public var cachedHeightCount = 0
  /// How often a height was computed.
  public var measurements = 0
  /// How often a height was found in a cache.
  public var hits = 0
  /// The number of heights that were computed ahead of time, when the main loop was idle.
  public var precached = 0
  /// The number of wrong heights of rows on screen that were corrected; 0 if the arithmetic is right.
  public var correctedHeights = 0
  /// The number of existing widgets of rows, headers and footers.
  public var liveRowWidgets = 0
  /// The number of calls of the height function.
  public var heightQueries = 0
  /// The time spent in the height function.
  public var timeInHeightFunction = Duration.zero
  /// The number of texts measured by arithmetic.
  public var textsByArithmetic = 0
  /// The number of texts measured by a PangoLayout.
  public var textsByPango = 0

  /// Creates statistics in which everything is 0.
  package init() {}
}
