import Expectations
import Testing
import WidgetTesting

@testable import VirtualList
@testable import PangoText

/// Texts measured by the layouts that draw them, as in a first frame.
@Suite(.serialized) struct LayoutAnswerTests {
  @Test func answersByLayoutsEqualThoseOfPreparedText() {
    let system = TextSystem(font: "Sans 11")
    let quick = system.makeUncachedCopy()
    quick.answersByLayouts = true
    for string in TextCorpus.samples {
      for width in [nil, 90, 240, 700] {
        for count in [0, 1, 3] {
          let text = system.element(string, style: .preview, maximumLineCount: count)
          let other = quick.element(string, style: .preview, maximumLineCount: count)
          expect(other.prepared == nil)
          let units = width.map { $0 * 1024 }
          expect(
            system.extents(of: text, width: units), equals: quick.extents(of: other, width: units),
            "\(string)")
        }
      }
    }
    expect(quick.statistics.prepared == 0 && quick.statistics.answeredByArithmetic == 0)
  }

  @Test func aTextIsLaidOutOnceAndPreparedAfterThat() {
    let system = TextSystem(font: "Sans 11")
    system.answersByLayouts = true
    let text = system.element("Words on some lines, to be drawn", style: .title, maximumLineCount: 2)
    _ = system.extents(of: text, width: 90 * 1024)
    let layout = system.makeLayout(text, width: 90 * 1024)
    expect(system.makeLayout(text, width: 90 * 1024).pointer, equals: layout.pointer)
    expect(system.makeLayout(text, width: 91 * 1024).pointer != layout.pointer)
    let other = system.element("Words on some lines, to be drawn", style: .preview, maximumLineCount: 2)
    expect(system.makeLayout(other, width: 90 * 1024).pointer != layout.pointer)
    system.answersByLayouts = false
    expect(system.makeLayout(text, width: 90 * 1024).pointer != layout.pointer)
    expect(system.element("Words on some lines, to be drawn", style: .title).prepared != nil)
  }
}
