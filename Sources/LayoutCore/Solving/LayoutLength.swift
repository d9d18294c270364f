/// The numbers with which `LayoutSolver` computes.
///
/// With `Double` it computes sizes; with `TracedLength` it records the operations that lead to them, where these are
/// the same for all texts.
protocol LayoutLength: BitwiseCopyable {
  init(_ constant: Double)

  /// The value, or nil if it depends on a text.
  var constant: Double? { get }
  var isFinite: Bool { get }

  static func + (a: Self, b: Self) -> Self
  static func - (a: Self, b: Self) -> Self
  static func * (a: Self, b: Self) -> Self
  static func / (a: Self, b: Self) -> Self
  static func larger(_ a: Self, _ b: Self) -> Self
  static func smaller(_ a: Self, _ b: Self) -> Self
  static func < (a: Self, b: Self) -> Bool
  /// Whether both are certainly the same number.
  static func isSame(_ a: Self, _ b: Self) -> Bool

  /// Rounds down to a whole number.
  func roundedDown() -> Self
  func ceil(on grid: PixelGrid) -> Self
  func floor(on grid: PixelGrid) -> Self
  func round(on grid: PixelGrid) -> Self
}

extension Double: LayoutLength {
  @inline(__always) var constant: Double? { self }
  @inline(__always) static func larger(_ a: Double, _ b: Double) -> Double { Swift.max(a, b) }
  @inline(__always) static func smaller(_ a: Double, _ b: Double) -> Double { Swift.min(a, b) }
  @inline(__always) static func isSame(_ a: Double, _ b: Double) -> Bool { a == b }
  @inline(__always) func roundedDown() -> Double { rounded(.down) }
  @inline(__always) func ceil(on grid: PixelGrid) -> Double { grid.ceil(self) }
  @inline(__always) func floor(on grid: PixelGrid) -> Double { grid.floor(self) }
  @inline(__always) func round(on grid: PixelGrid) -> Double { grid.round(self) }
}

/// A `SizeRange` in the solver's numbers.
struct LengthRange<Length: LayoutLength>: BitwiseCopyable {
  var minWidth: Length
  var maxWidth: Length
  var minHeight: Length
  var maxHeight: Length

  /// The range of sizes up to the given one.
  init(maxWidth: Length, maxHeight: Length) {
    self.init(minWidth: Length(0), maxWidth: maxWidth, minHeight: Length(0), maxHeight: maxHeight)
  }

  init(minWidth: Length, maxWidth: Length, minHeight: Length, maxHeight: Length) {
    self.minWidth = minWidth
    self.maxWidth = maxWidth
    self.minHeight = minHeight
    self.maxHeight = maxHeight
  }

  /// The range that contains exactly one size.
  init(exactly size: SolvedSize<Length>) {
    self.init(minWidth: size.width, maxWidth: size.width, minHeight: size.height, maxHeight: size.height)
  }

  init(_ range: SizeRange) {
    self.init(
      minWidth: Length(range.min.width), maxWidth: Length(range.max.width),
      minHeight: Length(range.min.height), maxHeight: Length(range.max.height))
  }

  @inline(__always)
  func low(_ axis: Axis) -> Length { axis == .horizontal ? minWidth : minHeight }

  @inline(__always)
  func high(_ axis: Axis) -> Length { axis == .horizontal ? maxWidth : maxHeight }

  @inline(__always)
  func clamp(_ length: Length, along axis: Axis) -> Length {
    Length.larger(low(axis), Length.smaller(high(axis), length))
  }

  @inline(__always)
  func clamp(width: Length, height: Length) -> SolvedSize<Length> {
    SolvedSize(width: clamp(width, along: .horizontal), height: clamp(height, along: .vertical))
  }
}

/// A `ParentSize` in the solver's numbers.
struct LengthParent<Length: LayoutLength>: BitwiseCopyable {
  var width: Length?
  var height: Length?

  init(width: Length?, height: Length?) {
    self.width = width
    self.height = height
  }

  /// The given size, or the largest size of a range on the axes on which it is finite.
  init(_ size: ParentSize?, in range: LengthRange<Length>) {
    self.init(largestOf: range)
    if let size {
      width = size.width.map { Length($0) }
      height = size.height.map { Length($0) }
    }
  }

  /// The largest size of a range on the axes on which it is finite.
  init(largestOf range: LengthRange<Length>) {
    width = range.maxWidth.isFinite ? range.maxWidth : nil
    height = range.maxHeight.isFinite ? range.maxHeight : nil
  }

  /// The size of a range on the axes on which it contains only one extent.
  init(onlyOf range: LengthRange<Length>) {
    width = Length.isSame(range.minWidth, range.maxWidth) ? range.minWidth : nil
    height = Length.isSame(range.minHeight, range.maxHeight) ? range.minHeight : nil
  }

  @inline(__always)
  subscript(axis: Axis) -> Length? { axis == .horizontal ? width : height }
}

/// The size of a solved element, and its baselines if its parent needs them.
struct SolvedSize<Length: LayoutLength>: BitwiseCopyable {
  var width: Length
  var height: Length
  var firstBaseline: Length?
  var lastBaseline: Length?

  init(width: Length, height: Length, firstBaseline: Length? = nil, lastBaseline: Length? = nil) {
    self.width = width
    self.height = height
    self.firstBaseline = firstBaseline
    self.lastBaseline = lastBaseline
  }

  static var zero: Self { Self(width: Length(0), height: Length(0)) }

  @inline(__always)
  subscript(axis: Axis) -> Length {
    get { axis == .horizontal ? width : height }
    set { if axis == .horizontal { width = newValue } else { height = newValue } }
  }

  /// Takes the baselines of a child at a distance from the top.
  mutating func takeBaselines(of child: Self, at y: Length) {
    firstBaseline = child.firstBaseline.map { $0 + y }
    lastBaseline = child.lastBaseline.map { $0 + y }
  }
}
