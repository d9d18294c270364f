import CGtk
import FeedViewerFeeds
import GtkInterop
import LayoutCore
import PangoText
import VirtualList

/// An article as a list of blocks: what is on screen is laid out, everything else is arithmetic.
@MainActor  // said again for the isolated deinit: release builds forget the module's default
package final class ArticleView {
  /// The sizes of text that can be chosen, as multiples of the usual size.
  package static let zooms = [0.5, 0.67, 0.75, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3]

  /// Enough for 25,000 paragraphs in English; see `ListView.preparedRowByteLimit`.
  private static let preparedRowByteLimit = 8 << 20

  package let list: ListView
  /// A scrolled window with the list.
  package let scroller: WidgetPointer
  /// The selected text.
  package let selection: ArticleSelector
  /// The link under the pointer and the one with the keyboard focus.
  package let links: ArticleLinks
  /// The search in the article.
  package let finder: ArticleFinder
  /// The widgets in the rows, for assistive tools and the keyboard.
  let accessibility: ArticleAccessibility
  let dataSource = ArticleDataSource()
  let appearance = ArticleAppearance()
  /// What is known of the document that is shown, and what waits to be done in its rows.
  private(set) var work: DocumentWork
  private let sidewaysInput: ArticleSidewaysInput
  private let marking = ArticleMarks()
  var typography = ArticleTypography()
  /// Takes over the colours of another theme.
  var colorChange: IdleSource?
  package weak var owner: (any ArticleViewOwner)?

  /// The parts of a text, in bytes of its UTF-8, that are marked while nothing is searched for in the article; nil marks
  /// nothing.
  package var marks: ((String) -> [Range<Int>])? {
    get { marking.find }
    set {
      marking.find = newValue
      list.redrawRows()
    }
  }

  /// - Parameter pictureDecoder: Decodes the pictures; without it none is shown.
  package init(pictureDecoder: PictureDecoder? = nil) {
    list = ListView(pictureDecoder: pictureDecoder, isDocument: true)
    list.separatorStyle = .none
    list.preparedRowByteLimit = Self.preparedRowByteLimit
    list.dataSource = dataSource
    scroller = list.makeScrolledWindow()
    selection = ArticleSelector(of: list)
    links = ArticleLinks(of: list)
    accessibility = ArticleAccessibility(of: list, links)
    finder = ArticleFinder(of: list)
    work = DocumentWork(of: list)
    sidewaysInput = ArticleSidewaysInput(of: list, appearance.sideways)
    gtk_widget_add_css_class(list.widget.pointer, "article")
    appearance.sideways.onChange = { [weak self] in self?.list.redrawRows() }
    appearance.sideways.accessibility = accessibility
    (dataSource.view, selection.view, links.view, accessibility.view) = (self, self, self, self)
    (finder.view, sidewaysInput.view, work.view) = (self, self, self)
    list.textHighlights = { [weak self] in self?.highlights(of: $0) ?? [] }
    connectPictures()
    registerTemplates()
    list.onFontChange = { [weak self] in self?.fontChanged() }
    list.onStyleChange = { [weak self] in self?.styleChanged() }
    Signal.connect(list.widget.pointer, "realize") { [weak self] in self?.updateStyle() }
    Signal.connect(list.widget.pointer, "direction-changed") { [weak self] _ in
      self?.updateStyle()
      return .unhandled
    }
  }

  /// What is shown.
  package var document: ArticleDocument { dataSource.document }
  var tables: ArticleTables { work.tables }
  var flow: ArticleFlow { work.flow }
  var highestCells: HighestCells { work.highestCells }
  var codeLines: CodeLines { work.codeLines }

  /// Shows a document from its beginning.
  ///
  /// - Complexity: O(rows), about 0.2 us for each.
  package func show(_ document: ArticleDocument) {
    begin(document)
    finder.documentChanged { _ in nil }
  }

  /// Shows another state of the article: what is read, selected, found and focused stays where it is in the text.
  ///
  /// - Parameter change: Has the document that is shown as its first state.
  package func replace(by change: ArticleChange) {
    let old = document
    func place(_ place: ListTextPosition) -> ListTextPosition? {
      change.samePlace(old.initialPlace(place))
    }
    let read = work.pendingPlace ?? self.place
    let selected = selection.selection?.found(place)
    let focused = links.focusedTarget.flatMap { link in place(link.place).map { (link, $0) } }
    begin(change.document)
    finder.documentChanged(place)
    selection.set(selected)
    if let (link, place) = focused { links.keepFocus(on: link, at: place) }
    if let read { restore(change.place(read)) }
  }

  /// Shows another document than before: nothing that was begun for the one before goes on.
  private func begin(_ document: ArticleDocument) {
    work = DocumentWork(of: list)
    work.view = self
    selection.documentChanged()
    links.reset()
    appearance.sideways.reset()
    sidewaysInput.documentChanged()
    appearance.animations.stop()
    accessibility.reset()
    // Before the list has other rows than the document.
    takeStyle()
    var document = document
    _ = document.setJoinsCodeLines(!typography.wrapsCode)
    dataSource.show(document)
    list.reloadData()
    flow.restart()
    highestCells.restart()
  }

  /// Shows a document that is read elsewhere: its beginning as soon as that is read. Stops when its task is cancelled, or another
  /// document is shown.
  ///
  /// - Parameters:
  ///   - place: Where it was left; nil for its beginning.
  ///   - states: The beginning of a long document and the whole, or the whole alone.
  package func load(at place: ReadingPlace? = nil, _ states: AsyncStream<ArticleDocument>) async {
    var shown: DocumentWork?
    for await document in states {
      guard !Task.isCancelled, shown == nil || shown === work else { return }
      if shown == nil {
        show(document)
        if let place { restore(place) }
        shown = work
      } else {
        extend(to: document)
      }
    }
  }

  /// Opens or closes what is below a summary.
  package func toggleDisclosure(_ index: Int) {
    // A widget may still be that of a document before.
    guard document.article.disclosures.indices.contains(index) else { return }
    let rows = dataSource.document.toggleDisclosure(index)
    for row in rows { dataSource.changed(row) }
    list.reloadRows(rows.map { RowIndexPath(section: 0, row: $0) })
    flow.restart()
  }

  /// Opens the disclosures around a row.
  func openDisclosures(around row: Int) {
    for disclosure in document.closedDisclosures(around: row) { toggleDisclosure(disclosure) }
  }

  /// The widths of a table's columns.
  func columns(ofTable table: Int) -> TableColumns { tables.columns(of: table, in: document, typography) }

  /// Where the parts of a row's line of code are, as far as that is known.
  func codeLine(of row: ArticleRow) -> CodeLine? { typography.wrapsCode ? nil : codeLines.line(of: row) }

  /// Brings a place of the text into view, at the top.
  ///
  /// - Returns: False if there is no such place.
  @discardableResult package func scroll(to anchor: ArticleAnchor) -> Bool {
    guard let row = document.row(ofBlock: anchor.block, offset: anchor.offset) else { return false }
    list.scroll(to: .row(RowIndexPath(section: 0, row: row)), alignment: .top)
    return true
  }

  /// Replaces the document by one that begins with the same rows, such as a part of it that was read first.
  ///
  /// - Precondition: All rows of the present document are the first rows of the new one.
  package func extend(to document: ArticleDocument) {
    let before = self.document.count
    precondition(document.count >= before, "An article that is extended keeps its rows.")
    let known = tables.known
    tables.forgetAll()
    var document = document
    document.keepState(of: self.document)
    _ = document.setJoinsCodeLines(!typography.wrapsCode)
    let beginning = self.document
    dataSource.document = document
    codeLines.forgetAll()
    // A line of code that goes on is longer, the columns of a table may be wider, and its last row is another one.
    let changed = (0..<before).filter { row in
      if document.piece(at: row) != beginning.piece(at: row) { return true }
      guard let table = document.table(at: row), let columns = known[table] else { return false }
      return row == before - 1 || columns != tables.columns(of: table, in: document, typography)
    }
    for row in changed { dataSource.changed(row) }
    dataSource.forgetHighestCells(in: changed)
    accessibility.setOutdated()
    if document.count > before {
      list.insertRows((before..<document.count).map { RowIndexPath(section: 0, row: $0) })
    }
    if !changed.isEmpty { list.reloadRows(changed.map { RowIndexPath(section: 0, row: $0) }) }
    flow.restart()
    highestCells.restart()
    finder.documentChanged()
    // A reader who has scrolled meanwhile stays where he is.
    if let place = work.pendingPlace, list.readingPlace == nil { restore(place) }
  }

  /// Whether the title has been scrolled out of view; false for an article without one.
  package var isTitleAboveViewport: Bool {
    var last = -1
    while last + 1 < document.count, document.kind(at: last + 1) == .title { last += 1 }
    guard last >= 0 else { return false }
    let title = ListElement.row(RowIndexPath(section: 0, row: last))
    guard list.geometry.elementCount > last else { return false }
    return list.contentOffset >= list.geometry.offset(of: title) + list.geometry.height(of: title).value
  }

  /// Where the column of text begins in a page of a width, from the side at which the user interface begins, in logical pixels.
  package func columnStart(inWidth width: Int) -> Int {
    Int(max(typography.margin, (Double(width) - typography.measure) / 2))
  }

  /// The line at the top of what is shown; nil at the beginning.
  package var place: ReadingPlace? {
    list.readingPlace.map { $0.moved(in: document) { document.initialPlace($0) } }
  }

  /// Scrolls to a place where the article was left, as soon as it is there.
  package func restore(_ place: ReadingPlace) {
    work.pendingPlace = place
    guard let row = place.row, row.row < document.count else { return }
    work.pendingPlace = nil
    list.restore(place.moved(in: document) { document.place(ofInitial: $0) })
  }

  /// Whether lines of code are wrapped, and do not scroll sideways.
  package var wrapsCode: Bool {
    get { typography.wrapsCode }
    set {
      guard newValue != typography.wrapsCode else { return }
      setTypography(zoom: typography.zoom, wrapsCode: newValue)
    }
  }

  /// Whether the page is so narrow that its margins are smaller.
  package var isNarrow: Bool {
    get { typography.isNarrow }
    set {
      guard newValue != typography.isNarrow else { return }
      setTypography(zoom: typography.zoom, isNarrow: newValue)
    }
  }

  /// How long lines may become.
  package var lineLength = LineLength.normal {
    didSet { if lineLength != oldValue { setTypography(zoom: typography.zoom) } }
  }

  /// Scrolls the code or table at a point of the list sideways.
  ///
  /// - Parameter distance: To the right, in logical pixels.
  /// - Returns: Whether there is something at the point that scrolls sideways.
  @discardableResult package func scrollSideways(at point: Point, toRightBy distance: Double) -> Bool {
    sidewaysInput.scroll(at: point, toRightBy: distance)
  }

  /// Whether everything on screen is there, pictures too.
  package var isComplete: Bool { list.isComplete && document.count > 0 }

  /// Whether the lines of long texts, the highest cells of wide tables and the widths of long lines of code are known that
  /// are found in idle time, and their rows are laid out with them.
  package var isExact: Bool { work.isFinished }

  /// The size of the text, as a multiple of its usual size.
  package var zoom: Double {
    get { typography.zoom }
    set {
      guard newValue != typography.zoom else { return }
      setTypography(zoom: newValue)
      owner?.zoomChanged()
    }
  }

  // MARK: Drawing

  private func highlights(of row: RowIndexPath) -> [TextHighlight] {
    let selected = selection.highlights(of: row)
    if finder.find != nil { return selected + finder.highlights(of: row) }
    guard marking.find != nil, row.row < document.count else { return selected }
    return selected
      + marking.highlights(
        of: row.row, list.seenTexts(of: row), in: document,
        version: ArticleMarks.Version(
          generation: dataSource.generation, revision: dataSource.revision(ofRow: row.row)))
  }

  // MARK: Rows that change

  /// Lays rows out again that have other contents.
  func reloadLater(_ rows: [Int]) {
    for row in rows { dataSource.changed(row) }
    work.reload(rows)
  }
}
