import Expectations
import LayoutCore
import TestRuns
import Testing
import WidgetTesting

@testable import PangoText

/// Cached words must not change any answer.
@Suite(.serialized) struct WordCacheTests {
  private nonisolated static let fonts = [
    "Sans 11", "Noto Sans 11", "DejaVu Serif 14", "Noto Sans CJK JP 11",
  ]

  @Test(arguments: fonts, [true, false])
  func cachedWordsDoNotChangeAnswers(font: String, rounds: Bool) {
    var adversarial = AdversarialText(seed: 5)
    let strings =
      TextCorpus.samples + TextCorpus.shared(limit: TestRun.count(1, full: 6))
      + (0..<TestRun.count(8, full: 60)).map { _ in adversarial.next() }
    let system = TextSystem(font: font, roundsGlyphPositions: rounds)
    let fresh = strings.map { string in
      system.dropCaches()
      return answers(string, system)
    }
    system.dropCaches()
    // In reverse order other words are cached, and the second time all of them are.
    for round in 0..<2 {
      for index in strings.indices.reversed() {
        expect(
          answers(strings[index], system), equals: fresh[index],
          "round \(round): \(strings[index].debugDescription)")
      }
    }
  }

  /// In a budget that only a few words fit into, words are dropped again and again.
  @Test(arguments: fonts) func wordsThatAreDroppedDoNotChangeAnswers(font: String) {
    let strings = TextCorpus.samples + TextCorpus.shared(limit: TestRun.count(1, full: 6))
    let system = TextSystem(font: font)
    let budget = CacheBudget(byteCount: 60_000)
    let small = TextSystem(font: font, roundsGlyphPositions: true, language: nil, budget: budget)
    for round in 0..<2 {
      for string in strings {
        expect(
          answers(string, small), equals: answers(string, system),
          "round \(round): \(string.debugDescription)")
        // The newest entry of each of two caches may be above the limit.
        expect(budget.usedByteCount <= budget.byteCount + 2 * 4_000)
      }
    }
    expect(budget.usedByteCount > 0)
  }

  private func answers(_ string: String, _ system: TextSystem) -> [TextExtents?] {
    TextStyle.ofRows.flatMap { style in
      let text = system.element(string, style: style, keepsPrepared: false)
      return [nil, 45, 90, 200, 333].map { width in
        text.prepared.flatMap { LineBreaker.extents(of: $0, width: width.map { $0 * 1024 }) }
      }
    }
  }
}
