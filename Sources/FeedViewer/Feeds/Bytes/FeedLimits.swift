/// The limits on what is read of one file. Reaching one is reported, never silent.
public enum FeedLimits {
  /// The largest file that is read, in bytes; a larger one is refused.
  public static let fileSize = 2_000_000_000
  /// Files of this many bytes or more are noted as large (`FeedNote.largeFile`).
  public static let largeFileSize = 500_000_000
  /// The most entries read from one file; the number of omitted ones is reported (`FeedNote.entriesOmitted`).
  public static let entryCount = 5_000_000
  /// The longest text of one element or member, in bytes; the rest is cut off.
  static let fieldLength = 16 << 20
}
