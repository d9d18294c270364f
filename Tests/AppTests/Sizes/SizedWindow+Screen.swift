import CGtk
import FeedViewerBase
import FeedViewerRows
import GtkInterop
import LayoutCore
import VirtualList

@testable import FeedViewer
@testable import VirtualList

/// What a reader sees.
extension SizedWindow {
  /// A row as it is drawn.
  struct Row: Equatable {
    /// The name of its entry; empty for a placeholder.
    var name: String
    var title: String
    var preview: String
    var isRead: Bool
    var isStarred: Bool
    /// The distance from the top of the list that is seen, in device pixels.
    var top: Int
    /// The height of its widget, in device pixels.
    var height: Int
    /// The height that the list has computed, in device pixels; nil if it was not measured.
    var measured: Int?
  }

  private var list: ListView { window.list }

  /// The places of the rows that are seen, from the top. The focused row has a widget wherever it is.
  private var places: [RowIndexPath] {
    let seen = list.contentOffset..<list.contentOffset + list.pageHeight
    return list.visibleRows.filter { place in
      let top = list.geometry.offset(of: .row(place))
      return seen.overlaps(top..<top + list.geometry.height(of: .row(place)).value)
    }
  }

  /// The rows that are seen, from the top.
  var rows: [Row] {
    places.map { place in
      let content = drawnContent(of: place)
      let height = list.geometry.height(of: .row(place))
      return Row(
        name: name(in: content) ?? "", title: content.title, preview: content.preview,
        isRead: content.readState == .read, isStarred: content.isStarred,
        top: list.geometry.offset(of: .row(place)) - list.contentOffset,
        height: list.pool.view(of: .row(place)).map { Int(gtk_widget_get_height($0.widget.pointer)) } ?? -1,
        measured: { if case .measured(let pixels) = height { pixels } else { nil } }())
    }
  }

  /// The names of the rows that are seen, from the top.
  var shownNames: [String] { rows.map(\.name) }

  /// The names of those that are drawn as read.
  var readNames: [String] { rows.filter(\.isRead).map(\.name) }

  /// The names of those that are drawn with a star.
  var starredNames: [String] { rows.filter(\.isStarred).map(\.name) }

  /// A row that is seen.
  func row(_ name: String) -> Row? { rows.first { $0.name == name } }

  /// Where a row begins, below the top of the list that is seen, in device pixels; nil if the list does not have it yet.
  func top(ofRow number: Int) -> Int? {
    guard list.geometry.sectionCount > 0, number < list.geometry.rowCount(inSection: 0), list.hasRowsOnScreen
    else {
      return nil
    }
    return list.geometry.offset(of: .row(RowIndexPath(section: 0, row: number))) - list.contentOffset
  }

  /// Where the rows are that are seen, by name.
  var tops: [String: Int] { Dictionary(rows.map { ($0.name, $0.top) }) { first, _ in first } }

  /// Whether the list shows a row whose entry was not read yet, or none at all although it has some.
  var hasPlaceholders: Bool {
    // A list that is not seen does not follow.
    if isReading { return false }
    let places = places
    if rowCount > 0, places.isEmpty { return true }
    return places.contains {
      drawnContent(of: $0).accessibleName == localized("Loading")
    }
  }

  /// What the widget of a row shows, which may be what its file does not contain any more.
  private func drawnContent(of place: RowIndexPath) -> RowContent {
    list.pool.view(of: .row(place))?.content as? RowContent ?? content(.row(place))
  }

  private func content(_ element: ListElement) -> RowContent {
    (list.dataSource as! any EntryListDataSource).listView(list, rowContentOf: element)
  }

  /// The author that a row tells, perhaps between the feed's name and the date.
  private func name(in content: RowContent) -> String? {
    let marks: Set<Unicode.Scalar> = ["\u{200E}", "\u{200F}", "\u{2068}", "\u{2069}"]
    let text = String(
      String.UnicodeScalarView(content.metadata.unicodeScalars.filter { !marks.contains($0) }))
    return text.split(separator: " · ").map(String.init).first(where: isName)
  }

  /// A letter and a number.
  private func isName(_ text: String) -> Bool {
    text.first?.isLetter == true && text.count > 1 && text.dropFirst().allSatisfy(\.isNumber)
  }

  /// The number of rows of all sections.
  var rowCount: Int {
    (0..<list.geometry.sectionCount).reduce(0) { $0 + list.geometry.rowCount(inSection: $1) }
  }

  /// The names of the entries of each section in the order of the list, seen or not. Those that are seen must be what they show.
  var sections: [[String]] {
    var sections = (0..<list.geometry.sectionCount).map { section in
      (0..<list.geometry.rowCount(inSection: section)).map {
        name(at: RowIndexPath(section: section, row: $0))
      }
    }
    guard !isReading else { return sections }
    for place in places {
      let shown = name(in: drawnContent(of: place)) ?? ""
      if shown != sections[place.section][place.row] {
        sections[place.section][place.row] += ", shown as \(shown)"
      }
    }
    return sections
  }

  /// Those of all sections.
  var names: [String] { sections.flatMap(\.self) }

  /// The entry that a row shows, or is going to show when it is seen: what it shows is read from the file then.
  private func name(at place: RowIndexPath) -> String {
    let row = window.entries.row(at: place)
    guard
      let (path, number) = row.map({ ($0.path, $0.ordinal) })
        ?? window.entries.entry(at: place).map({ ($0.outline.placeholder.path, $0.ordinal) }),
      let feed = feeds[path], feed.entries.indices.contains(number)
    else { return "" }
    let entry = feed.entries[number]
    return row == nil || row?.title == entry.title ? entry.name : "\(entry.name) titled \(row?.title ?? "")"
  }

  /// Where the list shows an entry.
  func place(of name: String) -> RowIndexPath? {
    // In the order of its file, most entries are at their numbers.
    if let number = Int(name.dropFirst()), list.geometry.sectionCount > 0,
      number < list.geometry.rowCount(inSection: 0)
    {
      let place = RowIndexPath(section: 0, row: number)
      if self.name(at: place) == name { return place }
    }
    for section in 0..<list.geometry.sectionCount {
      for row in 0..<list.geometry.rowCount(inSection: section) {
        let place = RowIndexPath(section: section, row: row)
        if self.name(at: place) == name { return place }
      }
    }
    return nil
  }

  /// The titles of the sections that have a header.
  var headers: [String] {
    (0..<list.geometry.sectionCount).filter { list.geometry.hasHeader(inSection: $0) }.map {
      content(.header($0)).title
    }
  }

  /// The name of the selected row.
  var selected: String? { list.selectedRow.map(name(at:)) }

  /// The height of all rows, in device pixels.
  var totalHeight: Int { list.geometry.totalHeight }

  /// The heights of some rows as the list knows them, seen or not, in device pixels.
  func heights(of names: [String]) -> [String: Int] {
    let places = sections.enumerated().flatMap { section, names in
      names.enumerated().map { ($1, RowIndexPath(section: section, row: $0)) }
    }
    let wanted = Set(names)
    return Dictionary(
      uniqueKeysWithValues: places.filter { wanted.contains($0.0) }.map {
        ($0.0, list.geometry.height(of: .row($0.1)).value)
      })
  }

  /// How many rows were measured since the window was made.
  var measurementCount: Int { list.statistics.measurements }

  /// Whether the heights of all rows that were read are known.
  var isMeasured: Bool { list.isPrecacheFinished && !window.library.isLoading && list.isComplete }

  /// Whether the last row ends where the list ends that is seen.
  var isAtEnd: Bool { list.contentOffset + list.pageHeight == list.geometry.totalHeight }

  /// The titles of the section index, and the first entry of each; empty as long as it is not known.
  var sectionIndex: [(label: String?, title: String, name: String)] {
    (list.dataSource?.sectionIndexEntries(in: list) ?? []).map { entry in
      guard case .row(let place) = entry.element else { return (entry.label, entry.title, "") }
      return (entry.label, entry.title, name(at: place))
    }
  }

  // MARK: Around the list

  /// The title of the window: that of the article that is read, or else of the list.
  var windowTitle: String { String(cString: gtk_window_get_title(window.pointer)) }

  /// What stands below the list's title.
  var subtitle: String { window.bars.list.title.text.subtitle }

  /// What was done last, while that is shown.
  var toast: String? { window.toast.isShown ? window.toast.text : nil }

  /// What is told of the file besides its entries.
  var remarks: [String] {
    window.library.files.map {
      FileRemarks(of: $0, isWatched: window.library.watches[$0.path] != nil).description
    }.filter { !$0.isEmpty }
  }

  /// The messages above the list.
  var messages: [String] {
    WidgetTree.widgets(below: window.pointer.cast()).filter { widget in
      gtk_widget_has_css_class(widget, "banner") != 0 && gtk_widget_get_mapped(widget) != 0
    }.compactMap { bar in
      WidgetTree.labels(below: bar).first.map(WidgetTree.text)
    }
  }

  /// Whether an article is shown in place of the list.
  var isReading: Bool { window.isListHidden }

  /// The paragraphs of the article.
  var article: [String] {
    let document = window.article.view.document
    return (0..<document.count).map { document.row(at: $0).text }
  }

  /// Whether the page tells that its entry has gone.
  var articleIsGone: Bool { window.article.isGone }
}
