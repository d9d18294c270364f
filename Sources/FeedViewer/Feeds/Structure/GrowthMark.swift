import Glibc

/// Where the scan of a file goes on after the file has grown.
///
/// Feeds that grow have their last tags or brackets overwritten, so that it goes on after the last whole entry and not at
/// the old end. What was before is verified by samples: the text before the first entry that was scanned, the bytes before
/// the mark, and blocks between them. So whatever was inserted or removed before the mark is noticed, because all samples
/// after it differ; but bytes that were overwritten by as many others, in the same change in which the file grew, only
/// where the samples are.
struct GrowthMark: Sendable {
  /// Before the first entry that was scanned.
  struct Head: Sendable {
    /// The offset in the text, and the number of entries before it.
    var end: Int
    var count: Int
    let context: any EntryContext
    /// What is known of the feed.
    var feed: FeedDraft
    var repairCount: Int
  }

  /// A longer beginning is not verified, and such a file is scanned again as a whole.
  private static let headLimit = 1 << 20
  /// The bytes before the mark that are verified.
  private static let tailSize = 64 << 10
  private static let blockSize = 4 << 10
  private static let blockCount = 64

  let head: Head
  /// The end of the last whole entry, as an offset in the text.
  let end: Int
  /// The number of entries before it.
  let count: Int
  private let sample: UInt64

  /// Nil if the text can't be read from the file as it is.
  init?(_ head: Head, end: Int, count: Int, in text: FeedText) {
    guard let sample = Self.sample(of: text, head: head.end, end: end) else { return nil }
    self.head = head
    self.end = end
    self.count = count
    self.sample = sample
  }

  /// Whether the text before the mark is what it was, as far as samples tell.
  func isVerified(in text: FeedText) -> Bool { Self.sample(of: text, head: head.end, end: end) == sample }

  private static func sample(of text: FeedText, head: Int, end: Int) -> UInt64? {
    guard head <= headLimit, head <= end else { return nil }
    let tail = max(head, end - tailSize)
    var ranges = [0..<head, tail..<end]
    let middle = tail - head
    if middle <= blockCount * blockSize {
      ranges.append(head..<tail)
    } else {
      for number in 0..<blockCount {
        let start = head + (middle - blockSize) / blockCount * number
        ranges.append(start..<start + blockSize)
      }
    }
    let room = max(head, tailSize, blockCount * blockSize)
    return withUnsafeTemporaryAllocation(byteCount: room, alignment: 8) { buffer in
      var hash: UInt64 = 0
      for range in ranges {
        let target = UnsafeMutableRawBufferPointer(rebasing: buffer[..<range.count])
        guard text.upcoming(into: target, at: range.lowerBound) == range.count else { return nil }
        hash = ByteHash.value(of: UnsafeRawBufferPointer(target), seed: hash)
      }
      return hash
    }
  }
}
