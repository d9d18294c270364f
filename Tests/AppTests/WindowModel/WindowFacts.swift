/// What is seen of a window, as texts with names: of a real one, or as a model expects it.
nonisolated struct WindowFacts: Equatable, Sendable {
  private(set) var facts: [(name: String, value: String)] = []

  mutating func add(_ name: String, _ value: String) { facts.append((name, value)) }

  static func == (one: WindowFacts, other: WindowFacts) -> Bool {
    one.facts.map(\.value) == other.facts.map(\.value)
  }

  /// Where a window differs from what is expected of it, a line for each.
  func differences(from expected: WindowFacts) -> String {
    zip(facts, expected.facts).filter { $0.value != $1.value }
      .map { "\($0.name): “\($0.value)”, but “\($1.value)” is expected" }.joined(separator: "\n")
  }
}

nonisolated extension WindowModel {
  var facts: WindowFacts {
    var facts = WindowFacts()
    facts.add("list", listText)
    facts.add(
      "rows",
      sections.map { section in
        let unread = unreadCount(section.entries)
        let header = section.header.map { "# \($0)\(unread > 0 ? " (\(unread))" : "")\n" } ?? ""
        return header + section.entries.map(rowText).joined(separator: "\n")
      }.joined(separator: "\n"))
    facts.add("page", page ?? "")
    facts.add("selected entry", selected?.title ?? "")
    facts.add("article", article.map { "\($0.title): \(ModelEntry.words(text: articleText))" } ?? "")
    facts.add("strip of the article", strip)
    facts.add("sidebar", sidebar)
    facts.add("selected list", name)
    facts.add("focus", focus.rawValue)
    facts.add("title of the list", title)
    facts.add("subtitle of the list", subtitle)
    facts.add("title of the window", article.map { "\($0.title) — \(title)" } ?? title)
    facts.add("undo", done.isEmpty || focus == .field ? "no" : "yes")
    facts.add("redo", undone.isEmpty || focus == .field ? "no" : "yes")
    facts.add("search", searchStatus)
    facts.add("strip of the filter", filterStrip)
    return facts
  }

  private var listText: String {
    switch list {
    case .all: "all"
    case .unread: "unread"
    case .starred: "starred"
    case .today: "today"
    case .feed(let feed): ModelFile.name(of: feed)
    }
  }

  /// The name of the list in the sidebar.
  private var name: String {
    switch list {
    case .all: "All Entries"
    case .unread: "Unread"
    case .starred: "Starred"
    case .today: "Today"
    case .feed(let feed): ModelFile.title(of: feed)
    }
  }

  private func rowText(_ entry: ModelEntry) -> String {
    entry.title + (isMarked(entry, .read) ? "" : " unread") + (isMarked(entry, .starred) ? " starred" : "")
  }

  private func unreadCount(_ entries: [ModelEntry]) -> Int { entries.count { !isMarked($0, .read) } }

  // MARK: Article

  nonisolated enum PinnedReason: Equatable {
    case search
    case filter(Filter)
    case gone
  }

  /// Why the entry that is read is not in the list: that is what hides it (e7), the last thing first if there are several (a5).
  var pinned: PinnedReason? {
    guard let article, selected == nil else { return nil }
    if isGone { return .gone }
    return matches(article) ? .filter(shownFilter) : .search
  }

  private var strip: String {
    switch pinned {
    case nil: ""
    case .search: "Hidden by the search [Show in List]"
    case .filter(.starred): "Hidden by “Starred only” [Show in List]"
    case .filter: "Hidden by “Unread only” [Show in List]"
    case .gone: "No longer in the file"
    }
  }

  // MARK: Counts

  private var sidebar: String {
    let all = entries(of: .all)
    func row(_ name: String, _ count: Int) -> String { count > 0 ? "\(name) \(count)" : name }
    let smart = [
      "All Entries", row("Unread", unreadCount(all)), row("Starred", all.count { isMarked($0, .starred) }),
      row("Today", unreadCount(entries(of: .today))),
    ]
    let feeds = shelf.map { row(ModelFile.title(of: $0), unreadCount(entries(of: .feed($0)))) }
    return (smart + ["Feeds"] + feeds).joined(separator: ", ")
  }

  /// A single open feed is all entries.
  private var title: String { list == .all && shelf.count == 1 ? ModelFile.title(of: shelf[0]) : name }

  private static func entries(_ count: Int) -> String { count == 1 ? "1 entry" : "\(count) entries" }

  private static func text(_ count: Int, unread: Int) -> String {
    if unread == count { return entries(count) }
    return entries(count) + (unread == 0 ? ", all read" : ", \(unread) unread")
  }

  /// The number of entries of the list without its filter and search; those of a condition have no more than they show.
  private var subtitle: String {
    let own = entries(of: list)
    let count: String
    switch list {
    case .all, .feed: count = Self.text(own.count, unread: unreadCount(own))
    case .unread, .starred, .today:
      if query != nil {
        // It would have to be counted.
        if list == .today { return "" }
        count = Self.entries(own.count { passes($0, shownFilter) })
      } else {
        let rows = rows
        guard !rows.isEmpty else { return "" }
        count = Self.text(rows.count, unread: unreadCount(rows))
      }
    }
    let words: String? =
      switch order {
      case .file: nil
      case .newest: "newest first"
      case .unread: "unread first"
      case .oldest: "oldest first"
      case .title: "by title"
      case .feed: if case .feed = list { nil } else { "by feed" }
      }
    return words.map { "\(count) · \($0)" } ?? count
  }

  // MARK: What narrows the list

  private var found: [ModelEntry] { query == nil ? [] : entries(of: .all).filter(matches) }

  private var searchStatus: String {
    guard query != nil else { return "" }
    let found = found
    guard !found.isEmpty else { return "No results" }
    let here = rows.count
    guard here < found.count else { return found.count == 1 ? "1 result" : "\(found.count) results" }
    let others: Int = if case .feed(let feed) = list { found.count { $0.feed != feed } } else { 0 }
    return "\(here) here · "
      + (others > 0 ? "\(others) more in other feeds" : "\(found.count - here) more hidden")
  }

  private var filterStrip: String {
    let all = entries(of: list).count
    guard filter != .all, list != .unread, list != .starred, all > 0 else { return "" }
    return (filter == .unread ? "Unread only" : "Starred only") + " \(rows.count) of \(Self.entries(all))"
  }

  /// The heading of the page in the place of the rows (d); nil if there are rows.
  private var page: String? {
    guard rows.isEmpty else { return nil }
    if query != nil, !entries(of: .all).isEmpty {
      return found.isEmpty ? "No Results Found" : "No Results Here"
    }
    switch list {
    case .unread: return "All Caught Up"
    case .starred: return "No Starred Entries"
    case .all, .today, .feed:
      if !entries(of: list).isEmpty { return filter == .starred ? "No Starred Entries" : "No Unread Entries" }
      if list == .today { return "Nothing from Today" }
      let feeds: [Int] = if case .feed(let feed) = list { [feed] } else { shelf }
      return removed.contains { feeds.contains($0.feed) } ? "No Entries Left" : "No Entries"
    }
  }
}
