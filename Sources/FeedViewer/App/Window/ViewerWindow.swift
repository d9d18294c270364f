import CGtk
import FeedViewerBase
import FeedViewerReadingState
import FeedViewerRows
import GtkInterop
import LayoutCore
import VirtualList

/// The window: the panes of the sidebar, the list and the article, each with its header bar, and overlays.
///
/// It lives until the application removes its window.
@MainActor  // repeated for the isolated deinit: release builds lose the module's default isolation
final class ViewerWindow {
  /// The smallest useful window, in logical pixels.
  private static let minimumWidth: Int32 = 320
  private static let minimumHeight: Int32 = 294

  let library: FeedLibrary
  /// The entries of the library in the order in which the list shows them.
  let entries: ShownEntries
  let editor: EntryEditor
  let search: EntrySearch
  let searchBar = SearchBar()
  let filterStrip = FilterStrip()
  let progressNote = ProgressNote()
  /// Tells about edits, with a button to undo them, and about other events of the reader's own doing.
  let toast: Toast
  /// The window's title, and what assistive tools say.
  let announcement: Announcement
  /// Whether the list that is about to be shown is told to assistive tools.
  var announcesList = false
  /// Where a turn to another article goes on as soon as the next list is shown.
  var pendingTurn: ArticlePage.Turn?
  /// Tells assistive tools what a search has found, when nothing was typed for a while.
  var searchReport: TimeoutSource?
  /// Reads selected rows to copy them.
  var copying: Task<Void, Never>?
  /// Reads selected rows to open their links.
  var readingLinks: Task<Void, Never>?
  /// Reads the entry that is shown as plain text next.
  var readingAsText: Task<Void, Never>?
  let list: ListView
  /// The density and the zoom of the list.
  let listStyle: EntryListStyle
  /// Of files that are opened together, this many are added to the desktop's list of recent files.
  static let rememberedFileLimit = 50
  /// Whether opened files are added to the desktop's list of recent files.
  let remembersFiles: Bool
  /// What outlives the window.
  let keeper: StateKeeper
  /// Which remarks on files need no sign or banner any more.
  let seenRemarks: SeenRemarks
  /// The session whose place is to be shown as soon as its rows are there.
  var placeToRestore: ReadingSession?
  /// The list that is to be shown where it was left, as soon as its rows are there.
  var listToRestore: Scope?
  /// Where lists were left.
  var listMemory = ListMemory()
  /// What the file of the folder names whose list is shown; nil for another list.
  var shownTree: OutlineTree?
  /// The list that was shown before all entries were searched.
  var listBeforeSearchAll: Scope?
  /// The row that is selected as soon as the list has it.
  var rowToSelect: FeedRow?
  /// Whether another list was chosen that is not shown yet.
  var isListNew = false
  /// Whether the article has to follow edits of the entries.
  var articleFollowsEdits = false
  /// Whether what the next change brings back is scrolled into view.
  var revealsInsertion = false
  /// Whether the cursor is on the row before that of the entry that has left the list last, not on the row after it.
  var isCursorBeforeGoneEntry = false
  /// `FeedLibrary.contentVersion` when the list last followed a change.
  var listedContentVersion = 0
  /// The day then.
  lazy var listedDay = entries.today
  /// `FeedLibrary.contentVersion` when the rows on screen were last drawn because of it.
  private var drawnContentVersion = 0
  /// Nil without a search.
  var placeBeforeSearch: PlaceBeforeSearch?
  /// The session that was stored last.
  var storedSession: ReadingSession?
  /// The version of its missing files.
  var storedMissingVersion: Int?
  /// The paths of its open files.
  var storedFiles: [FilePath] = []
  /// Whether files were opened, so that they are the session to remember.
  var hasSession = false
  /// Whether the open files are remembered: not if the window was opened to show a certain row.
  let remembersSession: Bool
  /// The files to open after those of the last session; nil unless these are being looked for.
  var filesAfterSession: [FilePath]?
  /// The files that the reader has opened together, until all were tried.
  var openedTogether: [FilePath] = []
  /// Files that are not added, because many were opened together.
  var unlistedFiles: Set<FilePath> = []

  /// Feeds to try out.
  let samples: [FilePath]
  private let reference: GObjectReference<UnsafeMutablePointer<GtkWindow>>
  let dates: DateFollower
  private let dataSource: EntryDataSource
  let heights: HeightMemory
  private let preloader: TextPreloader
  private var flingReader: FlingReader?
  let bars: HeaderBars
  /// Over the list.
  let banner = Banner()
  /// Over the article while that is in the place of the list.
  let articleBanner = Banner()
  let content: ContentStack
  let article: ArticlePage
  /// Tells of new entries while the window is not active.
  let notifier: NewEntryNotifier
  /// Prints and saves articles.
  let printer: ArticlePrinter
  /// The lists to choose from, at the side.
  let sidebar = Sidebar()
  let outlineItems = OutlineItems()
  let panes: AdaptivePanes
  /// When the article follows the selection.
  let pace = SelectionPace()
  /// The search bar and the list, or the page in its place.
  let listPage: WidgetPointer
  /// What the keyboard focus was on when it moved last.
  var knownKeyTarget = KeyTarget.other
  private let statistics: StatisticsOverlay
  private let body: WidgetPointer = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
  private(set) var rowMenu: ContextMenu?
  private var fileDrop: FileDrop?
  /// The row requested on the command line, until it exists.
  private(set) var rowToShow: RowPosition?
  /// Whether the selected row was activated before its entry was read.
  var opensSelectedWhenRead = false
  /// The article of the last time, which is shown as soon as its entry is read, and whether the list scrolls to its row then.
  var pendingArticle: (row: RowIndexPath, entry: StoredRow, scrolls: Bool)?
  private var listHasHadFocus = false
  private var firstFrame: TickCallback?
  private var afterFirstFrame: IdleSource?
  /// Fewer entries are sorted at once.
  private static let preparedEntryCount = 2_000
  private var preparation: IdleSource?
  /// The version of the entries whose order was prepared last.
  private var preparedVersion: Int?
  /// What is to be shown when the turn ends.
  var changes = WindowChanges()
  /// How many turns are being followed, one inside the other.
  var turns = 0
  /// Whether all entries of files are being read.
  private var isReadingEntries = false

  /// Enough for 2,000 rows in scripts without spaces; see `ListView.preparedRowByteLimit`.
  private static let preparedRowByteLimit = 3 << 20
  private var tidying: TimeoutSource?

  /// - Parameters:
  ///   - keeper: What is restored and stored; by default, nothing outlives the window.
  ///   - load: Reads a file; nil reads it from the disk.
  ///   - watch: Watches a file; nil watches it on the disk.
  init(
    application: UnsafeMutablePointer<GtkApplication>, options: ViewerOptions,
    keeper: StateKeeper = StateKeeper(), load: FeedLibrary.Load? = nil, watch: FeedLibrary.Watch? = nil
  ) {
    self.keeper = keeper
    samples = options.samples.map { FilePath($0) }
    bars = HeaderBars(keeper.settings)
    seenRemarks = SeenRemarks(state: keeper.state)
    let pictureDecoder = options.pictureProgram.map { PictureDecoder(program: $0) }
    list = ListView(pictureDecoder: pictureDecoder)
    LabelMetrics.keepExact(in: list.widget.pointer)
    list.preparedRowByteLimit = Self.preparedRowByteLimit
    listStyle = EntryListStyle(of: list)
    // Without stored marks, no row is read at first.
    list.warmUp([.title, .metadata, .preview] + (keeper.state.isStored ? [.readTitle] : []))
    reference = GObjectReference(retaining: gtk_application_window_new(application)!.cast())
    announcement = Announcement(of: reference.pointer)
    toast = Toast(announcement)
    library = FeedLibrary(state: keeper.state, load: load, watch: watch)
    entries = ShownEntries(library: library)
    editor = EntryEditor(entries)
    search = EntrySearch(entries)
    preloader = TextPreloader(entries)
    heights = HeightMemory(
      folder: options.picture == nil ? keeper.heightFolder : nil, entries, in: list, listStyle)
    dates = DateFollower(entries)
    dataSource = EntryDataSource(entries, search, listStyle, heights, dates)
    remembersFiles = options.picture == nil
    remembersSession = options.scrollTo == nil
    if case .row(let row)? = options.scrollTo { rowToShow = row }
    let scroller = AccessibleContainer.makeScrolledWindow()
    // Must be AUTOMATIC for the list's floating bounds (see ListView).
    gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    gtk_scrolled_window_set_child(scroller.opaque, list.widget.pointer)
    let startPage = StartPage(
      offersSamples: !options.samples.isEmpty, recent: options.picture == nil ? bars.recent : nil)
    content = ContentStack(list: list, in: scroller, startPage: startPage)
    let listPage = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
    gtk_box_append(listPage.cast(), filterStrip.widget)
    gtk_box_append(listPage.cast(), searchBar.field.widget)
    gtk_box_append(listPage.cast(), progressNote.widget)
    gtk_box_append(listPage.cast(), content.widget)
    self.listPage = listPage
    article = ArticlePage(pictureDecoder: pictureDecoder, places: ArticlePlaces(library: library))
    LabelMetrics.keepExact(in: article.view.list.widget.pointer)
    notifier = NewEntryNotifier(of: reference.pointer)
    printer = ArticlePrinter(over: reference.pointer, decoder: pictureDecoder)
    panes = AdaptivePanes(
      sidebar: Self.pane(localized("Sidebar"), "pane-sidebar", [bars.sidebar.bar.widget, sidebar.widget]),
      list: Self.pane(localized("Entries"), "pane-list", [bars.list.bar.widget, banner.widget, listPage]),
      article: Self.pane(
        localized("Article"), "pane-article",
        [bars.article.bar.widget, articleBanner.widget, article.widget]), settings: keeper.settings)
    statistics = StatisticsOverlay(list: list)
    list.dataSource = dataSource
    list.onAllMeasured = { [weak self] in
      self?.library.forgetUnseenTexts()
      guard let self, self.search.query == nil else { return }
      self.heights.store(at: self.dates.moment)
    }
    list.delegate = self
    library.follower = self
    entries.facts.follower = self
    dates.follower = self
    list.batchSource = entries
    list.batchAdvisor = { [duration = library.batchDuration] in
      duration.isNeeded(secondsLeft: $0, hint: $1)
    }
    list.rangeObserver = preloader
    build(options)
    flingReader = FlingReader(entries, of: list)
    restoreSettings(options)
    entries.consumer = self
    addActions(options)
    connectState()
    changed([.title, .commands])
  }

  /// Frees what is of no use after rows were forgotten, when the reader has stopped somewhere.
  func tidyLater() {
    tidying = TimeoutSource(milliseconds: 2_000) { [weak self] in
      self?.list.dropPreparationCaches()
      return .done
    }
  }

  // A menu that is open is a child of the window's widgets, which GTK wants to be without children at their end.
  isolated deinit { rowMenu = nil }

  var pointer: UnsafeMutablePointer<GtkWindow> { reference.pointer }

  func present() {
    gtk_window_present(pointer)
    guard firstFrame == nil else { return }
    firstFrame = TickCallback(of: pointer.cast()) { [weak self] _ in
      self?.afterFirstFrame = IdleSource {
        self?.keeper.firstFrameWasShown()
        self?.list.endWarmUp()
        self?.showIcon()
        return .done
      }
      return .done
    }
  }

  /// Loading a scalable icon takes half the time of the first frame, and the frame does not need it.
  private func showIcon() {
    gtk_window_set_icon_name(pointer, ApplicationInfo.identifier)
    gtk_window_set_default_icon_name(ApplicationInfo.identifier)
  }

  /// The application was launched again without files: presents the window.
  func presentNothingNew() {
    if isListHidden { article.close() }
    if filesAfterSession == nil { showContent() }
    present()
  }

  func close() { gtk_window_close(pointer) }

  /// Whether everything requested is on the screen.
  var isComplete: Bool {
    guard !library.isLoading, filesAfterSession == nil, rowToShow == nil, !panes.isMoving else {
      return false
    }
    if article.isShown, panes.arrangement.article != nil, !article.isComplete { return false }
    if panes.arrangement.list == nil { return true }
    return contentState == .rows ? list.isComplete : true
  }

  /// Whether rows are on the screen; their images may still be loading.
  var hasRowsOnScreen: Bool { contentState == .rows && list.hasRowsOnScreen }

  func showStatistics(_ isVisible: Bool) { statistics.setVisible(isVisible) }

  /// Updates everything that depends on the open files.
  func filesChanged() {
    dates.rowsChanged()
    if drawnContentVersion != library.contentVersion {
      drawnContentVersion = library.contentVersion
      // Texts that were missing may be in a file again that has the same rows.
      list.redrawChangedRows()
    }
    // What the list does not show has changed, too.
    if library.pendingEdits.isEmpty, !entries.isBusy { listedContentVersion = library.contentVersion }
    articleFollowsFiles()
    selectReturnedEntry()
    search.filesChanged()
    if search.query != nil { searchBar.show(search) }
    followFolder()
    if !isKnown(shownList) { show(.all) }
    changed([.title, .sidebar])
    updateHeader()
    let state = showContent()
    focusList(in: state)
    changed(.banner)
    tellOfUnreadableFiles()
    list.isRefreshing = library.isReloading
    pausePrecacheWhileReading()
    list.batchesBecameAvailable()
    changed(.commands)
    showRequestedRow()
    if hasSession, placeToRestore == nil || library.files.isEmpty, !hasStoredFiles { storeSession() }
    restorePlace()
    prepareWhenIdle()
  }

  /// Rows are measured when the processor is not busy with reading more of them.
  func pausePrecacheWhileReading() {
    let isBusy = library.isLoading && library.awaitsEntries || search.archives.isBusy || entries.isBusy
    if isBusy != isReadingEntries { list.pausesPrecache = isBusy }
    isReadingEntries = isBusy
  }

  /// Shows the rows, or what is shown in place of them.
  @discardableResult func showContent() -> ContentState {
    let state = contentState
    content.show(state)
    panes.isEmpty = state == .nothingOpen && library.missing.isEmpty
    showHint(in: state)
    return state
  }

  /// Finds the order of many titles ahead, as soon as nothing else is to be done.
  private func prepareWhenIdle() {
    guard !library.isLoading, library.entryCount > Self.preparedEntryCount,
      preparedVersion != search.rowsVersion
    else { return }
    preparedVersion = search.rowsVersion
    preparation = IdleSource(priority: G_PRIORITY_LOW + 1) { [weak self] in
      self?.entries.prepareTitleOrder()
      return .done
    }
  }

  /// What the list's place shows.
  var contentState: ContentState {
    ContentState(of: library, shown: entries, search: search)
  }

  func showTitle() {
    let listTitle =
      isProblem(shownList)
      ? TitleText(title: name(of: shownList), subtitle: "")
      : TitleText(
        of: library, scope: shownList, order: entries.arrangement.order,
        shown: entries.isBusy || entries.found != nil ? nil : entries.sections)
    bars.list.title.show(listTitle)
    bars.article.title.show(articleTitle)
    announcement.show(title: windowTitle(of: listTitle.title))
    Accessible.setLabel(ListText.joined(listTitle.parts), of: list.widget.pointer)
  }

  /// Focuses the list as soon as it has rows; after that the user moves the focus.
  private func focusList(in state: ContentState) {
    guard state == .rows, !listHasHadFocus else { return }
    listHasHadFocus = true
    list.takeFocus()
  }

  /// Gives the keyboard focus to what is read: the article, or the list or the page in its place.
  func focusContent() {
    if isReading { article.focusPage() } else { content.takeFocus() }
  }

  /// Focuses what had the focus before a menu of the header bar was opened, or what is read.
  func takeFocusBack(from before: FocusedWidget?) {
    let isInBar = [bars.sidebar.bar, bars.list.bar, bars.article.bar].contains {
      before?.isInside($0.widget) == true
    }
    if let before, before.isInside(panes.widget), !before.isInside(listPage), !isInBar, before.takeFocus() {
      return
    }
    focusContent()
  }

  private func showRequestedRow() {
    guard let wanted = rowToShow, !library.isLoading, !library.files.isEmpty else { return }
    rowToShow = nil
    let place = RowIndexPath(section: wanted.section, row: wanted.row)
    guard entries.row(at: place) != nil else {
      StandardError.write(localized("There is no row \(wanted.section):\(wanted.row) to scroll to."))
      return
    }
    list.scroll(to: .row(place), alignment: .top)
  }

  private func build(_ options: ViewerOptions) {
    let size = initialSize(options)
    gtk_window_set_default_size(pointer, Int32(size.width), Int32(size.height))
    // The panes have the bars: without a title bar of its own, the window would get one from the desktop.
    let titleBar: WidgetPointer = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)
    gtk_widget_set_visible(titleBar, 0)
    gtk_window_set_titlebar(pointer, titleBar)
    // Not before a key is used.
    gtk_window_set_focus_visible(pointer, 0)
    bars.follower = self
    gtk_widget_add_css_class(panes.widget, "shell")
    gtk_box_append(body.cast(), panes.widget)
    connectArticle()
    connectPanes()
    connectSidebar()
    connectKeys()
    connectSearch()
    gtk_widget_set_size_request(pointer.cast(), Self.minimumWidth, Self.minimumHeight)
    editor.follower = self
    editor.history.follower = self
    seenRemarks.follower = self
    let overlay = AccessibleContainer.make(gtk_overlay_get_type())
    gtk_overlay_set_child(overlay.opaque, body)
    // What a menu lies over is out of the pointer's reach (`MenuPopover`).
    Signal.connect(overlay, "notify::can-target") { [weak self] in
      if gtk_widget_get_can_target(overlay) == 0 { self?.menuOpened() }
    }
    gtk_overlay_add_overlay(overlay.opaque, statistics.widget)
    gtk_overlay_add_overlay(overlay.opaque, toast.widget)
    let drop = FileDrop(on: overlay) { [weak self] in
      self?.open($0)
    } refused: { [weak self] in
      self?.refuseWebAddress()
    }
    gtk_overlay_add_overlay(overlay.opaque, drop.frame)
    fileDrop = drop
    rowMenu = ContextMenu(parent: body) { [weak self] in self?.focusContent() }
    Accessible.setRelation(
      GTK_ACCESSIBLE_RELATION_CONTROLS, to: [article.view.list.widget.pointer], of: list.widget.pointer)
    gtk_window_set_child(pointer, overlay)
  }

  /// A pane for `AdaptivePanes`.
  ///
  /// - Parameters:
  ///   - name: What assistive tools call it.
  ///   - children: From top to bottom.
  private static func pane(_ name: String, _ style: String, _ children: [WidgetPointer]) -> WidgetPointer {
    let pane = AccessibleContainer.make(gtk_box_get_type())
    gtk_orientable_set_orientation(pane.opaque, GTK_ORIENTATION_VERTICAL)
    gtk_widget_add_css_class(pane, style)
    Accessible.setLabel(name, of: pane)
    for child in children { gtk_box_append(pane.cast(), child) }
    return pane
  }
}
