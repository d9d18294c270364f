import Expectations
import Foundation
import FuzzInputs
import Glibc
import RandomNumbers
import TestRuns
import Testing

@testable import FeedViewerFeeds

/// A file that has grown is scanned from where it ended, with the same result as if all of it was scanned.
@Suite struct GrownFileTests {
  private let path = FileManager.default.temporaryDirectory.path + "/grown-\(UUID().uuidString).feed"

  /// Writes bytes over those of the file, which stays the same one.
  private func write(_ bytes: some Sequence<UInt8>, at offset: Int = 0) throws {
    let file = open(path, O_WRONLY | O_CREAT, 0o600)
    defer { close(file) }
    let bytes = Array(bytes)
    try require(file >= 0 && pwrite(file, bytes, bytes.count, off_t(offset)) == bytes.count)
    try require(ftruncate(file, off_t(offset + bytes.count)) == 0)
  }

  private func remove() { try? FileManager.default.removeItem(atPath: path) }

  private func scan(after earlier: FeedStructure? = nil, threads: Int = 1) throws -> FeedStructure {
    try FeedReader.structure(contentsOf: path, keepsCopy: false, threads: threads, after: earlier)
  }

  /// Compares two structures entry by entry, and what is known of the feed.
  private func difference(_ one: FeedStructure, _ other: FeedStructure) -> String? {
    guard one.entryCount == other.entryCount else {
      return "\(one.entryCount) entries instead of \(other.entryCount)"
    }
    for ordinal in 0..<one.entryCount {
      let (a, b) = (one.place(ofEntry: ordinal), other.place(ofEntry: ordinal))
      guard a?.offset == b?.offset, a?.count == b?.count else { return "entry \(ordinal) is elsewhere" }
      guard one.entry(ordinal)?.contentRevision == other.entry(ordinal)?.contentRevision else {
        return "entry \(ordinal) is another"
      }
    }
    guard one.feed.title == other.feed.title, one.feed.repairCount == other.feed.repairCount,
      one.feed.isCutOff == other.feed.isCutOff, one.feed.warnings == other.feed.warnings,
      one.feed.language == other.feed.language, one.feed.pages == other.feed.pages
    else { return "the feed is another" }
    return nil
  }

  /// The feeds of `StructureCheck` with more entries, and text after them.
  private var feeds: [String] {
    let items = StructureCheck.items(120)
    let json = StructureCheck.objects(120).joined(separator: ",\n ")
    let entries = (0..<120).map {
      "<entry><id>i\($0)</id><title>T \($0)</title><content type='html'>&lt;p&gt;\($0)&lt;/p&gt;</content></entry>\n"
    }.joined()
    return [
      StructureCheck.channel(items), StructureCheck.channel(items) + "\n<!-- end -->",
      "<feed xmlns='http://www.w3.org/2005/Atom'><title>F</title>\(entries)<link rel='next' href='n'/></feed>",
      "{\"version\": \"https://jsonfeed.org/version/1.1\", \"items\": [\(json)], \"title\": \"After\"}",
      StructureCheck.channel(
        StructureCheck.items(40)
          + "<!-- <item> --><item><description><![CDATA[</item><item>]]></description></item>"
          + StructureCheck.items(60, from: 40)),
      // What is known of the feed changes between entries.
      StructureCheck.channel(
        StructureCheck.items(40) + "<language>fr</language>" + StructureCheck.items(60, from: 40)),
      // An entry that is repaired.
      StructureCheck.channel(
        StructureCheck.items(40) + "<item><title>x</item>" + StructureCheck.items(60, from: 40)),
    ]
  }

  @Test func aFileThatWasCutAnywhereGivesTheSameWhenItHasGrown() throws {
    defer { remove() }
    var random = SplitMix64(seed: 15)
    var continued = 0
    let rounds = TestRun.count(20, quick: 3, full: 80)
    for feed in feeds {
      let bytes = Array(feed.utf8)
      for _ in 0..<rounds {
        let cut = Int.random(in: 60..<bytes.count, using: &random)
        try write(bytes[..<cut])
        guard let before = try? scan() else { continue }
        try write(bytes[cut...], at: cut)
        let whole = try scan()
        for threads in [1, 2] {
          let grown = try scan(after: before, threads: threads)
          expect(difference(grown, whole) == nil, "cut at \(cut) of \(feed.prefix(40))")
          if grown.continuedCount > 0 { continued += 1 }
        }
      }
    }
    expect(continued > 7 * rounds)
  }

  @Test func aFileWhoseEndIsOverwrittenGivesTheSame() throws {
    defer { remove() }
    for (feed, end) in zip(feeds, ["</channel>", "</channel>", "<link rel", "]", "</channel>"]) {
      let last = try require(feed.range(of: end, options: .backwards))
      let (head, tail) = (String(feed[..<last.lowerBound]), String(feed[last.lowerBound...]))
      let more =
        feed.hasPrefix("{")
        ? ",\n " + StructureCheck.objects(5).joined(separator: ",\n ")
        : feed.hasPrefix("<feed")
          ? "<entry><id>new</id><title>New</title></entry>\n"
          : StructureCheck.items(5, from: 900)
      try write(feed.utf8)
      var before = try scan()
      var text = head
      // Many times, always with one open file.
      for _ in 0..<20 {
        text += more
        try write((text + tail).utf8)
        let grown = try scan(after: before)
        let whole = try scan()
        expect(difference(grown, whole) == nil)
        expect(grown.continuedCount == before.entryCount && grown.text.file === before.text.file)
        // All that is scanned is what was added.
        expect(grown.scannedSize < more.utf8.count + 64)
        before = grown
      }
    }
  }

  /// Cut in the middle of a section or a comment that holds what looks like entries.
  @Test func whatLookedLikeEntriesAtTheOldEndIsReadAgain() throws {
    defer { remove() }
    let items = StructureCheck.items(50)
    for trap in ["<item><description><![CDATA[", "<!-- ", "<?x ", "<item><title a='"] {
      let inside = "<item><title>no</title></item></item>"
      for end in ["]]></description></item>", " -->", "?>", "'>x</title></item>", ""] {
        let whole = "<rss><channel>" + items + trap + inside + end + StructureCheck.items(9, from: 70)
        for cut in stride(
          from: items.utf8.count + 14, to: whole.utf8.count, by: TestRun.count(31, quick: 200, full: 7))
        {
          try write(Array(whole.utf8)[..<cut])
          let before = try scan()
          try write(whole.utf8)
          let (grown, whole) = (try scan(after: before), try scan())
          expect(difference(grown, whole) == nil && grown.continuedCount >= 49, "\(trap) \(end) at \(cut)")
        }
      }
    }
  }

  @Test func aFileThatChangedBeforeItsOldEndIsScannedAgain() throws {
    defer { remove() }
    var random = SplitMix64(seed: 3)
    // So short that all of it is verified.
    let items = StructureCheck.items(900)
    let feed = Array(StructureCheck.channel(items).utf8)
    try require(feed.count < 300_000)
    let more = Array(StructureCheck.items(4, from: 2_000).utf8)
    for _ in 0..<TestRun.count(20, full: 60) {
      try write(feed)
      let before = try scan()
      var changed = feed
      let place = Int.random(in: 0..<feed.count - 40, using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0: changed[place] ^= 1
      case 1: changed.insert(0x20, at: place)
      default: changed.remove(at: place)
      }
      try write(changed + more)
      let found = try? scan(after: before)
      expect(found?.continuedCount ?? 0, equals: 0, "changed at \(place)")
      if let found, let whole = try? scan() { expect(difference(found, whole) == nil) }
    }
  }

  /// Whatever is inserted or removed moves all that follows.
  @Test func aLargeFileInWhichSomethingMovedIsScannedAgain() throws {
    defer { remove() }
    let feed = Array(StructureCheck.channel(StructureCheck.items(20_000)).utf8)
    try require(feed.count > 2 << 20)
    try write(feed)
    let before = try scan()
    var random = SplitMix64(seed: 4)
    for _ in 0..<20 {
      var changed = feed
      changed.insert(0x20, at: Int.random(in: 0..<feed.count - 2_000, using: &random))
      try write(changed + [0x0A])
      try expect(scan(after: before).continuedCount, equals: 0)
    }
    try write(feed + [0x0A])
    try expect(scan(after: before).continuedCount, equals: 20_000)
  }

  @Test func aFileThatWasReplacedOrBecameShorterIsScannedAgain() throws {
    defer { remove() }
    let feed = StructureCheck.channel(StructureCheck.items(60))
    try write(feed.utf8)
    let before = try scan()
    remove()
    try write((feed + "\n").utf8)
    try expect(scan(after: before).continuedCount, equals: 0)
    let replaced = try scan()
    try write(StructureCheck.channel(StructureCheck.items(59)).utf8)
    try expect(scan(after: replaced).continuedCount, equals: 0)
    try write(Array(feed.utf8).dropLast(4))
    try expect(scan(after: replaced).entryCount, equals: 60)
  }

  @Test func textInAnotherEncodingIsScannedAgain() throws {
    defer { remove() }
    let feed = StructureCheck.channel(StructureCheck.items(60))
    for text in [
      "<?xml version='1.0' encoding='iso-8859-1'?>" + feed, feed.replacing("T 30", with: "T\u{1}30"),
    ] {
      let bytes = Array(text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) })
      try write(bytes)
      let before = try scan()
      try write(bytes + [0x0A])
      let after = try scan(after: before)
      let whole = try scan()
      expect(after.continuedCount == 0 && difference(after, whole) == nil)
    }
  }

  @Test func aFileThatIsTruncatedWhileItIsScannedIsReportedOrShorter() async throws {
    defer { remove() }
    let feed = Array(StructureCheck.channel(StructureCheck.items(40_000)).utf8)
    var random = SplitMix64(seed: 5)
    for round in 0..<12 {
      try write(feed)
      let size = Int.random(in: 0..<feed.count, using: &random)
      let path = path
      var isTruncated = false
      let threads = 1 + round % 2
      let found = try? FeedReader.structure(contentsOf: path, keepsCopy: false, threads: threads) {
        _, fraction in
        if !isTruncated, fraction > Double(round) / 12 { isTruncated = truncate(path, off_t(size)) == 0 }
        return true
      }
      if let found {
        // Computing does not go past the end.
        expect(found.fingerprints(threads: 2) == nil || !isTruncated)
        for ordinal in stride(from: 0, to: found.entryCount, by: 997) { _ = found.entry(ordinal) }
      }
    }
  }
}
