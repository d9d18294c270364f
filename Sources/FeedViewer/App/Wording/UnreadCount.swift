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

  /// "54 entries", "3 of 54 unread", "About 3 of 54 unread".
  var text: String {
    isExact ? EntryCount.text(entries, unread: unread) : EntryCount.text(entries, aboutUnread: unread)
  }

  /// The same in digits: "54"; if some of them were read, "3/54" and "3", or "≈3/54" and "≈3".
  var shorterTexts: [String] {
    let all = EntryCount.grouped(entries)
    return unread == 0 || unread == entries ? [all] : ["\(label)/\(all)", label]
  }

  /// "3", "≈3"; nothing if there are none.
  var label: String { unread > 0 ? (isExact ? "" : "≈") + EntryCount.grouped(unread) : "" }
}
