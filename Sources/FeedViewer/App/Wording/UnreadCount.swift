/// How many entries are unread, of files of which perhaps not all entries were read.
nonisolated struct UnreadCount: Equatable, Sendable {
  var entries = 0
  var unread = 0
  /// False if entries are marked as read that may not be in the file any more.
  var isExact = true

  static func + (a: UnreadCount, b: UnreadCount) -> UnreadCount {
    UnreadCount(
      entries: a.entries + b.entries, unread: a.unread + b.unread, isExact: a.isExact && b.isExact)
  }

  /// "54 entries", "54 entries, 3 unread", "54 entries, ≈3 unread", "54 entries, all read".
  var text: String { EntryCount.text(entries, unread: unread, isExact: isExact) }

  /// "3 unread"; nil if none are, or all.
  var shortText: String? {
    unread == 0 || unread == entries ? nil : EntryCount.unread(unread, isExact: isExact)
  }

  /// "3", "≈3"; nothing if there are none.
  var label: String { unread > 0 ? (isExact ? "" : "≈") + EntryCount.grouped(unread) : "" }
}
