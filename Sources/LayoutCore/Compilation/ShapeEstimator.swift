/// Estimates the heights of rows of one shape from the lengths of their texts.
///
/// The estimates are those of `RowEvaluator.height(of:texts:)` for an `EstimatedText` of each length, without copying
/// texts for each row. Like its evaluator, it must not be used by two threads at once.
package final class ShapeEstimator {
  /// A text of the shape.
  fileprivate struct Text {
    /// The metrics of the text; their `length` is replaced.
    var metrics: EstimatedText
    /// The index of its length among those of a row; negative for an empty text.
    var length: Int
  }

  private let shape: LayoutShape
  private let evaluator: RowEvaluator
  private let texts: UnsafeMutableBufferPointer<Text>

  /// Creates an estimator.
  ///
  /// - Parameters:
  ///   - shape: The shape of all rows.
  ///   - metrics: The metrics of each of the shape's texts; their `length` is not used.
  ///   - lengths: For each text, the index from 0 to 3 of its length among those of a row; nil for an empty text.
  ///   - evaluator: Has the width and the scale of the rows.
  package init(
    _ shape: LayoutShape, metrics: [EstimatedText], lengths: [Int?], evaluator: RowEvaluator
  ) {
    precondition(
      metrics.count == shape.texts.count && lengths.count == shape.texts.count,
      "Each text of the shape needs metrics and an index of its length.")
    precondition(
      lengths.allSatisfy { $0.map((0..<4).contains) ?? true },
      "A row has the lengths of at most four texts.")
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
  /// - Parameter lengths: The number of characters of up to four texts; not negative.
  /// - Returns: The height; nil if the size is indeterminate.
  /// - Complexity: O(texts) where the shape has a width plan, O(elements) otherwise.
  package func height(lengths: SIMD4<Int32>) -> Int? {
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
