import LayoutCore
import Testing
import WidgetTesting

@testable import EntryRows
@testable import VirtualList
@testable import PangoText

struct RowHeightsTests {
  @Test func rowsMeasuredTogetherAreAsHighAsOneByOne() {
    let contents = (0..<300).map { index in
      RowContent(
        title: TextCorpus.samples[index % TextCorpus.samples.count],
        preview: TextCorpus.samples[(index * 7) % TextCorpus.samples.count] + " \(index)",
        metadata: index.isMultiple(of: 3) ? "" : "Somebody · 21 Nov 2026", accessibleName: "")
    }
    let together = PreparedRowHeights(of: contents, text: TextSystem())
    for width in [380, 760, 150, 30] {
      let alone = RowHeights(width: width, text: TextSystem())
      #expect(together.heights(width: width) == contents.map { alone.height(of: $0) })
    }
  }

  @Test func aRowAsksForTheTextsThatItNames() {
    let content = RowContent(title: "A title", preview: "A preview", metadata: "A line", accessibleName: "")
    let system = TextSystem()
    system.prepareAndWait(content.entryTexts)
    #expect(system.statistics.prepared == 3)
    _ = RowHeights(width: 380, text: system).height(of: content)
    #expect(system.statistics.prepared == 3)
  }
}
