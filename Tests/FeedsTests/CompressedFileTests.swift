import Testing

@testable import Feeds

/// What is done with the output of a decompressor; the decompressor itself belongs to another module.
@Suite struct CompressedFileTests {
  private let head: [UInt8] = [0x1F, 0x8B]

  /// Hands over chunks as long as they are wanted.
  private func decompressor(_ chunks: [[UInt8]], fault: String? = nil) -> Decompressor {
    Decompressor { _, take in
      for chunk in chunks where !chunk.withUnsafeBytes(take) { return nil }
      return fault
    }
  }

  @Test func theUnpackedTextIsRead() throws {
    let feed = try FeedReader.parse(
      head, named: "t",
      decompressor: decompressor([Array("<rss><channel><title>a".utf8), Array("b</title>".utf8)]))
    #expect(feed.title == "ab")
  }

  @Test func aDamagedFileKeepsWhatCouldBeUnpackedAndSaysSo() throws {
    let text = Array("<rss><channel><item><title>a</title></item>".utf8)
    let feed = try FeedReader.parse(head, named: "t", decompressor: decompressor([text], fault: "bad block"))
    #expect(feed.entries.map(\.title) == ["a"])
    #expect(feed.warnings.contains { $0.found == "the compressed file is damaged or cut off (bad block)" })
    #expect(throws: FeedError.self) {
      try FeedReader.parse(head, named: "t", decompressor: decompressor([], fault: "bad header"))
    }
  }

  @Test func aBombIsCutAtItsLimit() throws {
    #expect(CompressedFile.sizeLimit(compressed: 10) == CompressedFile.freeSize)
    #expect(CompressedFile.sizeLimit(compressed: 1 << 20) == CompressedFile.ratioLimit << 20)
    #expect(CompressedFile.sizeLimit(compressed: 1 << 40) == FeedReader.sizeLimit)
    let start = Array("<rss><channel><item><title>a</title></item>".utf8)
    let chunk = [UInt8](repeating: 0x20, count: 1 << 20)
    let chunks = [start] + Array(repeating: chunk, count: 64)
    let unpacked = try #require(CompressedFile.unpack(head, with: decompressor(chunks)))
    #expect(unpacked.bytes.count == CompressedFile.freeSize)
    #expect(unpacked.complaint?.repair == "cut off there")
    let feed = try FeedReader.parse(head, named: "t", decompressor: decompressor(chunks))
    #expect(feed.entries.map(\.title) == ["a"])
    #expect(feed.warnings.contains { $0.repair == "cut off there" })
  }

  @Test func whatIsCompressedTwiceIsRefused() {
    do {
      _ = try FeedReader.parse(head, named: "t", decompressor: decompressor([head + [8, 0]]))
      Issue.record("accepted")
    } catch {
      #expect(error.reason == .compressed)
    }
  }
}
