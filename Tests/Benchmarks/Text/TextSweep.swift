import CGtk
import FeedViewerRows
import Foundation
import LayoutCore
import PangoText
import VirtualList

/// `text-sweep [COMPARISONS [FIRST-SEED]]`: compares heights, line counts and lines by arithmetic with PangoLayout's,
/// over fonts, widths, wrap modes and line limits. A difference is reduced and printed with its seed.
/// `text-sweep --exhaustive`, `--borders` and `--sliced` compare other texts (`ExhaustiveSweep`).
struct TextSweep {
  private static let fonts = [
    "DejaVu Sans 11", "DejaVu Serif 14", "DejaVu Sans Mono 9", "Noto Sans 10.5", "Noto Serif 12",
    "Noto Sans CJK JP 11",
  ]
  /// The fonts that the names resolve to depend on the machine.
  private static let genericFonts = ["Sans 11", "Serif 13", "Monospace 10"]
  private static let widthCount = 40

  private let wanted: Int
  private let firstSeed: UInt64
  private var compared = 0
  private var differences: [String] = []
  private var narrow = Share()
  private var prose = Share()
  private var adversarial = Share()

  /// The number of queries, and of those that arithmetic left to PangoLayout.
  private struct Share {
    var questions = 0
    var unanswered = 0

    mutating func count(_ isAnswered: Bool) {
      questions += 1
      unanswered += isAnswered ? 0 : 1
    }

    var json: [String: Any] {
      [
        "questions": questions, "left_to_pango": unanswered,
        "share": Double(unanswered) / Double(max(questions, 1)),
      ]
    }
  }

  init(_ arguments: [String]) {
    let numbers = arguments.prefix { !$0.hasPrefix("--") }
    wanted = numbers.first.flatMap { Int($0) } ?? 1_000_000
    firstSeed = numbers.dropFirst().first.flatMap { UInt64($0) } ?? 1
  }

  static func report(_ arguments: [String]) throws -> String {
    if arguments.contains(where: ExhaustiveSweep.names.contains) {
      return try ExhaustiveSweep(arguments).run()
    }
    var sweep = TextSweep(arguments)
    return try sweep.run()
  }

  private mutating func run() throws -> String {
    let installed = Self.genericFonts + Self.fonts.filter { Self.isInstalled($0) }
    say("fonts: \(installed.joined(separator: ", "))")
    let missing = Self.fonts.filter { !installed.contains($0) }
    if !missing.isEmpty { say("not installed: \(missing.joined(separator: ", "))") }
    let systems = installed.flatMap { font in
      [true, false].map { (font, $0, TextSystem(font: font, roundsGlyphPositions: $0)) }
    }
    let texts = SweepText(TextCorpora.paragraphs(cutAt: .max))
    var seed = firstSeed
    var next = 100_000
    while compared < wanted, differences.count < 10 {
      let (font, rounds, system) = systems[Int(seed % UInt64(systems.count))]
      compare(
        texts.sample(seed: seed), seed: seed, system, name: "\(font), rounding \(rounds ? "on" : "off")")
      seed += 1
      if compared >= next {
        say("\(compared) compared, \(differences.count) differ")
        next += 100_000
      }
    }
    let figures = TextFigures.json([
      "row": "arithmetic against PangoLayout", "fonts": installed, "texts": Int(seed - firstSeed),
      "compared": compared, "different": differences.count,
      "below_200_px": narrow.json, "from_200_px_prose": prose.json,
      "from_200_px_adversarial": adversarial.json,
    ])
    if !differences.isEmpty { throw Failure.differs(differences.joined(separator: "\n") + "\n" + figures) }
    return figures
  }

  enum Failure: Error, CustomStringConvertible {
    case differs(String)
    var description: String {
      switch self {
      case .differs(let what): "arithmetic differs from PangoLayout:\n\(what)"
      }
    }
  }

  private static func isInstalled(_ font: String) -> Bool {
    let context = pango_font_map_create_context(pango_cairo_font_map_get_default())!
    defer { g_object_unref(context.raw) }
    let wanted = pango_font_description_from_string(font)!
    defer { pango_font_description_free(wanted) }
    let loaded = pango_context_load_font(context, wanted)!
    defer { g_object_unref(loaded) }
    let found = pango_font_describe(loaded)!
    defer { pango_font_description_free(found) }
    return String(cString: pango_font_description_get_family(found))
      == String(cString: pango_font_description_get_family(wanted))
  }

  private mutating func compare(_ sample: SweepText.Sample, seed: UInt64, _ system: TextSystem, name: String)
  {
    let text = element(sample.string, sample.attributes, system)
    var random = SweepRandom(seed: seed ^ 0xC0FFEE)
    for _ in 0..<Self.widthCount {
      let pixels = [1 + random.below(199), 200 + random.below(300), 200 + random.below(1801)][random.below(3)]
      for _ in 0..<2 {
        let constraint = constraint(pixels, &random)
        // If arithmetic has no answer, Pango is not called: Pango 1.50 aborts on some texts in lines of up to 3 pixels.
        let answer = system.extentsByArithmetic(of: text, in: constraint)
        if pixels < 200 {
          narrow.count(answer != nil)
        } else if sample.isProse {
          prose.count(answer != nil)
        } else {
          adversarial.count(answer != nil)
        }
        guard let answer else { continue }
        compared += 1
        if isEqual(answer, text, in: constraint, system) { continue }
        let small = reduced(sample, in: constraint, system)
        let report =
          "seed \(seed), \(name), \(constraint)\n  \(small.string.debugDescription)\n  \(small.attributes)\n"
          + answers(small, in: constraint, system)
        say(report)
        differences.append(report)
        return
      }
    }
  }

  /// The results for a text by arithmetic and by Pango, in this text system and in a new one: earlier texts must not
  /// affect them.
  private func answers(
    _ sample: SweepText.Sample, in constraint: LineConstraint, _ system: TextSystem
  ) -> String {
    system.dropCaches()
    return [("system", system), ("with another preparer", system.makeUncachedCopy())].map { name, system in
      let text = element(sample.string, sample.attributes, system)
      return "  \(name): \(system.extentsByArithmetic(of: text, in: constraint) as Any)\n"
        + "    Pango: \(system.extentsByPango(of: text, in: constraint))\n"
        + "    lines: \(system.lines(of: text, in: constraint))\n"
        + "    Pango: \(system.linesByPango(of: text, in: constraint))"
    }.joined(separator: "\n")
  }

  private func element(_ string: String, _ attributes: [TextAttributeRun], _ system: TextSystem)
    -> TextElement
  {
    system.element(string, style: .preview, attributes: attributes, keepsPrepared: false)
  }

  private func constraint(_ pixels: Int, _ random: inout SweepRandom) -> LineConstraint {
    var constraint = LineConstraint(
      width: pixels * 1024 + (random.below(2) == 0 ? 0 : random.below(1024)),
      wrapMode: [.wordCharacter, .word, .character][random.below(3)],
      maximumLineCount: [0, 0, 1, 2, 3, 6][random.below(6)])
    if pixels > 41, random.below(5) == 0 { constraint.indentation = (random.below(80) - 40) * 1024 }
    if random.below(5) == 0 { constraint.spacing = random.below(9) * 1024 }
    if random.below(9) == 0 { constraint.lineSpacing = 0.8 + Float(random.below(100)) / 100 }
    return constraint
  }

  private func isEqual(
    _ answer: TextExtents, _ text: TextElement, in constraint: LineConstraint, _ system: TextSystem
  ) -> Bool {
    answer == system.extentsByPango(of: text, in: constraint)
      && system.lines(of: text, in: constraint) == system.linesByPango(of: text, in: constraint)
  }

  /// The smallest part of a text that still differs, found by leaving out attributes, and characters by halves, quarters
  /// and so on.
  private func reduced(
    _ sample: SweepText.Sample, in constraint: LineConstraint, _ system: TextSystem
  ) -> SweepText.Sample {
    func differs(_ sample: SweepText.Sample) -> Bool {
      let text = element(sample.string, sample.attributes, system)
      guard let answer = system.extentsByArithmetic(of: text, in: constraint) else { return false }
      return !isEqual(answer, text, in: constraint, system)
    }
    var best = sample
    for index in best.attributes.indices.reversed() {
      var fewer = best
      fewer.attributes.remove(at: index)
      if differs(fewer) { best = fewer }
    }
    var length = best.string.unicodeScalars.count / 2
    while length > 0 {
      var start = 0
      while start < best.string.unicodeScalars.count {
        let shorter = best.removing(start..<min(start + length, best.string.unicodeScalars.count))
        if differs(shorter) { best = shorter } else { start += length }
      }
      length /= 2
    }
    return best
  }
}
