/// What a list did since it was made (or since its statistics were reset), for the curious and for tests.
public nonisolated struct ListStatistics: Sendable, Equatable {
  /// Rows in the list.
  public var rowCount = 0
  /// Rows whose height is known at the present width.
  public var measuredRowCount = 0
  /// Heights in the cache of the present mode.
  public var cachedHeightCount = 0
  /// Times that a height was computed.
  public var measurements = 0
  /// Times that a height was found in a cache.
  public var hits = 0
  /// Heights that were computed ahead of time, when the main loop was idle.
  public var precached = 0
  /// Heights of rows on screen that were wrong, and were corrected: none, if arithmetic is right.
  public var correctedHeights = 0
  /// Row and header widgets that exist.
  public var liveRowWidgets = 0
  /// Queries of the height function, answered in whatever way.
  public var heightQueries = 0
  /// Time spent in the height function.
  public var timeInHeightFunction = Duration.zero
  /// Texts that were measured by arithmetic.
  public var textsByArithmetic = 0
  /// Texts that were measured by a PangoLayout.
  public var textsByPango = 0

  /// Creates statistics in which everything is 0.
  package init() {}
}
