/// Ways of reading that give what others give in more time.
enum ReaderShortcuts {
  /// Whether they are taken. Only tests that compare both set it.
  nonisolated(unsafe) static var areTaken = true
}
