import CGtk
import FeedList
import Foundation
import LayoutCore

/// What heights by arithmetic cost, against PangoLayout in the same run.
struct TextBenchmark {
  private let system = TextSystem(font: "Sans 11")
  private let fractional = TextSystem(font: "Sans 11", roundsGlyphPositions: false)
  private static let widths = (0..<16).map { (200 + $0 * 75) * 1024 }

  func run() throws -> String {
    let corpora = Self.corpora()
    let english = corpora["en"] ?? [Self.sample]
    let all = corpora.isEmpty ? [Self.sample] : corpora.values.flatMap { $0.prefix(40) }
    var lines: [String] = []
    lines.append(height("English", english))
    lines.append(height("all scripts", all))
    for script in corpora.keys.sorted() { lines.append(height(script, corpora[script]!)) }
    lines.append(rows(english))
    lines.append(preparation("English", english))
    lines.append(preparation("all scripts", all))
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
    let arithmetic =
      quickest {
        for _ in 0..<repetitions {
          for text in texts {
            for width in Self.widths { sum &+= system.extents(of: text, width: width).height }
          }
        }
      } / Double(repetitions * texts.count * Self.widths.count)
    let unanswered = system.statistics.answeredByPango - before
    let core =
      quickest {
        for _ in 0..<repetitions {
          for text in texts {
            guard let prepared = text.prepared else { continue }
            for width in Self.widths { sum &+= LineBreaker.extents(of: prepared, width: width)?.height ?? 0 }
          }
        }
      } / Double(repetitions * texts.count * Self.widths.count)
    var spent = 0.0
    for text in texts {
      let layout = system.makeLayout(text, width: 150 * 1024)
      layout.use { layout in
        var width: Int32 = 0
        var height: Int32 = 0
        pango_layout_get_size(layout, &width, &height)
        spent += quickest {
          for width in Self.widths { sum &+= Self.relayout(layout, width: width) }
        }
      }
    }
    let pango = spent / Double(texts.count * Self.widths.count)
    let characters = strings.reduce(0) { $0 + $1.unicodeScalars.count } / strings.count
    say("\(name): \(characters) characters, Pango \(micro(pango)), arithmetic \(nano(core))")
    return json([
      "row": "height at a new width, \(name)", "texts": texts.count, "characters": characters,
      "pango_us": pango * 1e6, "arithmetic_ns": core * 1e9, "through_text_system_ns": arithmetic * 1e9,
      "times_cheaper": pango / core, "times_cheaper_through_text_system": pango / arithmetic,
      "answered_by_pango": unanswered, "checksum": sum,
    ])
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
        seconds {
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
    let core = quickest {
      for row in 0..<100_000 {
        let (title, preview) = prepared[row % prepared.count]
        sum &+= LineBreaker.extents(of: title, width: 431 * 1024, maximumLineCount: 2)?.height ?? 0
        sum &+= LineBreaker.extents(of: preview, width: 431 * 1024, maximumLineCount: 3)?.height ?? 0
        sum &+= LineBreaker.extents(of: lone, width: 431 * 1024, maximumLineCount: 1)?.height ?? 0
      }
    }
    return json([
      "row": "100,000 rows at a new width", "milliseconds": core * 1e3,
      "through_text_system_milliseconds": best * 1e3, "checksum": sum,
    ])
  }

  /// Preparing text from nothing, against a fresh layout that is asked for its size.
  private func preparation(_ name: String, _ strings: [String]) -> String {
    var sum = 0
    var prepare = Double.infinity
    var fresh = Double.infinity
    for _ in 0..<3 {
      fresh = min(
        fresh,
        seconds {
          for string in strings {
            let text = TextElement(string, style: TextStyle.preview.id)
            sum &+= system.makeLayout(text, width: 400 * 1024).use { Self.relayout($0, width: 400 * 1024) }
          }
        })
      prepare = min(
        prepare,
        seconds {
          for string in strings {
            sum &+= system.element(string, style: .preview, keepsPrepared: false).prepared == nil ? 0 : 1
          }
        })
    }
    return json([
      "row": "preparing, \(name)", "pango_us": fresh / Double(strings.count) * 1e6,
      "prepare_us": prepare / Double(strings.count) * 1e6, "share": prepare / fresh, "checksum": sum,
    ])
  }

  private func memory(_ name: String, _ system: TextSystem, _ strings: [String]) -> String {
    let cut = strings.filter { $0.unicodeScalars.count >= 300 }
      .map { String(String.UnicodeScalarView($0.unicodeScalars.prefix(300))) }
    let texts = cut.isEmpty ? [Self.sample] : cut
    let sizes = texts.compactMap {
      system.element($0, style: .preview, keepsPrepared: false).prepared?.byteCount
    }
    return json([
      "row": "memory of a prepared English paragraph of 300 characters, \(name)", "texts": texts.count,
      "bytes": Double(sizes.reduce(0, +)) / Double(max(sizes.count, 1)), "prepared": sizes.count,
    ])
  }

  /// Paragraphs of `shared/corpora/texts` beside a folder of this one, cut at 300 characters, by script.
  private static func corpora() -> [String: [String]] {
    var folder = URL(filePath: FileManager.default.currentDirectoryPath)
    var found: [String: [String]] = [:]
    while folder.path != "/" {
      let texts = folder.appending(path: "shared/corpora/texts")
      let files =
        (try? FileManager.default.contentsOfDirectory(at: texts, includingPropertiesForKeys: nil)) ?? []
      for file in files where file.pathExtension == "txt" {
        let paragraphs = ((try? String(contentsOf: file, encoding: .utf8)) ?? "")
          .split(whereSeparator: \.isNewline).filter { $0.unicodeScalars.count > 60 }.prefix(200)
          .map { String(String.UnicodeScalarView($0.unicodeScalars.prefix(300))) }
        let name = String(file.lastPathComponent.prefix { $0 != "-" })
        if !paragraphs.isEmpty { found[name] = paragraphs }
      }
      if !found.isEmpty { break }
      folder.deleteLastPathComponent()
    }
    return found
  }

  private static let sample =
    "The quick brown fox jumps over the lazy dog while the rain falls on the hills and the river carries the "
    + "leaves of autumn past the old mill, where nobody has lived for years, and on into the wide grey sea "
    + "that lies beyond the harbour wall and its one lamp, which the keeper lights at dusk, every single day."

  private func seconds(_ body: () -> Void) -> Double {
    let start = ContinuousClock.now
    body()
    let spent = ContinuousClock.now - start
    return Double(spent.components.seconds) + Double(spent.components.attoseconds) * 1e-18
  }

  /// The quickest of three times: others share the machine.
  private func quickest(_ body: () -> Void) -> Double { (0..<3).map { _ in seconds(body) }.min()! }

  private func micro(_ seconds: Double) -> String { String(format: "%.1f us", seconds * 1e6) }
  private func nano(_ seconds: Double) -> String { String(format: "%.1f ns", seconds * 1e9) }

  private func json(_ row: [String: Any]) -> String {
    let data = try? JSONSerialization.data(
      withJSONObject: row, options: [.sortedKeys, .withoutEscapingSlashes])
    return data.map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }
}
