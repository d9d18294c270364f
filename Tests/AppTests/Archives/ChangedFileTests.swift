import Expectations
import FeedViewerFeeds
import FeedViewerReadingState
import Foundation
import LayoutCore
import ProgramRuns
import RandomNumbers
import TestRuns
import Testing
import VirtualList

@testable import FeedViewer

/// Of a file that changes, only what is new is read; all rows are those of a file that is read as a whole.
struct ChangedFileTests {
  private let folder: TemporaryFolder
  private let state = ReadingState()
  private let fixture: LibraryFixture
  private var library: FeedLibrary { fixture.library }

  init() throws {
    folder = try TemporaryFolder()
    fixture = LibraryFixture(load: { [state] path, earlier in
      FeedLoader.events(path: path, state: state, sizes: Self.sizes, since: earlier)
    })
  }

  /// All files are read again where they are, however small.
  private static let sizes = LoadingSizes(reread: 0, archive: .max)

  private static func items(_ numbers: [Int], keys: Int = .max) -> String {
    numbers.map {
      "<item><title>T \($0)</title><guid isPermaLink='false'>g\($0 % keys)</guid>"
        + "<description>&lt;p&gt;Body &amp;amp; \($0)&lt;/p&gt;\(String(repeating: "x", count: $0 % 61))"
        + "</description></item>\n"
    }.joined()
  }

  private static func feed(
    _ numbers: [Int], keys: Int = .max, title: String = "Feed", end: String = "</channel></rss>"
  ) -> String {
    "<rss><channel><title>\(title)</title>\(items(numbers, keys: keys))\(end)"
  }

  private var rows: [FeedRow] { library.sections.flatMap(\.rows) }
  /// The number of entries that were read for what is shown.
  private var readCount: Int? { library.files[0].loaded?.readCount }

  @concurrent
  private nonisolated static func descriptions(of rows: [FeedRow]) async -> [String] {
    rows.map { row in
      "\(row.ordinal) \(row.stateKey.storedText) \(row.title) \(row.entry.body ?? "") \(row.preview) \(row.metadata)"
        + " \(row.contentRevision)"
    }
  }

  /// Waits until what was read is known well enough to be compared.
  private func settle() async throws {
    try await expect(
      MainLoop.settle {
        !library.isLoading && library.files[0].loaded.map { $0.known?.fingerprints != nil } != false
      })
  }

  private func open(_ text: String, _ name: String = "a.xml") async throws -> String {
    let path = try folder.write(text, to: name)
    library.open([path])
    try await settle()
    return path
  }

  private func change(_ path: String, to text: String) async throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    fixture.change(path)
    try await settle()
  }

  private func expectSameAsWhole(_ path: String, sourceLocation: SourceLocation = #_sourceLocation)
    async throws
  {
    let other = LibraryFixture(load: { [state] path, _ in FeedLoader.events(path: path, state: state) })
    other.library.open([path])
    try await expect(MainLoop.settle { !other.library.isLoading })
    let whole = other.library.sections.flatMap(\.rows)
    // What was forgotten is read again, where it is now.
    for page in rows.map(\.page) { while page.isLoaded, !page.forgetTexts() {} }
    await expect(
      Self.descriptions(of: rows), equals: Self.descriptions(of: whole), sourceLocation: sourceLocation)
    expect(
      library.files[0].heading?.repairs, equals: other.library.files[0].heading?.repairs,
      sourceLocation: sourceLocation)
    expect(fixture.listAgrees, sourceLocation: sourceLocation)
  }

  @Test func onlyWhatWasAddedIsReadWhenAFileGrows() async throws {
    let path = try await open(Self.feed(Array(0..<300)))
    library.set(.read, true, of: [rows[7]])
    for count in [305, 306, 340] {
      let before = rows
      try await change(path, to: Self.feed(Array(0..<count)))
      expect(rows.count == count && readCount == count - before.count)
      expect(zip(rows, before).allSatisfy { $0 == $1 } && rows[7].isRead)
      let structure = library.files[0].loaded?.known?.structure
      expect(structure?.continuedCount, equals: before.count)
      expect(structure?.scannedSize ?? .max < 300 * (count - before.count))
      expect(fixture.changes.last?.insertedRows.count, equals: count - before.count)
      try await expectSameAsWhole(path)
    }
  }

  /// A log whose end is never written, even in the middle of an entry.
  @Test func aFileThatNeverEndsGrows() async throws {
    let whole = Self.feed(Array(0..<200), end: "")
    let path = try await open(Self.feed(Array(0..<120), end: ""))
    expect(rows.count, equals: 120)
    for number in [130, 131, 150] {
      // Cut in the body of an entry.
      let place = try require(whole.range(of: "Body &amp;amp; \(number)&"))
      try await change(path, to: String(whole[..<place.lowerBound]))
      expect(rows.count == number + 1 && library.files[0].heading?.isCutOff == true)
      expect(readCount ?? .max <= 22)
      try await expectSameAsWhole(path)
    }
    // Cut in a tag, which is another repair.
    for number in [170, 180] {
      let place = try require(whole.range(of: "title>T \(number)<"))
      try await change(path, to: String(whole[..<place.lowerBound]))
      try await expectSameAsWhole(path)
    }
    try await change(path, to: whole + "</channel></rss>")
    expect(rows.count == 200 && library.files[0].heading?.repairs == nil)
    try await expectSameAsWhole(path)
  }

  @Test(arguments: [true, false])
  func anEntryThatChangesIsTheOnlyOneThatIsRead(isReplaced: Bool) async throws {
    let path = try await open(Self.feed(Array(0..<300)))
    for (from, to) in [
      ("T 150<", "X 150<"), ("Body &amp;amp; 222", "Much more of a body"), ("T 0<", "First<"),
    ] {
      let before = rows
      let text = try folder.text("a.xml").replacing(from, with: to)
      if isReplaced { try FileManager.default.removeItem(atPath: path) }
      try await change(path, to: text)
      expect(readCount, equals: 1)
      let others = zip(rows, before).filter { $0 != $1 }
      expect(others.count == 1 && others[0].0.key == others[0].1.key)
      expect(
        fixture.changes.last?.reloadedRows.count == 1 && fixture.changes.last?.insertedRows.isEmpty == true)
      try await expectSameAsWhole(path)
    }
  }

  @Test func entriesInFrontMoveTheOthers() async throws {
    let path = try await open(Self.feed(Array(100..<400)))
    let before = rows
    try await change(path, to: Self.feed([1, 2, 3] + Array(100..<400)))
    // The first entry can't be read alone, and counts as changed.
    expect(readCount ?? .max <= 4 && rows.count == 303)
    expect(zip(rows[4...], before[1...]).allSatisfy { $0 == $1 })
    expect(fixture.changes.last?.newIndexPath(for: RowIndexPath(section: 0, row: 0))?.row, equals: 3)
    try await expectSameAsWhole(path)
  }

  @Test(arguments: 0..<UInt64(TestRun.count(6, quick: 4, full: 10)))
  func anyChangesGiveTheRowsOfTheWholeFile(seed: UInt64) async throws {
    var random = SplitMix64(seed: seed)
    var numbers = Array(0..<250)
    let keys = seed % 4 == 3 ? 37 : Int.max
    let path = try await open(Self.feed(numbers, keys: keys))
    var next = 1_000
    var read = 0
    for _ in 0..<8 {
      for _ in 0..<Int.random(in: 1..<4, using: &random) {
        let start = Int.random(in: 0...numbers.count, using: &random)
        let end = min(numbers.count, start + Int.random(in: 0..<6, using: &random))
        let fresh = Array(next..<next + Int.random(in: 0..<6, using: &random))
        next += fresh.count
        numbers.replaceSubrange(start..<end, with: fresh)
      }
      // Some entries move.
      if random.chance(0.3) {
        numbers.append(numbers.remove(at: Int.random(in: 0..<numbers.count, using: &random)))
      }
      try await change(path, to: Self.feed(numbers, keys: keys))
      read += readCount ?? 0
      try await expectSameAsWhole(path)
    }
    expect(keys < .max || read < 8 * 30)
  }

  @Test func onlyWhatIsNewIsReadOfAFileWithTwins() async throws {
    let path = try await open(Self.feed(Array(0..<100), keys: 50))
    let kept = rows[1...]
    try await change(path, to: Self.feed(Array(1..<100), keys: 50))
    expect(readCount ?? .max <= 1 && rows.map(\.key) == kept.map(\.key))
    try await expectSameAsWhole(path)
  }

  @Test func allIsReadIfTheFeedChangesOrOnRequest() async throws {
    let path = try await open(Self.feed(Array(0..<100)))
    try await change(path, to: Self.feed(Array(0..<100), title: "Other"))
    expect(readCount == 100 && library.files[0].title == "Other")
    try await expectSameAsWhole(path)
    library.reload()
    try await settle()
    expect(readCount, equals: 100)
    try await change(path, to: Self.feed(Array(0..<101), title: "Other"))
    expect(readCount, equals: 1)
  }

  @Test func repairsAreReportedAsIfAllWasRead() async throws {
    let path = try await open(Self.feed(Array(0..<100)))
    try await change(path, to: Self.feed(Array(0..<100), end: "<item><title>a & b</item></channel></rss>"))
    try await expectSameAsWhole(path)
    try await change(path, to: Self.feed(Array(0..<102)))
    try await expectSameAsWhole(path)
  }

  @Test func jsonFilesGrowAndChange() async throws {
    func json(_ numbers: [Int]) -> String {
      let list = numbers.map {
        "{\"id\": \"\($0)\", \"title\": \"T \($0)\", \"content_text\": \"Body of \($0)\"}"
      }
      return "{\"version\": \"https://jsonfeed.org/version/1.1\", \"title\": \"F\", \"items\": ["
        + list.joined(separator: ",\n") + "]}"
    }
    let path = try await open(json(Array(0..<200)), "a.json")
    try await change(path, to: json(Array(0..<210)))
    expect(readCount, equals: 10)
    try await expectSameAsWhole(path)
    try await change(path, to: json([500] + Array(0..<100) + [600, 601] + Array(103..<210)))
    expect(readCount, equals: 3)
    try await expectSameAsWhole(path)
  }

  @Test func aFileThatIsGoneForAMomentIsComparedAfterwards() async throws {
    let path = try await open(Self.feed(Array(0..<100)))
    let revision = rows[5].revision
    try await change(path, to: "")
    expect(rows.count, equals: 100)
    // Rows are asked for texts that are not there.
    for page in rows.map(\.page) { while page.isLoaded, !page.forgetTexts() {} }
    expect(rows[5].metadata.contains("Changed on disk") && rows[5].revision == revision)
    try await change(path, to: Self.feed(Array(0..<103)))
    expect(rows.count == 103 && readCount == 3)
    // They are drawn again.
    expect(rows[5].preview.hasPrefix("Body") && rows[5].revision != revision)
    try await expectSameAsWhole(path)
  }
}
