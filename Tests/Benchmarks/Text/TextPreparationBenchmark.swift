import CGtk
import FeedViewerRows
import Foundation
import LayoutCore
import PangoText
import VirtualList

/// The cost of preparing text, compared with a new PangoLayout and `get_size`, in the same run.
struct TextPreparationBenchmark {
  private let system = TextSystem(font: "Sans 11")

  /// Adds rows for English and for all scripts together, then for each script alone.
  func add(
    to report: inout TableReport, english: [String], all: [String], _ corpora: [String: [String]]
  ) {
    report.add(threads(all))
    add("English", english, to: &report, bar: Bar(newText: 0.35, wordsSeenBefore: 0.06))
    add("all scripts", all, to: &report, bar: Bar(newText: 0.55))
    for script in corpora.keys.sorted() { add(script, corpora[script]!, to: &report) }
  }

  func report() -> TableReport {
    let corpora = TextCorpora.paragraphs()
    let all = corpora.isEmpty ? [TextCorpora.sample] : corpora.values.flatMap { $0.prefix(40) }
    var report = TableReport()
    add(to: &report, english: corpora["en"] ?? [TextCorpora.sample], all: all, corpora)
    return report
  }

  /// The bars: maximum fractions of the time of a new layout.
  private struct Bar {
    var newText: Double
    var wordsSeenBefore: Double?
  }

  private func add(
    _ name: String, _ strings: [String], to report: inout TableReport, bar: Bar? = nil
  ) {
    var sum = 0
    var fresh = Double.infinity
    var new = Double.infinity
    var seen = Double.infinity
    for _ in 0..<5 {
      fresh = min(
        fresh,
        TextFigures.seconds {
          for string in strings {
            let text = TextElement(string, style: TextStyle.preview.id)
            sum &+= system.makeLayout(text, width: 400 * 1024).use { Self.height(of: $0) }
          }
        })
      system.dropCaches()
      new = min(new, TextFigures.seconds { sum &+= prepare(strings) })
      seen = min(seen, TextFigures.seconds { sum &+= prepare(strings) })
    }
    let count = Double(strings.count)
    say(
      "preparing \(name): Pango \(TextFigures.micro(fresh / count)), new text \(TextFigures.percent(new / fresh)), "
        + "words seen before \(TextFigures.percent(seen / fresh))")
    let row = TextFigures.json([
      "row": "preparing, \(name)", "texts": strings.count, "pango_us": fresh / count * 1e6,
      "new_text_us": new / count * 1e6, "new_text_share": new / fresh,
      "words_seen_before_us": seen / count * 1e6,
      "words_seen_before_share": seen / fresh, "checksum": sum,
    ])
    report.add(
      row,
      [
        Figure(
          name: "preparing new text over a fresh layout, \(name)", value: new / fresh,
          bar: bar.map { .atMost($0.newText) }),
        Figure(
          name: "preparing words seen before over a fresh layout, \(name)", value: seen / fresh,
          bar: bar?.wordsSeenBefore.map { .atMost($0) }),
      ])
  }

  private func prepare(_ strings: [String]) -> Int {
    strings.reduce(0) {
      $0 + (system.element($1, style: .preview, keepsPrepared: false).prepared == nil ? 0 : 1)
    }
  }

  private static func height(of layout: OpaquePointer) -> Int {
    var width: Int32 = 0
    var height: Int32 = 0
    pango_layout_get_size(layout, &width, &height)
    return Int(height)
  }

  /// Measures the speed-up of preparing on two threads instead of one. As a control, the speed-up of two threads that
  /// only count: more is not possible on this machine.
  func threads(_ strings: [String]) -> String {
    let texts = (0..<4).flatMap { round in strings.map { TextRequest($0 + " \(round)", style: .preview) } }
    let onOne = system.workersForMeasurement(threadCount: 1, texts)
    let onTwo = system.workersForMeasurement(threadCount: 2, texts)
    let figures = (0..<5).map { _ in
      (
        one: Stopwatch.seconds(onOne), two: Stopwatch.seconds(onTwo),
        control: Self.countingTime(1), controlOfTwo: Self.countingTime(2)
      )
    }
    let one = figures.map(\.one).min()!
    let two = figures.map(\.two).min()!
    let control = 2 * figures.map(\.control).min()! / figures.map(\.controlOfTwo).min()!
    say(
      String(
        format: "two threads: %.2f times as fast as one; control, two threads that only count: %.2f times",
        one / two, control))
    return TextFigures.json([
      "row": "preparing on two threads", "texts": texts.count, "one_thread_ms": one * 1e3,
      "two_threads_ms": two * 1e3, "gain": one / two, "control_gain": control,
    ])
  }

  /// The time that this many threads take, each of which counts to the same number.
  private static func countingTime(_ threads: Int) -> Double {
    @Sendable nonisolated func count() {
      var sum: UInt64 = 1
      for step in 0..<60_000_000 as Range<UInt64> { sum = sum &* 6_364_136_223_846_793_005 &+ step }
      consume(sum)
    }
    return Stopwatch.seconds { DispatchQueue.concurrentPerform(iterations: threads) { _ in count() } }
  }

  /// Prepares the texts of one script again and again, for a profiler.
  static func profile(_ script: String) -> String {
    let system = TextSystem(font: "Sans 11")
    let corpora = TextCorpora.paragraphs()
    let strings = corpora[script] ?? corpora.values.flatMap { $0.prefix(40) }
    for _ in 0..<20 {
      system.dropCaches()
      for string in strings { _ = system.element(string, style: .preview, keepsPrepared: false) }
    }
    return "{\"prepared\": \(system.statistics.prepared)}"
  }
}
