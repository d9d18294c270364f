import Localization

/// Formats numbers of entries.
nonisolated enum EntryCount {
  static func text(_ count: Int) -> String {
    localized("\(grouped: count) entry", plural: "\(grouped: count) entries", count: count)
  }

  /// "54 entries", or if some of them were read, "3 of 54 unread" and "54 entries, all read".
  static func text(_ count: Int, unread: Int) -> String {
    if unread == count { return text(count) }
    guard unread > 0 else {
      return localized(
        "\(grouped: count) entry, all read", plural: "\(grouped: count) entries, all read", count: count)
    }
    return localized(
      "\(grouped: unread) of \(grouped: count) unread",
      plural: "\(grouped: unread) of \(grouped: count) unread",
      count: unread)
  }

  /// With the locale's thousands separators.
  static func grouped(_ number: Int) -> String { NumberText.grouped(number) }
}
