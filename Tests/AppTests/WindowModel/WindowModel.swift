/// What a reader expects of a window with a sidebar, a list and an article beside it, as `shell.md` specifies it. It knows nothing
/// of how the program does it.
///
/// `apply` does a step as far as a window does it at once; `settle` does what comes later: files are read, searches find.
nonisolated struct WindowModel: Sendable {
  nonisolated enum List: Hashable, Sendable {
    case all, unread, starred, today
    case feed(Int)
  }
  nonisolated enum Filter: String, CaseIterable, Sendable { case all, unread, starred }
  nonisolated enum Order: String, CaseIterable, Sendable { case file, newest, oldest, title, feed, unread }
  nonisolated enum Grouping: String, CaseIterable, Sendable { case feed, time }
  nonisolated enum Mark: String, CaseIterable, Sendable { case read, starred }
  nonisolated enum Pane: String, Sendable { case sidebar, field, list, article }
  nonisolated enum Edit: Sendable {
    case marks(Mark, Bool, Set<ModelEntry>)
    /// With the number of times that its file had been read.
    case removal(ModelEntry, Int)
    case closing(Int, index: Int, list: List?, article: ModelEntry?)
    case moving(Int, by: Int)
  }
  struct Section: Equatable, Sendable {
    var header: String?
    var entries: [ModelEntry]
  }

  /// Whether an entry counts as read as soon as it was selected and shown.
  let marksShown: Bool
  // MARK: Files
  /// All files, open or not, as they are on the disk.
  var disk: [ModelFile]
  /// The open ones, as they were read; nil for one that is being read for the first time.
  var read: [Int: ModelFile] = [:]
  /// The numbers of the open files, in the order of the sidebar.
  var shelf: [Int]
  /// How often files were read again.
  var readCounts: [Int: Int] = [:]
  /// Those that are being read.
  var reading: Set<Int> = []
  /// The number that the next new entry gets.
  var nextNumber: Int
  // MARK: Marks
  var marked: [Mark: Set<ModelEntry>] = [.read: [], .starred: []]
  var removed: Set<ModelEntry> = []
  var done: [Edit] = []
  var undone: [Edit] = []
  // MARK: The list
  var list = List.all
  var filter = Filter.all
  var order = Order.file
  var grouping = Grouping.feed
  /// The entries of the list that were marked since it was chosen: they stay where they are, whatever its filter lets through
  /// (a7). With whether they had been read before.
  var kept: [ModelEntry: Bool] = [:]
  var selected: ModelEntry?
  /// What was selected in other lists when they were left.
  var selections: [List: ModelEntry] = [:]
  // MARK: The search
  var isSearchOpen = false
  var typed = ""
  /// What is searched for; nil without a search.
  var query: String?
  var selectedBeforeSearch: ModelEntry?
  var listBeforeSearchAll: List?
  // MARK: The article
  var article: ModelEntry?
  var articleText = 0
  /// Whether its entry is no longer in its file.
  var isGone = false
  /// What is selected as soon as its file is read.
  var returning: ModelEntry?
  /// What to show again as soon as its file is read.
  var articleToRestore: ModelEntry?
  /// What counts as read if it is still shown when the window is at rest.
  var entryToCount: ModelEntry?
  /// The rows when the selection and the article followed them last.
  private var knownRows: [ModelEntry] = []
  /// The entries before and after the pinned one when it left the list; nil if the list has changed since.
  var neighboursOfPinned: (before: [ModelEntry], after: [ModelEntry])?
  // MARK: The keyboard focus
  var focus = Pane.list
  /// The pane of those two in which the reader was last.
  var front = Pane.list

  init(marksShown: Bool, counts: [Int]) {
    self.marksShown = marksShown
    disk = counts.enumerated().map { ModelFile(feed: $0, count: $1) }
    shelf = Array(counts.indices)
    read = Dictionary(uniqueKeysWithValues: disk.map { ($0.feed, $0) })
    nextNumber = counts.max() ?? 0
    knownRows = rows
  }

  // MARK: What the list shows

  /// The filter of the list, or else that of the reader, which is suspended in lists that are filters themselves (d).
  var shownFilter: Filter {
    switch list {
    case .unread: .unread
    case .starred: .starred
    case .all, .today, .feed: filter
    }
  }

  func isMarked(_ entry: ModelEntry, _ mark: Mark) -> Bool { marked[mark]!.contains(entry) }

  func passes(_ entry: ModelEntry, _ filter: Filter) -> Bool {
    switch filter {
    case .all: true
    case .unread: !isMarked(entry, .read)
    case .starred: isMarked(entry, .starred)
    }
  }

  private func isLetThrough(_ entry: ModelEntry) -> Bool {
    passes(entry, shownFilter) || kept[entry] != nil
  }

  func matches(_ entry: ModelEntry) -> Bool { query.map { entry.title.contains($0) } ?? true }

  /// The entries of a list without filter and search, in the order of the files.
  func entries(of list: List) -> [ModelEntry] {
    let feeds: [Int] = if case .feed(let feed) = list { [feed] } else { shelf }
    return feeds.flatMap { read[$0]?.entries ?? [] }
      .filter { !removed.contains($0) && (list != .today || $0.isOfToday) }
  }

  var sections: [Section] {
    let shown = entries(of: list).filter { isLetThrough($0) && matches($0) }
    return grouping == .feed ? byFeed(shown) : byTime(shown)
  }

  var rows: [ModelEntry] { sections.flatMap(\.entries) }

  private func byFeed(_ shown: [ModelEntry]) -> [Section] {
    // A feed shown alone has no header (d).
    let hasHeaders: Bool = if case .feed = list { false } else { shelf.count > 1 }
    return (order == .feed ? shelf.sorted() : shelf).map { feed in
      Section(
        header: hasHeaders ? ModelFile.title(of: feed) : nil,
        entries: sorted(shown.filter { $0.feed == feed }))
    }.filter { !$0.entries.isEmpty }
  }

  /// Each part of a timeline is sorted within itself; the parts follow the dates.
  private func byTime(_ shown: [ModelEntry]) -> [Section] {
    var sections: [Section] = []
    for entry in byDate(shown, isRising: order == .oldest) {
      if sections.last?.header != entry.period { sections.append(Section(header: entry.period, entries: [])) }
      sections[sections.count - 1].entries.append(entry)
    }
    for index in sections.indices {
      switch order {
      case .title: sections[index].entries.sort { $0.title < $1.title }
      case .feed:
        let entries = sections[index].entries
        sections[index].entries = shelf.sorted().flatMap { feed in entries.filter { $0.feed == feed } }
      case .unread: sections[index].entries = unreadFirst(sections[index].entries)
      case .file, .newest, .oldest: break
      }
    }
    return sections
  }

  private func sorted(_ entries: [ModelEntry]) -> [ModelEntry] {
    switch order {
    case .file, .feed: entries
    case .newest: byDate(entries, isRising: false)
    case .oldest: byDate(entries, isRising: true)
    case .title: entries.sorted { $0.title < $1.title }
    case .unread: unreadFirst(entries)
    }
  }

  private func unreadFirst(_ entries: [ModelEntry]) -> [ModelEntry] {
    func wasRead(_ entry: ModelEntry) -> Bool { kept[entry] ?? isMarked(entry, .read) }
    return entries.filter { !wasRead($0) } + entries.filter(wasRead)
  }

  /// Entries without a date come last.
  private func byDate(_ entries: [ModelEntry], isRising: Bool) -> [ModelEntry] {
    let dated = entries.filter { $0.date != nil }.sorted {
      isRising ? $0.date! < $1.date! : $0.date! > $1.date!
    }
    return dated + entries.filter { $0.date == nil }
  }

  // MARK: What follows

  /// The selection and the article follow the rows of the same list (a4).
  mutating func follow() {
    let (rows, before) = (rows, knownRows)
    knownRows = rows
    if rows != before { neighboursOfPinned = nil }
    if let entry = selected, !rows.contains(entry) {
      selected = nil
      entryToCount = nil
      let place = before.firstIndex(of: entry)
      if let place, before.filter(rows.contains) == rows.filter(before.contains) {
        neighboursOfPinned = (Array(before[..<place]), Array(before[(place + 1)...]))
      }
    }
    guard let entry = article else { return }
    guard let file = read[entry.feed], shelf.contains(entry.feed), !removed.contains(entry) else {
      return closeArticle()
    }
    if let item = file.items.first(where: { $0.entry == entry }) {
      articleText = item.text
      isGone = false
      if selected == nil, rows.contains(entry) { selected = entry }
    } else {
      isGone = true
    }
  }

  /// Shows an entry without marking it.
  mutating func showArticle(_ entry: ModelEntry) {
    article = entry
    isGone = false
    articleText = read[entry.feed]!.items.first { $0.entry == entry }!.text
  }

  mutating func closeArticle() {
    entryToCount = nil
    guard article != nil else { return }
    article = nil
    isGone = false
    if focus == .article { focus = .list }
    front = .list
  }

  /// The reader selects a row.
  mutating func select(_ entry: ModelEntry?) {
    guard let entry, rows.contains(entry), entry != selected else { return }
    selected = entry
    showArticle(entry)
    if marksShown { entryToCount = entry }
  }

  /// Selects a row that was selected before.
  mutating func selectAgain(_ entry: ModelEntry?) -> Bool {
    guard let entry, rows.contains(entry) else { return false }
    selected = entry
    entryToCount = nil
    showArticle(entry)
    return true
  }

  /// - Returns: The entries that have changed.
  @discardableResult
  mutating func set(_ mark: Mark, _ isOn: Bool, _ entries: some Sequence<ModelEntry>) -> Set<ModelEntry> {
    let changed = Set(entries.filter { isMarked($0, mark) != isOn })
    // A reader's entry does not vanish under his eyes (a7).
    for entry in entries where kept[entry] == nil && read[entry.feed] != nil && passes(entry, shownFilter) {
      kept[entry] = isMarked(entry, .read)
    }
    if isOn { marked[mark]!.formUnion(changed) } else { marked[mark]!.subtract(changed) }
    follow()
    return changed
  }

  mutating func settle() {
    // What comes first is not told.
    let isTold = reading.isEmpty || typed.isEmpty || query == typed
    for feed in reading {
      read[feed] = disk[feed]
      readCounts[feed, default: 0] += 1
    }
    reading = []
    if isSearchOpen, !typed.isEmpty {
      if query == nil { keepOnlyFiltered() }
      query = typed
    }
    follow()
    if !isTold { neighboursOfPinned = nil }
    if let returning { _ = selectAgain(returning) }
    returning = nil
    if let entry = articleToRestore, article == nil, selected == nil { _ = selectAgain(entry) }
    articleToRestore = nil
    if let entry = entryToCount, entry == selected { set(.read, true, [entry]) }
    entryToCount = nil
  }

  /// Another list or filter is chosen: nothing that does not belong there is kept.
  mutating func keepNothing() { kept = [:] }

  /// The list is arranged anew. Without a filter, nothing has to stay in it.
  mutating func keepOnlyFiltered() { if shownFilter == .all { kept = [:] } }
}
