import Expectations
import TestRuns
import Testing
import WidgetTesting

@testable import PangoText

@Suite(.serialized) struct TextEqualitySweepTests {
  private nonisolated static let fonts = [
    "Sans 11", "DejaVu Serif 14", "Noto Sans 10.5", "Monospace 9", "Noto Sans CJK JP 11",
  ]

  @Test(arguments: fonts, [true, false])
  func paragraphsInManyScriptsEqualPango(font: String, rounds: Bool) {
    let system = TextSystem(font: font, roundsGlyphPositions: rounds)
    var sweep = EqualitySweep(system, seed: 20_261)
    let styles = [TextStyle.title, .preview, .metadata]
    for (number, string) in (TextCorpus.samples + TextCorpus.shared(limit: TestRun.count(2, full: 4)))
      .enumerated()
    {
      sweep.compare(system.element(string, style: styles[number % 3]), count: TestRun.count(2, full: 20))
    }
    report("corpus \(font) \(rounds)", sweep, unansweredBelow: 0.000_01)
  }

  @Test(arguments: fonts, [true, false])
  func adversarialTextEqualsPango(font: String, rounds: Bool) {
    let system = TextSystem(font: font, roundsGlyphPositions: rounds)
    var sweep = EqualitySweep(system, seed: 7)
    var texts = AdversarialText(seed: 11)
    for _ in 0..<TestRun.count(14, full: 120) {
      sweep.compare(system.element(texts.next(), style: .preview), count: 20)
    }
    report("adversarial \(font) \(rounds)", sweep, unansweredBelow: 0.01)
  }

  @Test(arguments: [1, 2])
  func reversedTextEqualsPango(seed: UInt64) {
    let system = TextSystem(font: "Sans 11")
    var sweep = EqualitySweep(system, seed: seed)
    var texts = AdversarialText(seed: seed)
    for _ in 0..<TestRun.count(20, full: 60) {
      let string = "\u{202E}" + texts.next()
      sweep.compare(system.element(string, style: .preview), count: 20)
    }
    report("reversed", sweep, unansweredBelow: 0.1)
  }

  @Test(arguments: [1, 2], [true, false])
  func attributedTextEqualsPango(seed: UInt64, rounds: Bool) {
    let system = TextSystem(font: "Sans 11", roundsGlyphPositions: rounds)
    var sweep = EqualitySweep(system, seed: seed)
    var texts = AdversarialText(seed: seed)
    var random = SeededRandom(seed: seed)
    for index in 0..<TestRun.count(20, full: 60) {
      let samples = TextCorpus.samples
      let string = index.isMultiple(of: 2) ? texts.next() : samples[index % samples.count]
      let runs = AdversarialText.attributes(of: string, &random)
      sweep.compare(system.element(string, style: .preview, attributes: runs), count: 20)
    }
    report("attributes \(seed) \(rounds)", sweep, unansweredBelow: 0.01)
  }

  private func report(_ name: String, _ sweep: EqualitySweep, unansweredBelow limit: Double) {
    print(
      "\(name): \(sweep.compared) equal, \(sweep.mismatches.count) differ; unanswered",
      "narrow \(sweep.narrow.unanswered)/\(sweep.narrow.questions)",
      "readable \(sweep.readable.unanswered)/\(sweep.readable.questions)")
    expect(sweep.readable.fraction < limit, "\(name): \(sweep.readable)")
    expect(sweep.mismatches.isEmpty, "\(sweep.mismatches.prefix(1).joined(separator: "\n"))")
  }
}
