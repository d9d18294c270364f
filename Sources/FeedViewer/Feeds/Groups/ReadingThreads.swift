/// How many threads read a file, and in which pieces.
struct ReadingThreads {
  /// The number of threads, including the one that asks for the file.
  var count: Int
  /// The bytes of a group of entries, which one thread reads: its text and its entries fit the second-level cache.
  var groupSize: Int
  /// Whether each of them reads the file, as long as it holds the text as it is. Otherwise one reads it for all.
  private(set) var readFile = true

  static let one = ReadingThreads(1)

  /// The same threads, one of which reads the file for all.
  var readingInTurn: ReadingThreads {
    var threads = self
    threads.readFile = false
    return threads
  }

  /// - Parameters:
  ///   - count: At least 1.
  ///   - groupSize: At least 16.
  init(_ count: Int, groupSize: Int = 256 << 10) {
    precondition(
      count > 0 && groupSize >= 16, "A file is read by at least one thread, in pieces of some bytes.")
    self.count = count
    self.groupSize = groupSize
  }
}
