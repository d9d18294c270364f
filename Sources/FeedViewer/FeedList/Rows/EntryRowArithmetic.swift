import LayoutCore

/// The same entry rows in both forms whose heights are arithmetic: written by hand beside the template, and compiled
/// from it. The benchmark compares what they cost.
package final class EntryRowArithmetic {
  private var prepared: [PreparedRow] = []
  private var compiled: [CompiledLayout] = []
  private let evaluator = RowEvaluator(metrics: RowMetrics(width: 1), scale: 1)

  /// Leaves out rows whose texts can't be told by arithmetic.
  package init(of contents: [RowContent], text: TextSystem) throws {
    let registry = TemplateRegistry<TemplateItem>()
    registry.register(.entry) { EntryTemplate(text: text, keepsPreparedText: { false }) }
    var compiler = LayoutCompiler()
    for content in contents {
      guard
        let row = PreparedRow(
          content, revision: 0,
          prepare: { text.element($0, style: $1, keepsPrepared: $1 == .metadata).prepared }),
        let layout = try registry.compile(
          .entry, for: TemplateItem(content: content, prepared: row), with: &compiler)
      else { continue }
      prepared.append(row)
      compiled.append(layout)
    }
  }

  package var rowCount: Int { prepared.count }

  /// Writes the rows' heights by the arithmetic written by hand, in device pixels, -1 where it can't tell.
  package func measurePrepared(width: Int, into heights: UnsafeMutablePointer<Int32>) {
    let grid = PixelGrid(scale: 1)
    prepared.withUnsafeBufferPointer { rows in
      for index in rows.indices {
        heights[index] = Int32(
          (rows.baseAddress! + index).pointee.height(width: width, grid: grid) ?? -1)
      }
    }
  }

  /// Writes the rows' heights by their compiled form, in device pixels, -1 where it can't tell.
  package func measureCompiled(width: Int, into heights: UnsafeMutablePointer<Int32>) {
    evaluator.update(metrics: RowMetrics(width: Double(width)), scale: 1)
    compiled.withUnsafeBufferPointer { rows in
      for index in rows.indices {
        heights[index] = Int32(evaluator.height(at: rows.baseAddress! + index) ?? -1)
      }
    }
  }
}
