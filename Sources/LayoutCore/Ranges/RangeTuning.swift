/// The extent of a range around the viewport, in screenfuls: multiples of the viewport's height.
public struct RangeTuning: Hashable, Sendable {
  /// Screenfuls ahead of the viewport, in the direction of scrolling; not negative.
  public var leading: Double
  /// Screenfuls behind the viewport; not negative.
  public var trailing: Double

  /// Creates an extent.
  ///
  /// - Precondition: Both are not negative.
  public init(leading: Double, trailing: Double) {
    precondition(
      leading >= 0 && trailing >= 0, "A range extends the viewport, so its screenfuls aren't negative.")
    self.leading = leading
    self.trailing = trailing
  }
}

/// A range of rows around the viewport; the most urgent one first.
public enum RangeKind: Int, CaseIterable, Hashable, Sendable {
  /// Rows with at least one device pixel on screen.
  case visible
  /// Rows that will soon be on screen: their text is shaped and their pictures are decoded.
  case display
  /// Rows that may be on screen later: their pictures are read from disk.
  case preload
}

/// The situation of a list, which decides the extents of its ranges.
public enum RangeMode: CaseIterable, Hashable, Sendable {
  /// The user has not scrolled the list yet.
  case minimum
  /// The user has scrolled the list.
  case full
  /// The window is in the background, and the list is on its visible page.
  case visibleOnly
  /// The list is not on screen, and the window is in the background or memory is short.
  case lowMemory
}

/// The extents of the ranges in each mode. The defaults are those of Texture's range controller.
public struct RangeTuningTable: Sendable {
  private var tunings: [RangeMode: [RangeKind: RangeTuning]] = [
    .minimum: [
      .display: RangeTuning(leading: 0.25, trailing: 0.25),
      .preload: RangeTuning(leading: 0.5, trailing: 0.25),
    ],
    .full: [
      .display: RangeTuning(leading: 1, trailing: 0.5), .preload: RangeTuning(leading: 2.5, trailing: 1.5),
    ],
    .visibleOnly: [
      .display: RangeTuning(leading: 0, trailing: 0), .preload: RangeTuning(leading: 0, trailing: 0),
    ],
    .lowMemory: [.preload: RangeTuning(leading: 0, trailing: 0)],
  ]

  /// Creates a table with the default extents.
  public init() {}

  /// The extent of a range in a mode; nil for a range without rows, not even those in the viewport.
  ///
  /// - Precondition: The visible range, which is the viewport in every mode, is not set.
  public subscript(mode: RangeMode, kind: RangeKind) -> RangeTuning? {
    get { kind == .visible ? RangeTuning(leading: 0, trailing: 0) : tunings[mode]?[kind] }
    set {
      precondition(kind != .visible, "The visible range is the viewport and can't be changed.")
      tunings[mode]?[kind] = newValue
    }
  }
}
