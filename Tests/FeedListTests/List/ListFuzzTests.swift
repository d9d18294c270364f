import CGtk
import GtkInterop
import LayoutCore
import Testing

@testable import FeedList

/// Random edits and scrolls in a real window, against what the model says must be seen.
@Suite(.serialized, .enabled("needs a display") { await MainActor.run { Display.isAvailable } })
struct ListFuzzTests {
  @Test(arguments: [11, 12, 13] as [UInt64])
  func randomEditsAndScrollsKeepListAndModelInStep(seed: UInt64) throws {
    let fixture = ListFixture([ListFixture.rows(0..<60), ListFixture.rows(60..<75)])
    let font = Settings.font
    defer {
      Settings.setFont(font)
      fixture.close()
    }
    var random = SeededRandom(seed: seed)
    var nextRow = 1_000
    for step in 0..<60 {
      edit(fixture, &random, &nextRow)
      if random.below(3) == 0 { scroll(fixture, &random) }
      if random.below(5) == 0 { changeWidthOrFont(fixture, &random) }
      fixture.settle()
      check(fixture, "seed \(seed), step \(step)")
    }
  }

  private func edit(_ fixture: ListFixture, _ random: inout SeededRandom, _ nextRow: inout Int) {
    func newRows(_ count: Int) -> [ListFixture.Row] {
      defer { nextRow += count }
      return ListFixture.rows(nextRow..<nextRow + count)
    }
    let section = fixture.sections.isEmpty ? 0 : random.below(fixture.sections.count)
    let rows = fixture.sections.isEmpty ? 0 : fixture.sections[section].count
    switch random.below(fixture.sections.isEmpty ? 1 : 8) {
    case 0:
      let place = random.below(fixture.sections.count + 1)
      fixture.sections.insert(newRows(random.below(20)), at: place)
      fixture.list.insertSections([place])
    case 1 where fixture.sections.count > 1:
      fixture.sections.remove(at: section)
      fixture.list.deleteSections([section])
    case 2 where rows > 0:
      let row = random.below(rows)
      fixture.sections[section].remove(at: row)
      fixture.list.deleteRows([RowIndexPath(section: section, row: row)])
    case 3 where rows > 0:
      let row = random.below(rows)
      fixture.sections[section][row].revision += 1
      fixture.sections[section][row].preview += " and more words for this one row"
      fixture.list.reloadRows([RowIndexPath(section: section, row: row)])
    case 4 where rows > 1:
      let from = random.below(rows)
      let to = random.below(rows)
      let moved = fixture.sections[section].remove(at: from)
      fixture.sections[section].insert(moved, at: to)
      fixture.list.moveRow(
        from: RowIndexPath(section: section, row: from), to: RowIndexPath(section: section, row: to))
    case 5 where fixture.sections.count > 1:
      let to = random.below(fixture.sections.count)
      let moved = fixture.sections.remove(at: section)
      fixture.sections.insert(moved, at: to)
      fixture.list.moveSection(from: section, to: to)
    case 6:
      let mode = HeightCacheMode.allCases[random.below(3)]
      fixture.list.cacheMode = mode
    default:
      let row = random.below(rows + 1)
      let new = newRows(1 + random.below(4))
      fixture.sections[section].insert(contentsOf: new, at: row)
      fixture.list.insertRows(new.indices.map { RowIndexPath(section: section, row: row + $0) })
    }
  }

  private func changeWidthOrFont(_ fixture: ListFixture, _ random: inout SeededRandom) {
    if random.below(2) == 0 {
      gtk_window_set_default_size(fixture.window.cast(), Int32(260 + random.below(700)), 600)
    } else {
      Settings.setFont(["Sans 10", "Sans 13", "Serif 11"][random.below(3)])
    }
  }

  private func scroll(_ fixture: ListFixture, _ random: inout SeededRandom) {
    guard let adjustment = fixture.list.verticalAdjustment else { return }
    let distance = Double(random.below(3_000) - 1_500)
    gtk_adjustment_set_value(adjustment, gtk_adjustment_get_value(adjustment) + distance)
  }

  /// Bound rows are the ones that the geometry puts into the viewport, each with its own height and content.
  private func check(_ fixture: ListFixture, _ context: String) {
    let list = fixture.list
    #expect(list.geometry.sectionCount == fixture.sections.count, "\(context)")
    #expect(
      list.geometry.elementCount == fixture.sections.reduce(0) { $0 + $1.count + 1 }, "\(context)")
    guard list.geometry.elementCount > 0 else { return }
    let top = list.contentOffset
    #expect(top >= 0 && top <= max(list.geometry.totalHeight - list.pageHeight, 0), "\(context)")
    var expected: Set<ListElement> = []
    for element in fixture.allElements {
      let offset = list.geometry.offset(of: element)
      let height = list.geometry.height(of: element).value
      if height > 0, offset < top + list.pageHeight, offset + height > top { expected.insert(element) }
    }
    if let sticky = list.stickyHeader { expected.insert(.header(sticky.section)) }
    let isScrolled = expected.compactMap { if case .row = $0 { $0 } else { nil } }.min().map {
      list.geometry.offset(of: .header($0.section)) < top
        && list.geometry.element(atOffset: top)?.element != nil
    }
    if isScrolled == true { #expect(list.stickyHeader != nil, "\(context)") }
    #expect(Set(list.pool.boundElements) == expected, "\(context)")
    let truth = RowHeights(width: list.conditions?.width ?? 1, text: list.text)
    for element in expected {
      guard case .row(let path) = element, let view = list.pool.view(of: element) else { continue }
      let row = fixture.sections[path.section][path.row]
      #expect(view.content?.title == row.title && view.content?.preview == row.preview, "\(context)")
      let content = list.dataSource!.listView(list, contentOf: element)
      #expect(list.geometry.height(of: element) == .measured(truth.height(of: content)), "\(context)")
      #expect(Int(gtk_widget_get_height(view.widget.pointer)) == truth.height(of: content), "\(context)")
    }
  }
}

/// GTK's settings of the display.
private enum Settings {
  static var font: String {
    var value = GValue()
    g_value_init(&value, cgtk_type_string())
    g_object_get_property(gtk_settings_get_default().raw.assumingMemoryBound(to: GObject.self), name, &value)
    defer { g_value_unset(&value) }
    return String(cString: g_value_get_string(&value))
  }

  static func setFont(_ font: String) {
    var value = GValue()
    g_value_init(&value, cgtk_type_string())
    g_value_set_string(&value, font)
    g_object_set_property(gtk_settings_get_default().raw.assumingMemoryBound(to: GObject.self), name, &value)
    g_value_unset(&value)
  }

  private static let name = "gtk-font-name"
}
