import CGtk
import FeedViewerBase
import GtkInterop
import LayoutCore
import PangoText

/// A virtualized list of rows of different heights, inside a GtkScrolledWindow.
///
/// Every row on screen has exactly the height that LayoutCore computed for it. Rows that were not yet measured
/// have an estimate; when they are measured, nothing on screen moves. The scrolled window's vertical
/// policy must be AUTOMATIC, or kinetic scrolling does not follow the moving bounds.
@MainActor  // repeated for the isolated deinit: release builds lose the module's default isolation
public final class ListView {
  private static let widgetClass = CustomWidgetClass(
    name: "FeedViewerList", cssName: "feedlist", role: GTK_ACCESSIBLE_ROLE_LIST, isScrollable: true)
  private static let documentClass = CustomWidgetClass(
    name: "FeedViewerDocument", cssName: "feedlist", role: GTK_ACCESSIBLE_ROLE_DOCUMENT, isScrollable: true)

  /// The list's widget, to be put into a GtkScrolledWindow; `makeScrolledWindow` makes one.
  public let widget: GObjectReference<WidgetPointer>
  private let widgetDelegate = ListWidgetDelegate()
  /// The content of the list; not retained. Call `reloadData` after setting it.
  public weak var dataSource: (any ListDataSource)?
  /// Receives the user's actions; not retained.
  public weak var delegate: (any ListViewDelegate)?
  /// See `rangeObserver`.
  weak var currentRangeObserver: (any ListRangeObserver)?
  /// Puts widgets into rows; not retained.
  package weak var rowPartsOwner: (any RowPartsOwner)?

  /// Called when the font has changed, and before the first layout: registers templates whose sizes follow the font.
  package var onFontChange: () -> Void = {}
  /// Called when the style of the widget has changed, such as its colours.
  package var onStyleChange: () -> Void = {}
  /// Called when the heights of all rows have become known.
  package var onAllMeasured: () -> Void = {}
  /// `heightConditions`, and what it was made from.
  var describedConditions: (conditions: MeasurementContext, text: String)?
  /// A number that grows whenever rows get another width, font or scale.
  package internal(set) var conditionsNumber = 0

  let environment: ListEnvironment
  let templates = TemplateTable()
  let images: ImageLoader
  let heights: RowHeights
  let pool: RowPool
  let scrollState: ScrollState
  let edits = EditPipeline()
  let editMotion = EditMotion()
  let focus = FocusAndSelection()
  /// Whether rows are only made anew, so that those that are selected stay so.
  var keepsSelection = false
  var keyboard = KeyboardNavigation()
  let sectionIndex = SectionIndex()
  let idle = IdleWorker()
  let layoutCycle = LayoutCycle()
  let rowSwipes = RowSwipeController()
  let rowHighlight = RowHighlight()

  /// Creates a list. Register templates and set the data source before it is shown.
  ///
  /// - Parameters:
  ///   - pictureDecoder: Decodes the pictures that rows show; nil if they show none.
  ///   - isDocument: Whether the rows are parts of one text: the list's interaction is `.document`, and assistive tools
  ///     take it for a document.
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
    // GTK 4.8 would name it after its class. Programs set a label that says what is listed.
    Accessible.setLabel(localized("List"), of: widget.pointer)
    connectScrolling()
    connectEdits()
    idle.start(for: self, widget: widget.pointer, text: environment.text)
    idle.onMemoryPressure = { [weak self] in self?.handleMemoryPressure() }
    connectPointer()
    connectRubberBand()
    connectDragOut()
    connectRowSwipes()
    connectKeyboard()
    connectTypeahead()
    connectFocus()
    connectSectionIndex()
    installStyleSheet()
    if isDocument { connectTouchScreen() }
    Signal.connect(widget.pointer, "unmap") { [weak self] in self?.edits.layoutEnded() }
    Signal.connect(widget.pointer, "notify::scale-factor") { [weak self] in self?.environmentChanged() }
  }

  isolated deinit {
    // The widget is disposed of later, when its weak reference to this object is nil.
    pool.unparentAll()
    sectionIndex.hide()
    rowSwipes.end()
  }

  /// Speeds up a program's first frame: glyphs are rasterised ahead on another thread, texts are shaped once, for
  /// drawing, but not prepared for other widths, and pictures wait. Call `endWarmUp` after the frame.
  ///
  /// - Parameter styles: The styles of most rows, in the order in which they are drawn.
  package func warmUp(_ styles: [TextStyle]) {
    environment.text.prewarmGlyphs(
      of: styles, scale: Int(gtk_widget_get_scale_factor(widget.pointer)))
    environment.text.answersByLayouts = true
    images.isArchive = true
  }

  /// Ends the warm-up: from now on texts are prepared for all widths, and pictures are decoded.
  package func endWarmUp() {
    environment.text.answersByLayouts = false
    images.isArchive = false
  }

  /// Registers the template of the items with an identifier. A template registered before under the same identifier is
  /// replaced; call `reloadData` in that case.
  public func register(_ template: some RowTemplate, as identifier: TemplateIdentifier) {
    templates.register(template, as: identifier)
  }

  /// Whether one click activates a row, the default; if not, it selects it, and a double click activates it.
  public var activatesOnSingleClick = true

  /// What a click or a key does. Set it before the list has rows.
  public var interaction: ListInteraction {
    get { focus.interaction }
    set { focus.interaction = newValue }
  }

  /// The separator below each row.
  public var separatorStyle: SeparatorStyle {
    get { heights.separator }
    set {
      guard newValue != heights.separator else { return }
      heights.separator = newValue
      gtk_widget_queue_resize(widget.pointer)
    }
  }

  /// The estimated height of rows whose template gives no estimate, in logical pixels.
  public var estimatedRowHeight: Double {
    get { heights.defaultEstimate }
    set { heights.defaultEstimate = newValue }
  }

  /// The most memory of rows that are kept prepared after they were measured ahead or have left the preload range, in bytes:
  /// the first rows, which are nearest to where the list began. Their heights at a new width are arithmetic and known at once;
  /// other rows are estimated then and measured again in idle time. A prepared row takes a few hundred bytes in English, and
  /// up to twelve for each character of scripts without spaces. There is no limit by default.
  public var preparedRowByteLimit: Int {
    get { heights.preparedRowByteLimit }
    set { heights.preparedRowByteLimit = newValue }
  }

  /// How heights are cached. A new mode takes effect at once, with an empty cache.
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

  /// Whether edits update the heights cached by index path. If false, cached heights stay at their index paths, and the
  /// caller invalidates those that are wrong with `invalidateHeights(of:)`. Setting it to true again empties the cache.
  public var automaticallyInvalidates: Bool {
    get { heights.automaticallyInvalidates }
    set { heights.automaticallyInvalidates = newValue }
  }

  /// Removes the heights of rows from the cache. Rows on screen are measured again at once; until the others are measured
  /// again, their old heights are their estimates.
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

  /// The debug log; nil for none.
  public var log: HeightLog? {
    get { heights.log }
    set { heights.log = newValue }
  }

  /// Counters since the list was created, or since `resetStatistics`.
  public var statistics: ListStatistics {
    var statistics = heights.statistics
    statistics.liveRowWidgets = pool.count
    statistics.textsByArithmetic = environment.text.statistics.answeredByArithmetic
    statistics.textsByPango = environment.text.statistics.answeredByPango
    return statistics
  }

  /// Sets the counters of `statistics` to 0.
  public func resetStatistics() { heights.resetStatistics() }

  /// Whether measuring heights ahead of time is paused.
  public var pausesPrecache: Bool {
    get { idle.isPaused }
    set { idle.isPaused = newValue }
  }

  /// Whether no heights are left to be measured ahead: all are known, or the cache mode keeps none.
  public var isPrecacheFinished: Bool { idle.isPrecacheFinished }

  /// Whether everything on screen is complete: rows are placed, and their images are decoded.
  public var isComplete: Bool {
    gtk_widget_get_mapped(widget.pointer) != 0 && conditions != nil && !images.isDecoding
      && (geometry.totalHeight == 0 || scrollState.anchor != nil)
  }

  /// Whether rows are placed on screen; their images may not be decoded yet.
  package var hasRowsOnScreen: Bool {
    gtk_widget_get_mapped(widget.pointer) != 0 && conditions != nil && scrollState.anchor != nil
  }

  /// The vertical adjustment, once the list is in a scrolled window.
  public var verticalAdjustment: UnsafeMutablePointer<GtkAdjustment>? { scrollState.port.vertical }

  /// The ends of the list at which the viewport stays when rows are inserted or deleted. Elsewhere, the row at the
  /// viewport's top keeps its position.
  public var positionRules: ScrollPosition.Rules {
    get { scrollState.positionRules }
    set { scrollState.positionRules = newValue }
  }

  /// Device pixels in a logical pixel, if it differs from the widget's scale factor, which is a whole number in GTK 4.8.
  package var fractionalScale: Double? {
    get { environment.fractionalScale }
    set {
      environment.fractionalScale = newValue
      environmentChanged()
    }
  }

  /// The sum of all changes of the scroll bar's value without motion on screen, in device pixels.
  package var valueShift: Int { scrollState.valueShift }
}
