import Expectations
import Testing

@testable import FeedViewerFeeds

/// How decompressed text is used.
@Suite struct CompressedFileTests {
  private func parse(_ bytes: [UInt8]) throws(FeedError) -> Feed { try FeedReader.parse(bytes, named: "t") }

  /// A member whose text is all there, but not what its checksum says.
  private func damaged(_ text: [UInt8]) -> [UInt8] {
    var member = Packing.gzip(text)
    member[member.count - 8] ^= 1
    return member
  }

  @Test func decompressedTextIsReadInPieces() throws {
    let items = (0..<20_000).map { "<item><title>é\($0)</title></item>" }.joined()
    let text = Array("<rss><channel><title>a</title>\(items)</channel></rss>".utf8)
    var fractions: [Double] = []
    // Stored, so that all pieces have the same ratio.
    let packed = Packing.gzip(text, level: 0)
    _ = try FeedReader.stream(packed, named: "t") { batch in
      fractions.append(batch.fractionDone)
      return true
    }
    expect(fractions.count > 10 && fractions == fractions.sorted() && fractions.last == 1)
    expect(fractions.allSatisfy { (0...1).contains($0) })
    let feed = try parse(packed)
    expect(feed.entryCount == 20_000 && feed.entries.last?.title == "é19999")
    expect(feed.warnings.isEmpty)
  }

  @Test func allMembersAreReadAndPaddingIsIgnored() throws {
    let first = Array("<rss><channel><title>a".utf8)
    let second = Array("b</title></channel></rss>".utf8)
    let feed = try parse(Packing.gzip(first) + Packing.gzip(second) + [0, 0, 0])
    expect(feed.title, equals: "ab")
    expect(feed.warnings.isEmpty)
  }

  @Test func aDamagedFileKeepsWhatWasDecompressedAndWarns() throws {
    let text = Array("<rss><channel><item><title>a</title></item>".utf8)
    let feed = try parse(damaged(text))
    expect(feed.entries.map(\.title), equals: ["a"])
    expect(
      feed.warnings.contains {
        $0.found.description == "the compressed file is damaged or cut off (incorrect data check)"
      })
    let cut = try parse(Packing.gzip(text).dropLast(8))
    expect(cut.entries.map(\.title), equals: ["a"])
    expect(
      cut.warnings.contains {
        $0.found.description == "the compressed file is damaged or cut off (it ends in the middle)"
      })
    for bytes in [[0x1F, 0x8B, 0xFE], [0x1F, 0x8B]] as [[UInt8]] {
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
      parse(damaged(text + [0x20])).warnings.map(\.repair.description), equals: ["read up to there"])
    try expect(parse(Packing.gzip(text + [0x20])).warnings.isEmpty)
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
    let bomb = Packing.gzip(start + [UInt8](repeating: 0x20, count: CompressedFile.freeSize + 1))
    let total = bomb.withUnsafeBytes { bytes in
      let file = CompressedFile(ByteSource(bytes), .gzip)
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
    let filling = [UInt8](repeating: 0x20, count: CompressedFile.freeSize - start.count - end.count)
    try expect(parse(Packing.gzip(start + filling + end)).warnings.isEmpty)
  }
}
