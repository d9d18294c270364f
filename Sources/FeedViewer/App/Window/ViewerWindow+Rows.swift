import CGtk
import FeedViewerBase
import FeedViewerRows
import GtkInterop
import LayoutCore
import VirtualList

/// The menus of rows and section headers, and what they do besides what is done to the selected entries.
extension ViewerWindow {
  func popUpMenu(of row: RowIndexPath?, x: Double, y: Double) {
    // The menu would offer to mark as read what is read by then.
    pace.stopReading()
    let menu = MenuContents.row(
      row.flatMap { entries.row(at: $0) }, isOneOfSeveral: list.selection.rows.count > 1,
      opensArticle: !panes.arrangement.isSplit, showsFeed: showsSeveralFeeds)
    rowMenu?.popUp(menu, x: x, y: y, in: list.widget.pointer)
  }

  /// A section that shows one feed has the menu of that feed.
  func popUpMenu(ofSection section: Int, x: Double, y: Double) {
    guard let feed = feed(ofSection: section) else { return }
    rowMenu?.popUp(
      MenuContents.sectionHeader(of: feed, hasWebsite: website(of: feed) != nil), x: x, y: y,
      in: list.widget.pointer)
  }

  /// A menu has opened anywhere in the window: the pointer may move inside it, and be over anything when it closes.
  func menuOpened() {
    list.menuOpened()
    article.view.links.menuOpened()
    sidebar.menuOpened()
  }

  /// A header of one of several feeds leads to that feed, any other one to its section.
  func activateHeader(ofSection section: Int) {
    if showsSeveralFeeds, let feed = feed(ofSection: section), shownList != .feed(feed) {
      show(.feed(feed))
    } else {
      list.animateScroll(to: .header(section), alignment: .top)
    }
  }

  /// Whether the list shows entries of several feeds.
  var showsSeveralFeeds: Bool {
    let own = library.files(of: shownList.feeds)
    return own.map { $0.count > 1 } ?? (library.files.count { $0.heading?.format != .opml } > 1)
  }

  /// The open file whose entries a section shows; nil for a part of a timeline.
  private func feed(ofSection section: Int) -> FilePath? {
    (0..<entries.sectionCount).contains(section) ? entries.section(at: section).path : nil
  }

  /// The rows above the first one that is selected.
  var rowsAbove: RowSet {
    guard let first = list.selection.rows.runs.first, entries.sections.indices.contains(first.section) else {
      return RowSet()
    }
    let before = entries.sections[..<first.section].enumerated().map {
      RowSet.Run(section: $0, rows: 0..<$1.rows.count)
    }
    return RowSet(runs: before + [RowSet.Run(section: first.section, rows: 0..<first.rows.lowerBound)])
  }

  /// The rows below the last one that is selected.
  var rowsBelow: RowSet {
    guard let last = list.selection.rows.runs.last, entries.sections.indices.contains(last.section) else {
      return RowSet()
    }
    let own = last.rows.upperBound..<max(last.rows.upperBound, entries.sections[last.section].rows.count)
    let after = entries.sections.indices.dropFirst(last.section + 1).map {
      RowSet.Run(section: $0, rows: 0..<entries.sections[$0].rows.count)
    }
    return RowSet(runs: [RowSet.Run(section: last.section, rows: own)] + after)
  }

  func markRead(_ rows: RowSet) {
    editor.set(.read, true, of: entries.selection(of: rows)) { [weak self] in self?.tell($0) }
  }

  /// Shows the selected entry in the list of its feed.
  func showInFeed() {
    guard let place = list.selectedRow, let feed = file(at: place) else { return }
    let row = entries.row(at: place)
    // The list that comes back without its search must not take it.
    searchBar.field.close()
    if let row, !entries.arrangement.filter.passes(row.marks) {
      endFilter()
    }
    rowToSelect = row
    show(.feed(feed))
  }
}
