import Expectations
import LayoutCore
import Testing

/// The README's example and a list that is built on it, with public symbols only.
@Suite("LayoutCore in another program")
struct ExampleTests {
  /// Characters of 10 by 20 logical pixels.
  private func extents(of text: TextElement, width: PangoUnits?) -> TextExtents {
    let length = text.string.count * 10 * 1024
    let lines = width.map { max((length + $0 - 1) / max($0, 1), 1) } ?? 1
    return TextExtents(
      width: min(length, width ?? length), height: lines * 20 * 1024, lineCount: lines, isTruncated: false,
      firstBaseline: 15 * 1024, lastBaseline: ((lines - 1) * 20 + 15) * 1024)
  }

  private func height(of title: String, width: Double) -> Int {
    let context = LayoutContext(environment: LayoutEnvironment(scale: 2)) { text, width in
      extents(of: text, width: width)
    }
    let row = LayoutElement.inset(
      EdgeInsets(12),
      .stack(
        Stack(direction: .horizontal, spacing: 12, alignItems: .start),
        [
          .box(width: 48, height: 48),
          LayoutElement.text(TextElement(title, style: TextStyleID(rawValue: 0))).styled {
            $0.flexGrow = 1
            $0.flexShrink = 1
          },
        ]))
    let layout = row.layout(
      fitting: SizeRange(min: Size(width: width, height: 0), max: Size(width: width, height: .infinity)),
      in: context)
    return PixelGrid(scale: 2).devicePixels(layout.size.height)
  }

  @Test func aListIsMeasuredCachedAndEdited() throws {
    var titles = ["One", String(repeating: "Two ", count: 40), "Three"]
    let environment = LayoutEnvironment(scale: 2)
    let conditions = HeightKey(template: "row", width: 400, environment: environment, revision: 0)
    var cache = IndexPathHeightCache()
    var geometry = RowGeometry()
    func measure(_ element: ListElement) -> RowHeight {
      guard case .row(let row) = element else { return .estimated(0) }
      if let known = cache.height(at: row, for: conditions) { return .measured(known) }
      let height = height(of: titles[row.row], width: 400)
      cache.store(height, at: row, for: conditions)
      return .measured(height)
    }
    geometry.rebuild(sections: [SectionShape(rowCount: titles.count)], height: measure)
    expect(geometry.offset(of: .row(RowIndexPath(section: 0, row: 1))), equals: 144)
    let anchor = try require(ScrollAnchor.capture(atOffset: 150, in: geometry))

    let first = RowIndexPath(section: 0, row: 0)
    titles.insert("Zero", at: 0)
    let change = try ChangeSet([.insertRows([first])], before: [3], after: [4])
    let moved = try require(anchor.moved(by: change, from: geometry))
    cache.apply(change)
    geometry.apply(change, height: measure)
    expect(cache.count, equals: 4)
    expect(moved.offset(in: geometry), equals: 150 + 144)
    expect(geometry.element(atOffset: 300)?.element, equals: .row(RowIndexPath(section: 0, row: 2)))
  }
}
