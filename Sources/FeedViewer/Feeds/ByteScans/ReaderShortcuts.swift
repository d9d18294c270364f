/// Faster ways of reading, which have the same results as the plain ones.
enum ReaderShortcuts {
  /// Whether the faster ways are taken. Only the tests that compare them with the plain ones turn them off.
  nonisolated(unsafe) static var areTaken = true
}
