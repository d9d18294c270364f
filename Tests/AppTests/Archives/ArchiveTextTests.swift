import Expectations
import FeedViewerBase
import FeedViewerFeeds
import FeedViewerReadingState
import Foundation
import ProgramRuns
import Testing
import VirtualList

@testable import FeedViewer

/// Very large files whose text is compressed, or in another encoding, are read only where the list shows them, too.
struct ArchiveTextTests {
  /// How the text is in the file.
  enum Form: CaseIterable {
    case compressed
    case utf16
    case latin1
  }

  private static let count = 500
  private let folder: TemporaryFolder
  private let state = ReadingState()
  private let fixture: LibraryFixture
  private var library: FeedLibrary { fixture.library }
  private var rows: [FeedRow] { library.sections.flatMap(\.rows) }

  init() throws {
    folder = try TemporaryFolder()
    fixture = LibraryFixture(holdingFilesMarkedIn: state, head: 20)
  }

  /// Writes a feed of entries with these numbers.
  private func write(_ numbers: some Sequence<Int>, as form: Form) async throws -> String {
    let items = numbers.map {
      "<item><title>Käse \($0)</title><guid>g\($0)</guid><description>\($0) Wörter</description></item>\n"
    }
    let declaration = form == .latin1 ? "<?xml version='1.0' encoding='iso-8859-1'?>" : ""
    let text = declaration + "<rss><channel><title>Feed</title>\(items.joined())</channel></rss>"
    let url = URL(fileURLWithPath: folder.path + "/feed.xml")
    switch form {
    case .utf16: try text.data(using: .utf16)?.write(to: url)
    case .latin1: try text.data(using: .isoLatin1)?.write(to: url)
    case .compressed:
      let plain = try folder.write(text, to: "plain.xml")
      let result = try await ProgramRun.run("/usr/bin/gzip", ["-fk", plain])
      expect(result.status == 0 && rename(plain + ".gz", url.path) == 0)
    }
    return url.path
  }

  private func open(_ numbers: some Sequence<Int>, as form: Form) async throws -> String {
    let path = try await write(numbers, as: form)
    library.open([path])
    try await expect(MainLoop.settle { library.isArchive(path) && !library.isLoading })
    return path
  }

  @Test(arguments: Form.allCases)
  func entriesAreReadWhereTheListShowsThem(form: Form) async throws {
    let path = try await open(0..<Self.count, as: form)
    expect(rows.count == Self.count && library.sections[0].placeholderCount > 0)
    try await fixture.need([499, 250, 31])
    for number in [499, 250, 31] {
      expect(rows[number].title == "Käse \(number)" && rows[number].preview == "\(number) Wörter")
    }
    try await fixture.need(Array(100..<300))
    expect(rows[100..<300].map(\.title), equals: (100..<300).map { "Käse \($0)" })
    expect(library.isArchive(path) && library.problems.isEmpty && fixture.listAgrees)
  }

  /// Rows that were shown stay when entries come before them.
  @Test(arguments: Form.allCases)
  func aChangeIsCompared(form: Form) async throws {
    let path = try await open(0..<Self.count, as: form)
    try await fixture.need([300])
    let isComparable = try await MainLoop.settle { library.files[0].loaded?.known?.fingerprints != nil }
    expect(isComparable)
    let row = rows[300]
    _ = try await write([900] + Array(0..<Self.count), as: form)
    fixture.change(path)
    try await expect(MainLoop.settle { !library.isLoading && rows.count == Self.count + 1 })
    expect(rows[0].title == "Käse 900" && rows[301] == row && library.isArchive(path))
    expect(row.preview, equals: "300 Wörter")
    try await fixture.need([500])
    expect(rows[500].title == "Käse 499" && fixture.listAgrees)
  }

  /// All of a compressed file is decompressed before its entries are counted, and the title tells how many there seem to be.
  @Test func theTitleHasAGuessWhileTheFileIsDecompressed() async throws {
    let path = try await write(0..<20_000, as: .compressed)
    let (mayCount, allow) = AsyncStream<Void>.makeStream()
    let fixture = LibraryFixture(
      state: state,
      load: { [state] path, earlier in
        AsyncStream { continuation in
          Task {
            let sizes = LoadingSizes.holding(head: 1_000)
            for await event in FeedLoader.events(path: path, state: state, sizes: sizes, since: earlier) {
              guard case .listed = event else {
                continuation.yield(event)
                continue
              }
              // It may come before the guess.
              Task {
                for await _ in mayCount {}
                continuation.yield(event)
              }
            }
          }
        }
      })
    fixture.library.open([path])
    func subtitle(_ feed: String?) -> String {
      TitleText(of: fixture.library, scope: feed.map { .feed(FilePath($0)) } ?? .all).subtitle
    }
    try await expect(MainLoop.settle { subtitle(nil).hasPrefix("About ") })
    let digits = subtitle(nil).filter(\.isNumber)
    expect((14_000...26_000).contains(Int(digits) ?? 0), "\(subtitle(nil))")
    expect(subtitle(path) == subtitle(nil) && fixture.library.sections[0].rows.count < 20_000)
    allow.finish()
    try await expect(
      MainLoop.settle {
        subtitle(nil).filter(\.isNumber) == "20000" && !subtitle(path).hasPrefix("About ")
      })
  }

  /// The size of the text decides, and not that of the file.
  @Test func aSmallFileOfALargeTextIsHeld() async throws {
    let path = try await write(0..<20_000, as: .compressed)
    let plain = folder.path + "/plain.xml"
    let sizes = [path, plain].map { FileStatus(ofFileAt: $0)?.size ?? 0 }
    expect(sizes[0] * 4 < sizes[1])
    for (path, isCompressed) in [(path, true), (plain, false)] {
      let plan = LoadingSizes(archive: sizes[1] / 2).plan(forFileAt: path)
      expect(plan.isArchive && plan.isCompressed == isCompressed && plan.textSize > sizes[1] / 2)
      expect(!LoadingSizes(archive: sizes[1] * 4).plan(forFileAt: path).isArchive)
    }
    let missing = LoadingSizes(archive: 0).plan(forFileAt: path + ".none")
    expect(!missing.isArchive && missing.status == nil)
  }
}
