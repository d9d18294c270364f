import Expectations
import Testing

@testable import FeedViewerFeeds

/// Tests how a decompressor's output is used; the decompressor itself belongs to another module.
@Suite struct CompressedFileTests {
  private let head: [UInt8] = [0x1F, 0x8B]

  /// A fake that copies the bytes after the signature. 0xFF ends a member, 0xFE is an error, 0xFD is a megabyte of
  /// spaces.
  private final class FakeMember: Decompressor.Member {
    private var skipped = 0
    private var left = 0
    private var current: UInt8 = 0

    func step(
      _ input: UnsafeRawBufferPointer, isLast: Bool, into output: UnsafeMutableRawBufferPointer
    ) -> Decompressor.Step {
      var step = Decompressor.Step(read: 0, written: 0, outcome: .inProgress)
      while step.written < output.count {
        if left == 0 {
          guard step.read < input.count else { break }
          current = input[step.read]
          step.read += 1
          if skipped < 2 {
            skipped += 1
            continue
          }
          if current == 0xFF {
            step.outcome = .ended
            break
          }
          if current == 0xFE {
            step.outcome = .failed("bad block")
            break
          }
          left = current == 0xFD ? 1 << 20 : 1
          if current == 0xFD { current = 0x20 }
        }
        let count = min(left, output.count - step.written)
        output[step.written..<step.written + count].initializeMemory(as: UInt8.self, repeating: current)
        step.written += count
        left -= count
      }
      return step
    }
  }

  private let decompressor = Decompressor { _ in FakeMember() }

  private func parse(_ bytes: [UInt8]) throws(FeedError) -> Feed {
    try FeedReader.parse(bytes, named: "t", decompressor: decompressor)
  }

  @Test func decompressedTextIsReadInPieces() throws {
    let items = (0..<20_000).map { "<item><title>é\($0)</title></item>" }.joined()
    let text = Array("<rss><channel><title>a</title>\(items)</channel></rss>".utf8)
    var fractions: [Double] = []
    _ = try FeedReader.stream(head + text + [0xFF], named: "t", decompressor: decompressor) { batch in
      fractions.append(batch.fractionDone)
      return true
    }
    expect(fractions.count > 10 && fractions == fractions.sorted() && fractions.last == 1)
    expect(fractions.allSatisfy { (0...1).contains($0) })
    let feed = try parse(head + text + [0xFF])
    expect(feed.entryCount == 20_000 && feed.entries.last?.title == "é19999")
    expect(feed.warnings.isEmpty)
  }

  @Test func allMembersAreReadAndPaddingIsIgnored() throws {
    let first = Array("<rss><channel><title>a".utf8)
    let second = Array("b</title></channel></rss>".utf8)
    let feed = try parse(head + first + [0xFF] + head + second + [0xFF, 0, 0, 0])
    expect(feed.title, equals: "ab")
    expect(feed.warnings.isEmpty)
  }

  @Test func aDamagedFileKeepsWhatWasDecompressedAndWarns() throws {
    let text = Array("<rss><channel><item><title>a</title></item>".utf8)
    let feed = try parse(head + text + [0xFE])
    expect(feed.entries.map(\.title), equals: ["a"])
    expect(
      feed.warnings.contains {
        $0.found.description == "the compressed file is damaged or cut off (bad block)"
      })
    let cut = try parse(head + text)
    expect(cut.entries.map(\.title), equals: ["a"])
    expect(
      cut.warnings.contains {
        $0.found.description == "the compressed file is damaged or cut off (it ends in the middle)"
      })
    for bytes in [head + [0xFE], head] {
      #expect {
        try parse(bytes)
      } throws: {
        ($0 as? FeedError)?.reason == .damagedCompression
      }
    }
  }

  @Test func damageAfterTheRootElementIsReported() throws {
    let text = Array("<rss><channel><item><title>a</title></item></channel></rss>".utf8)
    try expect(
      parse(head + text + [0x20, 0xFE]).warnings.map(\.repair.description), equals: ["read up to there"])
    try expect(parse(head + text + [0x20, 0xFF]).warnings.isEmpty)
  }

  @Test func aDecompressionBombIsCutAtTheLimit() throws {
    expect(CompressedFile.sizeLimit(compressed: 10), equals: CompressedFile.freeSize)
    expect(CompressedFile.sizeLimit(compressed: 1 << 20), equals: CompressedFile.ratioLimit << 20)
    expect(CompressedFile.sizeLimit(compressed: 1 << 40), equals: FeedLimits.fileSize)
    expect(CompressedFile.sizeLimit(compressed: 1 << 40, most: .max), equals: CompressedFile.ratioLimit << 40)
    // Of a sparse file.
    expect(CompressedFile.sizeLimit(compressed: .max), equals: FeedLimits.fileSize)
    expect(CompressedFile.sizeLimit(compressed: 1 << 60, most: .max), equals: .max)
    let start = Array("<rss><channel><item><title>a</title></item>".utf8)
    let bomb = head + start + [UInt8](repeating: 0xFD, count: 64) + [0xFF]
    let total = bomb.withUnsafeBytes { bytes in
      let file = CompressedFile(ByteSource(bytes), .gzip, with: decompressor)
      var target = [UInt8](repeating: 0, count: 1 << 20)
      var total = 0
      while !file.isAtEnd { total += file.read(into: &target, limit: target.count) }
      expect(file.complaint?.repair.description, equals: "cut off there")
      return total
    }
    expect(total, equals: CompressedFile.freeSize)
    let feed = try parse(bomb)
    expect(feed.entries.map(\.title), equals: ["a"])
    expect(feed.warnings.contains { $0.repair.description == "cut off there" })
  }

  @Test func aFileOfExactlyTheLimitIsReadCompletely() throws {
    let end = Array("</channel></rss>".utf8)
    let start = Array("<rss><channel>".utf8)
    let megabytes = CompressedFile.freeSize >> 20 - 1
    let filling =
      [UInt8](repeating: 0xFD, count: megabytes)
      + [UInt8](repeating: 0x20, count: 1 << 20 - start.count - end.count)
    try expect(parse(head + start + filling + end + [0xFF]).warnings.isEmpty)
  }

  @Test func doublyCompressedFilesAreRefused() {
    #expect {
      try parse(head + head + [8, 0, 0xFF])
    } throws: {
      ($0 as? FeedError)?.reason == .compressed
    }
  }
}
