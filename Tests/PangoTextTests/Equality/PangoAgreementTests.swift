import Expectations
import LayoutCore
import Testing

@testable import PangoText

@Suite(.serialized) struct PangoAgreementTests {
  @Test func installedPangoAgreesWithArithmetic() {
    let system = TextSystem(font: "Sans 10")
    expect(!system.statistics.installedPangoDiffers)
    for string in PangoAgreement.texts {
      let text = system.element(string, style: .preview)
      _ = system.extents(of: text, width: 300 * 1024)
    }
    expect(system.statistics.answeredByPango, equals: 0)
  }

  @Test func oneDifferenceDisablesArithmetic() {
    let truth = TextExtents(width: 1, height: 2, lineCount: 1, firstBaseline: 1, lastBaseline: 1)
    var other = truth
    other.height += 1
    expect(holds { _ in truth })
    expect(holds { _ in nil })
    expect(!holds { $0.hasPrefix("hy") ? other : truth })

    func holds(answer: (String) -> TextExtents?) -> Bool {
      var agreement = PangoAgreement()
      while !agreement.isChecked {
        agreement.checkNext(answer: { text, _ in answer(text) }, truth: { _, _ in truth })
      }
      return agreement.holds
    }
  }

  @Test func aDifferentPangoGivesAllAnswers() {
    let system = TextSystem(font: "Sans 10")
    let constraint = LineConstraint(width: 200 * 1024)
    let before = system.element(PangoAgreement.texts[0], style: .preview)
    let generation = system.generation
    system.distrustArithmetic()
    expect(system.generation != generation)
    for text in [before, system.element(PangoAgreement.texts[0], style: .preview)] {
      let asked = system.statistics.answeredByPango
      expect(
        system.extents(of: text, in: constraint), equals: system.extentsByPango(of: text, in: constraint))
      expect(system.statistics.answeredByPango, equals: asked + 1)
    }
  }

  @Test func debugBuildsSampleOneAnswerInAThousand() {
    let system = TextSystem(font: "Sans 10")
    let text = system.element(PangoAgreement.texts[0], style: .title)
    for width in 200..<1200 { _ = system.extents(of: text, width: width * 1024) }
    #if DEBUG
      expect(system.statistics.sampled, equals: 1)
    #endif
    expect(system.statistics.sampledDifferent, equals: 0)
  }
}
