@testable import FeedViewer

/// The sizes of feeds, which are read in different ways. A reader must not notice which it is.
///
/// Limits are injected, so that one feed can be opened as if it had each size. The sizes differ on purpose in one thing that can
/// be seen: of an archive not every entry was read, so after a restart its unread number is a guess (`unreadText`) and its
/// repairs are those that were found so far (`repairsText`).
nonisolated enum FeedSize: CaseIterable, Sendable {
  /// All of the file stays in memory.
  case small
  /// All of the file is read; texts of entries are read again when they are needed.
  case complete
  /// Entries are found, and only the first ones and those are read that the list shows.
  case archive

  /// How many entries of an archive are read in any case.
  static let archiveHead = 50
  /// How many bytes of an archive's end are looked at before its entries are counted.
  static let archiveTail = 4 << 10

  var loadingSizes: LoadingSizes {
    switch self {
    case .small: LoadingSizes(reread: .max, archive: .max)
    case .complete: LoadingSizes(reread: 0, archive: .max)
    case .archive:
      LoadingSizes(
        reread: 0, archive: 0, archiveHead: Self.archiveHead, archiveTail: Self.archiveTail)
    }
  }

  /// The subtitle of a feed that is opened again after some of its entries were read.
  ///
  /// The entries of an archive that were marked as read may have gone from it while it was closed: to know, the program would have to
  /// read it.
  func unreadText(_ unread: Int, of count: Int) -> String {
    self == .archive
      ? EntryCount.text(count, unread: unread, isExact: false) : EntryCount.text(count, unread: unread)
  }

  /// The subtitle after many entries were marked as read at once, but not all.
  ///
  /// Most of an archive's entries have no rows, and the number is not told if it could be wrong by more than a twentieth.
  func unreadText(_ unread: Int, of count: Int, markedAtOnce: Int) -> String {
    self == .archive && markedAtOnce > count / 20
      ? EntryCount.text(count) : EntryCount.text(count, unread: unread)
  }

  /// The entry at which the list is after a restart, of a file that has changed meanwhile.
  ///
  /// The entries of an archive are found by their numbers: to know their keys, the program would have to read it.
  func nameAtPlace(_ name: String, of feed: SizedFeed, _ number: Int) -> String {
    self == .archive ? feed.entries[number].name : name
  }

  /// Whether entries that have moved in the file are known again.
  ///
  /// Of an archive it is only known which entries were replaced by others, in the order of the file.
  var followsMovedEntries: Bool { self != .archive }

  /// The beginning of the message about repairs, after the file's name.
  ///
  /// More may be found in the entries of an archive that were not read.
  func repairsText(_ count: Int) -> String {
    self == .archive ? "\(count) errors repaired so far, " : "\(count) errors repaired, "
  }
}
