import CGtk
import GtkInterop
import LayoutCore
import PangoText

/// A virtualized list of rows of different heights, inside a GtkScrolledWindow.
///
/// Every row on screen has exactly the height that LayoutCore computed for it. Rows that were not yet measured
/// have an estimate; when their height becomes known, nothing on screen moves. The scrolled window's vertical
/// policy must be AUTOMATIC, or kinetic scrolling does not follow the moving bounds.
@MainActor  // said again for the isolated deinit: release builds forget the module's default
public final class ListView: @MainActor ScrollableWidgetDelegate {
  private static let widgetClass = CustomWidgetClass(
    name: "FeedViewerList", cssName: "feedlist", role: GTK_ACCESSIBLE_ROLE_LIST, isScrollable: true)
  /// A taller minimum would not help GtkScrolledWindow to tell that a scroll bar is needed.
  private static let maximumRequest = 32_000

  /// Of lists without rows, in logical pixels.
  private static let defaultMinimumRowHeight = 44.0

  /// Sections whose headers are all measured together with a new width.
  static let maximumHeadersAtOnce = 1_000

  public let widget: GObjectReference<WidgetPointer>
  public weak var dataSource: (any ListDataSource)?
  public weak var delegate: (any ListViewDelegate)?

  /// Where rows are: every row's height, measured or estimated.
  public internal(set) var geometry = RowGeometry()
  /// The selected rows, and the row where the keyboard is.
  public internal(set) var selection = RowSelection()

  let text: TextSystem
  let templates = TemplateTable()
  let measurer: RowMeasurer
  let pool: RowPool
  let images: ImageLoader
  let idle = IdleWorker()
  /// See `rangeObserver`.
  weak var currentRangeObserver: (any ListRangeObserver)?
  var origin = ScrollOrigin()
  /// The first row on screen and how far it is scrolled past the top: the scroll position.
  var anchor: ScrollAnchor?
  /// Set by jumps and edits: the row that the next layout keeps in its place.
  var pendingPin: ScrollAnchor?
  /// Where the list begins, if it was told so before its first layout.
  var firstJump: (element: ListElement, alignment: ScrollAlignment)?
  /// As the last layout placed it.
  var stickyHeader: StickyHeader?
  /// What is being read, as long as rows only change their widths or fonts.
  var readingAnchor: ReadingAnchor?
  /// nil until the list has been given a width.
  var conditions: MeasurementContext?
  /// Height of the viewport in device pixels.
  var pageHeight = 0
  /// The sections as the list shows them, and the rows of each.
  var sectionShapes: [SectionShape] = []
  var rowCounts: [Int] = []
  /// Which ends of the list a viewport that rests on them holds on to when rows come and go. Without, and elsewhere,
  /// the row at the top keeps its place.
  public var positionRules = ScrollPosition.Rules()
  /// The edit that is being shown, and what drives it.
  var editAnimation: EditAnimation?
  var editTicks: TickCallback?
  /// Set by an edit until it is laid out, if it is to be shown as motion.
  var preEditSnapshot: PreEditSnapshot?
  /// The scroll to a row that is under way, and what drives it.
  var scrollAnimation: ScrollAnimation?
  var scrollTicks: TickCallback?
  /// The pages that keys have turned, for the way back.
  var pageTurns = PageTurnHistory()
  let typeahead = Typeahead()
  /// Drawn by the pointer at the moment, and what scrolls the list along.
  var rubberBand: RubberBand?
  var bandTicks: TickCallback?
  /// nil while there is none.
  var sectionIndex: SectionIndexView?
  var sectionIndexIsStale = false
  /// The entry that the index was last used to go to, and the adjustment's value there.
  var jumpedEntry: (entry: Int, value: Double)?
  /// Moves the focus to the cursor's row when the loop comes around.
  var focusTransfer: IdleSource?
  /// nil outside of batches.
  var batch: EditBatch?
  /// Edits that wait, and what applies them when the loop comes around.
  var edits = EditQueue()
  var editSource: IdleSource?
  /// Whether an edit is being applied, or an observer is told of rows.
  var postponesEdits = false
  /// What is called when edits are laid out, and what does it when the loop comes around.
  var editCompletions = EditCompletions()
  var completionSource: IdleSource?
  var isAllocating = false
  /// Whether the next layout brings the scroll bar's value 0 to the middle of its range.
  var wantsCentering = false
  /// By how much the scroll bar's value has changed in all without anything moving, in device pixels.
  package internal(set) var valueShift = 0
  /// Device pixels in a logical pixel, if not those that the widget says: GTK 4.8 knows whole numbers only.
  package var fractionalScale: Double? {
    didSet { environmentChanged() }
  }
  private var environmentMayHaveChanged = true
  private var requestedHeight = 0
  private var layoutRequest: IdleSource?
  private var sorting: TimeoutSource?
  private var poolPreparation: IdleSource?
  private var pangoCheck: IdleSource?
  private var hasCheckedPango = false
  private var preparedPageHeight = 0
  private var adjustments: [UInt32: GObjectReference<UnsafeMutablePointer<GtkAdjustment>>] = [:]
  private var valueConnection: gulong = 0

  /// - Parameter pictureDecoder: Decodes the rows' pictures; without one letters stand for them.
  public init(pictureDecoder: PictureDecoder? = nil) {
    FontConfiguration.followChanges()
    widget = Self.widgetClass.make()
    text = TextSystem(widget: widget.pointer, checksPangoLater: true)
    measurer = RowMeasurer(text: text, templates: templates)
    images = ImageLoader(decoder: pictureDecoder)
    pool = RowPool(parent: widget.pointer)
    CustomWidgetClass.setDelegate(self, of: widget.pointer)
    pool.onBoxChange = { [weak self] in self?.environmentChanged() }
    idle.start(for: self, widget: widget.pointer)
    gtk_widget_set_overflow(widget.pointer, GTK_OVERFLOW_HIDDEN)
    gtk_widget_set_focusable(widget.pointer, 1)
    connectPointer()
    connectRubberBand()
    connectKeyboard()
    connectTypeahead()
    connectFocus()
    Signal.connect(widget.pointer, "unmap") { [weak self] in self?.completeEditsLater() }
    Signal.connect(widget.pointer, "notify::scale-factor") { [weak self] in self?.environmentChanged() }
  }

  isolated deinit {
    // The widget's own dispose comes too late: it does not find this object any more.
    pool.unparentAll()
    sectionIndex?.unparent()
  }

  /// Makes a program's first frame come sooner: letters are drawn ahead on another thread, and texts are shaped once, to
  /// be drawn, and not a second time for other widths. Call `endWarmUp` after the frame.
  ///
  /// - Parameter styles: Those that rows are mostly made of; what is drawn first comes first.
  public func warmUp(_ styles: [TextStyle]) {
    text.prewarmGlyphs(
      of: styles, scale: Int(gtk_widget_get_scale_factor(widget.pointer)))
    text.answersByLayouts = true
  }

  /// From here on texts are prepared for all widths.
  public func endWarmUp() { text.answersByLayouts = false }

  /// Registers what items with an identifier look like. A template that was registered before under the same identifier
  /// is replaced; call `reloadData` then.
  public func register(_ template: some RowTemplate, as identifier: TemplateIdentifier) {
    templates.register(template, as: identifier)
  }

  /// What is drawn below each row.
  public var separatorStyle = SeparatorStyle.singleLine {
    didSet { if separatorStyle != oldValue { gtk_widget_queue_resize(widget.pointer) } }
  }

  /// The estimate for rows whose template knows none, in logical pixels.
  public var estimatedRowHeight = 44.0

  /// How heights are cached; a new mode starts with an empty cache and is in effect at once.
  public var cacheMode: HeightCacheMode {
    get { measurer.mode }
    set {
      guard newValue != measurer.mode else { return }
      measurer.mode = newValue
      if newValue != HeightCacheMode.none {
        // What is known becomes a guess of the same value: the precache then fills the new cache.
        geometry.markAllEstimated()
        gtk_widget_queue_resize(widget.pointer)
      }
      idle.heightsChanged()
    }
  }

  /// Whether edits change the heights that are kept by index path. Off, they stay where they are, and their owner says
  /// with `invalidateHeights(of:)` which are not true any more. Switched on again, the cache begins empty.
  public var automaticallyInvalidates: Bool {
    get { measurer.automaticallyInvalidates }
    set { measurer.automaticallyInvalidates = newValue }
  }

  /// Forgets the heights of rows, which are then measured again; elsewhere than on screen they are estimated at the
  /// heights that they had until then.
  public func invalidateHeights(of rows: [RowIndexPath]) {
    guard let dataSource, conditions != nil else { return }
    for row in rows {
      let element = ListElement.row(row)
      measurer.invalidateHeight(of: row, identity: dataSource.listView(self, identityOf: element))
      geometry.setHeight(.estimated(geometry.height(of: element).value), of: element)
      idle.forgetPainter(of: element)
    }
    let elements = Set(rows.map { ListElement.row($0) })
    pool.release { !elements.contains($0) }
    idle.heightsChanged()
    gtk_widget_queue_resize(widget.pointer)
  }

  /// Where the debug log goes; nil for none.
  public var log: HeightLog? {
    get { measurer.log }
    set { measurer.log = newValue }
  }

  public var statistics: ListStatistics {
    var statistics = measurer.statistics
    statistics.rowCount = rowCounts.reduce(0, +)
    statistics.measuredRowCount = geometry.elementCount - geometry.unmeasuredCount
    statistics.cachedHeightCount = measurer.cachedHeightCount
    statistics.liveRowWidgets = pool.count
    statistics.textsByArithmetic = text.statistics.answeredByArithmetic
    statistics.textsByPango = text.statistics.answeredByPango
    return statistics
  }

  public func resetStatistics() { measurer.resetStatistics() }

  /// Whether no heights are measured ahead of time.
  public var pausesPrecache: Bool {
    get { idle.isPaused }
    set { idle.isPaused = newValue }
  }

  /// Whether every row's height is known, or the mode keeps none and nothing is left to do.
  public var isPrecacheFinished: Bool { idle.isPrecacheFinished }

  /// Whether what is on screen is all there: rows placed, images decoded.
  public var isComplete: Bool {
    gtk_widget_get_mapped(widget.pointer) != 0 && conditions != nil && !images.isDecoding
      && (geometry.totalHeight == 0 || anchor != nil)
  }

  /// Whether rows are placed on the screen; their images may come later.
  public var hasRowsOnScreen: Bool {
    gtk_widget_get_mapped(widget.pointer) != 0 && conditions != nil && anchor != nil
  }

  /// The vertical adjustment, once the list is in a scrolled window.
  public var verticalAdjustment: UnsafeMutablePointer<GtkAdjustment>? {
    adjustment(for: GTK_ORIENTATION_VERTICAL)
  }

  public func measure(_ orientation: GtkOrientation, forSize: Int) -> (minimum: Int, natural: Int) {
    if orientation == GTK_ORIENTATION_HORIZONTAL { return (200, 400) }
    // With less than this GtkScrolledWindow lays the list out at two widths, to find out if it needs a bar.
    requestedHeight = wantedHeight
    return (requestedHeight, requestedHeight)
  }

  public func allocate(width: Int, height: Int) {
    defer { completeEditsLater() }
    guard width > 0, height > 0 else { return }
    isAllocating = true
    defer { isAllocating = false }
    layOut(width: width, height: height)
    requestHeightIfChanged()
    tidyUpAtRest()
    prepareRowWidgetsLater()
    moveFocusToCursorLater()
    checkPangoLater()
  }

  /// After the first frame with rows, before heights are measured ahead.
  private func checkPangoLater() {
    guard !hasCheckedPango, pangoCheck == nil, geometry.elementCount > 0 else { return }
    pangoCheck = IdleSource(priority: G_PRIORITY_DEFAULT_IDLE) { [weak self] in
      guard let self else { return .done }
      let generation = text.generation
      hasCheckedPango = text.checkPango()
      if text.generation != generation { environmentChanged() }
      if hasCheckedPango { pangoCheck = nil }
      return hasCheckedPango ? .done : .again
    }
  }

  /// Makes the widgets that the viewport may need: inside an allocation a new child would queue another one.
  func prepareRowWidgets() {
    // Edits that wait prepare them: until then the data source may have other rows than the list.
    guard edits.isEmpty else { return }
    var height = Double(pageHeight) / origin.scale
    if height == 0, let root = gtk_widget_get_root(widget.pointer) {
      var defaultWidth: Int32 = 0
      var defaultHeight: Int32 = 0
      gtk_window_get_default_size(root.cast(), &defaultWidth, &defaultHeight)
      height = Double(defaultHeight)
    }
    let heldByFocus = isFocusInRows ? Self.maximumHeldByFocus : 0
    pool.prepare(Int(height / typicalMinimumRowHeight) + 2 + heldByFocus, of: .row)
    if sectionShapes.contains(where: \.hasHeader) { pool.prepare(2, of: .header) }
    if sectionShapes.contains(where: \.hasFooter) { pool.prepare(2, of: .footer) }
  }

  /// About the least height of a row in logical pixels, as the template of the first one says.
  private var typicalMinimumRowHeight: Double {
    guard let dataSource, let section = rowCounts.firstIndex(where: { $0 > 0 }) else {
      return Self.defaultMinimumRowHeight
    }
    let first = ListElement.row(RowIndexPath(section: section, row: 0))
    // A list may be reloaded before its templates are registered.
    let template = templates.find(dataSource.listView(self, identityOf: first).template)
    return template.map { max($0.typicalMinimumHeight, 1) } ?? Self.defaultMinimumRowHeight
  }

  private func prepareRowWidgetsLater() {
    guard poolPreparation == nil, pageHeight != preparedPageHeight else { return }
    preparedPageHeight = pageHeight
    poolPreparation = IdleSource(priority: G_PRIORITY_DEFAULT) { [weak self] in
      self?.poolPreparation = nil
      self?.prepareRowWidgets()
      return .done
    }
  }

  /// Assistive tools follow the order of the widgets: it is put right when the list has come to rest, and with it the
  /// scroll bar's origin.
  private func tidyUpAtRest() {
    sorting = TimeoutSource(milliseconds: 150) { [weak self] in
      self?.sorting = nil
      self?.pool.sortWidgets()
      self?.centerOriginAtRest()
      return .done
    }
  }

  public func snapshot(_ snapshot: OpaquePointer) {
    if let editAnimation {
      self.snapshot(editAnimation, on: snapshot)
    } else {
      snapshotRows(on: snapshot)
    }
    snapshotBand(on: snapshot)
    sectionIndex?.snapshot(in: widget.pointer, on: snapshot)
  }

  private func snapshotRows(on snapshot: OpaquePointer) {
    let sticky = stickyHeader.map { ListElement.header($0.section) }
    // Rows in the order of the list: where two meet at half a pixel, the lower one is drawn above.
    for element in pool.boundElements.sorted() {
      guard element != sticky, let view = pool.view(of: element) else { continue }
      gtk_widget_snapshot_child(widget.pointer, view.widget.pointer, snapshot)
    }
    if let sticky, let view = pool.view(of: sticky) {
      gtk_widget_snapshot_child(widget.pointer, view.widget.pointer, snapshot)
    }
  }

  public func environmentChanged() {
    environmentMayHaveChanged = true
    if !isAllocating { gtk_widget_queue_resize(widget.pointer) }
  }

  public func dispose() {
    idle.stop()
    typeahead.end()
    layoutRequest = nil
    editSource = nil
    completionSource = nil
    sorting = nil
    poolPreparation = nil
    focusTransfer = nil
    editTicks = nil
    scrollTicks = nil
    bandTicks = nil
    pangoCheck = nil
    pool.unparentAll()
    sectionIndex?.unparent()
    sectionIndex = nil
  }

  public func adjustment(for orientation: GtkOrientation) -> UnsafeMutablePointer<GtkAdjustment>? {
    adjustments[orientation.rawValue]?.pointer
  }

  public func setAdjustment(
    _ adjustment: UnsafeMutablePointer<GtkAdjustment>?, for orientation: GtkOrientation
  ) {
    if orientation == GTK_ORIENTATION_VERTICAL, valueConnection != 0, let old = verticalAdjustment {
      Signal.disconnect(old, valueConnection)
      valueConnection = 0
    }
    adjustments[orientation.rawValue] = adjustment.map { GObjectReference(retaining: $0) }
    guard let adjustment, orientation == GTK_ORIENTATION_VERTICAL else { return }
    valueConnection = Signal.connect(adjustment, "value-changed") { [weak self] in self?.valueChanged() }
  }

  /// Reads the text environment again if anything may have changed it.
  /// - Returns: The environment that heights depend on.
  func currentEnvironment() -> LayoutEnvironment {
    if environmentMayHaveChanged {
      environmentMayHaveChanged = false
      _ = text.refreshEnvironment()
    }
    return LayoutEnvironment(
      scale: fractionalScale ?? Double(gtk_widget_get_scale_factor(widget.pointer)),
      direction: gtk_widget_get_direction(widget.pointer) == GTK_TEXT_DIR_RTL ? .rightToLeft : .leftToRight,
      generation: text.generation)
  }

  private func valueChanged() {
    guard !isAllocating else { return }
    if scrollAnimation != nil { endScrollAnimation() }
    idle.scrolled()
    gtk_widget_queue_allocate(widget.pointer)
  }

  private var wantedHeight: Int {
    guard conditions != nil else {
      // Before its first layout the list knows only how high it is at least, enough to tell that a long one needs a
      // bar. A row without thumbnail is more than half as high as one with it.
      let rows = min(rowCounts.reduce(0, +), Self.maximumRequest)
      return min(rows * Int(typicalMinimumRowHeight / 2), Self.maximumRequest)
    }
    return min(Int((Double(geometry.totalHeight) / origin.scale).rounded(.up)), Self.maximumRequest)
  }

  func requestHeightIfChanged() {
    if wantedHeight != requestedHeight { requestLayoutLater() }
  }

  /// Lays the list and all around it out again when the loop comes around.
  ///
  /// What is asked for inside an allocation is lost. So is the scroll bar's own request when the adjustment's
  /// bounds change there: if an ancestor is being allocated, GTK 4.8 leaves the scrolled window marked as
  /// having a child in need, without a layout to come, and every later `queue_allocate` of the list stops at
  /// that mark. A resize is asked for on all ancestors and gets through.
  func requestLayoutLater() {
    guard layoutRequest == nil else { return }
    layoutRequest = IdleSource(priority: G_PRIORITY_DEFAULT) { [weak self] in
      guard let self else { return .done }
      self.layoutRequest = nil
      gtk_widget_queue_resize(self.widget.pointer)
      return .done
    }
  }
}
