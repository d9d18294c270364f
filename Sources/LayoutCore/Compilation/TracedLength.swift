/// The recorded operations that lead from the sizes of texts to the size of a tree, in the order of execution.
struct LayoutTrace {
  /// An operation, whose operands are indices of operations before it.
  struct Operation {
    var kind: Kind
    var first: Int32 = 0
    var second: Int32 = 0
    var value = 0.0
  }

  enum Kind: UInt8 {
    case constant
    /// A part of a text's extents in logical pixels; `first` is the index of the query, `second` the part.
    case text
    case add, subtract, multiply, divide, larger, smaller, roundDown, ceil, floor, round
  }

  /// A query of a text's extents.
  struct Query: Equatable {
    var text: Int
    /// The width at which lines are broken; nil for no wrapping.
    var wrapWidth: PangoUnits?
    var maximumLineCount: Int
  }

  var operations: [Operation] = []
  var queries: [Query] = []
  /// Whether a decision depends on the size of a text: the trace is then valid only for some texts, and can't be used.
  var isUndecided = false

  mutating func reset() {
    operations.removeAll(keepingCapacity: true)
    queries.removeAll(keepingCapacity: true)
    isUndecided = false
  }
}

/// A constant, or the result of a recorded operation with an interval that contains it for all texts.
///
/// A comparison that the intervals decide has the same result for all texts. Floating-point rounding is monotone, so
/// that the interval computed from the operands' bounds contains every rounded result.
struct TracedLength: LayoutLength {
  /// The index of the operation; negative for a constant.
  private(set) var operation: Int32 = -1
  private let low: Double
  private let high: Double
  /// Nil for a constant.
  private let trace: UnsafeMutablePointer<LayoutTrace>?

  init(_ constant: Double) {
    low = constant
    high = constant
    trace = nil
  }

  /// The result of a new operation. Infinite and undefined bounds become the largest finite ones.
  private init(
    _ operation: LayoutTrace.Operation, low: Double, high: Double, in trace: UnsafeMutablePointer<LayoutTrace>
  ) {
    let greatest = Double.greatestFiniteMagnitude
    self.low = low.isNaN ? -greatest : Swift.max(low, -greatest)
    self.high = high.isNaN ? greatest : Swift.min(high, greatest)
    self.trace = trace
    self.operation = Int32(trace.pointee.operations.count)
    trace.pointee.operations.append(operation)
  }

  /// A part of a text's extents.
  init(_ part: TextExtentsPart, ofQuery query: Int, in trace: UnsafeMutablePointer<LayoutTrace>) {
    self.init(
      LayoutTrace.Operation(kind: .text, first: Int32(query), second: Int32(part.rawValue)),
      low: part == .height || part == .width ? 0 : -.infinity, high: .infinity, in: trace)
  }

  var constant: Double? {
    if let trace {
      trace.pointee.isUndecided = true
      return nil
    }
    return low
  }

  var isFinite: Bool { trace != nil || low.isFinite }

  /// The index of the operation in the trace; a constant is recorded as an operation.
  func operation(in trace: UnsafeMutablePointer<LayoutTrace>) -> Int32 {
    if operation >= 0 { return operation }
    trace.pointee.operations.append(LayoutTrace.Operation(kind: .constant, value: low))
    return Int32(trace.pointee.operations.count - 1)
  }

  private static func combined(
    _ kind: LayoutTrace.Kind, _ a: Self, _ b: Self, low: Double, high: Double
  ) -> Self {
    guard let trace = a.trace ?? b.trace else { return Self(low) }
    let first = a.operation(in: trace)
    let second = b.operation(in: trace)
    return Self(
      LayoutTrace.Operation(kind: kind, first: first, second: second), low: low, high: high, in: trace)
  }

  private func rounded(_ kind: LayoutTrace.Kind, low: Double, high: Double) -> Self {
    guard let trace else { return Self(low) }
    return Self(LayoutTrace.Operation(kind: kind, first: operation), low: low, high: high, in: trace)
  }

  /// Records that a decision depends on the size of a text.
  private static func markUndecided(_ a: Self, _ b: Self) {
    (a.trace ?? b.trace)?.pointee.isUndecided = true
  }

  static func + (a: Self, b: Self) -> Self {
    if a.trace == nil, b.trace == nil { return Self(a.low + b.low) }
    if a.trace == nil, a.low == 0 { return b }
    if b.trace == nil, b.low == 0 { return a }
    // An infinite constant plus any length is infinite.
    if a.trace == nil, !a.low.isFinite { return a }
    if b.trace == nil, !b.low.isFinite { return b }
    return combined(.add, a, b, low: a.low + b.low, high: a.high + b.high)
  }

  static func - (a: Self, b: Self) -> Self {
    if a.trace == nil, b.trace == nil { return Self(a.low - b.low) }
    if b.trace == nil, b.low == 0 { return a }
    if a.trace == nil, !a.low.isFinite { return a }
    if b.trace == nil, !b.low.isFinite { return Self(-b.low) }
    return combined(.subtract, a, b, low: a.low - b.high, high: a.high - b.low)
  }

  static func * (a: Self, b: Self) -> Self {
    if a.trace == nil, b.trace == nil { return Self(a.low * b.low) }
    let (factor, length) = a.trace == nil ? (a, b) : (b, a)
    guard factor.trace == nil, factor.low >= 0, factor.low.isFinite else {
      markUndecided(a, b)
      return a
    }
    if factor.low == 0 { return Self(0) }
    return combined(.multiply, a, b, low: factor.low * length.low, high: factor.low * length.high)
  }

  static func / (a: Self, b: Self) -> Self {
    if a.trace == nil, b.trace == nil { return Self(a.low / b.low) }
    guard b.trace == nil, b.low > 0, b.low.isFinite else {
      markUndecided(a, b)
      return a
    }
    return combined(.divide, a, b, low: a.low / b.low, high: a.high / b.low)
  }

  static func larger(_ a: Self, _ b: Self) -> Self {
    if a.low >= b.high { return a }
    if b.low >= a.high { return b }
    return combined(.larger, a, b, low: Swift.max(a.low, b.low), high: Swift.max(a.high, b.high))
  }

  static func smaller(_ a: Self, _ b: Self) -> Self {
    if a.high <= b.low { return a }
    if b.high <= a.low { return b }
    return combined(.smaller, a, b, low: Swift.min(a.low, b.low), high: Swift.min(a.high, b.high))
  }

  static func < (a: Self, b: Self) -> Bool {
    if a.high < b.low { return true }
    if a.trace == nil && b.trace == nil || a.low >= b.high { return false }
    if a.operation >= 0, a.operation == b.operation { return false }
    markUndecided(a, b)
    return false
  }

  static func isSame(_ a: Self, _ b: Self) -> Bool {
    if a.trace == nil, b.trace == nil { return a.low == b.low }
    if a.operation >= 0, a.operation == b.operation { return true }
    if a.high < b.low || b.high < a.low { return false }
    markUndecided(a, b)
    return false
  }

  func roundedDown() -> Self { rounded(.roundDown, low: low.rounded(.down), high: high.rounded(.down)) }
  func ceil(on grid: PixelGrid) -> Self { rounded(.ceil, low: grid.ceil(low), high: grid.ceil(high)) }
  func floor(on grid: PixelGrid) -> Self { rounded(.floor, low: grid.floor(low), high: grid.floor(high)) }
  func round(on grid: PixelGrid) -> Self { rounded(.round, low: grid.round(low), high: grid.round(high)) }
}

/// A part of a text's extents.
enum TextExtentsPart: UInt8, CaseIterable {
  case width, height, firstBaseline, lastBaseline

  @inline(__always)
  func value(in extents: TextExtents) -> PangoUnits {
    switch self {
    case .width: extents.width
    case .height: extents.height
    case .firstBaseline: extents.firstBaseline
    case .lastBaseline: extents.lastBaseline
    }
  }
}

/// Records the queries of texts.
struct TracedTexts: SolverTexts {
  let trace: UnsafeMutablePointer<LayoutTrace>

  func measure(text: Int, wrapWidth: TracedLength?, maximumLineCount: Int) -> SolvedSize<TracedLength>? {
    var query = LayoutTrace.Query(text: text, wrapWidth: nil, maximumLineCount: maximumLineCount)
    if let wrapWidth {
      guard let width = wrapWidth.constant, width * 1024 <= Double(LineConstraint.greatestWidth) else {
        return nil
      }
      query.wrapWidth = PangoUnits((width * 1024).rounded(.down))
    }
    let number = trace.pointee.queries.firstIndex(of: query) ?? trace.pointee.queries.count
    if number == trace.pointee.queries.count { trace.pointee.queries.append(query) }
    return SolvedSize(
      width: TracedLength(.width, ofQuery: number, in: trace),
      height: TracedLength(.height, ofQuery: number, in: trace),
      firstBaseline: TracedLength(.firstBaseline, ofQuery: number, in: trace),
      lastBaseline: TracedLength(.lastBaseline, ofQuery: number, in: trace))
  }
}
