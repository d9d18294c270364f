import Expectations
import FeedViewerReadingState
import Foundation
import LayoutCore
import ProgramRuns
import Testing

@testable import FeedViewer

/// Which entries are marked after the file of a feed has changed.
struct KeptMarksTests {
  /// How a file is read.
  nonisolated enum Mode: CaseIterable, Sendable {
    /// As a whole, by another library.
    case openedAgain
    /// As a whole, while it is open.
    case changed
    /// Only what is new, while it is open.
    case compared
    case archiveOpenedAgain
    case changedArchive

    var isArchive: Bool { self == .archiveOpenedAgain || self == .changedArchive }
    var isLive: Bool { self != .openedAgain && self != .archiveOpenedAgain }

    var sizes: LoadingSizes {
      switch self {
      case .openedAgain, .changed: LoadingSizes()
      case .compared: LoadingSizes(reread: 0, archive: .max)
      case .archiveOpenedAgain, .changedArchive: .holding(head: 4)
      }
    }
  }

  nonisolated struct Entry: Sendable {
    var title: String
    var identifier: String?
    var link: String?
    var date: String?

    init(_ title: String, _ identifier: String? = nil, link: String? = nil, date: String? = nil) {
      (self.title, self.identifier, self.link, self.date) = (title, identifier, link, date)
    }
  }

  /// A change of a feed.
  nonisolated struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let before: [Entry]
    /// The indexes of the entries that are marked.
    let marked: [Int]
    let after: [Entry]
    /// The indexes of the entries that are marked then.
    let expected: [Int]
    /// The same, if twins can't be counted.
    var expectedInArchive: [Int]?
  }

  nonisolated static let (a, b, c, d) = (Entry("A", "a"), Entry("B", "b"), Entry("C", "c"), Entry("D", "d"))
  /// They have the same identifier.
  nonisolated static let twins = ["One", "Two", "Three", "Four"].map { Entry($0, "same") }
  nonisolated static let cases = [
    Case(testDescription: "prepended", before: [a, b, c], marked: [1], after: [d, a, b, c], expected: [2]),
    Case(testDescription: "appended", before: [a, b, c], marked: [1], after: [a, b, c, d], expected: [1]),
    Case(testDescription: "reordered", before: [a, b, c], marked: [0], after: [c, b, a], expected: [2]),
    Case(
      testDescription: "a twin is first", before: [twins[0], b], marked: [0],
      after: [twins[1], twins[0], b], expected: [1]),
    Case(
      testDescription: "a twin appears behind", before: [twins[0], b], marked: [0],
      after: [twins[0], b, twins[1]], expected: [0]),
    Case(
      testDescription: "the marked twin leaves", before: [twins[0], twins[1], b], marked: [0],
      after: [twins[1], b], expected: []),
    Case(
      testDescription: "the other twin leaves", before: [twins[0], twins[1], b], marked: [1],
      after: [twins[1], b], expected: [0]),
    Case(
      testDescription: "one identifier for all", before: Array(twins[0..<3]), marked: [1],
      after: [twins[3], twins[2], twins[0], twins[1]], expected: [3]),
    Case(
      testDescription: "an edited title", before: [Entry("Draft titel", "x"), b], marked: [0],
      after: [Entry("Draft title", "x"), b], expected: [0], expectedInArchive: []),
    Case(
      testDescription: "an edited title without an identifier",
      before: [
        Entry("Draft titel", link: "https://m.example/1"), Entry("Other", link: "https://m.example/2"),
      ],
      marked: [0],
      after: [
        Entry("Draft title", link: "https://m.example/1"), Entry("Other", link: "https://m.example/2"),
      ],
      expected: [0], expectedInArchive: []),
    Case(
      testDescription: "one link for all", before: ["A", "B"].map { Entry($0, link: "https://m.example/") },
      marked: [1], after: ["C", "B", "A"].map { Entry($0, link: "https://m.example/") }, expected: [1]),
    Case(
      testDescription: "neither identifiers nor links",
      before: [Entry("A", date: "soon"), Entry("A", date: "later")], marked: [1],
      after: [Entry("B"), Entry("A", date: "later"), Entry("A", date: "soon")], expected: [1]),
    Case(
      testDescription: "a copy is added", before: [a, b], marked: [0], after: [b, a, a], expected: [1, 2]),
    Case(
      testDescription: "identifiers that differ in one letter", before: [Entry("One", "http://m.example/a")],
      marked: [0], after: [Entry("One", "https://m.example/a"), Entry("One", "http://m.example/a")],
      expected: [1]),
    Case(
      testDescription: "an identifier that looks like a number of a twin", before: [twins[0], twins[1]],
      marked: [1], after: [twins[0], twins[1], Entry("Two", "same#2")], expected: [1]),
  ]

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func write(_ entries: [Entry]) throws -> String {
    func element(_ name: String, _ text: String?) -> String { text.map { "<\(name)>\($0)</\(name)>" } ?? "" }
    // An archive has more entries than are read anyway.
    let others = (0..<60).map { Entry("Other \($0)", "other \($0)") }
    let items = (entries + others).map {
      "<item><title>\($0.title)</title>\(element("link", $0.link))\(element("guid", $0.identifier))"
        + "\(element("pubDate", $0.date))<description>Words.</description></item>\n"
    }
    return try folder.write("<rss><channel><title>Feed</title>\(items.joined())</channel></rss>", to: "a.xml")
  }

  private func fixture(_ mode: Mode, _ state: ReadingState) -> LibraryFixture {
    LibraryFixture(
      state: state, load: { FeedLoader.events(path: $0, state: state, sizes: mode.sizes, since: $1) })
  }

  /// Waits until the rows of entries are there.
  private func rows(_ entries: [Entry], _ fixture: LibraryFixture, _ path: String, _ mode: Mode) async throws
    -> [FeedRow]
  {
    let library: FeedLibrary = fixture.library
    func rows() -> [FeedRow] { library.sections.flatMap(\.rows) }
    try await expect(
      MainLoop.settle {
        rows().count == entries.count + 60 && library.isArchive(path) == mode.isArchive
          && (mode.isArchive || !library.isLoading && library.files[0].loaded?.known?.fingerprints != nil
            || mode.sizes.reread > 0 && !library.isLoading)
      })
    try await expect(
      MainLoop.settle {
        library.need(entries.indices.map { RowIndexPath(section: 0, row: $0) })
        return rows().prefix(entries.count).allSatisfy { !$0.isPlaceholder }
          && rows().prefix(entries.count).map(\.title) == entries.map(\.title)
      })
    return Array(rows().prefix(entries.count))
  }

  @Test(arguments: Mode.allCases, cases)
  func marksStayWithTheirEntries(mode: Mode, change: Case) async throws {
    let state = ReadingState()
    var fixture = fixture(mode, state)
    let path = try write(change.before)
    fixture.library.open([path])
    let before = try await rows(change.before, fixture, path, mode)
    for mark in [EntryMarks.read, .starred] {
      fixture.library.set(mark, true, of: change.marked.map { before[$0] })
    }
    expect(before.indices.filter { before[$0].isRead }, equals: change.marked)
    _ = try write(change.after)
    if mode.isLive {
      fixture.change(path)
    } else {
      fixture = self.fixture(mode, state)
      fixture.library.open([path])
    }
    let after = try await rows(change.after, fixture, path, mode)
    let expected = mode.isArchive ? change.expectedInArchive ?? change.expected : change.expected
    expect(after.indices.filter { after[$0].isRead }, equals: expected)
    expect(after.indices.filter { after[$0].isStarred }, equals: expected)
    let unread = fixture.library.sections[0].rows.readRows.count { !$0.isRead }
    expect(mode.isArchive || fixture.library.sections[0].unreadCount == unread)
    // Back again.
    _ = try write(change.before)
    fixture = self.fixture(mode, state)
    fixture.library.open([path])
    let again = try await rows(change.before, fixture, path, mode)
    expect(again.indices.filter { again[$0].isRead }, equals: change.marked)
  }

  @Test(arguments: [Mode.openedAgain, .archiveOpenedAgain])
  func exactCopiesShareTheirMarks(mode: Mode) async throws {
    let state = ReadingState()
    let fixture = fixture(mode, state)
    let entries = [Self.a, Self.b, Self.a, Self.twins[0], Self.twins[1], Self.twins[0]]
    let path = try write(entries)
    fixture.library.open([path])
    let rows = try await rows(entries, fixture, path, mode)
    fixture.library.set(.read, true, of: [rows[2], rows[3]])
    expect(rows.map(\.isRead), equals: [true, false, true, true, false, true])
    expect(fixture.library.sections[0].unreadCount == entries.count + 60 - 4 || mode.isArchive)
    fixture.library.set(.read, false, of: [rows[0], rows[5]])
    expect(rows.allSatisfy { !$0.isRead })
  }
}
