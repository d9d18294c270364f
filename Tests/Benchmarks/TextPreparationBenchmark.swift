import CGtk
import FeedList
import Foundation
import LayoutCore

/// What preparing text costs, against a fresh PangoLayout that is asked for its size, in the same run.
struct TextPreparationBenchmark {
  private let system = TextSystem(font: "Sans 11")

  /// Rows for English and for all scripts together, then for each script alone.
  func rows(english: [String], all: [String], _ corpora: [String: [String]]) -> [String] {
    [row("English", english), row("all scripts", all)]
      + corpora.keys.sorted().map { row($0, corpora[$0]!) }
  }

  func rows() -> String {
    let corpora = TextCorpora.paragraphs()
    let all = corpora.isEmpty ? [TextCorpora.sample] : corpora.values.flatMap { $0.prefix(40) }
    return rows(english: corpora["en"] ?? [TextCorpora.sample], all: all, corpora).joined(separator: ",\n  ")
  }

  private func row(_ name: String, _ strings: [String]) -> String {
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
    return TextFigures.json([
      "row": "preparing, \(name)", "texts": strings.count, "pango_us": fresh / count * 1e6,
      "new_text_us": new / count * 1e6, "new_text_share": new / fresh,
      "words_seen_before_us": seen / count * 1e6,
      "words_seen_before_share": seen / fresh, "checksum": sum,
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

  /// Prepares the texts of one script again and again, and nothing else: for a profiler.
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
