import Expectations
import FeedViewerReadingState
import Foundation
import ProgramRuns
import Testing

@testable import FeedViewer

/// How files are read, by the size of their text and by how many entries they seem to have.
struct LoadingSizesTests {
  private static let sizes = LoadingSizes(archive: 10 << 20, archiveCount: 5_000)
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static func text(_ name: String, _ count: Int, _ words: Int = 1) -> String {
    let text = Array(repeating: "word", count: words).joined(separator: " ")
    return switch name {
    case "rss":
      "<rss><channel><title>F</title>"
        + (0..<count).map { "<item><guid>\($0)</guid><title>\(text)</title></item>" }.joined()
        + "</channel></rss>"
    case "atom":
      "<feed xmlns='http://www.w3.org/2005/Atom'><title>F</title>"
        + (0..<count).map { "<entry><id>\($0)</id><title>\(text)</title></entry>" }.joined() + "</feed>"
    default:
      #"{"version": "https://jsonfeed.org/version/1.1", "title": "F", "items": ["#
        + (0..<count).map { #"{"id": "\#($0)", "title": "\#(text)"}"# }.joined(separator: ",") + "]}"
    }
  }

  private func isArchive(_ bytes: [UInt8], _ sizes: LoadingSizes = sizes) throws -> Bool {
    let path = folder.path + "/feed"
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return sizes.plan(forFileAt: path).isArchive
  }

  @Test(arguments: ["rss", "atom", "json"], [false, true])
  func manySmallEntriesAreHeld(format: String, isWide: Bool) throws {
    func bytes(_ count: Int, _ words: Int = 1) -> [UInt8] {
      let text = Self.text(format, count, words)
      guard isWide else { return Array(text.utf8) }
      return [0xFF, 0xFE] + text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    }
    try expect(isArchive(bytes(12_000)))
    try expect(!isArchive(bytes(3_000)))
    // As much text in fewer entries.
    try expect(!isArchive(bytes(400, 300)))
    try expect(isArchive(bytes(400, 300), LoadingSizes(archive: 0)))
  }

  @Test(arguments: [false, true]) func entriesOfCompressedFilesCount(areMany: Bool) async throws {
    let path = try folder.write(Self.text("rss", areMany ? 12_000 : 1_000, areMany ? 1 : 100), to: "a.xml")
    let packing = try await ProgramRun.run("/usr/bin/gzip", [path])
    expect(packing.status, equals: 0)
    expect(Self.sizes.plan(forFileAt: path + ".gz").isArchive, equals: areMany)
  }

  @Test func filesWithoutEntriesAreReported() throws {
    let things = Self.text("rss", 12_000).replacing("item", with: "thing")
    for text in [things, String(repeating: "no feed ", count: 5_000), ""] {
      expect(!Self.sizes.plan(forFileAt: try folder.write(text, to: "a.xml")).isArchive)
    }
    expect(!Self.sizes.plan(forFileAt: folder.path + "/missing").isArchive)
  }

  /// Of an archive only the places of entries must be found, so that it may have any size.
  @Test(arguments: [(30, false), (2_000, false), (30, true), (2_000, true)])
  func aFileIsTooLargeIfManyEntriesCanNotBeReadAlone(count: Int, needsReading: Bool) async throws {
    var text = Self.text("rss", count)
    if needsReading {
      text = "<!DOCTYPE rss [<!ENTITY e 'Entity'>]>" + text.replacing("<title>word", with: "<title>&e;")
    }
    let path = try folder.write(text, to: "a.xml")
    let sizes = LoadingSizes(reread: 0, archive: 0, archiveHead: 20, limit: 100)
    var last: LoadEvent?
    for await event in FeedLoader.events(path: path, state: ReadingState(), sizes: sizes) { last = event }
    switch try require(last) {
    case .listed(let outline): expect(outline.count == count && count > 30 && !needsReading)
    case .finished: expect(count, equals: 30)
    case .failed(let error):
      expect(error.reason == .tooLarge(limit: 100) && count > 30 && needsReading)
    default: Issue.record("The file is neither listed nor read.")
    }
  }
}
