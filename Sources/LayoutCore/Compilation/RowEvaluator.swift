/// Computes the heights of compiled rows at one width of the list: the heights of
/// ``TemplateRegistry/layout(_:for:metrics:in:)``, by arithmetic.
///
/// It resolves the widths of texts once for each shape (a width plan). The height of a row is then a function of the
/// heights of its texts, and the results for recent combinations of heights are kept. A shape in which the width of a
/// text depends on another text has no plan, and is solved for each row.
///
/// Nothing is allocated for a row once its shape has a plan. An evaluator must not be used by two threads at once.
public final class RowEvaluator {
  /// The list's settings, with the width at which heights are computed.
  public private(set) var metrics: RowMetrics
  /// Device pixels in a logical pixel.
  public var scale: Double { grid.scale }

  private var grid: PixelGrid
  private let plans = PlanTable()
  private let scratch = LayoutScratch()
  private let textsOffset = CompiledLayout.textsOffset
  private let textOffsets = TextStorage.offsets

  /// Creates an evaluator.
  ///
  /// - Parameters:
  ///   - metrics: The list's settings.
  ///   - scale: Device pixels in a logical pixel; positive and finite.
  public init(metrics: RowMetrics, scale: Double) {
    self.metrics = metrics
    grid = PixelGrid(scale: scale)
  }

  /// Changes the list's settings or the scale. Width plans are made again when they are needed.
  ///
  /// - Parameters:
  ///   - metrics: The list's settings.
  ///   - scale: Device pixels in a logical pixel; positive and finite.
  public func update(metrics: RowMetrics, scale: Double) {
    guard metrics != self.metrics || scale != grid.scale else { return }
    self.metrics = metrics
    grid = PixelGrid(scale: scale)
    plans.removeAll()
  }

  /// The number of shapes with a width plan at the present width.
  package var planCount: Int { plans.count }

  /// The height of a row with its separator, in device pixels.
  ///
  /// - Returns: Nil if a text is not prepared, or its extents can't be computed by arithmetic. The height is then that
  ///   of the template's layout.
  /// - Complexity: O(texts + lines) where the shape has a plan, O(elements + lines) otherwise.
  public func height(of layout: CompiledLayout) -> Int? {
    withUnsafePointer(to: layout) { height(at: $0) }
  }

  /// The height of a row at a fixed address: no references are counted for its first three texts.
  package func height(at layout: UnsafePointer<CompiledLayout>) -> Int? {
    let shape = ObjectIdentifier(layout.pointee.shape)
    guard let plan = plans.find(shape) ?? addPlan(at: layout), let queries = plan.pointee.queries else {
      return solvedHeight(at: layout)
    }
    let count = plan.pointee.queryCount
    let answers = plans.answers
    var hash: UInt64 = 0
    for index in 0..<count {
      let query = queries + index
      var answer = query.pointee.answer(layout.pointee.texts.singleLines)
      if answer < 0 {
        guard let told = self.answer(query.pointee, at: layout) else { return nil }
        answer = told
      }
      answers[index] = Int32(truncatingIfNeeded: answer)
      guard answer == PangoUnits(answers[index]) else { return solvedHeight(at: layout) }
      hash = PlanTable.combine(hash, answer)
    }
    return height(plan, hash, layout.pointee.shape)
  }

  @inline(never)
  private func addPlan(at layout: UnsafePointer<CompiledLayout>) -> UnsafeMutablePointer<PlanSlot>? {
    addPlan(layout.pointee.shape)
  }

  @inline(never)
  private func solvedHeight(at layout: UnsafePointer<CompiledLayout>) -> Int? {
    solvedHeight(of: layout.pointee.shape, texts: layout.pointee.texts)
  }

  /// The answer to a query about a text that is not one line.
  @inline(__always)
  private func answer(
    _ query: WidthPlan.Query, at layout: UnsafePointer<CompiledLayout>
  ) -> PangoUnits? {
    guard query.part == .height, query.text < CompiledTexts.inlineCount else {
      return Self.otherAnswer(query, at: layout)
    }
    // The reference is read as an address: the layout keeps the text alive.
    let texts = UnsafeRawPointer(layout) + textsOffset
    let offset = query.text &* MemoryLayout<UnsafeRawPointer?>.stride
    guard let text = texts.load(fromByteOffset: offset, as: UnsafeRawPointer?.self) else { return nil }
    let constraint = LineConstraint(width: query.width, maximumLineCount: query.maximumLineCount)
    return LineBreaker.extents(of: TextContents(at: text, textOffsets), in: constraint)?.height
  }

  @inline(never)
  private static func otherAnswer(
    _ query: WidthPlan.Query, at layout: UnsafePointer<CompiledLayout>
  ) -> PangoUnits? {
    let texts = layout.pointee.texts
    if query.part == .height { return texts.height(query) }
    return texts.extents(ofText: query.text, width: query.width, maximumLineCount: query.maximumLineCount)
      .map { query.part.value(in: $0) }
  }

  /// The height of a row of a shape with texts from a source, such as estimates; with its separator, in device pixels.
  ///
  /// - Parameters:
  ///   - shape: The row's layout without its texts.
  ///   - texts: Gives the extents of each of the shape's `texts`.
  /// - Returns: Nil if the source has no extents for a text.
  /// - Complexity: As for a compiled layout.
  public func height<Texts: TextExtentsSource>(of shape: LayoutShape, texts: Texts) -> Int? {
    guard let plan = plans.find(ObjectIdentifier(shape)) ?? addPlan(shape), let queries = plan.pointee.queries
    else { return solvedHeight(of: shape, texts: texts) }
    let count = plan.pointee.queryCount
    let answers = plans.answers
    var hash: UInt64 = 0
    for index in 0..<count {
      guard let answer = Self.answer(queries[index], from: texts) else { return nil }
      answers[index] = Int32(truncatingIfNeeded: answer)
      guard answer == PangoUnits(answers[index]) else { return solvedHeight(of: shape, texts: texts) }
      hash = PlanTable.combine(hash, answer)
    }
    return height(plan, hash, shape)
  }

  /// The height for the answers in the plans' table: a recent result, or a new one.
  ///
  /// - Parameter hash: The answers' hash.
  @inline(__always)
  private func height(
    _ plan: UnsafeMutablePointer<PlanSlot>, _ hash: UInt64, _ shape: @autoclosure () -> LayoutShape
  ) -> Int {
    let count = plan.pointee.queryCount
    let known = plan.pointee.knownHeight(hash)
    if plans.isKnown(known, count) { return Int(known[count]) }
    return computeHeight(plan, known, shape())
  }

  @inline(__always)
  private static func answer<Texts: TextExtentsSource>(
    _ query: WidthPlan.Query, from texts: Texts
  ) -> PangoUnits? {
    let limit = query.maximumLineCount
    if query.part == .height {
      return texts.height(ofText: query.text, width: query.width, maximumLineCount: limit)
    }
    return texts.extents(ofText: query.text, width: query.width, maximumLineCount: limit)
      .map { query.part.value(in: $0) }
  }

  @inline(never)
  private func computeHeight(
    _ plan: UnsafeMutablePointer<PlanSlot>, _ known: UnsafeMutablePointer<Int32>, _ shape: LayoutShape
  ) -> Int {
    let content = plans.contentHeight(plan, grid: grid)
    let height = shape.row.rowHeight(content: content, metrics, on: grid)
    if let small = Int32(exactly: height) {
      known.update(from: plans.answers, count: plan.pointee.queryCount)
      known[plan.pointee.queryCount] = small
    }
    return height
  }

  @inline(never)
  private func addPlan(_ shape: LayoutShape) -> UnsafeMutablePointer<PlanSlot>? {
    plans.add(shape, contentWidth: shape.row.contentWidth(metrics), grid: grid)
  }

  @inline(never)
  private func solvedHeight<Texts: TextExtentsSource>(of shape: LayoutShape, texts: Texts) -> Int? {
    let width = shape.row.contentWidth(metrics)
    let range = SizeRange(min: Size(width: width, height: 0), max: Size(width: width, height: .infinity))
    let size = shape.solve(fitting: range, grid: grid, texts: texts, scratch: scratch, baselines: false)
    return size.map { shape.row.rowHeight(content: $0.height, metrics, on: grid) }
  }
}

extension WidthPlan.Query {
  /// The height of a text that is one line; negative for other texts and questions.
  @inline(__always)
  fileprivate func answer(_ sizes: InlineArray<3, SingleLineSize>) -> PangoUnits {
    guard part == .height, text < CompiledTexts.inlineCount else { return -1 }
    let size = sizes[text]
    return wrapWidth >= size.width ? PangoUnits(size.height) : -1
  }
}
