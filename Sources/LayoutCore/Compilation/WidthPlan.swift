/// Computes the height of any row of one shape at one width: queries of texts at fixed widths, and the operations that
/// compute the height from the answers.
///
/// In most templates the widths of texts follow from the shape and the width of the list. The plan is the recorded
/// trace of the solver, so it is exact; `init` fails if a decision of the solver depends on a text.
struct WidthPlan {
  /// A query of a part of a text's extents.
  struct Query {
    var text: Int
    /// The width at which lines are broken in Pango units; `SingleLineSize.unlimitedWidth` for no wrapping.
    var wrapWidth: PangoUnits
    var maximumLineCount: Int
    var part: TextExtentsPart

    var width: PangoUnits? { wrapWidth == SingleLineSize.unlimitedWidth ? nil : wrapWidth }
  }

  private(set) var queries: [Query] = []
  private var operations: [LayoutTrace.Operation] = []
  private var result: Int32 = 0

  /// Makes the plan of a shape; nil if the height is not the same function of the texts' extents for all texts.
  ///
  /// - Parameters:
  ///   - shape: The shape.
  ///   - width: The width of the content in logical pixels.
  ///   - grid: The device pixels.
  ///   - items: Memory for as many items as the shape has nodes.
  ///   - trace: Memory for the trace.
  init?(
    _ shape: LayoutShape, width: Double, grid: PixelGrid,
    items: UnsafeMutablePointer<StackItem<TracedLength>>, trace: UnsafeMutablePointer<LayoutTrace>
  ) {
    trace.pointee.reset()
    let range = LengthRange<TracedLength>(
      minWidth: TracedLength(width), maxWidth: TracedLength(width), minHeight: TracedLength(0),
      maxHeight: TracedLength(.infinity))
    var solver = LayoutSolver(
      shape.root, items: items, grid: grid, texts: TracedTexts(trace: trace), frames: NoFrames())
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

  /// The height of the content in logical pixels.
  ///
  /// - Parameters:
  ///   - answers: The answer to each of `queries`, in Pango units.
  ///   - values: Memory for as many values as there are operations.
  ///   - grid: The device pixels.
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
