import LayoutCore
import Testing

@testable import FeedList

@Suite(.serialized) struct PangoAgreementTests {
  @Test func theInstalledPangoBreaksLinesAsArithmeticDoes() {
    let system = TextSystem(font: "Sans 10")
    #expect(!system.statistics.installedPangoDiffers)
    for string in PangoAgreement.texts {
      let text = system.element(string, style: .preview)
      _ = system.extents(of: text, width: 300 * 1024)
    }
    #expect(system.statistics.answeredByPango == 0)
  }

  @Test func oneDifferenceIsEnough() {
    let truth = TextExtents(width: 1, height: 2, lineCount: 1, firstBaseline: 1, lastBaseline: 1)
    var other = truth
    other.height += 1
    #expect(PangoAgreement.holds(answer: { _, _ in truth }, truth: { _, _ in truth }))
    #expect(PangoAgreement.holds(answer: { _, _ in nil }, truth: { _, _ in truth }))
    #expect(
      !PangoAgreement.holds(
        answer: { text, _ in text.hasPrefix("hy") ? other : truth }, truth: { _, _ in truth }))
  }

  @Test func aThousandAnswersAreSampledOnceInDebugBuilds() {
    let system = TextSystem(font: "Sans 10")
    let text = system.element(PangoAgreement.texts[0], style: .title)
    for width in 200..<1200 { _ = system.extents(of: text, width: width * 1024) }
    #if DEBUG
      #expect(system.statistics.sampled == 1)
    #endif
    #expect(system.statistics.sampledDifferent == 0)
  }
}
