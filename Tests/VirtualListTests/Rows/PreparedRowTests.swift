import CGtk
import GtkInterop
import LayoutCore
import Testing
import WidgetTesting

@testable import EntryRows
@testable import VirtualList
@testable import PangoText

@Suite(.serialized, .enabled("needs a display") { await MainActor.run { Display.isAvailable } })
struct PreparedRowTests {
  private let widget = GObjectReference(adopting: gtk_drawing_area_new()!)

  @Test(arguments: [1, 1.5, 2])
  func aPreparedRowIsAsHighAsItsLayoutAtEveryWidth(scale: Double) throws {
    let text = TextSystem(widget: widget.pointer)
    let measurer = RowMeasurer(text: text)
    var told = 0
    for (index, content) in contents.enumerated() {
      let prepared = PreparedRow(content, revision: 0) { text.element($0, style: $1).prepared }
      for width in stride(from: 200, through: 1_100, by: 61) {
        let conditions = MeasurementContext(
          width: width, sectionIndexWidth: index % 3 == 0 ? 24 : 0,
          environment: LayoutEnvironment(scale: scale, direction: .leftToRight, generation: text.generation))
        guard let height = prepared?.height(width: conditions.rowWidth, grid: conditions.grid) else {
          continue
        }
        let identity = ItemIdentity(template: .entry, key: "", revision: 0)
        #expect(
          height == measurer.layout(of: content, identity: identity, under: conditions).height,
          "\(content.title.debugDescription) at \(width)")
        told += 1
      }
    }
    #expect(told > contents.count * 10)
  }

  /// Below the width of insets, thumbnail and accessory texts have one pixel, and the rest is clipped.
  @Test func everyWidthHasAHeight() {
    let text = TextSystem(widget: widget.pointer)
    let measurer = RowMeasurer(text: text)
    let identity = ItemIdentity(template: .entry, key: "", revision: 0)
    let header = ItemIdentity(template: .sectionHeader, key: "", revision: 0)
    let content = RowContent(
      title: "A title", preview: "and a preview", metadata: "Author", accessory: .detailDisclosure,
      accessibleName: "")
    let prepared = PreparedRow(content, revision: 0) { text.element($0, style: $1).prepared }
    var last = Int.max
    for width in [-70_000, 0, 1, 2, 29, 34, 68, 96, 97, 98, 110, 200, 4_000_000, 1 << 40] {
      let conditions = MeasurementContext(width: width, environment: LayoutEnvironment())
      let height = measurer.layout(of: content, identity: identity, under: conditions).height
      #expect(height <= last && height > 24, "\(width)")
      last = height
      if let predicted = prepared?.height(width: conditions.rowWidth, grid: conditions.grid) {
        #expect(predicted == height, "\(width)")
      }
      #expect(measurer.layout(of: content, identity: header, under: conditions).height > 20)
    }
  }

  /// A long text is cut off behind a few lines: shaping all of it, with every split of its words, took a second.
  @Test(arguments: ["क्", "some words "])
  func longTextsOfAListAreNotPrepared(_ unit: String) {
    let long = String(repeating: unit, count: 20_000)
    let conditions = RowMeasurer.Conditions(width: 400, environment: LayoutEnvironment())
    for content in [
      RowContent(title: long, accessibleName: ""), RowContent(title: "", preview: long, accessibleName: ""),
      RowContent(title: "", metadata: long, accessibleName: ""),
    ] {
      let text = TextSystem(widget: widget.pointer)
      let measurer = RowMeasurer(text: text)
      let height = measurer.height(
        of: .row(RowIndexPath(section: 0, row: 0)),
        identity: ItemIdentity(template: .entry, key: "", revision: 0), content: { content },
        under: conditions)
      #expect(height > 24)
      #expect(text.statistics.prepared == 0)
    }
  }

  private var contents: [RowContent] {
    TextCorpus.samples.indices.map { index in
      RowContent(
        title: TextCorpus.samples[index],
        preview: index % 5 == 4 ? "" : TextCorpus.samples[(index + 5) % TextCorpus.samples.count],
        metadata: index % 4 == 3 ? "" : "Author · 3 days ago",
        thumbnail: index.isMultiple(of: 2) ? .none : .initial(Initial(letter: "F", colorIndex: 0)),
        accessory: [.disclosure, .checkmark, .none][index % 3], accessibleName: "")
    }
  }
}
