import CGtk
import Expectations
import GtkInterop
import LayoutCore
import Testing

@testable import FeedViewerRows
@testable import VirtualList

/// The section index of a list in a real window.
@Suite("Section index", .serialized, .needsDisplay)
struct SectionIndexTests {
  /// A list of sections whose index leads to each of them and to every tenth row.
  private final class IndexedFixture {
    let fixture: ListFixture
    let source: Source

    final class Source: EntryListDataSource {
      let fixture: ListFixture
      init(_ fixture: ListFixture) { self.fixture = fixture }

      func sectionIndexEntries(in list: ListView) -> [SectionIndexEntry] {
        fixture.sections.indices.flatMap { section in
          [SectionIndexEntry(label: "\(section)", title: "Section \(section)", element: .header(section))]
            + stride(from: 10, to: fixture.sections[section].count, by: 10).map {
              SectionIndexEntry(label: nil, title: "Row \($0) of \(section)", element: .row(section, $0))
            }
        }
      }

      func numberOfSections(in list: ListView) -> Int { fixture.numberOfSections(in: list) }
      func listView(_ list: ListView, numberOfRowsInSection section: Int) -> Int {
        fixture.listView(list, numberOfRowsInSection: section)
      }
      func listView(_ list: ListView, identityOf element: ListElement) -> ItemIdentity {
        fixture.listView(list, identityOf: element)
      }
      func listView(_ list: ListView, rowContentOf element: ListElement) -> RowContent {
        fixture.listView(list, rowContentOf: element)
      }
      func listView(_ list: ListView, textLengthsOf element: ListElement) -> TextLengths {
        fixture.listView(list, textLengthsOf: element)
      }
    }

    init() {
      fixture = ListFixture((0..<5).map { ListFixture.rows($0 * 45..<($0 + 1) * 45) }, zoom: 2)
      source = Source(fixture)
      fixture.list.dataSource = source
      fixture.list.showsSectionIndex = true
      fixture.settle()
    }
  }

  private let indexed = IndexedFixture()
  private var fixture: ListFixture { indexed.fixture }
  private var list: ListView { indexed.fixture.list }

  private func index() throws -> SectionIndexView { try require(list.sectionIndex.view) }

  private func check(_ found: @autoclosure () throws -> Int?, _ wanted: Int) throws {
    let found = try found()
    expect(found, equals: wanted)
  }

  private func bounds(of widget: WidgetPointer) -> graphene_rect_t {
    var bounds = graphene_rect_t()
    _ = gtk_widget_compute_bounds(widget, list.widget.pointer, &bounds)
    return bounds
  }

  @Test func indexIsAtTheTrailingEdgeAndNarrowsRows() throws {
    defer { fixture.close() }
    let width = try index().width
    expect(width >= 26)
    expect(list.conditions?.sectionIndexWidth, equals: width)
    let place = bounds(of: try index().widget.pointer)
    expect(place.origin.x == Float(480 - width) && place.size.width == Float(width))
    expect(place.size.height, equals: 600)
    for element in list.pool.boundElements {
      let painter = try require(list.pool.view(of: element)?.painter)
      for text in painter.layout.content?.flattened() ?? [] where text.measuredText != nil {
        expect(text.frame.maxX + painter.layout.contentFrame.minX <= Double(480 - width))
      }
      expect(list.pool.view(of: element)?.layoutHeight, equals: fixture.height(of: element))
    }
    expect(fixture.finishPrecache())
    let narrow = fixture.heights
    list.showsSectionIndex = false
    fixture.settle()
    expect(fixture.finishPrecache())
    expect(list.conditions?.sectionIndexWidth, equals: 0)
    expect(fixture.heights != narrow)
    list.showsSectionIndex = true
    fixture.settle()
    expect(fixture.heights, equals: narrow)
  }

  @Test func indexIsMirroredForRightToLeft() throws {
    defer { fixture.close() }
    gtk_widget_set_direction(list.widget.pointer, GTK_TEXT_DIR_RTL)
    fixture.settle()
    let width = try index().width
    expect(bounds(of: try index().widget.pointer).origin.x, equals: 0)
    for element in list.pool.boundElements {
      let painter = try require(list.pool.view(of: element)?.painter)
      for text in painter.layout.content?.flattened() ?? [] where text.measuredText != nil {
        expect(text.frame.minX + painter.layout.contentFrame.minX >= Double(width))
      }
    }
  }

  @Test func everyIndexEntryIsReachedExactly() throws {
    defer { fixture.close() }
    list.idle.stop()
    let entries = try index().entries
    expect(entries.count, equals: 25)
    for (number, entry) in entries.enumerated() {
      try index().onJump(number)
      fixture.settle()
      try check(index().current, number)
      let y = try require(fixture.y(of: entry.element), "\(entry.title)")
      let isAtEnd = list.contentOffset == list.geometry.totalHeight - list.pageHeight
      if case .row(let row) = entry.element {
        expect(y == fixture.height(of: .header(row.section)) || isAtEnd, "\(entry.title)")
      } else {
        expect(y == 0 || isAtEnd, "\(entry.title)")
      }
    }
  }

  @Test func dragScrubsThroughTheIndex() throws {
    defer { fixture.close() }
    var seen: [Int] = []
    try index().dragBegan(y: 0)
    // Two steps in the height of a place.
    for y in stride(from: 0.0, through: 600, by: 12) {
      try index().dragged(y: y)
      fixture.settle()
      let current = try require(index().current)
      if seen.last != current { seen.append(current) }
    }
    expect(seen, equals: Array(0..<25))
    try index().dragEnded()
    // When the user scrolls, the index marks the list's position.
    let adjustment = try require(list.verticalAdjustment)
    gtk_adjustment_set_value(adjustment, gtk_adjustment_get_lower(adjustment))
    fixture.settle()
    try check(index().current, 0)
  }

  @Test func keysMoveThroughTheIndexAndToTheRows() throws {
    defer { fixture.close() }
    gtk_widget_child_focus(fixture.window, GTK_DIR_TAB_FORWARD)
    gtk_widget_grab_focus(list.widget.pointer)
    gtk_widget_child_focus(fixture.window, GTK_DIR_TAB_FORWARD)
    expect(list.isFocusInSectionIndex && !list.isFocusInRows)
    func press(_ key: Int32) throws -> Int? {
      let result = try index().keyPressed(UInt32(key))
      expect(result, equals: .handled)
      fixture.settle()
      return try index().current
    }
    try check(press(GDK_KEY_Down), 1)
    try check(press(GDK_KEY_Down), 2)
    try check(press(GDK_KEY_Up), 1)
    try check(press(GDK_KEY_End), 24)
    try check(press(GDK_KEY_Down), 24)
    try check(press(GDK_KEY_Home), 0)
    try check(press(GDK_KEY_Page_Down), 10)
    _ = try index().keyPressed(UInt32(GDK_KEY_Return))
    fixture.settle()
    expect(list.isFocusInRows)
    expect(list.selectedRow, equals: RowIndexPath(2, 0))
    gtk_widget_child_focus(fixture.window, GTK_DIR_TAB_FORWARD)
    expect(list.isFocusInSectionIndex)
    gtk_widget_child_focus(fixture.window, GTK_DIR_TAB_BACKWARD)
    expect(list.isFocusInRows)
  }

  @Test(arguments: [GDK_KEY_Up, GDK_KEY_Down, GDK_KEY_End, GDK_KEY_Home, GDK_KEY_Return])
  func keysPressedBeforeTheNextLayoutReachRowsThatAreLeft(key: Int32) throws {
    defer { fixture.close() }
    try index().onJump(24)
    fixture.settle()
    fixture.sections.removeLast(3)
    list.deleteSections([2, 3, 4])
    _ = try index().keyPressed(UInt32(key))
    try index().dragged(y: 599)
    try check(index().entries.count, 10)
    fixture.settle()
    try expect(index().current.map { $0 < 10 } ?? false)
  }

  @Test func indexFollowsEditsAndDisappearsWhenEmpty() throws {
    defer { fixture.close() }
    fixture.sections.insert(ListFixture.rows(900..<905), at: 0)
    list.insertSections([0])
    fixture.settle()
    try check(index().entries.count, 26)
    fixture.sections = []
    list.deleteSections(Array(0..<6))
    fixture.settle()
    try check(index().width, 0)
    let widget = try index().widget.pointer
    expect(gtk_widget_get_child_visible(widget), equals: 0)
    expect(!list.canFocusSectionIndex)
  }
}
