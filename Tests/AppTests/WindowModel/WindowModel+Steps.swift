/// What each step does.
nonisolated extension WindowModel {
  mutating func apply(_ step: WindowStep) {
    switch step {
    case .select(let entry): select(entry)
    case .turn(let name): turn(name)
    case .open: openSelected()
    case .show(let new): goTo(new)
    case .neighbourList(let distance):
      let lists = [List.all, .unread, .starred, .today] + shelf.map { .feed($0) }
      let place = lists.firstIndex(of: list)! + distance
      if lists.indices.contains(place) { goTo(lists[place]) }
    case .search(let text): search(text)
    case .endSearch: endSearch()
    case .searchAll: searchAll()
    case .filter(let new):
      guard list != .unread, list != .starred, new != filter else { return }
      filter = new
      keepNothing()
      follow()
    case .order(let new):
      if new != order { keepOnlyFiltered() }
      order = new
      follow()
    case .grouping(let new):
      if new != grouping { keepOnlyFiltered() }
      grouping = new
      follow()
    case .density: break
    case .reload: if case .feed(let feed) = list { reading.insert(feed) } else { reading.formUnion(shelf) }
    case .edit(let feed, let edit): self.edit(feed, edit)
    case .toggle(let mark):
      guard let entry = entryInFocus, focus != .field else { return }
      record(mark, !isMarked(entry, mark), [entry])
    case .setShown(let mark, let isOn): if let article { record(mark, isOn, [article]) }
    case .markAllRead: record(.read, true, rows)
    case .markListRead(let list):
      guard isKnown(list) else { return }
      record(.read, true, entries(of: list).filter { list != .starred || isMarked($0, .starred) })
    case .markAboveRead: if let selected { record(.read, true, rows.prefix { $0 != selected }) }
    case .markBelowRead: if let selected { record(.read, true, rows.drop { $0 != selected }.dropFirst()) }
    case .delete:
      guard let entry = selected, focus == .list || focus == .article else { return }
      remove(entry)
      record(.removal(entry, readCounts[entry.feed] ?? 0))
    case .restoreRemoved(let feed):
      guard shelf.contains(feed) else { return }
      removed = removed.filter { $0.feed != feed }
      reading.insert(feed)
    case .undo: undo()
    case .redo: redo()
    case .closeFeed(let feed): closeFeed(feed)
    case .openFeed(let feed):
      if !shelf.contains(feed) {
        shelf.append(feed)
        reading.insert(feed)
      }
      show(.feed(feed))
    case .moveFeed(let feed, let distance):
      guard let place = shelf.firstIndex(of: feed), shelf.indices.contains(place + distance) else { return }
      shelf.swapAt(place, place + distance)
      record(.moving(feed, by: distance))
    case .cleanUp:
      guard shownFilter != .all else { return }
      // The selected entry stays (d).
      kept = kept.filter { $0.key == selected }
      follow()
    case .showInFeed: showInFeed()
    case .showInList: showInList()
    case .nextPane(let isForward):
      let panes = [Pane.sidebar, .list] + (article == nil ? [] : [.article])
      let place = panes.firstIndex(of: focus == .field ? .list : focus)! + (isForward ? 1 : panes.count - 1)
      focus = panes[place % panes.count]
      if focus != .sidebar { front = focus }
    }
  }

  /// What keys act on: the selected entry, wherever the focus is (a4), and the pinned one if none is (e7).
  var entryInFocus: ModelEntry? { selected ?? article }

  func isKnown(_ list: List) -> Bool { if case .feed(let feed) = list { shelf.contains(feed) } else { true } }

  // MARK: Lists

  /// Shows a list by key.
  private mutating func goTo(_ new: List) {
    guard isKnown(new), new != list else { return }
    show(new)
    // The focus stays in the sidebar (d).
    if focus != .sidebar {
      focus = .list
      front = .list
    }
  }

  private mutating func show(_ new: List) {
    guard new != list else { return }
    // A search is ended (d).
    let (before, selectedBefore) = (listBeforeSearchAll, selectedBeforeSearch)
    listBeforeSearchAll = nil
    endSearch()
    // All entries were shown for the search of another list only.
    if let before {
      selections[before] = selectedBefore
    } else if let chosen = selected ?? selectedBefore {
      selections[list] = chosen
    } else if !rows.isEmpty, reading.isEmpty {
      // A list without rows keeps its own for the time when it has some.
      selections[list] = nil
    }
    selected = nil
    entryToCount = nil
    articleToRestore = nil
    let hadArticle = article
    list = new
    keepNothing()
    if !selectAgain(selections[new]), hadArticle != nil { closeArticle() }
  }

  private mutating func showInFeed() {
    guard let entry = selected, shelf.count > 1 else { return }
    if case .feed = list { return }
    endSearch()
    if !passes(entry, filter) {
      filter = .all
      keepNothing()
    }
    show(.feed(entry.feed))
    _ = selectAgain(entry)
  }

  private mutating func showInList() {
    let entry = article
    switch pinned {
    case .search: endSearch()
    case .filter:
      if list == .unread || list == .starred { show(.all) } else { filter = .all }
      keepNothing()
    case .gone, nil: return
    }
    _ = selectAgain(entry)
  }

  // MARK: The search

  private mutating func search(_ text: String) {
    if !isSearchOpen { selectedBeforeSearch = selected }
    isSearchOpen = true
    typed = text
    focus = .field
    front = .list
  }

  private mutating func endSearch() {
    guard isSearchOpen else { return }
    isSearchOpen = false
    typed = ""
    if query != nil { keepOnlyFiltered() }
    query = nil
    if let before = listBeforeSearchAll {
      listBeforeSearchAll = nil
      let (chosen, selectedBefore) = (article, selectedBeforeSearch)
      let selectionOfAll = selections[.all]
      show(before)
      (selections[.all], selections[before]) = (selectionOfAll, selectedBefore)
      if !selectAgain(chosen) { _ = selectAgain(selectedBefore) }
    } else {
      follow()
      if article == nil { _ = selectAgain(selectedBeforeSearch) }
    }
    selectedBeforeSearch = nil
    if focus == .field { focus = .list }
  }

  private mutating func searchAll() {
    guard query != nil, list != .all else { return }
    listBeforeSearchAll = list
    list = .all
    keepNothing()
    follow()
  }

  // MARK: Entries

  private mutating func turn(_ name: String) {
    let rows = rows
    let (before, after): ([ModelEntry], [ModelEntry]) =
      if let place = selected.flatMap(rows.firstIndex) {
        (Array(rows[..<place]), Array(rows[(place + 1)...]))
      } else if let neighboursOfPinned, article != nil {
        // Next goes to the entry that followed the pinned one (e7).
        (neighboursOfPinned.before.filter(rows.contains), neighboursOfPinned.after.filter(rows.contains))
      } else {
        ([], rows)
      }
    switch name {
    case "next-article": select(after.first)
    case "previous-article": select(before.last)
    default:
      let isForward = name == "next-unread"
      let order = isForward ? after + before : before.reversed() + after.reversed()
      if let next = order.first(where: { !isMarked($0, .read) }) { return select(next) }
      goOnInAnotherFeed(isForward)
    }
  }

  /// Goes on in the next feed of the shelf that has unread entries (e3).
  private mutating func goOnInAnotherFeed(_ isForward: Bool) {
    guard query == nil else { return }
    let order: [Int]
    switch list {
    case .all, .unread: return
    case .starred, .today: order = shelf
    case .feed(let feed):
      let place = shelf.firstIndex(of: feed)!
      order = Array(shelf[(place + 1)...] + shelf[..<place])
    }
    let next = (isForward ? order : order.reversed()).first { feed in
      entries(of: .feed(feed)).contains { !isMarked($0, .read) }
    }
    guard let next else { return }
    show(.feed(next))
    let unread = rows.filter { !isMarked($0, .read) }
    select(isForward ? unread.first : unread.last)
  }

  private mutating func openSelected() {
    guard let selected, !(article != nil && front == .article) else { return }
    if marksShown { set(.read, true, [selected]) }
    (focus, front) = (.article, .article)
  }

  private mutating func record(_ mark: Mark, _ isOn: Bool, _ entries: some Sequence<ModelEntry>) {
    let changed = set(mark, isOn, entries)
    if !changed.isEmpty { record(.marks(mark, isOn, changed)) }
  }

  private mutating func record(_ edit: Edit) {
    done.append(edit)
    undone = []
  }

  /// The next entry, at the end the one before, is selected and shown (d).
  private mutating func remove(_ entry: ModelEntry) {
    let rows = rows
    let wasSelected = selected == entry
    removed.insert(entry)
    guard wasSelected, let place = rows.firstIndex(of: entry) else { return follow() }
    selected = nil
    let next = place + 1 < rows.count ? rows[place + 1] : place > 0 ? rows[place - 1] : nil
    if next == nil { closeArticle() } else { select(next) }
  }

  // MARK: Undo

  private mutating func undo() {
    guard focus != .field, let edit = done.popLast() else { return }
    undone.append(edit)
    switch edit {
    case .marks(let mark, let isOn, let entries): set(mark, !isOn, entries)
    case .removal(let entry, let count):
      // Its file is read again, if it was since.
      if removed.remove(entry) != nil, count != readCounts[entry.feed] ?? 0 {
        reading.insert(entry.feed)
        returning = entry
        return
      }
      // It is the selected one again (l6).
      if !selectAgain(entry) { follow() }
    case .closing(let feed, let index, let before, let read):
      guard !shelf.contains(feed) else { return }
      shelf.insert(feed, at: min(index, shelf.count))
      reading.insert(feed)
      guard let before else { return }
      if before == list {
        selected = nil
        closeArticle()
      } else {
        show(before)
      }
      articleToRestore = read
    case .moving(let feed, let distance): move(feed, by: -distance)
    }
  }

  private mutating func redo() {
    guard focus != .field, let edit = undone.popLast() else { return }
    done.append(edit)
    switch edit {
    case .marks(let mark, let isOn, let entries): set(mark, isOn, entries)
    case .removal(let entry, _): remove(entry)
    case .closing(let feed, _, _, _): close(feed)
    case .moving(let feed, let distance): move(feed, by: distance)
    }
  }

  // MARK: Files

  private mutating func move(_ feed: Int, by distance: Int) {
    guard let place = shelf.firstIndex(of: feed) else { return }
    shelf.remove(at: place)
    shelf.insert(feed, at: min(max(place + distance, 0), shelf.count))
  }

  private mutating func closeFeed(_ feed: Int) {
    guard let index = shelf.firstIndex(of: feed), shelf.count > 1 else { return }
    let isConcerned = list == .feed(feed) || article?.feed == feed
    let edit = Edit.closing(
      feed, index: index, list: isConcerned ? list : nil, article: isConcerned ? article : nil)
    close(feed)
    record(edit)
  }

  /// If its list was shown, the next one of the shelf is, else the one before (c).
  private mutating func close(_ feed: Int) {
    guard let index = shelf.firstIndex(of: feed) else { return }
    if list == .feed(feed) {
      let next = index + 1 < shelf.count ? index + 1 : index - 1
      show(shelf.indices.contains(next) ? .feed(shelf[next]) : .all)
    }
    shelf.remove(at: index)
    read[feed] = nil
    kept = kept.filter { $0.key.feed != feed }
    reading.remove(feed)
    follow()
  }

  private mutating func edit(_ feed: Int, _ edit: WindowStep.Edit) {
    var items = disk[feed].items
    switch edit {
    case .prepend(let number):
      items.insert(ModelFile.Item(entry: ModelEntry(feed: feed, number: number), text: 0), at: 0)
      nextNumber = max(nextNumber, number + 1)
    case .append(let number):
      let entry = ModelEntry(feed: feed, number: number)
      if !disk[feed].entries.contains(entry) { items.append(ModelFile.Item(entry: entry, text: 0)) }
    case .remove(let place): if items.indices.contains(place), items.count > 1 { items.remove(at: place) }
    case .change(let place): if items.indices.contains(place) { items[place].text += 1 }
    case .reverse: items.reverse()
    }
    disk[feed].items = items
    if shelf.contains(feed) { reading.insert(feed) }
  }
}
