/// A compiled tree of elements with its prepared texts: its height at any width is arithmetic.
///
/// The value is immutable, has 64 bytes for up to three texts, and stores further texts in an allocation. Rows in an
/// array are contiguous in memory. ``RowEvaluator`` computes the heights of whole rows, and
/// ``measure(fitting:parentSize:scale:scratch:)`` the size in any range of sizes. ``LayoutCompiler`` creates it.
public struct CompiledLayout: Sendable {
  /// The layout without its texts, shared by all items that differ only in texts.
  public internal(set) var shape: LayoutShape
  let texts: CompiledTexts

  init(shape: LayoutShape, texts: CompiledTexts) {
    self.shape = shape
    self.texts = texts
  }

  /// The offset in bytes of the first three texts in the value, which are consecutive references.
  static var textsOffset: Int {
    guard let offset = MemoryLayout<Self>.offset(of: \.texts) else {
      preconditionFailure("A compiled layout's texts lie in the value.")
    }
    return offset + CompiledTexts.offset
  }

  /// The memory of the value and its texts in bytes, without the shape.
  package var byteCount: Int { MemoryLayout<Self>.stride + texts.byteCount }

  /// The prepared form of a text, or nil if it was not prepared.
  ///
  /// - Parameter index: The index of the text in `shape.texts`.
  package func preparedText(_ index: Int) -> PreparedText? {
    precondition(shape.texts.indices.contains(index), "The layout has no text with the index \(index).")
    return texts.prepared(index)
  }

  /// The size and the baselines: equal to those of ``LayoutElement/layout(fitting:parentSize:in:)`` of the tree.
  ///
  /// - Parameters:
  ///   - range: The sizes that the element may take, in logical pixels.
  ///   - parentSize: The size that fractions refer to, in logical pixels; by default the range's largest size.
  ///   - scale: Device pixels in a logical pixel; positive and finite.
  ///   - scratch: Memory that is reused from one call to the next.
  /// - Returns: Nil if a text is not prepared, or its extents can't be computed by arithmetic.
  /// - Precondition: The size that results is finite.
  /// - Complexity: O(elements + lines). Nothing is allocated once `scratch` is large enough.
  public func measure(
    fitting range: SizeRange, parentSize: ParentSize? = nil, scale: Double, scratch: LayoutScratch
  ) -> MeasuredSize? {
    shape.measure(fitting: range, parentSize: parentSize, scale: scale, texts: texts, scratch: scratch)
  }
}

/// The size of a compiled layout.
public struct MeasuredSize: Hashable, Sendable {
  /// The size in logical pixels, rounded up to whole device pixels.
  public let size: Size
  /// The distance of the first baseline from the top in logical pixels, if there is one.
  public let firstBaseline: Double?
  /// The distance of the last baseline from the top in logical pixels, if there is one.
  public let lastBaseline: Double?
}

/// Memory for the evaluation of compiled layouts. It must not be used by two threads at once.
public final class LayoutScratch {
  private var items: UnsafeMutableBufferPointer<StackItem<Double>> = .allocate(capacity: 0)

  /// Creates an empty scratch, which grows when it is used.
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
  ///   - range: The sizes that the element may take, in logical pixels.
  ///   - parentSize: The size that fractions refer to, in logical pixels; by default the range's largest size.
  ///   - scale: Device pixels in a logical pixel; positive and finite.
  ///   - texts: Gives the extents of each of the shape's `texts`.
  ///   - scratch: Memory that is reused from one call to the next.
  /// - Returns: Nil if the source has no extents for a text.
  /// - Precondition: The size that results is finite.
  /// - Complexity: O(elements), and at most two queries of each text for each enclosing stack.
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
      root, items: scratch.items(count: nodes.count), grid: grid, texts: ExtentsTexts(source: texts),
      frames: NoFrames())
    let size = solver.measure(
      0, lengths, parent: LengthParent(parentSize, in: lengths), baselines: baselines)
    guard !solver.hasFailed else { return nil }
    precondition(
      size.width.isFinite && size.height.isFinite,
      "A layout's size is finite: \(size.width) × \(size.height).")
    return size
  }
}
