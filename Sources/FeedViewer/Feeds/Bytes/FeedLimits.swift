import Glibc

/// The limits on what is read of one file. Reaching one is reported, never silent.
public enum FeedLimits {
  /// The largest file of which all entries are read, in bytes; a larger one is refused. They take up to 1.5 times as much memory,
  /// so it depends on that of the machine; at least 2 GB.
  public static let fileSize = max(2_000_000_000, memorySize / 2)
  /// Files of this many bytes or more are noted as large (`FeedNote.largeFile`).
  public static let largeFileSize = 500_000_000
  /// Copies of texts of this many bytes or more are noted (`FeedNote.copied`).
  static let largeCopySize = 50_000_000
  /// The most entries read from one file; the number of omitted ones is reported (`FeedNote.entriesOmitted`). A row takes
  /// about 400 bytes.
  public static let entryCount = max(5_000_000, memorySize / 2_000)
  /// The most entries of a file whose entries are only counted, which takes nine bytes each.
  public static let countedEntries = 200_000_000
  /// The longest text of one element or member, in bytes; the rest is cut off.
  static let fieldLength = 16 << 20

  /// The memory of the machine in bytes.
  private static let memorySize =
    max(0, sysconf(Int32(_SC_PHYS_PAGES))) * max(0, sysconf(Int32(_SC_PAGESIZE)))
}
