import FeedViewerRows
import LayoutCore
import VirtualList
import WidgetTesting

/// `text-sweep --exhaustive [COMPARISONS [FIRST]]` compares all small texts, `--borders` all pairs of kinds of characters
/// between words of all scripts, `--sliced` real text that is cut anywhere: see `SmallTextSweep`.
struct ExhaustiveSweep {
  static let names = ["--exhaustive", "--borders", "--sliced"]

  private let name: String
  private let wanted: Int
  private let first: Int

  init(_ arguments: [String]) {
    name = arguments.first { Self.names.contains($0) } ?? Self.names[0]
    let numbers = arguments.compactMap { Int($0) }
    wanted = numbers.first ?? 10_000_000
    first = numbers.dropFirst().first ?? 0
  }

  func run() throws -> String {
    var sweep =
      switch name {
      case "--borders": SmallTextSweep(of: BorderTexts(), first: first)
      case "--sliced": SmallTextSweep(of: SlicedTexts(), first: first)
      default: SmallTextSweep(first: first)
      }
    var next = 1_000_000
    var told = 0
    while sweep.compared < wanted, sweep.differences.count < 20, sweep.compareNext() {
      for report in sweep.differences[told...] { say(report) }
      told = sweep.differences.count
      if sweep.compared >= next {
        say(
          "\(sweep.compared) compared, \(sweep.differences.count) differ, \(sweep.passing.count) differed only once, "
            + "\(sweep.unanswered) left to Pango")
        next += 1_000_000
      }
    }
    for report in sweep.passing.prefix(5) { say("differed only once: " + report) }
    let figures = TextFigures.json([
      "row": "\(name.dropFirst(2)) texts, arithmetic against PangoLayout", "fonts": SmallTextSweep.fonts,
      "all_texts": sweep.textCount, "texts": sweep.texts, "compared": sweep.compared,
      "different": sweep.differences.count, "different_once": sweep.passing.count,
      "left_to_pango": sweep.unanswered,
    ])
    if !sweep.differences.isEmpty {
      throw TextSweep.Failure.differs(sweep.differences.joined(separator: "\n") + "\n" + figures)
    }
    return figures
  }
}
