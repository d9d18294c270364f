import CGtk
import Expectations
import GtkInterop
import LayoutCore
import Testing

@testable import FeedViewer
@testable import VirtualList

/// What a reader does.
extension SizedWindow {
  func press(_ key: Int32, modifiers: GdkModifierType = GdkModifierType(0)) {
    _ = window.list.keyPressed(UInt32(key), modifiers: modifiers.rawValue)
  }

  /// Chooses an item of a menu.
  func activate(_ action: String) { g_action_group_activate_action(window.pointer.opaque, action, nil) }

  /// Whether an item of a menu can be chosen.
  func isEnabled(_ action: String) -> Bool {
    g_action_group_get_action_enabled(window.pointer.opaque, action) != 0
  }

  /// Chooses a value of a menu, and waits for the list.
  func choose(_ value: String, of action: String) async throws {
    Action.setState(value, of: action, in: window.pointer)
    try await settle()
  }

  /// Chooses an arrangement in the menus.
  func chooseAtOnce(_ arrangement: Arrangement) {
    let now = window.entries.arrangement
    if arrangement.grouping != now.grouping {
      Action.setState(arrangement.grouping.rawValue, of: "grouping", in: window.pointer)
    }
    if arrangement.filter != now.filter {
      Action.setState(arrangement.filter.rawValue, of: "filter", in: window.pointer)
    }
    Action.setState(arrangement.order.rawValue, of: "order", in: window.pointer)
  }

  /// Scrolls an entry to the top of the list, or as near as it can be.
  func show(_ name: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
    let place = try require(
      self.place(of: name), "\(name) is not in the list", sourceLocation: sourceLocation)
    window.list.scroll(to: .row(place), alignment: .top)
    try await settle(sourceLocation: sourceLocation) { row(name) != nil }
  }

  /// Selects an entry, after it was scrolled into view.
  func select(_ name: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
    if row(name) == nil { try await show(name, sourceLocation: sourceLocation) }
    let place = try require(
      self.place(of: name), "\(name) is not in the list", sourceLocation: sourceLocation)
    window.list.select(place)
    try await settle(sourceLocation: sourceLocation)
  }

  /// Scrolls a row to the top, whether its entry was read or not.
  ///
  /// - Parameter hidden: How many of its pixels are above what is seen.
  func scrollAtOnce(toRow number: Int, hiding hidden: Int = 0) {
    let row = ListElement.row(RowIndexPath(section: 0, row: number))
    if hidden == 0 {
      window.list.scroll(to: row, alignment: .top)
    } else {
      window.list.scroll(to: ScrollAnchor(element: row, offsetInside: hidden))
    }
  }

  /// Scrolls to a row and activates it at once, whether its entry was read or not.
  func openAtOnce(row number: Int) {
    scrollAtOnce(toRow: number)
    window.list.select(RowIndexPath(section: 0, row: number))
    press(GDK_KEY_Return)
  }

  /// Reads the article of an entry.
  func open(_ name: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
    try await select(name, sourceLocation: sourceLocation)
    press(GDK_KEY_Return)
    try await settle(sourceLocation: sourceLocation) { isReading && article.contains("The end of \(name).") }
  }

  /// Goes back from the article to the list.
  func goBack() async throws {
    activate("back")
    try await settle { !isReading }
  }

  /// Marks an entry as read, or as unread, in the list.
  func toggleRead(_ name: String) async throws {
    try await select(name)
    activate("toggle-read")
    try await settle()
  }

  /// Scrolls the list by device pixels.
  func scroll(by distance: Int) async throws {
    window.list.scroll(by: distance)
    try await settle()
  }

  func search(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
    if !window.searchBar.field.isOpen { activate("search") }
    window.searchBar.field.text = text
    try await settle(sourceLocation: sourceLocation) { window.search.foundCount != nil }
  }

  func endSearch() async throws {
    window.searchBar.field.close()
    try await settle { window.search.foundCount == nil }
  }

  /// Shows the entries of one feed alone; nil shows all feeds.
  func showFeed(_ feed: SizedFeed?) async throws {
    window.show(feed.map { .feed(path(of: $0)) } ?? .all)
    try await settle()
  }
}
