/// How far around the viewport rows belong to a range.
public struct RangeTuning: Hashable, Sendable {
  /// Screenfuls (multiples of the viewport's length) ahead of the viewport in the direction of scrolling.
  public var leading: Double
  /// Screenfuls behind it.
  public var trailing: Double

  public init(leading: Double, trailing: Double) {
    precondition(
      leading >= 0 && trailing >= 0, "A range extends the viewport, so its screenfuls aren't negative.")
    self.leading = leading
    self.trailing = trailing
  }
}

/// What is done for the rows near the viewport, the most urgent first.
public enum RangeKind: Int, CaseIterable, Hashable, Sendable {
  /// On screen by at least one device pixel.
  case visible
  /// About to be on screen: text is shaped, pictures are decoded.
  case display
  /// Likely to come: pictures are read from disk.
  case preload
}

/// How much is done ahead.
public enum RangeMode: CaseIterable, Hashable, Sendable {
  /// After loading, as long as the user never scrolled.
  case minimum
  /// Since the user scrolls.
  case full
  /// In the background, for a list that is still on screen.
  case visibleOnly
  /// In the background or when memory is short, for a list that is not on screen.
  case lowMemory
}

/// The extents of the ranges in each mode; the defaults are Texture's.
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

  public init() {}

  /// The extent of a range; nil means that it has no rows at all, not even those in the viewport.
  ///
  /// The visible range is the viewport in every mode and can't be set.
  public subscript(mode: RangeMode, kind: RangeKind) -> RangeTuning? {
    get { kind == .visible ? RangeTuning(leading: 0, trailing: 0) : tunings[mode]?[kind] }
    set {
      precondition(kind != .visible, "The visible range is the viewport.")
      tunings[mode]?[kind] = newValue
    }
  }
}
