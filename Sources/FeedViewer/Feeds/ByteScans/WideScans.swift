import FeedViewerCByteScans

/// The scans of the module CByteScans, which look at 32 bytes at once.
///
/// Swift compiles for the oldest processor that a system runs on, whose vectors hold 16 bytes.
enum WideScans {
  /// Whether the processor has such vectors. Otherwise the same is done by code beside each call.
  @inline(__always)
  static var areAvailable: Bool { scansWideBlocks() && ReaderShortcuts.areTaken }
}
