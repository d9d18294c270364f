/// The vertical extents of a run of text and the baselines of its font, in Pango units.
///
/// A line is as high as the union of its runs: a fallback font changes the height of the lines that it is on.
public struct LineHeightClass: Hashable, Sendable, BitwiseCopyable {
  /// The top relative to the baseline; negative above it.
  public var top: Int32
  /// The logical height of the run.
  public var height: Int32
  /// The font's height, which `LineConstraint.lineSpacing` multiplies. If it is unknown, extents with line spacing are
  /// indeterminate.
  public var fontHeight: Int32
  /// Stands for an unknown `fontHeight`.
  public static var unknownFontHeight: Int32 { -1 }
  /// The baseline system of the run's script. Pango moves all runs of a line to the system of the line's
  /// first run (pango-layout.c, `apply_baseline_shift`).
  public var system: System
  /// The font's baseline of each system.
  public var baselines: Baselines

  /// Creates a class from its parts.
  public init(
    top: Int32, height: Int32, fontHeight: Int32, system: System = .roman, baselines: Baselines = Baselines()
  ) {
    self.top = top
    self.height = height
    self.fontHeight = fontHeight
    self.system = system
    self.baselines = baselines
  }

  /// A baseline system (`BASE` table of OpenType).
  public enum System: UInt8, Sendable, BitwiseCopyable {
    /// The alphabetic baseline, as of Latin.
    case roman
    /// The hanging baseline, as of Devanagari.
    case hanging
    /// The baseline of ideographs.
    case ideographic
  }

  /// The positions of a font's baselines.
  public struct Baselines: Hashable, Sendable, BitwiseCopyable {
    /// The alphabetic baseline in Pango units.
    public var roman: Int32
    /// The hanging baseline in Pango units.
    public var hanging: Int32
    /// The baseline of ideographs in Pango units.
    public var ideographic: Int32

    /// Creates the positions of a font's baselines in Pango units; all are 0 by default.
    public init(roman: Int32 = 0, hanging: Int32 = 0, ideographic: Int32 = 0) {
      self.roman = roman
      self.hanging = hanging
      self.ideographic = ideographic
    }

    subscript(system: System) -> Int {
      switch system {
      case .roman: Int(roman)
      case .hanging: Int(hanging)
      case .ideographic: Int(ideographic)
      }
    }
  }

  /// Whether no two of `classes` are ever shifted relative to each other.
  static func areFlat(_ classes: [LineHeightClass]) -> Bool {
    classes.allSatisfy { first in
      classes.allSatisfy { $0.baselines[first.system] == first.baselines[first.system] }
    }
  }
}

/// The union of the runs of one line.
struct LineBox: Equatable {
  private(set) var top = 0
  private(set) var bottom = 0
  private(set) var fontHeight = 0
  private var system: LineHeightClass.System?
  private var baseline = 0

  var height: Int { bottom &- top }

  /// Takes the line's baseline from its first run, unless it has one.
  mutating func begin(with run: LineHeightClass) {
    guard system == nil else { return }
    system = run.system
    baseline = run.baselines[run.system]
  }

  /// Takes the baseline of another box.
  mutating func takeBaseline(of other: LineBox) {
    system = other.system
    baseline = other.baseline
  }

  /// Adds a run, moved to the baseline of the line's first run.
  mutating func add(_ run: LineHeightClass) {
    begin(with: run)
    include(run, shift: baseline &- run.baselines[system ?? .roman])
  }

  /// Adds an ellipsis, which Pango never moves.
  mutating func addEllipsis(_ run: LineHeightClass) { include(run, shift: 0) }

  private mutating func include(_ run: LineHeightClass, shift: Int) {
    let runTop = Int(run.top) &- shift
    top = min(top, runTop)
    bottom = max(bottom, runTop &+ Int(run.height))
    fontHeight = max(fontHeight, Int(run.fontHeight))
  }

  /// Creates the box of a line with runs of `classes`, which has a bit for each class.
  init(classes: UInt16, first: Int?, table: UnsafePointer<LineHeightClass>) {
    if let first { begin(with: table[first]) }
    var left = classes
    while left != 0 {
      add(table[left.trailingZeroBitCount])
      left &= left &- 1
    }
  }

  init() {}
}
