import Expectations
import FeedViewerBase
import Foundation
import FuzzInputs
import Testing

@testable import FeedViewerFeeds

/// What `inspect` prints of thousands of files, as hashes in `Fixtures/inspections.txt`: whatever is rebuilt below, it stays,
/// with one thread and with two.
///
/// With RECORD_INSPECTIONS=FOLDER, all that is printed is written into this folder, in a file for each input, and the fixture is
/// written anew. Recorded before and after a change, `diff -r` of two such folders shows what the change does.
@Suite(.serialized) struct RecordedInspectionsTests {
  private typealias Hashes = [(name: String, hash: String)]

  private let recordsTo = ProcessInfo.processInfo.environment["RECORD_INSPECTIONS"]
  private let fixture = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Fixtures/inspections.txt")

  @Test func brokenAndHostileFeedsAreInspectedAsRecorded() throws {
    let folder = try require(Bundle.module.url(forResource: "Fixtures/Fuzz", withExtension: nil))
    let seeds = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      .map { Array(try Data(contentsOf: folder.appendingPathComponent($0))) }
    var mutator = InputMutator(corpus: seeds, seed: 51)
    var inputs: [(name: String, bytes: [UInt8])] = []
    for number in 0..<1_000 {
      var choices = Choices(seed: UInt64(number))
      inputs.append(("hostile \(number)", HostileFeed.bytes(&choices)))
      inputs.append(("broken \(number)", mutator.next()))
    }
    try check(inputs.map { ($0.name, try hash(of: $0.bytes, $0.name)) }, "fuzz")
  }

  @Test(.needsCorpora) func feedsOfTheSharedCorporaAreInspectedAsRecorded() throws {
    let folders = ["feeds", "broken", "reports"]
    let names = try folders.flatMap { folder in
      try FileManager.default.subpathsOfDirectory(atPath: corpora.path + "/" + folder).sorted()
        .map { folder + "/" + $0 }
    }
    var hashes: Hashes = []
    for name in names {
      var isFolder: ObjCBool = false
      let path = corpora.path + "/" + name
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue else {
        continue
      }
      hashes.append((name, try hash(of: Array(Data(contentsOf: URL(fileURLWithPath: path))), name)))
    }
    expect(hashes.count > 1_000)
    try check(hashes, "corpora")
  }

  /// Inspects a file, and writes down what is printed where that is asked for.
  private func hash(of bytes: [UInt8], _ name: String) throws -> String {
    let text = inspection(of: bytes, EntryCollector(nil))
    let pieces = PieceReader(threads: 2, pieceSize: max(64, bytes.count / 16))
    expect(inspection(of: bytes, EntryCollector(nil, pieces: pieces)), equals: text, "\(name)")
    if let recordsTo {
      let file = name.replacingOccurrences(of: "/", with: " ")
      try FileManager.default.createDirectory(atPath: recordsTo, withIntermediateDirectories: true)
      try Data(text.utf8).write(to: URL(fileURLWithPath: recordsTo + "/" + file))
    }
    var hash = Hash64()
    hash.combine(text)
    return String(UInt32(truncatingIfNeeded: hash.value), radix: 16)
  }

  private func inspection(of bytes: [UInt8], _ collector: EntryCollector) -> String {
    do throws(FeedError) {
      return FeedInspection.jsonLine(for: try FeedReader.parse(bytes, named: "input", collector))
    } catch {
      return FeedInspection.jsonLine(for: error)
    }
  }

  /// Compares with the lines of a part of the fixture.
  private func check(_ hashes: Hashes, _ part: String) throws {
    let lines = (try? String(contentsOf: fixture, encoding: .utf8))?.split(separator: "\n") ?? []
    let prefix = part + "\t"
    if recordsTo != nil {
      let others = lines.filter { !$0.hasPrefix(prefix) }.map(String.init)
      let new = hashes.map { "\(prefix)\($0.name)\t\($0.hash)" }
      try (others + new).map { $0 + "\n" }.sorted().joined()
        .write(to: fixture, atomically: true, encoding: .utf8)
      return
    }
    let recorded = Dictionary(
      lines.filter { $0.hasPrefix(prefix) }.map { $0.split(separator: "\t") }.map { ($0[1], $0[2]) },
      uniquingKeysWith: { first, _ in first })
    let changed = hashes.filter { recorded[Substring($0.name)].map(String.init) != $0.hash }.map(\.name)
    expect(recorded.count, equals: hashes.count)
    expect(changed.isEmpty, "\(changed.count) are inspected otherwise, such as \(changed.prefix(8)).")
  }
}
