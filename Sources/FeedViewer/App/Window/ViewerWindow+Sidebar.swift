import FeedViewerBase
import FeedViewerFeeds
import GtkInterop

/// The sidebar: what it shows, made of what is open, and what the reader does there.
extension ViewerWindow {
  func connectSidebar() {
    sidebar.send = { [weak self] in self?.perform($0) }
    sidebar.hasRemovedEntries = { [weak self] in self?.library.hasRemovedEntries($0) == true }
    sidebar.closedFeedCount = { [weak self] in self?.closedFeeds(in: $0).count ?? 0 }
    sidebar.setControlled(list.widget.pointer)
  }

  private func perform(_ action: Sidebar.Action) {
    switch action {
    case .show(.list(let list)): show(list)
    case .show(.missingFiles): show(.feed(MissingFiles.list))
    // To be seen, it must be opened.
    case .show(.closedFeed), .show(.heading): break
    // Over the list it is in the way of what was chosen.
    case .click: if panes.arrangement.sidebarIsOver { leaveSidebar() }
    case .leave: leaveSidebar()
    case .close(.list(let list)): if let path = list.file { closeFeed(path) }
    case .close: break
    case .open(let feed): open([feed])
    case .expand(let list, let isExpanded): setExpanded(isExpanded, list)
    case .move(let path, let distance): editor.moveFile(path, by: distance)
    }
  }

  /// Goes on from the sidebar to the entries.
  private func leaveSidebar() {
    panes.hideSidebarOver()
    content.takeFocus()
  }

  /// Shows the lists at the side, if they can be seen.
  func updateSidebar() {
    if panes.showsSidebarNow { sidebar.show(sidebarContent) }
  }

  /// - Complexity: O(sections + files + problems + items).
  var sidebarContent: SidebarContent {
    let feeds = shelfItems
    let isMissing = shownList == .feed(MissingFiles.list)
    let heading: [SidebarItem] = feeds.isEmpty ? [] : [.heading(localized("Feeds"))]
    return SidebarContent(
      items: smartLists + heading + feeds,
      selected: isMissing ? .missingFiles : .list(outlineItems.seen(shownList)))
  }

  private var smartLists: [SidebarItem] {
    let unread = library.unreadCount
    let starred = library.starredCount
    return [
      smartList(.all, icon: "view-list-symbolic", entries: nil),
      smartList(
        .unread, icon: "mail-unread-symbolic", entries: unread?.unread, isExact: unread?.isExact ?? true),
      smartList(.starred, icon: "starred-symbolic", entries: starred),
      smartList(
        .today, icon: "document-open-recent-symbolic", entries: entries.rowsOfToday?.count { !$0.isRead }),
    ]
  }

  private func smartList(
    _ list: Scope, icon: String, entries: Int?, isExact: Bool = true
  ) -> SidebarItem {
    let (name, count) = (self.name(of: list), entries ?? 0)
    return SidebarItem(
      id: .list(list), icon: icon, name: name,
      count: count > 0 ? (isExact ? "" : "≈") + EntryCount.grouped(count) : "",
      accessibleName: entries == nil ? name : ListText.joined([name, EntryCount.text(count)]),
      menu: .smartList)
  }

  /// The files on the shelf, in the order of the session.
  private var shelfItems: [SidebarItem] {
    let missing = missingItems
    let files = feedItems
    guard !missing.isEmpty, !library.missing.areOneRow else { return files.flatMap(\.self) + missing }
    let items = Dictionary(uniqueKeysWithValues: (files + missing.map { [$0] }).map { ($0[0].path, $0) })
    return library.sessionFiles.flatMap { items[$0] ?? [] }
  }

  /// The open files as the sidebar lists them, each with what is in it.
  private var feedItems: [[SidebarItem]] {
    outlineItems.keepOnly { library.index(ofFile: $0) != nil }
    let counts = library.settledUnreadCounts
    let titles = library.files.map { (path: $0.path, title: UntrustedText.line($0.title)) }
    let names = DistinguishingNames.names(of: titles)
    let problems = Dictionary(grouping: library.problems, by: \.path)
    return zip(library.files, titles).map { file, named in
      let remarks = FileRemarks(of: file, isWatched: library.watches[file.path] != nil)
      let condition = FileCondition(
        of: file, problems: problems[file.path] ?? [], remarks,
        areSeen: remarks.isEmpty
          || seenRemarks.contain(remarks.fingerprint, in: .information, of: file.path))
      let tree = library.outlineTree(of: file.path)
      let below = tree.map {
        outlineItems.below(file.path, $0, open: library.openFeeds(of: file.path), unread: counts)
      }
      // What an OPML file names has unread entries, and not the file.
      let isOutline = file.heading?.format == .opml
      let unread = (isOutline ? below?.unread : counts[file.path]) ?? UnreadCount()
      let detail = names[file.path].map(UntrustedText.line)
      let isFailed = condition.status == .failed
      let words =
        isFailed
        ? [localized("can’t be read")]
        : [tree.map { EntryCount.text(ofFeeds: $0.root.feedCount) }, unread.words]
      let item = SidebarItem(
        id: .list(.feed(file.path)), icon: "application-rss+xml-symbolic", name: named.title, detail: detail,
        count: isFailed ? "" : unread.label, status: condition.status,
        tooltip: condition.tooltip(ofFile: file.path),
        accessibleName: ListText.joined(([named.title, detail] + words).compactMap(\.self)),
        menu: isFailed
          ? .problem(condition.sentence ?? "")
          : isOutline ? .folder : .feed(hasWebsite: website(of: file.path) != nil),
        isMovable: true,
        isExpanded: below?.canExpand == true ? outlineItems.expanded.contains(.feed(file.path)) : nil)
      return [item] + (below?.items ?? [])
    }
  }
}

/// Whether a file can be shown, and what there is to know about it.
private struct FileCondition {
  var status = SidebarItem.Status.ready
  /// What is wrong, or to be known; nil for nothing.
  var sentence: String?

  /// - Parameter areSeen: Whether the reader knows the remarks.
  init(of file: OpenFile, problems: [LibraryProblem], _ remarks: FileRemarks, areSeen: Bool) {
    if let error = file.error {
      (status, sentence) = (.failed, error.reason.message.localized)
    } else if let problem = problems.last(where: \.isOutdated) {
      (status, sentence) = (.outdated, problem.message)
    } else if case .loading = file.state {
      status = .loading
    } else if !remarks.isEmpty {
      (status, sentence) = (areSeen ? .ready : .remarked, remarks.description)
    }
  }

  func tooltip(ofFile path: FilePath) -> String {
    let path = UntrustedText.line(path.display)
    return sentence.map { "\($0)\n\(path)" } ?? path
  }
}

extension UnreadCount {
  /// "12 unread", "About 3 of 54 unread"; nil if there are none.
  var words: String? {
    guard unread > 0 else { return nil }
    guard isExact else { return text }
    return localized("\(grouped: unread) unread", plural: "\(grouped: unread) unread", count: unread)
  }
}
