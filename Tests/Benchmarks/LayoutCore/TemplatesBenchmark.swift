import FeedViewerRows
import LayoutCore
import PangoText
import RandomElements
import VirtualList

/// `templates [COMPARISONS [SEED]]`: compares compiled layouts with `layout`, and measures the cost of a row at a new
/// width.
enum TemplatesBenchmark {
  enum Failure: Error, CustomStringConvertible {
    case usage(String)
    case different([String])

    var description: String {
      switch self {
      case .usage(let argument): "\(argument) is not a positive number. Usage: templates [COMPARISONS [SEED]]"
      case .different(let differences): differences.joined(separator: "\n\n")
      }
    }
  }

  private static let rowCount = 20_000
  private static let widths = [360, 412, 480, 547, 620, 700, 760, 833, 900, 1_100]
  private static let rounds = 15

  static func run(_ arguments: [String]) throws -> Report {
    let numbers = try arguments.prefix { !$0.hasPrefix("--") }.map { argument in
      guard let number = Int(argument), number > 0 else { throw Failure.usage(argument) }
      return number
    }
    var report = Report("templates")
    try compare(
      count: numbers.first ?? 10_000_000, seed: UInt64(numbers.dropFirst().first ?? 1), &report)
    try measureCost(&report)
    return report
  }

  /// Compares random trees at random widths and scales.
  private static func compare(count: Int, seed: UInt64, _ report: inout Report) throws {
    let comparison = CompiledLayoutComparison()
    comparison.runPairs()
    try comparison.run(seed: seed, comparisons: count)
    report.add("comparisons", comparison.comparisonCount)
    report.add("heights_of_width_plans", comparison.plannedCount)
    for difference in comparison.differences { say(difference) }
    report.add("different", Double(comparison.differenceCount), bar: 0)
  }

  /// Measures entry rows at one width after the other, in both forms by turns.
  private static func measureCost(_ report: inout Report) throws {
    let source = BenchmarkRows(count: rowCount)
    let contents = (0..<rowCount).map { row in
      let texts = source.texts(of: row)
      return RowContent(
        title: texts.title, preview: row % 16 == 0 ? "" : texts.preview, metadata: texts.metadata,
        thumbnail: row % 3 == 0 ? .none : .refused(.outsideFolder), accessibleName: texts.title)
    }
    let rows = EntryRowArithmetic(of: contents, text: TextSystem(font: "Sans 11"))
    var byHand = [Int32](repeating: 0, count: rows.rowCount)
    var compiled = byHand
    var times = (byHand: Double.infinity, compiled: Double.infinity)
    var different = 0
    for _ in 0..<rounds {
      var time = (byHand: 0.0, compiled: 0.0)
      for width in widths {
        var start = Stopwatch.processorTime
        byHand.withUnsafeMutableBufferPointer {
          rows.measureByHand(width: width, into: $0.baseAddress!)
        }
        time.byHand += Stopwatch.processorTime - start
        start = Stopwatch.processorTime
        compiled.withUnsafeMutableBufferPointer {
          rows.measureCompiled(width: width, into: $0.baseAddress!)
        }
        time.compiled += Stopwatch.processorTime - start
        different += zip(byHand, compiled).count { $0 != $1 }
      }
      times.byHand = min(times.byHand, time.byHand)
      times.compiled = min(times.compiled, time.compiled)
    }
    let perRow = 1e9 / Double(rows.rowCount * widths.count)
    report.add("entry_rows", rows.rowCount)
    report.add("entry_rows_different", Double(different), bar: 0)
    report.add("row_at_new_width_ns", times.compiled * perRow, peer: times.byHand * perRow)
    report.add("compiled_over_written_by_hand", times.compiled / times.byHand, bar: 1)
  }
}
