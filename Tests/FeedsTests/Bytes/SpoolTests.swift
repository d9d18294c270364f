import Expectations
import RandomNumbers
import Testing

@testable import FeedViewerFeeds

/// Bytes that are kept in memory, or in a temporary file if there are many.
struct SpoolTests {
  private func append(_ bytes: [UInt8], to spool: inout Spool) {
    bytes.withUnsafeBufferPointer { spool.append($0) }
  }

  private func bytes(_ range: Range<Int>, of spool: borrowing Spool) -> [UInt8]? {
    var target = [UInt8](repeating: 0, count: range.count)
    let isThere = target.withUnsafeMutableBytes { spool.read(into: $0, at: range.lowerBound) }
    return isThere ? target : nil
  }

  @Test(arguments: 0..<6)
  func anyPartIsReadAgain(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var spool = Spool()
    var all: [UInt8] = []
    for _ in 0..<12 {
      let piece = (0..<Int.random(in: 0...60_000, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      append(piece, to: &spool)
      all += piece
      let start = Int.random(in: 0...all.count, using: &random)
      let range = start..<Int.random(in: start...all.count, using: &random)
      expect(bytes(range, of: spool), equals: Array(all[range]))
    }
    expect(spool.count == all.count && !spool.isFull)
    expect(spool.fileSize, equals: all.count > Spool.memoryLimit ? all.count : 0)
    expect(bytes(all.count - 1..<all.count + 1, of: spool) == nil)
  }

  /// What was kept before stays.
  @Test(arguments: [1_000, Spool.memoryLimit + 5_000])
  func moreThanTheLimitIsNotKept(limit: Int) {
    var spool = Spool(sizeLimit: limit)
    let first = [UInt8](repeating: 7, count: limit - 10)
    append(first, to: &spool)
    append([1, 2, 3], to: &spool)
    expect(!spool.isFull && spool.count == limit - 7)
    append([UInt8](repeating: 9, count: 8), to: &spool)
    expect(spool.isFull && spool.count == limit - 7)
    append([4], to: &spool)
    expect(spool.count == limit - 7 && bytes(limit - 11..<limit - 7, of: spool) == [7, 1, 2, 3])
  }
}
