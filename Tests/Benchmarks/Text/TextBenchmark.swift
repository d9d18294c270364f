import CGtk
import FeedViewerRows
import Foundation
import LayoutCore
import PangoText
import VirtualList

/// The cost of heights by arithmetic, compared with PangoLayout in the same run.
struct TextBenchmark {
  private let system = TextSystem(font: "Sans 11")
  private let fractional = TextSystem(font: "Sans 11", roundsGlyphPositions: false)
  private let preparation = TextPreparationBenchmark()
  private static let rowCount = 100_000
  private static let widths = (0..<16).map { (200 + $0 * 75) * 1024 }

  func run() throws -> TableReport {
    let corpora = TextCorpora.paragraphs()
    let english = corpora["en"] ?? [TextCorpora.sample]
    let all = corpora.isEmpty ? [TextCorpora.sample] : corpora.values.flatMap { $0.prefix(40) }
    var report = TableReport()
    height("English", english, &report, bar: Bar(nanoseconds: 40, timesCheaper: 1_000))
    height("all scripts", all, &report, bar: Bar(nanoseconds: 180, timesCheaper: 500))
    for script in corpora.keys.sorted() { height(script, corpora[script]!, &report) }
    rows(english, &report)
    preparation.add(to: &report, english: english, all: all, corpora)
    memory("whole pixels", system, english, &report)
    memory("fractional", fractional, english, &report)
    return report
  }

  /// The bars of a height at a new width: the maximum in nanoseconds, and the minimum ratio to a kept layout.
  private struct Bar {
    var nanoseconds: Double
    var timesCheaper: Double
  }

  /// Measures a height at a new width: arithmetic, and a kept layout.
  private func height(_ name: String, _ strings: [String], _ report: inout TableReport, bar: Bar? = nil) {
    let texts = strings.map { system.element($0, style: .preview) }
    let before = system.statistics.answeredByPango
    var sum = 0
    let repetitions = max(60_000 / (texts.count * Self.widths.count), 1)
    let questions = Double(repetitions * texts.count * Self.widths.count)
    var (arithmetic, core, pango) = (Double.infinity, Double.infinity, Double.infinity)
    // All three alternate, so that a machine that is slow for a second does not affect only one of them.
    for _ in 0..<3 {
      arithmetic = min(
        arithmetic,
        TextFigures.quickest {
          for _ in 0..<repetitions {
            for text in texts {
              for width in Self.widths { sum &+= system.extents(of: text, width: width).height }
            }
          }
        } / questions)
      core = min(
        core,
        TextFigures.quickest {
          for _ in 0..<repetitions {
            for text in texts {
              guard let prepared = text.prepared else { continue }
              for width in Self.widths {
                sum &+= LineBreaker.extents(of: prepared, width: width)?.height ?? 0
              }
            }
          }
        } / questions)
      pango = min(pango, secondsOfLayouts(texts, sum: &sum))
    }
    let unanswered = system.statistics.answeredByPango - before
    let characters = strings.reduce(0) { $0 + $1.unicodeScalars.count } / strings.count
    say(
      "\(name): \(characters) characters, Pango \(TextFigures.micro(pango)), arithmetic \(TextFigures.nano(core))"
    )
    let row = TextFigures.json([
      "row": "height at a new width, \(name)", "texts": texts.count, "characters": characters,
      "pango_us": pango * 1e6, "arithmetic_ns": core * 1e9, "through_text_system_ns": arithmetic * 1e9,
      "times_cheaper": pango / core, "times_cheaper_through_text_system": pango / arithmetic,
      "answered_by_pango": unanswered, "checksum": sum,
    ])
    report.add(
      row,
      [
        Figure(
          name: "height at a new width, \(name), ns", value: core * 1e9,
          bar: bar.map { .atMost($0.nanoseconds) },
          peer: pango * 1e9),
        Figure(
          name: "times less than a kept layout, \(name)", value: pango / core,
          bar: bar.map { .atLeast($0.timesCheaper) }),
      ])
  }

  /// The seconds that a kept layout takes for a height, averaged over texts and widths.
  private func secondsOfLayouts(_ texts: [TextElement], sum: inout Int) -> Double {
    var spent = 0.0
    for text in texts {
      let layout = system.makeLayout(text, width: 150 * 1024)
      layout.use { layout in
        var width: Int32 = 0
        var height: Int32 = 0
        pango_layout_get_size(layout, &width, &height)
        spent += TextFigures.quickest {
          for width in Self.widths { sum &+= Self.relayout(layout, width: width) }
        }
      }
    }
    return spent / Double(texts.count * Self.widths.count)
  }

  private static func relayout(_ layout: OpaquePointer, width: Int) -> Int {
    var found: Int32 = 0
    var height: Int32 = 0
    pango_layout_set_width(layout, Int32(width))
    pango_layout_get_size(layout, &found, &height)
    return Int(height)
  }

  /// Measures 100,000 rows of title, preview and metadata at a new width, no two of them with the same text.
  private func rows(_ strings: [String], _ report: inout TableReport) {
    var texts = RecombinedText(strings)
    func elements(_ style: TextStyle, length: Int, lines: Int) -> [TextElement] {
      (0..<Self.rowCount).map { _ in
        system.element(texts.next(length: length), style: style, maximumLineCount: lines)
      }
    }
    let titles = elements(.title, length: 60, lines: 2)
    let previews = elements(.preview, length: 300, lines: 3)
    let metadata = elements(.metadata, length: 24, lines: 1)
    var sum = 0
    var best = Double.infinity
    for round in 0..<5 {
      let width = (420 + round * 37) * 1024
      best = min(
        best,
        TextFigures.seconds {
          for row in 0..<Self.rowCount {
            sum &+= system.extents(of: titles[row], width: width).height
            sum &+= system.extents(of: previews[row], width: width).height
            sum &+= system.extents(of: metadata[row], width: width).height
          }
        })
    }
    let prepared = [titles, previews, metadata].map { $0.compactMap(\.prepared) }
    let isComplete = prepared.allSatisfy { $0.count == Self.rowCount }
    let core = TextFigures.quickest {
      guard isComplete else { return }
      for row in 0..<Self.rowCount {
        for (line, limit) in zip(prepared, [2, 3, 1]) {
          sum &+= LineBreaker.extents(of: line[row], width: 431 * 1024, maximumLineCount: limit)?.height ?? 0
        }
      }
    }
    let milliseconds = isComplete ? core * 1e3 : .nan
    let row = TextFigures.json([
      "row": "100,000 rows at a new width, all of different texts",
      "milliseconds": isComplete ? milliseconds : -1,
      "through_text_system_milliseconds": best * 1e3, "checksum": sum,
    ])
    report.add(
      row,
      [
        Figure(name: "100,000 different rows at a new width, ms", value: milliseconds, bar: .atMost(50)),
        Figure(
          name: "100,000 different rows with all bookkeeping, ms", value: best * 1e3, bar: .atMost(100)),
      ])
  }

  private func memory(
    _ name: String, _ system: TextSystem, _ strings: [String], _ report: inout TableReport
  ) {
    let cut = strings.filter { $0.unicodeScalars.count >= 300 }
      .map { String(String.UnicodeScalarView($0.unicodeScalars.prefix(300))) }
    let texts = cut.isEmpty ? [TextCorpora.sample] : cut
    let sizes = texts.compactMap {
      system.element($0, style: .preview, keepsPrepared: false).prepared?.byteCount
    }
    let bytes = Double(sizes.reduce(0, +)) / Double(max(sizes.count, 1))
    let row = TextFigures.json([
      "row": "memory of a prepared English paragraph of 300 characters, \(name)", "texts": texts.count,
      "bytes": bytes, "prepared": sizes.count,
    ])
    report.add(
      row, [Figure(name: "a prepared paragraph, \(name), bytes", value: bytes, bar: .atMost(400))])
  }
}
