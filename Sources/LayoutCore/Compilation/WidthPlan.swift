/// The height of all rows of one shape at one width: questions about texts whose widths are known, and the operations
/// that make a height of the answers.
///
/// The widths of texts follow from the shape and the width of the list in most templates. The plan is the trace of the
/// solver, so that it is exact or not made: where a decision depends on a text, `init` fails.
struct WidthPlan {
  /// A question about a text.
  struct Query {
    var text: Int
    /// Pango units; `SingleLineSize.unlimitedWidth` for no limit.
    var wrapWidth: PangoUnits
    var maximumLineCount: Int
    var part: TextExtentsPart

    var width: PangoUnits? { wrapWidth == SingleLineSize.unlimitedWidth ? nil : wrapWidth }
  }

  private(set) var queries: [Query] = []
  private var operations: [LayoutTrace.Operation] = []
  private var result: Int32 = 0

  /// - Parameters:
  ///   - width: Of the content, in logical pixels.
  ///   - items: At least as many as the shape has nodes.
  ///   - trace: Memory for the trace.
  init?(
    _ shape: LayoutShape, width: Double, grid: PixelGrid,
    items: UnsafeMutablePointer<StackItem<TracedLength>>, trace: UnsafeMutablePointer<LayoutTrace>
  ) {
    trace.pointee.reset()
    let range = LengthRange<TracedLength>(
      minWidth: TracedLength(width), maxWidth: TracedLength(width), minHeight: TracedLength(0),
      maxHeight: TracedLength(.infinity))
    var solver = LayoutSolver(shape.root, items: items, grid: grid, texts: TracedTexts(trace: trace))
    let size = solver.measure(0, range, parent: LengthParent(largestOf: range), baselines: false)
    guard !solver.hasFailed, !trace.pointee.isUndecided, size.height.isFinite else { return nil }
    result = size.height.operation(in: trace)
    keepWhatIsUsed(of: trace.pointee)
  }

  /// Copies the operations that the result needs, in their order.
  private mutating func keepWhatIsUsed(of trace: LayoutTrace) {
    var isUsed = [Bool](repeating: false, count: Int(result) + 1)
    isUsed[Int(result)] = true
    for index in isUsed.indices.reversed() where isUsed[index] {
      let operation = trace.operations[index]
      switch operation.kind {
      case .constant, .text: break
      case .roundDown, .ceil, .floor, .round: isUsed[Int(operation.first)] = true
      case .add, .subtract, .multiply, .divide, .larger, .smaller:
        isUsed[Int(operation.first)] = true
        isUsed[Int(operation.second)] = true
      }
    }
    var places = [Int32](repeating: 0, count: isUsed.count)
    for index in isUsed.indices where isUsed[index] {
      var operation = trace.operations[index]
      if operation.kind == .text, let part = TextExtentsPart(rawValue: UInt8(operation.second)) {
        let query = trace.queries[Int(operation.first)]
        operation.first = Int32(queries.count)
        queries.append(
          Query(
            text: query.text, wrapWidth: query.wrapWidth ?? SingleLineSize.unlimitedWidth,
            maximumLineCount: query.maximumLineCount, part: part))
      } else if operation.kind != .constant {
        operation.first = places[Int(operation.first)]
        operation.second = places[Int(operation.second)]
      }
      places[index] = Int32(operations.count)
      operations.append(operation)
    }
    result = Int32(operations.count - 1)
  }

  var operationCount: Int { operations.count }

  /// The height in logical pixels.
  ///
  /// - Parameters:
  ///   - answers: To each of `queries`, in Pango units.
  ///   - values: Memory for as many values as there are operations.
  func height(
    _ answers: UnsafePointer<Int32>, values: UnsafeMutablePointer<Double>, grid: PixelGrid
  ) -> Double {
    for (index, operation) in operations.enumerated() {
      let first = Int(operation.first)
      let second = Int(operation.second)
      values[index] =
        switch operation.kind {
        case .constant: operation.value
        case .text: Double(answers[first]) / 1024
        case .add: values[first] + values[second]
        case .subtract: values[first] - values[second]
        case .multiply: values[first] * values[second]
        case .divide: values[first] / values[second]
        case .larger: Double.larger(values[first], values[second])
        case .smaller: Double.smaller(values[first], values[second])
        case .roundDown: values[first].rounded(.down)
        case .ceil: grid.ceil(values[first])
        case .floor: grid.floor(values[first])
        case .round: grid.round(values[first])
        }
    }
    return values[Int(result)]
  }
}
