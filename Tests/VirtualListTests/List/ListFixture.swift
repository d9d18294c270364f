import CGtk
import Expectations
import Foundation
import GtkInterop
import LayoutCore
import Synchronization
import Testing
import WidgetTesting

@testable import FeedViewerRows
@testable import VirtualList

/// A list in a real window, over an array of sections that tests edit.
final class ListFixture: ListInWindow, EntryListDataSource, ListViewDelegate {
  nonisolated struct Row: Equatable, Sendable {
    var key: String
    var revision: UInt64 = 0
    var title: String
    var preview: String
    var thumbnail = Thumbnail.none
  }

  let list = ListView(pictureDecoder: PictureProgram.shared)
  let style: EntryListStyle
  let window: WidgetPointer
  let scroller: WidgetPointer
  var sections: [[Row]]
  private(set) var activated: [RowIndexPath] = []
  private(set) var menus: [RowIndexPath?] = []
  private(set) var menuPoint: (x: Double, y: Double)?
  /// How often the content of a row was read.
  private(set) var contentQueries = 0
  /// Whether workers make the content by which rows are measured ahead.
  var makesContentElsewhere = false
  let contentsMadeElsewhere = ContentCounter()
  /// How often the lengths of a row's texts were read.
  private(set) var lengthQueries = 0

  /// - Parameters:
  ///   - density: How much of each row is shown.
  ///   - zoom: The size of the rows' texts as a multiple of their usual size.
  ///   - isShown: Whether the window is shown at once, and the list laid out when this returns.
  init(
    _ sections: [[Row]], width: Int32 = 480, height: Int32 = 600, density: EntryDensity = .usual,
    zoom: Double = 1, isShown: Bool = true
  ) {
    self.sections = sections
    style = EntryListStyle(of: list)
    style.set(density: density, zoom: zoom)
    window = gtk_window_new()!
    scroller = gtk_scrolled_window_new()!
    list.dataSource = self
    list.delegate = self
    gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    gtk_scrolled_window_set_child(scroller.opaque, list.widget.pointer)
    gtk_window_set_decorated(window.cast(), 0)
    gtk_window_set_default_size(window.cast(), width, height)
    gtk_window_set_child(window.cast(), scroller)
    list.reloadData()
    guard isShown else { return }
    MainFontMap.select()
    gtk_window_present(window.cast())
    Display.settle { list.contentHeightIsSettled }
  }

  func settle() {
    waitForFrames()
    Display.settle { list.contentHeightIsSettled && list.isLaidOutAtItsOffset }
  }

  /// Rows of very different lengths; row `index` is always the same.
  ///
  /// - Parameter isMixed: Whether some words are in other scripts, whose lines are higher.
  static func rows(_ range: Range<Int>, isMixed: Bool = true) -> [Row] {
    guard range.upperBound <= keptCount else { return makeRows(range, isMixed: isMixed) }
    var kept = keptRows[isMixed] ?? []
    if kept.count < range.upperBound {
      kept += makeRows(kept.count..<range.upperBound, isMixed: isMixed)
      keptRows[isMixed] = kept
    }
    return Array(kept[range])
  }

  /// The first rows, which most tests have, are made once.
  private static let keptCount = 3_000
  private static var keptRows: [Bool: [Row]] = [:]

  private static func makeRows(_ range: Range<Int>, isMixed: Bool) -> [Row] {
    range.map { index -> Row in
      var random = SeededRandom(seed: UInt64(index) &+ 7)
      let latin = [
        "harbour", "a", "morning", "of", "the", "unfinished", "street", "and", "weather", "kept",
        "photograph", "in", "sudden", "quiet", "rooms", "Straße",
      ]
      let words = isMixed ? latin + ["письмо", "夜の", "電車"] : latin
      func text(_ count: Int) -> String {
        (0..<count).map { _ in words[random.below(words.count)] }.joined(separator: " ")
      }
      return Row(
        key: "key-\(index)", title: "\(index) \(text(1 + random.below(14)))",
        preview: index % 7 == 3 ? "" : text(random.below(70)))
    }
  }

  func numberOfSections(in list: ListView) -> Int { sections.count }

  func listView(_ list: ListView, numberOfRowsInSection section: Int) -> Int { sections[section].count }

  func listView(_ list: ListView, identityOf element: ListElement) -> ItemIdentity {
    switch element {
    case .row(let path):
      let row = sections[path.section][path.row]
      return ItemIdentity(template: style.templates.row, key: ItemKey(row.key), revision: row.revision)
    case .header(let section), .footer(let section):
      return ItemIdentity(
        template: style.templates.header, key: ItemKey("header-\(section)"),
        revision: UInt64(sections[section].count))
    }
  }

  func listView(_ list: ListView, rowContentOf element: ListElement) -> RowContent {
    switch element {
    case .row(let path):
      contentQueries += 1
      return Self.content(of: sections[path.section][path.row])
    case .header(let section), .footer(let section):
      return RowContent(
        title: "Section \(section)", metadata: "\(sections[section].count) entries",
        accessibleName: "Section \(section)")
    }
  }

  private nonisolated static func content(of row: Row) -> RowContent {
    RowContent(
      title: row.title, preview: row.preview, metadata: "Author · 3 days ago",
      metadataTooltip: "Wednesday", thumbnail: row.thumbnail, accessibleName: row.title)
  }

  func listView(
    _ list: ListView, contentMakerOf place: RowIndexPath
  ) -> (@Sendable () -> any Sendable)? {
    guard makesContentElsewhere else { return nil }
    let (row, counter) = (sections[place.section][place.row], contentsMadeElsewhere)
    return {
      counter.count()
      return Self.content(of: row)
    }
  }

  func listView(_ list: ListView, textLengthsOf element: ListElement) -> TextLengths {
    guard case .row(let path) = element else { return TextLengths(title: 10, preview: 0) }
    let row = sections[path.section][path.row]
    lengthQueries += 1
    return TextLengths(title: row.title.utf8.count, preview: row.preview.utf8.count)
  }

  func listView(_ list: ListView, didSelect row: RowIndexPath?) {}
  func listView(_ list: ListView, didActivate row: RowIndexPath) { activated.append(row) }
  func listView(_ list: ListView, wantsMenuFor row: RowIndexPath?, x: Double, y: Double) {
    menus.append(row)
    menuPoint = (x, y)
  }
}

/// Counts what is made on other threads than the main one.
nonisolated final class ContentCounter: Sendable {
  private let number = Atomic(0)

  var value: Int { number.load(ordering: .relaxed) }

  func count() {
    if !Thread.isMainThread { number.add(1, ordering: .relaxed) }
  }
}

/// Edits of the rows that the list is told of.
extension ListFixture {
  func insert(_ rows: [Row], at index: Int, section: Int = 0) {
    sections[section].insert(contentsOf: rows, at: index)
    list.insertRows(rows.indices.map { RowIndexPath(section, index + $0) })
  }

  func delete(_ range: Range<Int>, section: Int = 0) {
    sections[section].removeSubrange(range)
    list.deleteRows(range.map { RowIndexPath(section, $0) })
  }

  func moveRow(_ row: Int, to place: Int) {
    sections[0].insert(sections[0].remove(at: row), at: place)
    list.moveRow(from: RowIndexPath(0, row), to: RowIndexPath(0, place))
  }

  func change(_ row: Int, _ change: (inout Row) -> Void) {
    change(&sections[0][row])
    sections[0][row].revision += 1
    list.reloadRows([RowIndexPath(0, row)])
  }
}

/// What is on screen: each row's key and the y of its top in the window, in pixels.
extension ListFixture {
  var picture: [String: Int] {
    var found: [String: Int] = [:]
    for element in list.pool.boundElements {
      guard case .row(let path) = element, let view = list.pool.view(of: element) else { continue }
      var bounds = graphene_rect_t()
      _ = gtk_widget_compute_bounds(view.widget.pointer, scroller, &bounds)
      found[sections[path.section][path.row].key] = Int(bounds.origin.y.rounded())
    }
    return found
  }

  /// Waits for a change, and expects that all rows that stay on screen have moved by so many pixels.
  func expectMove(
    by pixels: Int, sourceLocation: SourceLocation = #_sourceLocation, after change: () -> Void
  ) {
    let before = picture
    change()
    settle()
    let common = Set(before.keys).intersection(picture.keys)
    expect(!common.isEmpty, sourceLocation: sourceLocation)
    for key in common {
      expect(picture[key]! - before[key]!, equals: pixels, "\(key)", sourceLocation: sourceLocation)
    }
  }

  /// Expects that all rows, not only those on screen, have the heights that they have one by one.
  ///
  /// - Parameter around: What a style sheet adds to each height.
  func expectExactHeights(
    _ truth: EntryHeights, around: Int = 0, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for element in allElements where element.isRow {
      let height = truth.height(of: listView(list, rowContentOf: element)) + around
      expect(
        list.geometry.height(of: element), equals: .measured(height), "\(element)",
        sourceLocation: sourceLocation)
    }
  }

  func allocatedHeight(of path: RowIndexPath) -> Int? {
    list.pool.view(of: .row(path)).map { Int(gtk_widget_get_height($0.widget.pointer)) }
  }
}

extension ListFixture {
  var allElements: [ListElement] {
    sections.indices.flatMap { section in
      [.header(section)] + sections[section].indices.map { .row(section, $0) }
    }
  }

  var heights: [Int] { allElements.map { list.geometry.height(of: $0).value } }
}

extension ListView {
  /// Whether the scroll bar's position has been laid out, which a busy machine may do late.
  fileprivate var isLaidOutAtItsOffset: Bool {
    guard let anchor = scrollState.anchor else { return geometry.elementCount == 0 }
    let areMeasured = pool.boundElements.allSatisfy {
      if case .measured = geometry.height(of: $0) { true } else { false }
    }
    return areMeasured && anchor.offset(in: geometry) == contentOffset
  }

  /// Whether the rows on screen are measured and placed.
  fileprivate var contentHeightIsSettled: Bool {
    guard gtk_widget_get_mapped(widget.pointer) != 0, conditions != nil else { return false }
    return geometry.elementCount == 0 || pool.boundElements.count > 0
  }
}
