import Expectations
import LayoutCore
import PangoText
import Testing

/// The space between lines that a style asks for.
@Suite struct LeadingTests {
  private static let texts = [
    "", "one line", "several lines of text that are wrapped at most of the widths that are tried here",
    "two\nparagraphs, the second of which has several lines", "日本語の文章は行が高い。日本語の文章は行が高い。",
    "Unterstützungsmöglichkeiten and emoji 👩‍👩‍👧 in a line",
  ]

  @Test(arguments: ["Sans 11", "DejaVu Sans 11", "Noto Sans 10"])
  func arithmeticGivesPangosHeights(font: String) {
    let system = TextSystem(font: font)
    for leading in [0, 1.2, 1.42, 2] {
      let style = TextStyle(scale: 1.08, leading: leading)
      for string in Self.texts {
        let text = system.element(string, style: style)
        for width in [20, 60, 130, 400] {
          let constraint = LineConstraint(width: width * 1024)
          expect(
            system.extents(of: text, in: constraint), equals: system.extentsByPango(of: text, in: constraint),
            "\(string) at \(width), leading \(leading)")
        }
        expect(
          system.extents(of: text, width: nil),
          equals: system.extentsByPango(of: text, in: LineConstraint(width: nil)))
      }
    }
  }

  @Test func baselinesAreAtTheLeastTheLeadingApart() {
    let system = TextSystem(font: "Sans 12")
    let plain = TextStyle(scale: 1.5)
    let spaced = TextStyle(scale: 1.5, leading: 2)
    func distance(_ style: TextStyle) -> Int {
      let text = system.element("a\nb", style: style)
      let extents = system.extents(of: text, width: nil)
      return extents.lastBaseline - extents.firstBaseline
    }
    // 12 points are 16 pixels at 96 dots per inch.
    expect(abs(distance(spaced) - 48 * 1024) <= 512)
    expect(distance(plain) < distance(spaced))
    // A font whose lines are farther apart keeps its own distance.
    expect(distance(TextStyle(scale: 1.5, leading: 0.5)), equals: distance(plain))
    // A single line is as high as without it.
    let one = system.element("a", style: spaced)
    expect(
      system.extents(of: one, width: nil).height,
      equals: system.extents(of: system.element("a", style: plain), width: nil).height)
  }

  @Test func otherThreadsPrepareTheSame() {
    let system = TextSystem(font: "Sans 11")
    let style = TextStyle(scale: 1.08, leading: 1.6)
    let string = "several lines of text that are wrapped at most of the widths that are tried here"
    let element = TextElement(string, style: style.id)
    let prepared = system.mapOnWorkers([string], state: { 0 }) { _, _, prepare in prepare(element) }
    var text = element
    text.prepared = prepared[0]
    let constraint = LineConstraint(width: 100 * 1024)
    expect(text.prepared != nil)
    expect(system.extents(of: text, in: constraint), equals: system.extentsByPango(of: text, in: constraint))
  }
}
