/// A tree of elements with its texts, compiled: its height at any width is arithmetic.
///
/// A value of 64 bytes for up to three texts; further texts are allocated. Rows in an array lie one after the other in
/// memory. `RowEvaluator` evaluates whole rows; `measure(fitting:parentSize:scale:)` any range of sizes.
public struct CompiledLayout: Sendable {
  /// Everything but the texts.
  public internal(set) var shape: LayoutShape
  let texts: CompiledTexts

  init(shape: LayoutShape, texts: CompiledTexts) {
    self.shape = shape
    self.texts = texts
  }

  /// Where the first three texts lie in the value, in bytes: references one behind the other.
  static var textsOffset: Int {
    guard let offset = MemoryLayout<Self>.offset(of: \.texts) else {
      preconditionFailure("A compiled layout's texts lie in the value.")
    }
    return offset + CompiledTexts.offset
  }

  /// The prepared form of a text, or nil if it was not prepared.
  ///
  /// - Parameter index: Its number in `shape.texts`.
  public func preparedText(_ index: Int) -> PreparedText? {
    precondition(shape.texts.indices.contains(index), "A layout has no text with the number \(index).")
    return texts.prepared(index)
  }

  /// The prepared form of the first text with a tag, or nil if there is none.
  public func preparedText(tagged tag: ElementTag) -> PreparedText? {
    shape.texts.firstIndex { $0.tag == tag }.flatMap { texts.prepared($0) }
  }

  /// The size and the baselines that `LayoutElement.layout(fitting:parentSize:in:)` gives the tree.
  ///
  /// - Parameters:
  ///   - range: The sizes to choose from, in logical pixels.
  ///   - parentSize: What fractions refer to; by default the range's largest size.
  ///   - scale: Device pixels in a logical pixel; positive and finite.
  ///   - scratch: Memory that is reused from one call to the next.
  /// - Returns: Nil if a text is not prepared, or can't be told by arithmetic.
  /// - Complexity: O(elements + lines). Nothing is allocated once `scratch` is large enough.
  public func measure(
    fitting range: SizeRange, parentSize: ParentSize? = nil, scale: Double, scratch: LayoutScratch
  ) -> MeasuredSize? {
    shape.measure(fitting: range, parentSize: parentSize, scale: scale, texts: texts, scratch: scratch)
  }
}

/// The size of a compiled layout.
public struct MeasuredSize: Hashable, Sendable {
  /// Logical pixels, on whole device pixels.
  public let size: Size
  /// Distance of the first baseline from the top, if there is one.
  public let firstBaseline: Double?
  /// Distance of the last baseline from the top, if there is one.
  public let lastBaseline: Double?
}

/// Memory for the evaluation of compiled layouts; not to be used by two threads at once.
public final class LayoutScratch {
  private var items: UnsafeMutableBufferPointer<StackItem<Double>> = .allocate(capacity: 0)

  public init() {}

  deinit { items.deallocate() }

  func items(count: Int) -> UnsafeMutablePointer<StackItem<Double>> {
    if items.count < count {
      items.deallocate()
      items = .allocate(capacity: max(count, 32))
      items.initialize(repeating: StackItem())
    }
    return items.baseAddress!
  }
}

extension LayoutShape {
  /// The size and the baselines of a tree of this shape with texts from a source.
  ///
  /// - Parameters:
  ///   - range: The sizes to choose from, in logical pixels.
  ///   - parentSize: What fractions refer to; by default the range's largest size.
  ///   - scale: Device pixels in a logical pixel; positive and finite.
  ///   - texts: Answers for each of `texts`.
  ///   - scratch: Memory that is reused from one call to the next.
  /// - Returns: Nil if the source can't tell the extents of a text.
  /// - Complexity: O(elements), and one or two questions for each text.
  public func measure<Texts: TextExtentsSource>(
    fitting range: SizeRange, parentSize: ParentSize? = nil, scale: Double, texts: Texts,
    scratch: LayoutScratch
  ) -> MeasuredSize? {
    guard
      let solved = solve(
        fitting: range, parentSize: parentSize, grid: PixelGrid(scale: scale), texts: texts, scratch: scratch,
        baselines: true)
    else { return nil }
    return MeasuredSize(
      size: Size(width: solved.width, height: solved.height), firstBaseline: solved.firstBaseline,
      lastBaseline: solved.lastBaseline)
  }

  func solve<Texts: TextExtentsSource>(
    fitting range: SizeRange, parentSize: ParentSize? = nil, grid: PixelGrid, texts: Texts,
    scratch: LayoutScratch, baselines: Bool
  ) -> SolvedSize<Double>? {
    let lengths = LengthRange<Double>(range)
    var solver = LayoutSolver(
      root, items: scratch.items(count: nodes.count), grid: grid, texts: ExtentsTexts(source: texts))
    let parent =
      parentSize.map { LengthParent(width: $0.width, height: $0.height) } ?? LengthParent(largestOf: lengths)
    let size = solver.measure(0, lengths, parent: parent, baselines: baselines)
    guard !solver.hasFailed else { return nil }
    precondition(size.width.isFinite && size.height.isFinite, "A layout's size is finite: \(size).")
    return size
  }
}
