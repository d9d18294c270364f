import Expectations
import Testing
import WidgetTesting

@testable import FeedViewerRows
@testable import VirtualList
@testable import PangoText

struct EntryHeightsTests {
  @Test func rowsMeasuredTogetherEqualRowsMeasuredOneByOne() {
    let contents = (0..<300).map { index in
      RowContent(
        title: TextCorpus.samples[index % TextCorpus.samples.count],
        preview: TextCorpus.samples[(index * 7) % TextCorpus.samples.count] + " \(index)",
        metadata: index.isMultiple(of: 3) ? "" : "Somebody · 21 Nov 2026", accessibleName: "")
    }
    let widths = [380, 760, 150, 30]
    let text = TextSystem()
    let together = TemplateHeights(EntryTemplate(EntryAppearance(in: text)), text: text)
      .heights(of: contents, widths: widths)
    for (width, heights) in zip(widths, together) {
      let alone = EntryHeights(width: width, text: TextSystem())
      expect(heights, equals: contents.map { alone.height(of: $0) })
    }
  }
}
