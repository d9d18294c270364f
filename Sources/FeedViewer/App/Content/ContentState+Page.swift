import FeedViewerBase
import FeedViewerFeeds

extension ContentState {
  /// The page in the place of the rows; nil if there is none, or one of another kind.
  var page: StatusPage.Content? {
    switch self {
    case .nothingOpen, .loading, .rows: return nil
    case .noEntries(let count):
      return StatusPage.Content(
        icon: "application-rss+xml-symbolic", title: localized("No Entries"),
        description: count == 0
          ? localized("None of the feeds in the list is open.")
          : localized("This feed is empty.", plural: "These feeds are empty.", count: count))
    case .noFeeds:
      return StatusPage.Content(
        icon: "application-rss+xml-symbolic", title: localized("No Feeds in This File"))
    case .allRead:
      return StatusPage.Content(
        icon: "object-select-symbolic", title: localized("All Caught Up"),
        description: localized("There are no unread entries."))
    case .noneStarred:
      return StatusPage.Content(
        icon: "starred-symbolic", title: localized("No Starred Entries"),
        description: localized("Star an entry with S to find it here."))
    case .noneToday:
      return StatusPage.Content(
        icon: "document-open-recent-symbolic", title: localized("Nothing from Today"),
        description: localized("No open feed has an entry dated today."))
    case .filtered(.starred, _):
      return StatusPage.Content(
        icon: "starred-symbolic", title: localized("No Starred Entries"),
        description: localized("No entry in this list is starred."), buttons: [.showAll])
    case .filtered(_, let count):
      return StatusPage.Content(
        icon: "object-select-symbolic", title: localized("No Unread Entries"),
        description: localized(
          "The only entry in this list is read.",
          plural: "All \(grouped: count) entries in this list are read.",
          count: count),
        buttons: [.showAll])
    case .nothingFound(let words):
      return StatusPage.Content(
        icon: "edit-find-symbolic", title: localized("No Results Found"),
        description: localized("No entry contains “\u{2068}\(UntrustedText.line(words))\u{2069}”."),
        buttons: [ActionButton(localized("_Clear Search"), .searchMode)])
    case .foundElsewhere(let count):
      return StatusPage.Content(
        icon: "edit-find-symbolic", title: localized("No Results Here"),
        description: localized(
          "\(grouped: count) result in other feeds.", plural: "\(grouped: count) results in other feeds.",
          count: count),
        buttons: [.searchAll])
    case .foundHidden(let name, let count, let isList):
      return StatusPage.Content(
        icon: "edit-find-symbolic", title: localized("No Results Here"),
        description: localized(
          "\(grouped: count) result is hidden by “\(name)”.",
          plural: "\(grouped: count) results are hidden by “\(name)”.", count: count),
        buttons: [isList ? .searchAll : .showAll])
    case .allRemoved(let list):
      return StatusPage.Content(
        icon: "edit-clear-all-symbolic", title: localized("No Entries Left"),
        description: localized("You removed every entry of this list. The file is unchanged."),
        buttons: [
          list.map { ActionButton(localized("_Restore Entries"), .restoreRemoved, target: $0.text) }
            ?? ActionButton(localized("_Restore Entries"), .restoreAllRemoved)
        ])
    case .unreadable(let path, let error): return Self.page(of: path, error)
    case .allUnreadable(let count):
      return StatusPage.Content(
        icon: "dialog-warning-symbolic",
        title: localized(
          "Can’t Read \(grouped: count) File", plural: "Can’t Read \(grouped: count) Files", count: count),
        description: localized("Choose a file in the sidebar to see why."),
        buttons: [ActionButton(localized("Try _Again"), .reload)])
    case .missing(let count):
      return StatusPage.Content(
        icon: "dialog-warning-symbolic",
        title: localized(
          "\(grouped: count) File Was Not Found", plural: "\(grouped: count) Files Were Not Found",
          count: count),
        description: localized("They may have been moved or deleted."),
        buttons: [
          ActionButton(localized("Try _Again"), .reload),
          ActionButton(localized("Remove _Missing Files"), .removeMissingFiles),
        ])
    }
  }

  private static func page(of path: FilePath, _ error: FeedError) -> StatusPage.Content {
    let name = UntrustedText.line(FileName.of(path))
    let again = ActionButton(localized("Try _Again"), .reloadFile, target: path.text)
    let locate = ActionButton(localized("_Locate File…"), .locateFile, target: path.text)
    let close = ActionButton(localized("_Close Feed"), .closeFile, target: path.text)
    guard error.reason != .doesNotExist else {
      return StatusPage.Content(
        icon: "dialog-warning-symbolic",
        title: Sentences.isolating(name, in: localized("\(name) Was Not Found")),
        description: localized("Moved, renamed or deleted: \(UntrustedText.line(path.display))"),
        buttons: [locate, again, close])
    }
    return StatusPage.Content(
      icon: "dialog-warning-symbolic", title: localized("Can’t Read \(name)"),
      description: error.place.map {
        localized("Line \($0.line), column \($0.column): \(error.reason.message)")
      }
        ?? error.reason.message.localized,
      buttons: [again, locate, close])
  }
}

extension FeedError {
  /// Where the reason was found; nil if it has no place.
  fileprivate var place: (line: Int, column: Int)? {
    if let line, let column { (line, column) } else { nil }
  }
}

extension ActionButton {
  /// Ends the filter, but no search.
  fileprivate static var showAll: ActionButton {
    ActionButton(localized("Show _All"), .filter, target: Arrangement.Filter.all.rawValue)
  }

  /// Goes on with the search in the list of all entries.
  fileprivate static var searchAll: ActionButton {
    ActionButton(localized("Search All _Feeds"), .searchAll)
  }
}

extension Arrangement.Filter {
  /// What tells above the list that only some entries are shown; empty if all are.
  var name: String {
    switch self {
    case .all: ""
    case .unread: localized("Unread only")
    case .starred: localized("Starred only")
    }
  }
}
