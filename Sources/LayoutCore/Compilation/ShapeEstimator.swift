/// Estimates the heights of rows of one shape, when only the lengths of their texts are known.
///
/// It gives what `RowEvaluator.height(of:texts:)` gives for an `EstimatedText` of each length, and copies nothing for a
/// row. Like its evaluator, it must not be used by two threads at once.
public final class ShapeEstimator {
  /// A text of the shape.
  fileprivate struct Text {
    /// Without its length.
    var metrics: EstimatedText
    /// Which of the given lengths is its own; negative if it has none.
    var length: Int
  }

  private let shape: LayoutShape
  private let evaluator: RowEvaluator
  private let texts: UnsafeMutableBufferPointer<Text>

  /// - Parameters:
  ///   - metrics: Of each of the shape's texts, in their order; the lengths in them are not used.
  ///   - lengths: For each text which of the four lengths of a row, 0 to 3, is its own; nil for an empty text.
  ///   - evaluator: For the width and scale of the rows.
  public init(
    _ shape: LayoutShape, metrics: [EstimatedText], lengths: [Int?], evaluator: RowEvaluator
  ) {
    precondition(
      metrics.count == shape.texts.count && lengths.count == shape.texts.count,
      "Each text of a shape has metrics and a length.")
    precondition(
      lengths.allSatisfy { $0.map((0..<4).contains) ?? true },
      "A row tells the lengths of four texts at most.")
    self.shape = shape
    self.evaluator = evaluator
    texts = .allocate(capacity: metrics.count)
    for index in metrics.indices {
      texts.initializeElement(at: index, to: Text(metrics: metrics[index], length: lengths[index] ?? -1))
    }
  }

  deinit { texts.deallocate() }

  /// The estimated height of a row with its separator, in device pixels.
  ///
  /// - Parameter lengths: In characters; not negative.
  /// - Complexity: O(texts) where the shape has a width plan, O(elements) otherwise.
  public func height(lengths: SIMD4<Int32>) -> Int? {
    evaluator.height(
      of: shape, texts: TextsOfLengths(texts: texts.baseAddress.map { UnsafePointer($0) }, lengths: lengths))
  }
}

/// The texts of one row.
private struct TextsOfLengths: TextExtentsSource {
  let texts: UnsafePointer<ShapeEstimator.Text>?
  let lengths: SIMD4<Int32>

  @inline(__always)
  func extents(ofText index: Int, width: PangoUnits?, maximumLineCount: Int) -> TextExtents? {
    guard let texts else { return nil }
    var text = texts[index].metrics
    let number = texts[index].length
    text.length = number < 0 ? 0 : Int(lengths[number])
    return text.extents(width: width, maximumLineCount: maximumLineCount)
  }
}
