import Dispatch
import FeedViewerBase
import FeedViewerFeeds
import FeedViewerReadingState
import FeedViewerRows
import Glibc
import GtkInterop
import LayoutCore
import VirtualList

/// The sections that the list shows: those of the library, or another arrangement of their rows.
///
/// Another arrangement is made on a worker, and the list follows by the difference. Until then it shows what it showed
/// before.
final class ShownEntries {
  weak var consumer: (any ListUpdateConsumer)?
  /// Follows the rows of the library, whatever is shown.
  weak var search: EntrySearch?
  let library: FeedLibrary
  private(set) var arrangement = Arrangement()
  /// What a search has found; nil without a search.
  private(set) var found: FoundEntries?
  /// The arranged sections; nil if those of the library are shown.
  var arranged: ArrangedSections?
  /// Where the arranged sections show entries of archives that have no rows; nil if they show none.
  var order: EntryOrder? { arranged?.order }
  /// Another one for each order, and when rows of it were deleted.
  var orderNumber = 0
  /// Counts what was arranged.
  private(set) var arrangementNumber = 0
  /// Whether the arranged sections follow what is edited in the library, so that they need not be arranged again.
  var followsEdits = false
  /// Where days, months or letters begin in the last order for which that was asked.
  var foundStarts: FoundStarts?
  /// Finds out what an arrangement needs to know of archives.
  let facts: ColumnPass
  /// Whether the list shows what it showed before until all is known that its arrangement needs.
  private var awaitsFacts = false
  /// The sections of the library that are shown while there are no arranged ones, in the state of which the list knows.
  var whole: ShownSections { didSet { latestWhole = whole } }
  /// The files whose entries are arranged; nil for all.
  private(set) var arrangedFiles: Set<FilePath>?
  /// The same in the state that the library has: it tells its changes once in each iteration of the main loop.
  private var latestWhole: ShownSections
  /// Rows whose marks have changed since the arrangement was chosen, with the marks before.
  private var marksBefore = RememberedMarks()
  /// Counts the changes of marks.
  private var marksVersion = 0
  /// Whether entries without rows got marks since the arrangement was chosen.
  private var hasMarkedOthers = false
  /// Counts the changes of the library and of the arrangement.
  var generation = 0
  private var arranging: Task<Void, Never>?
  /// Whether the next change follows from the reader's choice.
  private var isNewArrangement = false
  /// Whether the arranged sections may have other rows than the library: rows of a file that was read again are other
  /// objects with the same keys.
  private var isLibraryNew = false
  /// The present, in seconds since 1970, and the reader's time zone.
  var now: () -> Int64 = { Int64(time(nil)) }
  var clock = LocalClock.current
  var today: Today { Today(at: now(), clock: clock) }
  private var todaysRows = TodaysRows()
  /// Keeps the sections of a timeline true.
  private(set) var dayObserver: DayObserver?
  private var titleRanks: TitleRanks?
  private var titleRankingCount: UInt32 = 0
  /// Ranks titles, one time after the other.
  private var ranking: Task<Void, Never>?
  /// Fewer rows are arranged at once, on the main thread.
  private static let rowsAtOnce = 2_000

  init(library: FeedLibrary) {
    self.library = library
    whole = ShownSections(of: .all, in: library)
    latestWhole = whole
    facts = ColumnPass(library)
    facts.onEnd = { [weak self] in if self?.awaitsFacts == true { self?.arrange() } }
    library.consumer = self
    observeDays()
  }

  /// The sections in the order of the list.
  var sections: [LibrarySection] {
    arranged?.sections ?? presentWhole.sections(in: library)
  }

  var sectionCount: Int { arranged?.sections.count ?? presentWhole.count(in: library) }

  /// One of the sections: all of them are copied for those that ask for all, unless they are all those of the library.
  func section(at index: Int) -> LibrarySection {
    if let arranged { return arranged.sections[index] }
    return library.sections[presentWhole.librarySection(of: index)]
  }

  /// The row at a place, whether or not its entry was read; nil if there is none.
  func shownRow(at place: RowIndexPath) -> FeedRow? {
    guard (0..<sectionCount).contains(place.section) else { return nil }
    let rows = section(at: place.section).rows
    return rows.indices.contains(place.row) ? rows[place.row] : nil
  }

  /// The sections of the library that are shown while there are no arranged ones, as they are.
  var presentWhole: ShownSections {
    if latestWhole.version != library.sectionsVersion || latestWhole.feeds != whole.feeds {
      latestWhole = ShownSections(of: whole.feeds, in: library)
    }
    return latestWhole
  }

  /// Whether another arrangement than the library's is shown.
  var isArranged: Bool { arranged != nil }

  /// Whether an arrangement is being made.
  var isArranging: Bool { arranging != nil }

  /// Whether the list does not show yet what the reader has chosen.
  var isBusy: Bool { isArranging || awaitsFacts }

  /// Whether what the reader has chosen are sections of the library as they are.
  private var wantsWhole: Bool { arrangement.isWhole && found == nil }

  /// The entries of the present day, in no order; nil if they are not known without reading entries.
  ///
  /// - Complexity: See `TodaysRows`.
  var rowsOfToday: [FeedRow]? { todaysRows.rows(in: library, on: today) }

  /// The row at a place; nil if there is none, or if its entry was not read yet.
  func row(at place: RowIndexPath) -> FeedRow? {
    shownRow(at: place).flatMap { $0.isPlaceholder ? nil : $0 }
  }

  /// The places of rows whose entries are known.
  ///
  /// - Complexity: O(n) for all rows that are shown.
  func places(where isWanted: (FeedRow) -> Bool) -> [RowIndexPath] {
    sections.enumerated().flatMap { section, content in
      content.rows.places(where: isWanted).map { RowIndexPath(section: section, row: $0) }
    }
  }

  /// The row at a place that is in the list. O(1), without copying its section.
  subscript(place: RowIndexPath) -> FeedRow {
    if arranged != nil { return arranged!.sections[place.section].rows[place.row] }
    return library.sections[presentWhole.librarySection(of: place.section)].rows[place.row]
  }

  /// Shows another arrangement.
  func show(_ new: Arrangement) {
    // Entries that were read since a list was chosen stay in it whatever its order.
    let isSameFilter = new.scope == arrangement.scope && new.shown == arrangement.shown
    arrangement = new
    if !isSameFilter || new.shown == .all { forgetMarksBefore() }
    isNewArrangement = true
    observeDays()
    arrange()
  }

  /// Leaves out rows that the filter does not let through any more, but for one.
  func hideUnfiltered(keeping row: FeedRow?) {
    forgetMarksBefore(keeping: row)
    arrange()
  }

  /// Lets the present marks decide which entries the filter lets through, but for one row.
  private func forgetMarksBefore(keeping row: FeedRow? = nil) {
    marksBefore.forget(keeping: row)
    if hasMarkedOthers { library.forgetMarksOfOthers() }
    hasMarkedOthers = false
  }

  private func observeDays() {
    dayObserver = DayObserver(now: now, clock: clock) { [weak self] in
      guard let self else { return }
      if arrangement.dependsOnDay { arrange() }
      // Of the list of today a number is told, too.
      consumer?.apply(.marks)
    }
  }

  /// Shows what a search has found; nil shows all entries.
  ///
  /// - Parameter isNew: Whether the reader searches for something else than before.
  func find(_ new: FoundEntries?, isNew: Bool = true) {
    if found == nil || new == nil, arrangement.shown == .all { forgetMarksBefore() }
    // In the library's own order, rows that were found are known by their places.
    if found != nil, new == nil, !arrangement.isWhole { attachUsedRows() }
    found = new
    if isNew { isNewArrangement = true }
    arrange()
  }

  /// Sets or removes a mark of rows. Those that are shown stay where they are even if the filter or order depends on the mark.
  ///
  /// - Returns: The rows that did not have it, or had it.
  @discardableResult
  func set(_ mark: EntryMarks, _ isOn: Bool, of rows: some Sequence<FeedRow>) -> RowBits {
    set(mark, isOn, of: RowBits(rows))
  }

  /// Sets or removes a mark of rows; see the other function.
  @discardableResult
  func set(_ mark: EntryMarks, _ isOn: Bool, of rows: RowBits) -> RowBits {
    if mark != .removed { rememberMarks(of: rows) }
    let changed = library.set(mark, isOn, of: rows)
    facts.noteMarks(of: changed)
    if !changed.isEmpty { showThose(with: mark, isOn) }
    return changed
  }

  /// Sets or removes a mark of archives' entries, those without rows, too. They stay where they are.
  ///
  /// - Parameters:
  ///   - didMark: Called when some were marked.
  ///   - then: Called when all were.
  /// - Returns: What marks them.
  func set(
    _ mark: EntryMarks, _ isOn: Bool, of parts: [ArchiveMarking.Part], didMark: @escaping () -> Void,
    then: @escaping (ArchiveMarking) -> Void
  ) -> ArchiveMarking {
    rememberMarksOfAll()
    hasMarkedOthers = true
    return ArchiveMarking(parts, mark, isOn, in: library, didMark: didMark, then: then)
  }

  /// Sets or removes a mark of entries by their keys. Their rows stay where they are.
  func set(_ mark: EntryMarks, _ isOn: Bool, _ keys: [FeedKey: [EntryKey]]) {
    if mark != .removed { rememberMarksOfAll() }
    hasMarkedOthers = true
    for (feed, keys) in keys {
      library.state.set(mark, isOn, keys, of: feed, twinsAreKnown: false)
      library.marksChanged(of: feed)
    }
    showThose(with: mark, isOn, haveRows: false)
  }

  /// Arranges the entries again if the filter may let some of them through that it hid.
  private func showThose(with mark: EntryMarks, _ isOn: Bool, haveRows: Bool = true) {
    guard let deciding = arrangement.shown.decidingMark, deciding == (mark, isOn) else { return }
    if !haveRows {
      library.forgetMarksOfOthers()
      hasMarkedOthers = false
    }
    arrange()
  }

  /// Keeps rows where they are while another arrangement is shown, although their marks change.
  private func rememberMarks(of rows: RowBits) {
    guard arranged != nil else { return }
    // What the filter hides comes with the marks that let it through.
    marksBefore.remember(arrangement.shown.decidingMark.map { rows.having($0.mark, $0.isOn) } ?? rows)
  }

  private func rememberMarksOfAll() {
    if let arranged { rememberMarks(of: RowBits(of: arranged.sections)) }
  }

  /// Finds the order of all titles ahead of being asked for it, on a worker.
  func prepareTitleOrder() {
    titleRankingCount += 1
    let (number, sections) = (titleRankingCount, library.sections)
    ranking = Task(priority: .utility) { [weak self, before = ranking] in
      await before?.value
      let ranks = await Self.titleRanks(of: sections, number: number)
      if self?.titleRankingCount == number { self?.titleRanks = ranks }
    }
  }

  /// Waits for `prepareTitleOrder`.
  func titleOrderIsPrepared() async { await ranking?.value }

  @concurrent
  private nonisolated static func titleRanks(of sections: [LibrarySection], number: UInt32) async
    -> TitleRanks
  {
    TitleRanks(of: sections.flatMap(\.rows.readRows), number: number)
  }

  /// The places of the rows on screen.
  private var seenPlaces: [RowIndexPath] { consumer?.visibleRows ?? [] }
  /// The place of the row that is in view in another arrangement, too; nil if the list begins at its start then.
  private var selectedPlace: RowIndexPath? { consumer?.selectedRow }

  private func libraryDidEdit(_ edits: [ListEdit]) {
    generation += 1
    isLibraryNew = true
    if arranged == nil { follow(edits) }
    arrangeAgain()
  }

  private func libraryDidChange(_ change: ChangeSet) {
    generation += 1
    isLibraryNew = true
    if arranged == nil { follow(change) }
    arrangeAgain()
  }

  private func libraryDidReadRows(_ rows: [RowIndexPath]) {
    followChangedFiles()
    if arranged == nil {
      consumer?.apply(.read(rows.compactMap(shownPlace)))
    } else if order != nil {
      showRead(rows)
    }
    // Those of archives change no order for which all was known before.
    let isKnown = rows.allSatisfy { library.sections[$0.section].path.map(facts.areKnown(of:)) ?? false }
    if found == nil, isKnown { return }
    generation += 1
    isLibraryNew = true
    arrangeAgain()
  }

  /// Shows rows of archives, or forgets them, where another order has them.
  private func showRead(_ rows: [RowIndexPath]) {
    var shown: [RowIndexPath] = []
    for place in rows {
      guard let there = shownPlace(of: place) else { continue }
      let row = library.sections[place.section].rows[place.row]
      if row.isPlaceholder {
        arranged!.sections[there.section].forget([there.row])
      } else {
        arranged!.sections[there.section].show(row, at: there.row)
      }
      shown.append(there)
    }
    if !shown.isEmpty { consumer?.apply(.read(shown)) }
  }

  /// Shows rows that were read while the order was made.
  private func showReadMeanwhile() {
    for (index, section) in library.sections.enumerated() where section.path.map(facts.areKnown(of:)) == true
    {
      section.rows.forEachRead { place, row in
        guard let there = shownPlace(of: RowIndexPath(section: index, row: place)),
          arranged!.sections[there.section].rows[there.row] != row
        else { return }
        arranged!.sections[there.section].show(row, at: there.row)
      }
    }
  }

  /// Files were opened, read or counted.
  private func libraryDidChangeFiles() {
    followChangedFiles()
    if arranged == nil { followOutlines() }
    let hasOtherFiles =
      (isArranging || isArranged) && arrangedFiles != library.files(of: arrangement.scope.feeds)
    if isArranging, hasOtherFiles { generation += 1 }
    if awaitsFacts || isArranged && hasOtherFiles { arrange() }
  }

  /// Shows entries of archives that have changed where they were, until all are put in order again.
  private func followChangedFiles() {
    guard let outlines = order?.outlines else { return }
    var hasChanged = false
    for outline in outlines {
      guard let now = library.readings[outline.placeholder.path]?.listed?.outline, now !== outline else {
        continue
      }
      if arranged!.order!.follow(now) { hasChanged = true }
    }
    // Those that could not be read while the file was compared.
    if hasChanged { need(seenPlaces) }
  }

  private func libraryDidChangeMarks() {
    marksVersion += 1
    countUnread()
    consumer?.apply(.marks)
  }

  private func countUnread() {
    guard let count = arranged?.sections.count else { return }
    for index in 0..<count { arranged!.sections[index].countUnread() }
  }

  /// Scrolls to a section of the library, if it is shown as one.
  private func reveal(_ section: Int) {
    let key = library.sections[section].key
    if let shown = sections.firstIndex(where: { $0.key == key }) {
      consumer?.apply(.reveal(section: shown))
    }
  }

  private func arrangeAgain() { if !followsEdits, arranged != nil || !wantsWhole { arrange() } }

  private func arrange() {
    // What is arranged is what the list knows, and what is told next follows from that.
    library.deliverEdits()
    generation += 1
    // The running arrangement is out of date, and is made again when it ends.
    guard arranging == nil else { return }
    if arrangement.isWhole { facts.end() }
    // What a search has found is arranged without all others.
    awaitsFacts =
      !wantsWhole && found == nil
      && !facts.read(library.files(of: arrangement.scope.feeds), hasTitles: arrangement.order == .title)
    if awaitsFacts { return }
    let new = ShownSections(of: arrangement.scope.feeds, in: library)
    // They follow the library.
    if wantsWhole, arranged == nil, whole.feeds == new.feeds { return showSame() }
    // Rows keep their file open, even if it was closed.
    if isLibraryNew {
      marksBefore.forget { !library.isOpen($0) }
      // Entries that were read stay where they are when their file is read again.
      marksBefore.follow(library.sections)
    }
    let arranger = EntryArranger(
      arrangement: arrangement, found: found, facts: facts.known, edited: library.editedPlaces,
      marksBefore: marksBefore,
      titleRanks: titleRanks,
      now: now(), clock: clock)
    let old = sections
    let source = new.sections(in: library)
    arrangedFiles = library.files(of: arrangement.scope.feeds)
    let wantsWhole = wantsWhole
    let places = placeholderPlaces
    let isPlain = (old: arranged == nil, new: wantsWhole)
    let seen = seenWaitingEntries
    if library.entryCount <= Self.rowsAtOnce {
      let arranged = wantsWhole ? nil : arranger.arranged(source)
      let change = Self.change(
        to: arranged, of: source, from: old, places, hasSameRows: false, isPlain: isPlain, keeping: seen)
      return finish(arranged, new, change, countsMarks: false)
    }
    let (started, marksThen) = (generation, marksVersion)
    let hasSameRows = arranged == nil || !isLibraryNew
    // What a search has found is read for its passages.
    let screen =
      isNewArrangement && found == nil
      ? (selected: selectedPlace.flatMap(row), count: seenPlaces.count) : nil
    arranging = Task { [weak self] in
      let (arranged, change) = await Self.arranged(
        source, from: old, by: wantsWhole ? nil : arranger, places, hasSameRows: hasSameRows,
        isPlain: isPlain, keeping: seen, on: screen)
      guard let self else { return }
      self.arranging = nil
      // What the list shows may have changed too.
      if self.generation == started {
        self.finish(arranged, new, change, countsMarks: self.marksVersion != marksThen)
        Self.release((old, change))
      } else {
        self.arrange()
      }
      if !self.isArranging { self.library.readOutdatedFiles() }
    }
  }

  /// Where rows that were found are in the library's sections, if those are shown before or after a change.
  private var placeholderPlaces: PlaceholderPlaces {
    guard let arranged else {
      return found.map { library.placeholderPlaces(of: $0.inArchives.values.joined()) } ?? PlaceholderPlaces()
    }
    return wantsWhole
      ? library.placeholderPlaces(of: arranged.sections.lazy.flatMap(\.rows.readRows)) : PlaceholderPlaces()
  }

  /// The entries on screen that another order shows without rows.
  private var seenWaitingEntries: [KeptPlaces.Entry] {
    guard let order else { return [] }
    let sections = sections
    return seenPlaces.compactMap { place in
      guard sections.row(at: place)?.isPlaceholder == true, let (outline, ordinal) = order.entry(at: place)
      else {
        return nil
      }
      return KeptPlaces.Entry(place: place, outline: outline, ordinal: ordinal)
    }
  }

  @concurrent
  private nonisolated static func arranged(
    _ source: [LibrarySection], from old: [LibrarySection], by arranger: EntryArranger?,
    _ places: PlaceholderPlaces, hasSameRows: Bool, isPlain: (old: Bool, new: Bool),
    keeping seen: [KeptPlaces.Entry], on screen: (selected: FeedRow?, count: Int)?
  ) async -> (ArrangedSections?, ChangeSet) {
    let new = arranger?.arranged(source)
    let shown = new?.sections ?? source
    async let texts: Void = shown.loadTexts(of: screen?.count ?? 0, near: screen?.selected)
    let change = change(
      to: new, of: source, from: old, places, hasSameRows: hasSameRows, isPlain: isPlain, keeping: seen)
    await texts
    return (new, change)
  }

  /// What leads from the sections that are shown to others.
  ///
  /// - Parameter new: Another order; nil for that of the library.
  private nonisolated static func change(
    to new: ArrangedSections?, of source: [LibrarySection], from old: [LibrarySection],
    _ places: PlaceholderPlaces, hasSameRows: Bool, isPlain: (old: Bool, new: Bool),
    keeping seen: [KeptPlaces.Entry]
  ) -> ChangeSet {
    old.change(
      to: new?.sections ?? source, places, hasSameRows: hasSameRows, isPlain: isPlain,
      kept: new.map { KeptPlaces(seen, from: old, to: $0) } ?? KeptPlaces())
  }

  /// What the reader has chosen is shown already.
  private func showSame() {
    guard isNewArrangement else { return }
    isNewArrangement = false
    let counts = sections.map(\.rows.count)
    consumer?.apply(.change(ChangeSet(unchanged: counts), isNewArrangement: true))
    libraryDidChangeFiles()
  }

  /// Frees sections that are not shown any more, and what led from them to others, on a worker when nothing else refers to them: to
  /// let go of very many rows takes a good part of a frame.
  private static func release(_ former: (sections: [LibrarySection], change: ChangeSet)) {
    DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + .milliseconds(100)) {
      withExtendedLifetime(former) {}
    }
  }

  /// - Parameter countsMarks: Whether marks have changed while the rows were arranged.
  private func finish(
    _ new: ArrangedSections?, _ newWhole: ShownSections, _ change: ChangeSet, countsMarks: Bool
  ) {
    // The memory of many numbers, and what was used to put them in order.
    if order != nil || new?.order != nil { HeapMemory.trimLater() }
    arranged = new
    orderNumber += 1
    arrangementNumber += 1
    whole = newWhole
    if order != nil { showReadMeanwhile() }
    isLibraryNew = false
    let isNew = isNewArrangement
    isNewArrangement = false
    if countsMarks { countUnread() }
    consumer?.apply(.change(change, isNewArrangement: isNew))
    if isNew || isArranged { libraryDidChangeFiles() }
  }
}

extension ShownEntries: LibraryConsumer {
  func apply(_ update: ListUpdate) {
    switch update {
    case .edits(let edits): libraryDidEdit(edits)
    case .change(let change, _): libraryDidChange(change)
    case .read(let rows): libraryDidReadRows(rows)
    case .marks: return libraryDidChangeMarks()
    case .reveal(let section): return reveal(section)
    case .files:
      libraryDidChangeFiles()
      consumer?.apply(.files)
      return
    }
    search?.rowsChanged()
  }

  /// By their places in the library.
  var visibleRows: [RowIndexPath] { seenPlaces.compactMap(libraryPlace) }
  var selectedRow: RowIndexPath? { selectedPlace.flatMap(libraryPlace) }
  var visiblePages: [EntryPage] { seenPlaces.compactMap(row).map(\.page) }

  var otherOrder: ((RowIndexPath) -> Int?)? {
    order.map { order in
      { [library] in library.entry(at: $0).flatMap { order.index(ofEntry: $0.ordinal, of: $0.outline) } }
    }
  }
}
