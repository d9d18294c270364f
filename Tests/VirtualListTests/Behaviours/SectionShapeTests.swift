import CGtk
import Expectations
import LayoutCore
import Testing

@testable import VirtualList

/// Sections with and without headers and footers.
@Suite(.serialized, .needsDisplay)
struct SectionShapeTests {
  private typealias Section = MessageList.Section

  /// Whether every element on screen has the geometry's position and height.
  private func expectExact(_ messages: MessageList, _ place: SourceLocation = #_sourceLocation) {
    let list = messages.list
    expect(!messages.picture.isEmpty, sourceLocation: place)
    for shown in messages.picture
    where shown.element != list.scrollState.stickyHeader.map({ .header($0.section) }) {
      expect(
        shown.y, equals: list.geometry.offset(of: shown.element) - list.contentOffset, "\(shown.element)",
        sourceLocation: place)
      expect(
        .measured(shown.height), equals: list.geometry.height(of: shown.element), "\(shown.element)",
        sourceLocation: place)
    }
  }

  /// The elements of the geometry, in order.
  private func elements(_ list: ListView) -> [ListElement] {
    var found: [ListElement] = []
    var element = list.geometry.firstElement
    while let current = element {
      found.append(current)
      element = list.geometry.element(after: current)
    }
    return found
  }

  @Test func listWithoutHeadersStartsAndEndsWithRows() throws {
    let messages = MessageList([
      Section(name: "A", rows: MessageList.rows(0..<60)), Section(name: "B", rows: []),
      Section(name: "C", rows: MessageList.rows(60..<120)), Section(name: "D", rows: []),
    ])
    defer { messages.close() }
    let list = messages.list
    expect(list.geometry.elementCount, equals: 120)
    expect(messages.y(of: .row(0, 0)), equals: 0)
    expectExact(messages)
    expect(list.keyPressed(UInt32(GDK_KEY_End), modifiers: 0), equals: .handled)
    messages.settle()
    expectExact(messages)
    expect(list.selectedRow, equals: RowIndexPath(2, 59))
    expect(messages.picture.last.map { $0.y + $0.height }, equals: list.pageHeight)
    expect(list.scrollState.stickyHeader == nil)
    // Over the border between two sections.
    messages.show(.row(2, 0))
    expectExact(messages)
    expect(messages.y(of: .row(2, 0)), equals: 0)
    expect(list.keyPressed(UInt32(GDK_KEY_Home), modifiers: 0), equals: .handled)
    messages.settle()
    expect(list.contentOffset == 0 && messages.y(of: .row(0, 0)) == 0)
    // At other widths, and back at the first one.
    messages.show(.row(2, 10))
    let before = messages.rowsOnScreen
    for width: Int32 in [250, 330, 400] {
      gtk_window_set_default_size(messages.window.cast(), width, 300)
      messages.settle()
      expectExact(messages)
    }
    expect(messages.rowsOnScreen, equals: before)
  }

  @Test func footersAreMeasuredOnceAndDrawnInTheirOwnWidgets() throws {
    var lines: [String] = []
    let messages = MessageList([
      Section(name: "A", hasFooter: true, rows: MessageList.rows(0..<3)),
      Section(name: "B", hasHeader: true, hasFooter: true, rows: MessageList.rows(10..<60)),
    ]) { $0.log = HeightLog { lines.append($0) } }
    defer { messages.close() }
    let list = messages.list
    expectExact(messages)
    expect(messages.drawnTexts(of: .footer(0)), equals: ["Footer of A, which has two lines\nof text"])
    let widget = try require(list.pool.view(of: .footer(0))).widget.pointer
    expect(String(cString: gtk_widget_get_css_name(widget)), equals: "feedfooter")
    expect(gtk_widget_get_focusable(widget), equals: 0)
    expect(messages.finishPrecache())
    let measured = { lines.count { $0.contains("cached by key[footer of A]") && !$0.contains("hit") } }
    expect(measured(), equals: 1)
    // No separator below it.
    let row = MessageList.Row(key: "same", text: "Footer of A, which has two lines\nof text")
    messages.insert([row], at: 3)
    messages.settle()
    expect(list.geometry.height(of: .row(0, 3)).value, equals: list.geometry.height(of: .footer(0)).value + 1)
    expectExact(messages)
    messages.show(.footer(1), at: .bottom)
    expect(messages.picture.last?.element, equals: .footer(1))
    expect(messages.picture.last.map { $0.y + $0.height }, equals: list.pageHeight)
    expect(measured(), equals: 1)
    // Hit testing and keys skip the footer; it scrolls with the last row.
    expect(list.row(atY: Double(list.pageHeight) - 4) == nil)
    list.select(RowIndexPath(1, 48))
    messages.settle()
    expect(list.keyPressed(UInt32(GDK_KEY_Down), modifiers: 0), equals: .handled)
    messages.settle()
    expect(list.selectedRow, equals: RowIndexPath(1, 49))
    expect(messages.picture.last.map { $0.y + $0.height }, equals: list.pageHeight)
    expect(list.keyPressed(UInt32(GDK_KEY_Home), modifiers: 0), equals: .handled)
    messages.settle()
    expect(list.contentOffset, equals: 0)
    expect(list.keyPressed(UInt32(GDK_KEY_End), modifiers: 0), equals: .handled)
    messages.settle()
    expect(messages.picture.last?.element, equals: .footer(1))
    expect(list.savedPosition != nil)
  }

  @Test func deletingASectionDeletesItsHeaderAndFooter() throws {
    let messages = MessageList([
      Section(name: "A", hasHeader: true, hasFooter: true, rows: MessageList.rows(0..<2)),
      Section(name: "B", rows: MessageList.rows(10..<12)),
      Section(name: "C", hasFooter: true, rows: MessageList.rows(20..<22)),
    ])
    defer { messages.close() }
    let list = messages.list
    expect(messages.finishPrecache())
    func expectSections(_ place: SourceLocation = #_sourceLocation) {
      messages.settle()
      let expected = messages.sections.enumerated().flatMap { number, section -> [ListElement] in
        (section.hasHeader ? [.header(number)] : []) + section.rows.indices.map { .row(number, $0) }
          + (section.hasFooter ? [.footer(number)] : [])
      }
      expect(elements(list), equals: expected, sourceLocation: place)
      expectExact(messages, place)
      for (number, section) in messages.sections.enumerated() {
        if section.hasHeader, list.pool.view(of: .header(number)) != nil {
          expect(
            messages.drawnTexts(of: .header(number)), equals: ["Header of \(section.name)"],
            sourceLocation: place)
        }
        if section.hasFooter, list.pool.view(of: .footer(number)) != nil {
          expect(
            messages.drawnTexts(of: .footer(number)),
            equals: ["Footer of \(section.name), which has two lines\nof text"],
            sourceLocation: place)
        }
      }
    }
    expectSections()
    messages.sections.append(messages.sections.removeFirst())
    list.moveSection(from: 0, to: 2)
    expectSections()
    messages.sections.insert(Section(name: "D", hasHeader: true, rows: MessageList.rows(30..<33)), at: 1)
    list.insertSections([1])
    expectSections()
    messages.sections.remove(at: 0)
    list.deleteSections([0])
    expectSections()
    // A reloaded section may gain or lose its header, and so may any section that an edit touches.
    messages.sections[0].hasHeader = false
    messages.sections[0].hasFooter = true
    list.reloadSections([0])
    expectSections()
    messages.sections[2].hasHeader = false
    messages.sections[2].hasFooter = false
    messages.delete(1..<2, section: 2)
    expectSections()
    messages.sections[2].hasHeader = true
    messages.insert([.init(key: "new", text: "new")], at: 1, section: 2)
    expectSections()
  }

  @Test func topRowReplacesARemovedHeader() throws {
    let messages = MessageList([
      Section(name: "A", hasHeader: true, rows: MessageList.rows(0..<30)),
      Section(name: "B", hasHeader: true, rows: MessageList.rows(30..<90)),
    ])
    defer { messages.close() }
    let list = messages.list
    messages.show(.header(1))
    expect(list.scrollState.anchor?.element, equals: .header(1))
    messages.sections[1].hasHeader = false
    list.reloadRows([RowIndexPath(1, 50)])
    messages.settle()
    expectExact(messages)
    expect(messages.y(of: .row(1, 0)), equals: 0)
  }

  @Test func headerSticksUntilItsSectionEnds() throws {
    let messages = MessageList([
      Section(name: "A", hasHeader: true, hasFooter: true, rows: MessageList.rows(0..<20)),
      Section(name: "B", rows: MessageList.rows(20..<60)),
      Section(name: "C", hasHeader: true, rows: MessageList.rows(60..<90)),
    ])
    defer { messages.close() }
    let list = messages.list
    expect(messages.finishPrecache())
    let header = list.geometry.height(of: .header(0)).value
    messages.show(.row(0, 5))
    expect(list.scrollState.stickyHeader?.section == 0 && messages.y(of: .row(0, 5)) == header)
    // The footer is below it, and pushes it out with its end.
    messages.show(.footer(0))
    expect(messages.y(of: .footer(0)) == header && messages.y(of: .header(0)) == 0)
    let footer = list.geometry.height(of: .footer(0)).value
    list.scroll(by: footer + 5)
    messages.settle()
    expect(messages.y(of: .header(0)), equals: -5)
    messages.show(.row(1, 0))
    expect(list.scrollState.stickyHeader == nil && messages.y(of: .row(1, 0)) == 0)
    expectExact(messages)
    list.scroll(by: 3)
    messages.settle()
    expect(list.scrollState.stickyHeader == nil)
    expect(list.row(atY: 1), equals: RowIndexPath(1, 0))
  }

  @Test func listPinnedToItsEndShowsItsLastFooter() throws {
    let messages = MessageList([Section(name: "A", hasFooter: true, rows: MessageList.rows(0..<50))])
    defer { messages.close() }
    let list = messages.list
    list.positionRules = ScrollPosition.Rules(holdsStart: false, holdsEnd: true)
    messages.show(.footer(0), at: .bottom)
    for number in 0..<3 {
      let count = messages.sections[0].rows.count
      messages.sections[0].rows += MessageList.rows(100 + number..<101 + number)
      list.insertRows([RowIndexPath(0, count)])
      messages.settle()
      expect(messages.picture.last?.element, equals: .footer(0))
      expect(messages.picture.last.map { $0.y + $0.height }, equals: list.pageHeight)
      expectExact(messages)
    }
    // At the other end the row at the top stays.
    messages.show(.row(0, 20))
    let before = messages.rowsOnScreen
    messages.insert(MessageList.rows(200..<220), at: 0)
    messages.settle()
    expect(messages.rowsOnScreen, equals: before)
  }
}
