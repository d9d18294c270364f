import Expectations
import FeedViewerFeeds
import FeedViewerReadingState
import FeedViewerSearch
import Foundation
import LayoutCore
import RandomNumbers
import TestRuns
import Testing
import VirtualList

@testable import FeedViewer

/// A search of files that are read only where the list shows them.
struct ArchiveSearchTests: ArchiveListSuite {
  let lists: ArchiveLists
  private let gate = Gate()

  init() throws { lists = try ArchiveLists() }

  private static let words = [
    "alpha", "Beta", "g&amp;mma", "délta", "epsilon", "ζῆτα", "alphabet", "the", "a",
  ]

  private static func item(_ number: Int, using random: inout SplitMix64) -> String {
    func text(_ most: Int) -> String {
      (0..<Int.random(in: 0...most, using: &random)).map { _ in words.randomElement(using: &random)! }
        .joined(separator: " ")
    }
    let author = random.chance(0.3) ? "<author>\(text(2))</author>" : ""
    let tag = random.chance(0.3) ? "<category>\(text(1))</category>" : ""
    let year = Int.random(in: 2010...2024, using: &random)
    let description =
      random.chance(0.3)
      ? "<![CDATA[<p>\(text(9))</p>\(random.chance(0.1) ? String(repeating: "<b>x</b> ", count: 9_000) : "")]]>"
      : text(9)
    // Some must be repaired.
    let end = random.chance(0.05) ? "<b>\(text(3))" : ""
    return "<item><title>\(text(4))</title><guid>g\(number)</guid>\(author)\(tag)"
      + "<pubDate>Tue, 02 Jan \(year) 10:00:00 GMT</pubDate><description>\(description)\(end)</description></item>\n"
  }

  private static func feed(_ items: some Sequence<String>) -> String {
    "<rss><channel><title>Feed</title><managingEditor>the editor</managingEditor>\(items.joined())</channel></rss>"
  }

  private static let manyEntries = feed(2_500)

  private static func feed(_ count: Int, seed: UInt64 = 1) -> String {
    var random = SplitMix64(seed: seed)
    return feed((0..<count).map { item($0, using: &random) })
  }

  private func open(_ path: String, in list: SearchedList) async throws {
    list.library.open([path])
    try await expect(MainLoop.settle { list.library.isArchive(path) && !list.library.isLoading })
  }

  private func found(_ query: String, in list: SearchedList) async throws -> [Int] {
    list.search.search(query)
    try await expect(MainLoop.settle { list.isComplete })
    expect(list.agrees)
    return list.entries.sections.flatMap(\.rows).map(\.ordinal)
  }

  private static let queries = [
    "alpha", "ALPH", "title:beta -the", "gmma", "\"g&mma alpha\"", "delta", "author:editor", "tag:epsilon",
    "ζητα before:2015", "after:2020 -alpha", "is:unread a", "is:starred", "-is:read the", "nothing at all",
    "b",
  ]

  @Test(
    arguments: [(UInt64(1), 300), (2, 120), (3, TestRun.count(1_000, quick: 200, full: 3_000))]
      as [(UInt64, Int)])
  func asMuchIsFoundAsInAFileThatIsReadAtOnce(seed: UInt64, count: Int) async throws {
    let path = try folder.write(Self.feed(count, seed: seed), to: "a.xml")
    let (archive, whole) = (list(), list(LoadingSizes()))
    whole.library.open([path])
    try await expect(MainLoop.settle { !whole.library.isLoading })
    let marked = whole.library.sections[0].rows.filter { $0.ordinal % 7 == 3 }
    whole.library.set(.read, true, of: marked)
    whole.library.set(.starred, true, of: marked.filter { $0.ordinal % 5 == 1 })
    try await open(path, in: archive)
    let placeholder = archive.library.sections[0].placeholderCount
    for query in Self.queries {
      let expected = try await found(query, in: whole)
      let isRight = try await found(query, in: archive) == expected
      expect(isRight, "\(query)")
      expect(archive.search.foundCount == expected.count && archive.entries.isArranged)
      let rows = archive.entries.sections.flatMap(\.rows)
      let titles = whole.entries.sections.flatMap(\.rows).map(\.title)
      let isSame = rows.map(\.title) == titles && rows.allSatisfy { $0.isRead == ($0.ordinal % 7 == 3) }
      expect(isSame, "\(query)")
    }
    expect(archive.library.isArchive(path) && archive.library.sections[0].placeholderCount == placeholder)
    archive.search.end()
    try await expect(MainLoop.settle { archive.isComplete })
    expect(archive.agrees && archive.shown.joined().count == count && !archive.entries.isArranged)
    expect(archive.library.isArchive(path) && archive.library.sections[0].placeholderCount == placeholder)
  }

  /// Several workers read at a time, but nothing is shown before what precedes it.
  @Test func whatIsFoundIsInTheOrderOfTheFileAndNotMoreThanIsWanted() async throws {
    let path = try folder.write(Self.feed(9_000), to: "a.xml")
    let list = list()
    try await open(path, in: list)
    let (outline, entries) = try require(list.library.archiveEntries(of: path))
    func search(_ limit: Int) async -> (rows: [Int], count: Int, ends: [Int]) {
      let search = ArchiveSearch(
        outline: outline, query: SearchQuery("alpha"), marks: FeedMarks(), entries: entries, rowLimit: limit)
      var found: (rows: [Int], count: Int, ends: [Int]) = ([], 0, [])
      for await batch in search.batches {
        found.rows += batch.rows.map(\.ordinal)
        found.count += batch.count
        found.ends.append(batch.end)
      }
      return found
    }
    let all = await search(.max)
    expect(all.rows == all.rows.sorted() && all.count == all.rows.count && all.count > 1_000)
    expect(all.ends == all.ends.sorted() && all.ends.last == 9_000 && all.ends.count > 3)
    let some = await search(700)
    expect(some.rows == Array(all.rows.prefix(700)) && some.count == all.count)
    await expect(search(0).rows.isEmpty)
  }

  @Test func aRowThatWasFoundIsTheRowOfItsEntry() async throws {
    let path = try folder.write(Self.manyEntries, to: "a.xml")
    let list = list()
    try await open(path, in: list)
    let numbers = try await found("alpha", in: list)
    let rows = list.entries.sections[0].rows.filter(list.library.isReadAlone)
    let (marked, seen) = (rows[3], rows[8])
    list.library.set(.starred, true, of: [marked])
    // It stays with the other rows, so that the number of marks is exact.
    expect(list.library.sections[0].rows[marked.ordinal] == marked)
    expect(list.library.sections[0].rows[seen.ordinal].isPlaceholder)
    list.search.end()
    try await expect(MainLoop.settle { list.isComplete })
    for row in [marked, seen] {
      let before = list.last?.oldIndexPath(for: RowIndexPath(section: 0, row: row.ordinal))
      expect(before?.row, equals: numbers.firstIndex(of: row.ordinal), "The list stays where it is.")
    }
    list.library.need([RowIndexPath(section: 0, row: seen.ordinal)])
    try await expect(MainLoop.settle { !list.library.sections[0].rows[seen.ordinal].isPlaceholder })
    expect(list.library.sections[0].rows[seen.ordinal] == seen)
    list.library.set(.read, true, of: [seen])
    try await expect(found("is:read", in: list), equals: [seen.ordinal])
    expect(list.entries.sections[0].rows[0] == seen)
    try await expect(found("is:starred", in: list), equals: [marked.ordinal])
    expect(state.marks(of: FeedKey(path)).marks(ofIdentifier: "g\(marked.ordinal)"), equals: .starred)
  }

  /// Entries that were counted, but whose numbers are a guess, are not searched before all were counted.
  @Test func aFileIsSearchedWhenItsEntriesAreCounted() async throws {
    let count = TestRun.count(30_000, quick: 30_000, full: 120_000)
    // The number is guessed of files of some size.
    let text = String(repeating: "x", count: TestRun.isFull ? 0 : 200)
    let items = (0..<count).map {
      "<item><title>T \($0)</title><guid>g\($0)</guid><description>\(text)</description></item>"
    }
    let path = try folder.write(Self.feed(items), to: "a.xml")
    let list = lists.list(.holding(head: 50, tail: 16 << 10), gate: gate)
    list.library.open([path])
    try await expect(MainLoop.settle { list.library.sections.first?.isCountEstimated == true })
    list.search.search("1199")
    try await expect(MainLoop.settle { list.search.foundCount == 0 && !list.entries.isArranging })
    expect(list.search.isBusy && SearchBar.status(of: list.search) == "Searching…")
    await gate.open()
    try await expect(MainLoop.settle { list.isComplete })
    let expected = (0..<count).filter { "\($0)".hasPrefix("1199") || "\($0)".contains("1199") }
    expect(list.entries.sections.flatMap(\.rows).map(\.ordinal) == expected && list.agrees)
    expect(SearchBar.status(of: list.search), equals: "\(expected.count) results")
    expect(list.newArrangementCount, equals: 1, "The list goes to its beginning once.")
  }

  @Test func aFileThatChangesIsSearchedAgain() async throws {
    var random = SplitMix64(seed: 4)
    var items = (0..<600).map { Self.item($0, using: &random) }
    let path = try folder.write(Self.feed(items), to: "a.xml")
    let list = list()
    try await open(path, in: list)
    let before = try await found("alpha", in: list)
    items.insert("<item><title>alpha alone</title><guid>new</guid></item>", at: 300)
    _ = try folder.write(Self.feed(items), to: "a.xml")
    lists.change(path)
    let expected = before.filter { $0 < 300 } + [300] + before.filter { $0 >= 300 }.map { $0 + 1 }
    try await expect(
      MainLoop.settle {
        list.isComplete && !list.library.isLoading
          && list.entries.sections.flatMap(\.rows).map(\.ordinal) == expected
      })
    expect(list.library.isArchive(path) && list.search.foundCount == expected.count)
  }

  @Test func aFileThatIsClosedIsNotSearchedAnyMore() async throws {
    let path = try folder.write(Self.manyEntries, to: "a.xml")
    let list = list()
    try await open(path, in: list)
    list.search.search("alpha")
    list.library.close(path)
    try await expect(MainLoop.settle { list.isComplete })
    expect(list.search.foundCount, equals: 0)
    expect(list.shown.isEmpty && list.entries.sections.isEmpty)
  }
}
