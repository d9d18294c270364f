/// Parts of a window that show something else than before, beside the list and the article.
struct WindowChanges: OptionSet {
  let rawValue: Int

  static let title = WindowChanges(rawValue: 1)
  static let sidebar = WindowChanges(rawValue: 2)
  static let banner = WindowChanges(rawValue: 4)
  /// What commands can be used, and what headers and menus tell of them.
  static let commands = WindowChanges(rawValue: 8)
}

extension ViewerWindow {
  /// Has parts of the window follow: at the end of the command, event or update that is being followed, otherwise at once.
  func changed(_ new: WindowChanges) {
    changes.formUnion(new)
    if turns == 0 { showChanges() }
  }

  /// Follows a command, an event or an update, after which each part of the window that has changed is shown once, however many
  /// others it has caused.
  func turn(_ body: (ViewerWindow) -> Void) {
    turns += 1
    body(self)
    turns -= 1
    if turns == 0 { showChanges() }
  }

  /// Shows what has changed so far, for what looks at it before the turn ends.
  func showChanges() {
    let new = changes
    changes = []
    if new.contains(.title) { showTitle() }
    if new.contains(.sidebar) { updateSidebar() }
    if new.contains(.banner) { updateBanner() }
    if new.contains(.commands) { updateActions() }
  }
}
