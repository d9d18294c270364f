import CGtk
import GtkInterop
import LayoutCore
import PangoText

/// A virtualized list of rows of different heights, inside a GtkScrolledWindow.
///
/// Every row on screen has exactly the height that LayoutCore computed for it. Rows that were not yet measured
/// have an estimate; when they are measured, nothing on screen moves. The scrolled window's vertical
/// policy must be AUTOMATIC, or kinetic scrolling does not follow the moving bounds.
@MainActor  // said again for the isolated deinit: release builds forget the module's default
public final class ListView {
  private static let widgetClass = CustomWidgetClass(
    name: "FeedViewerList", cssName: "feedlist", role: GTK_ACCESSIBLE_ROLE_LIST, isScrollable: true)
  private static let documentClass = CustomWidgetClass(
    name: "FeedViewerDocument", cssName: "feedlist", role: GTK_ACCESSIBLE_ROLE_DOCUMENT, isScrollable: true)

  /// The list's widget, to be put into a GtkScrolledWindow; `makeScrolledWindow` makes one.
  public let widget: GObjectReference<WidgetPointer>
  private let widgetDelegate = ListWidgetDelegate()
  /// What the list shows; not retained. Call `reloadData` after setting it.
  public weak var dataSource: (any ListDataSource)?
  /// Receives the user's actions; not retained.
  public weak var delegate: (any ListViewDelegate)?
  /// See `rangeObserver`.
  weak var currentRangeObserver: (any ListRangeObserver)?
  /// Puts widgets into rows; not retained.
  package weak var rowPartsOwner: (any RowPartsOwner)?

  let environment: ListEnvironment
  let templates = TemplateTable()
  let images: ImageLoader
  let heights: RowHeights
  let pool: RowPool
  let scrollState: ScrollState
  let edits = EditPipeline()
  let editMotion = EditMotion()
  let focus = FocusAndSelection()
  let sectionIndex = SectionIndex()
  let idle = IdleWorker()
  let layoutCycle = LayoutCycle()
  let rowSwipes = RowSwipeController()

  /// - Parameters:
  ///   - pictureDecoder: Decodes the rows' pictures; without one letters stand for them.
  ///   - isDocument: Whether the rows are parts of one text, and the list a document for assistive tools.
  public init(pictureDecoder: PictureDecoder? = nil, isDocument: Bool = false) {
    FontConfiguration.followChanges()
    widget = (isDocument ? Self.documentClass : Self.widgetClass).make()
    environment = ListEnvironment(widget: widget.pointer)
    heights = RowHeights(text: environment.text, templates: templates)
    images = ImageLoader(decoder: pictureDecoder)
    pool = RowPool(parent: widget.pointer)
    scrollState = ScrollState(port: ScrollPort(widget: widget.pointer))
    if isDocument { focus.interaction = .document }
    widgetDelegate.list = self
    CustomWidgetClass.setDelegate(widgetDelegate, of: widget.pointer)
    pool.onMake = { [weak self] in self?.addAccessibleActions(to: $0) }
    pool.onBoxChange = { [weak self] in self?.environmentChanged() }
    gtk_widget_set_overflow(widget.pointer, GTK_OVERFLOW_HIDDEN)
    gtk_widget_set_focusable(widget.pointer, 1)
    connectScrolling()
    connectEdits()
    idle.start(for: self, widget: widget.pointer)
    connectPointer()
    connectRubberBand()
    connectRowSwipes()
    connectKeyboard()
    connectTypeahead()
    connectFocus()
    connectSectionIndex()
    installStyleSheet()
    Signal.connect(widget.pointer, "unmap") { [weak self] in self?.edits.layoutEnded() }
    Signal.connect(widget.pointer, "notify::scale-factor") { [weak self] in self?.environmentChanged() }
  }

  isolated deinit {
    // The widget's own dispose comes too late: it does not find this object any more.
    pool.unparentAll()
    sectionIndex.hide()
    rowSwipes.end()
  }

  /// Makes a program's first frame come sooner: letters are drawn ahead on another thread, and texts are shaped once, to
  /// be drawn, and not a second time for other widths. Call `endWarmUp` after the frame.
  ///
  /// - Parameter styles: Those that rows are mostly made of; what is drawn first comes first.
  public func warmUp(_ styles: [TextStyle]) {
    environment.text.prewarmGlyphs(
      of: styles, scale: Int(gtk_widget_get_scale_factor(widget.pointer)))
    environment.text.answersByLayouts = true
  }

  /// From here on texts are prepared for all widths.
  public func endWarmUp() { environment.text.answersByLayouts = false }

  /// Registers what items with an identifier look like. A template that was registered before under the same identifier
  /// is replaced; call `reloadData` then.
  public func register(_ template: some RowTemplate, as identifier: TemplateIdentifier) {
    templates.register(template, as: identifier)
  }

  /// What a click or a key does. Set it before the list has rows.
  public var interaction: ListInteraction {
    get { focus.interaction }
    set { focus.interaction = newValue }
  }

  /// What is drawn below each row.
  public var separatorStyle: SeparatorStyle {
    get { heights.separator }
    set {
      guard newValue != heights.separator else { return }
      heights.separator = newValue
      gtk_widget_queue_resize(widget.pointer)
    }
  }

  /// The estimate for rows whose template knows none, in logical pixels.
  public var estimatedRowHeight: Double {
    get { heights.defaultEstimate }
    set { heights.defaultEstimate = newValue }
  }

  /// The most rows that are kept prepared after they were measured ahead: the first ones, which are nearest to where the
  /// list began. Their heights at a new width are arithmetic and known at once; other rows are estimated then and measured
  /// again in idle time. A prepared row takes about as much memory as its text. There is no limit by default.
  public var preparedRowLimit: Int {
    get { heights.preparedRowLimit }
    set { heights.preparedRowLimit = newValue }
  }

  /// How heights are cached; a new mode starts with an empty cache and is in effect at once.
  public var cacheMode: HeightCacheMode {
    get { heights.cacheMode }
    set {
      guard newValue != heights.cacheMode else { return }
      heights.cacheMode = newValue
      // The precache then fills the new cache.
      if newValue != HeightCacheMode.none { gtk_widget_queue_resize(widget.pointer) }
      idle.heightsChanged()
    }
  }

  /// Whether edits change the heights that are kept by index path. Off, they stay where they are, and their owner says
  /// with `invalidateHeights(of:)` which are not true any more. Switched on again, the cache begins empty.
  public var automaticallyInvalidates: Bool {
    get { heights.automaticallyInvalidates }
    set { heights.automaticallyInvalidates = newValue }
  }

  /// Forgets the heights of rows, which are then measured again; elsewhere than on screen they are estimated at the
  /// heights that they had until then.
  public func invalidateHeights(of rows: [RowIndexPath]) {
    guard let dataSource, conditions != nil else { return }
    for row in rows {
      let element = ListElement.row(row)
      heights.invalidate(row, dataSource.listView(self, identityOf: element))
      idle.forgetPainter(of: element)
    }
    let elements = Set(rows.map { ListElement.row($0) })
    pool.release { !elements.contains($0) }
    idle.heightsChanged()
    gtk_widget_queue_resize(widget.pointer)
  }

  /// Where the debug log goes; nil for none.
  public var log: HeightLog? {
    get { heights.log }
    set { heights.log = newValue }
  }

  /// What the list did since it was made, or since its statistics were reset.
  public var statistics: ListStatistics {
    var statistics = heights.statistics
    statistics.liveRowWidgets = pool.count
    statistics.textsByArithmetic = environment.text.statistics.answeredByArithmetic
    statistics.textsByPango = environment.text.statistics.answeredByPango
    return statistics
  }

  /// Counts from nothing again.
  public func resetStatistics() { heights.resetStatistics() }

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
      && (geometry.totalHeight == 0 || scrollState.anchor != nil)
  }

  /// Whether rows are placed on the screen; their images may come later.
  public var hasRowsOnScreen: Bool {
    gtk_widget_get_mapped(widget.pointer) != 0 && conditions != nil && scrollState.anchor != nil
  }

  /// The vertical adjustment, once the list is in a scrolled window.
  public var verticalAdjustment: UnsafeMutablePointer<GtkAdjustment>? { scrollState.port.vertical }

  /// Which ends of the list a viewport that rests on them holds on to when rows are inserted or removed. Without, and
  /// elsewhere, the row at the top keeps its place.
  public var positionRules: ScrollPosition.Rules {
    get { scrollState.positionRules }
    set { scrollState.positionRules = newValue }
  }

  /// Device pixels in a logical pixel, if not those that the widget says: GTK 4.8 knows whole numbers only.
  package var fractionalScale: Double? {
    get { environment.fractionalScale }
    set {
      environment.fractionalScale = newValue
      environmentChanged()
    }
  }

  /// By how much the scroll bar's value has changed in all without anything moving, in device pixels.
  package var valueShift: Int { scrollState.valueShift }
}
