import CGtk
import FeedList
import Foundation
import LayoutCore

/// What heights by arithmetic cost, against PangoLayout in the same run.
struct TextBenchmark {
  private let system = TextSystem(font: "Sans 11")
  private let fractional = TextSystem(font: "Sans 11", roundsGlyphPositions: false)
  private let preparation = TextPreparationBenchmark()
  private static let widths = (0..<16).map { (200 + $0 * 75) * 1024 }

  func run() throws -> String {
    let corpora = TextCorpora.paragraphs()
    let english = corpora["en"] ?? [TextCorpora.sample]
    let all = corpora.isEmpty ? [TextCorpora.sample] : corpora.values.flatMap { $0.prefix(40) }
    var lines: [String] = []
    lines.append(height("English", english))
    lines.append(height("all scripts", all))
    for script in corpora.keys.sorted() { lines.append(height(script, corpora[script]!)) }
    lines.append(rows(english))
    lines += preparation.rows(english: english, all: all, corpora)
    lines.append(memory("whole pixels", system, english))
    lines.append(memory("fractional", fractional, english))
    return "[\n  " + lines.joined(separator: ",\n  ") + "\n]"
  }

  /// A height at a new width: arithmetic against a kept layout.
  private func height(_ name: String, _ strings: [String]) -> String {
    let texts = strings.map { system.element($0, style: .preview) }
    let before = system.statistics.answeredByPango
    var sum = 0
    let repetitions = max(60_000 / (texts.count * Self.widths.count), 1)
    let questions = Double(repetitions * texts.count * Self.widths.count)
    var (arithmetic, core, pango) = (Double.infinity, Double.infinity, Double.infinity)
    // All three in turn, a few times: a machine that is slow for a second must not be slow for one of them only.
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
    return TextFigures.json([
      "row": "height at a new width, \(name)", "texts": texts.count, "characters": characters,
      "pango_us": pango * 1e6, "arithmetic_ns": core * 1e9, "through_text_system_ns": arithmetic * 1e9,
      "times_cheaper": pango / core, "times_cheaper_through_text_system": pango / arithmetic,
      "answered_by_pango": unanswered, "checksum": sum,
    ])
  }

  /// Seconds that kept layouts take for a height, on average over the texts and widths.
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

  /// 100,000 rows of title, preview and meta line at a new width.
  private func rows(_ strings: [String]) -> String {
    let previews = strings.map { system.element($0, style: .preview, maximumLineCount: 3) }
    let titles = strings.map { system.element(String($0.prefix(60)), style: .title, maximumLineCount: 2) }
    let metadata = system.element("Somebody · 21 Nov 2026", style: .metadata, maximumLineCount: 1)
    var sum = 0
    var best = Double.infinity
    for round in 0..<5 {
      let width = (420 + round * 37) * 1024
      best = min(
        best,
        TextFigures.seconds {
          for row in 0..<100_000 {
            let index = row % previews.count
            sum &+= system.extents(of: titles[index], width: width).height
            sum &+= system.extents(of: previews[index], width: width).height
            sum &+= system.extents(of: metadata, width: width).height
          }
        })
    }
    let prepared = zip(titles, previews).map { ($0.prepared!, $1.prepared!) }
    let lone = metadata.prepared!
    let core = TextFigures.quickest {
      for row in 0..<100_000 {
        let (title, preview) = prepared[row % prepared.count]
        sum &+= LineBreaker.extents(of: title, width: 431 * 1024, maximumLineCount: 2)?.height ?? 0
        sum &+= LineBreaker.extents(of: preview, width: 431 * 1024, maximumLineCount: 3)?.height ?? 0
        sum &+= LineBreaker.extents(of: lone, width: 431 * 1024, maximumLineCount: 1)?.height ?? 0
      }
    }
    return TextFigures.json([
      "row": "100,000 rows at a new width", "milliseconds": core * 1e3,
      "through_text_system_milliseconds": best * 1e3, "checksum": sum,
    ])
  }

  private func memory(_ name: String, _ system: TextSystem, _ strings: [String]) -> String {
    let cut = strings.filter { $0.unicodeScalars.count >= 300 }
      .map { String(String.UnicodeScalarView($0.unicodeScalars.prefix(300))) }
    let texts = cut.isEmpty ? [TextCorpora.sample] : cut
    let sizes = texts.compactMap {
      system.element($0, style: .preview, keepsPrepared: false).prepared?.byteCount
    }
    return TextFigures.json([
      "row": "memory of a prepared English paragraph of 300 characters, \(name)", "texts": texts.count,
      "bytes": Double(sizes.reduce(0, +)) / Double(max(sizes.count, 1)), "prepared": sizes.count,
    ])
  }
}
