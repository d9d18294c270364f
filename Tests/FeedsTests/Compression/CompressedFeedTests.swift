import Expectations
import FeedViewerCCompression
import Foundation
import ProgramRuns
import RandomNumbers
import TestRuns
import Testing

@testable import FeedViewerFeeds

/// Feeds in compressed files: all members, damage, and reading entries again.
struct CompressedFeedTests {
  private static func feed(_ items: Int, seed: UInt64 = 1) -> [UInt8] {
    var random = SplitMix64(seed: seed)
    var text = "<rss version=\"2.0\"><channel><title>Packed</title>"
    for item in 0..<items {
      text += "<item><guid>\(item)</guid><title>Entry \(item)</title><description>"
      for _ in 0..<Int.random(in: 1...40, using: &random) {
        text += " wörd\(UInt16.random(in: 0...9_999, using: &random))"
      }
      text += "</description></item>\n"
    }
    return Array((text + "</channel></rss>").utf8)
  }

  private static let large = feed(20_000)

  private func written(_ bytes: [UInt8], _ name: String) throws -> (TemporaryFolder, String) {
    let folder = try TemporaryFolder()
    let path = try folder.write("", to: name)
    try Data(bytes).write(to: URL(filePath: path))
    return (folder, path)
  }

  @Test(arguments: CompressionFormat.allCases)
  func allMembersAreReadAsOneFile(_ format: CompressionFormat) throws {
    let text = Self.feed(200)
    let half = text.count / 2
    let packed = Packing.pack(Array(text[..<half]), format) + Packing.pack(Array(text[half...]), format)
    for bytes in [packed, Packing.pack(text, format)] {
      let feed = try FeedReader.parse(bytes, named: "t")
      expect(feed.entryCount == 200 && feed.warnings.isEmpty)
    }
    let cut = try FeedReader.parse(Array(packed.dropLast(200)), named: "t")
    expect(
      cut.entryCount > 0 && cut.warnings.contains { $0.found.description.contains("damaged or cut off") })
    var damaged = packed
    for index in damaged.indices.suffix(40).dropLast(20) { damaged[index] ^= 0x55 }
    let mended = try FeedReader.parse(damaged, named: "t")
    expect(mended.entryCount > 0 && !mended.warnings.isEmpty)
  }

  /// Frames that decoders skip may be before and between others (RFC 8878, section 3.1.2).
  @Test func skippableFramesAreSkipped() throws {
    let skippable: [UInt8] = [0x53, 0x2A, 0x4D, 0x18, 3, 0, 0, 0, 1, 2, 3]
    let text = Self.feed(20)
    let packed =
      skippable + Packing.zstandard(Array(text[..<100])) + skippable + Packing.zstandard(Array(text[100...]))
    let feed = try FeedReader.parse(packed + skippable, named: "t")
    expect(feed.entryCount == 20 && feed.warnings.isEmpty)
  }

  @Test func filesThatAreCompressedTwiceAreRefused() {
    for format in CompressionFormat.allCases {
      let packed = Packing.gzip(Packing.pack(Self.feed(3), format))
      #expect {
        try FeedReader.parse(packed, named: "t")
      } throws: {
        ($0 as? FeedError)?.reason == .compressed
      }
    }
  }

  /// Entries are read again from the compressed file, or from a copy of its text.
  @Test(arguments: CompressionFormat.allCases)
  func entriesAreReadAgain(_ format: CompressionFormat) throws {
    let text = Self.large
    let (folder, path) = try written(Packing.pack(text, format), "feed.xml")
    defer { withExtendedLifetime(folder) {} }
    var (entries, places, kept): ([FeedEntry], [EntryPlace?], FeedText?) = ([], [], nil)
    _ = try FeedReader.stream(contentsOf: path, keepsText: true) { batch in
      entries += batch.sections.flatMap(\.entries)
      places += batch.sections.flatMap(\.places)
      kept = batch.text
      return true
    }
    let again = try require(kept)
    expect(entries.count == 20_000 && places.count == 20_000)
    // Gzip files need no copy.
    expect(again.copiedSize == 0, equals: format == .gzip)
    var random = SplitMix64(seed: 2)
    for _ in 0..<200 {
      let index = Int.random(in: 0..<20_000, using: &random)
      guard let place = places[index] else { continue }
      let read = try require(again.entries(at: [place])?.first)
      expect(read.title == entries[index].title && read.contentRevision == entries[index].contentRevision)
    }
    let structure = try FeedReader.structure(contentsOf: path)
    expect(structure.entryCount, equals: 20_000)
    expect(structure.entry(19_999)?.title, equals: entries[19_999].title)
    expect((structure.text.copiedSize == 0) == (format == .gzip) && !structure.needsReading)
  }

  /// Any part of any text is read from the nearest place before it, over the ends of members.
  @Test(arguments: 0..<UInt64(TestRun.count(4, full: 12)))
  func restartIndexReadsAnyPart(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var (text, packed): ([UInt8], [UInt8]) = ([], [])
    for _ in 0..<Int.random(in: 1...5, using: &random) {
      let isNoise = Bool.random(using: &random)
      let part =
        isNoise
        ? (0..<Int.random(in: 0...200_000, using: &random)).map { _ in
          UInt8.random(in: 0...255, using: &random)
        }
        : Self.feed(Int.random(in: 0...2_000, using: &random), seed: random.next())
      text += part
      packed += Packing.gzip(part, level: Int32.random(in: 0...9, using: &random))
    }
    let (folder, path) = try written(packed, "text.gz")
    defer { withExtendedLifetime(folder) {} }
    let index = RestartIndex(spacing: 20_000)
    let file = CompressedFile(try ByteSource(openingFileAt: path, sizeLimit: .max), .gzip, index)
    var unpacked: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 70_000)
    while !file.isAtEnd {
      let count = file.read(into: &piece, limit: Int.random(in: 1...70_000, using: &random))
      unpacked += piece[..<count]
    }
    expect(unpacked == text && file.complaint == nil)
    if text.count > 200_000 { expect(index.count > 2) }
    let opened = OpenedFile(open(path, O_RDONLY))
    // Some parts follow others, as when several readers go on in turns.
    var ends = [0, 0, 0]
    for number in 0..<TestRun.count(90) {
      let goesOn = Bool.random(using: &random)
      let start = goesOn ? ends[number % 3] : Int.random(in: 0...text.count, using: &random)
      let range = start..<min(text.count, start + Int.random(in: 0...50_000, using: &random))
      var target = [UInt8](repeating: 0, count: range.count)
      let isThere = target.withUnsafeMutableBytes {
        index.read(into: $0, at: range.lowerBound, from: opened)
      }
      expect(isThere && target == Array(text[range]))
      ends[number % 3] = range.upperBound
    }
    var beyond = [UInt8](repeating: 0, count: 10)
    expect(!beyond.withUnsafeMutableBytes { index.read(into: $0, at: text.count - 5, from: opened) })
  }

  /// A file that was truncated or written over gives nothing or another text, and no crash.
  @Test func aChangedFileIsNotRead() throws {
    let (folder, path) = try written(Packing.gzip(Self.large), "feed.xml.gz")
    defer { withExtendedLifetime(folder) {} }
    var (places, kept): ([EntryPlace?], FeedText?) = ([], nil)
    _ = try FeedReader.stream(contentsOf: path, keepsText: true) { batch in
      places += batch.sections.flatMap(\.places)
      kept = batch.text
      return true
    }
    let again = try require(kept)
    let last = try require(places[19_990])
    expect(again.entries(at: [last]) != nil)
    let first = try require(places[10_000])
    expect(again.entries(at: [first]) != nil)
    truncate(path, 30_000)
    expect(again.entries(at: [last]) == nil)
  }

  /// The size of the copy is told when all is copied, not while it grows.
  @Test func aLargeCopyIsNoted() throws {
    var random = SplitMix64(seed: 3)
    // Letters only. They come again farther away than programs that compress look for them: as a decompression bomb, the feed
    // would not be read.
    let (length, texts) = (13_200, 300)
    var letters: [UInt8] = []
    for _ in 0..<texts * length / 8 {
      withUnsafeBytes(of: random.next() & 0x0F0F_0F0F_0F0F_0F0F | 0x6060_6060_6060_6060) { letters += $0 }
    }
    var text = Array("<rss><channel>".utf8)
    for number in 0..<4_000 {
      let start = number % texts * length
      text +=
        Array("<item><guid>\(number)</guid><description>".utf8) + letters[start..<start + length]
        + Array("</description></item>".utf8)
    }
    text += Array("</channel></rss>".utf8)
    for (format, isCopied) in [(CompressionFormat.zstandard, true), (.gzip, false)] {
      let packed = format == .gzip ? Packing.gzip(text, level: 1) : Packing.pack(text, format)
      let (folder, path) = try written(packed, "feed.xml.packed")
      defer { withExtendedLifetime(folder) {} }
      var loaded: [FeedNote] = []
      let feed = try FeedReader.stream(contentsOf: path, keepsText: true) {
        if $0.fractionDone < 0.9 { loaded += $0.feed.notes }
        return true
      }
      expect(feed.notes == (isCopied ? [.copied(bytes: text.count)] : []) && loaded.isEmpty)
    }
  }
}
