import FeedViewerFeeds
import Foundation
import Glibc

/// An archive that grows, and one in which an entry changes, compared with finding all entries of the same archive in the same
/// run. A part of `SizeBenchmark`.
nonisolated enum GrowthBenchmark {
  private static let repetitions = 5
  private static let addedCount = 10

  /// - Parameters:
  ///   - archive: An RSS file, which is changed.
  ///   - entries: The number of its entries.
  static func add(_ archive: String, entries: Int, to report: inout Report) throws {
    let threads = FeedReader.fastestThreadCount
    func scan(after earlier: FeedStructure? = nil) throws -> FeedStructure {
      try FeedReader.structure(contentsOf: archive, keepsCopy: false, threads: threads, after: earlier)
    }
    var structure = try scan()
    let whole = try fastest { _ = try scan() }
    report.add("growth_scan_ms", whole)

    guard let last = structure.place(ofEntry: structure.entryCount - 1) else {
      throw CocoaError(.fileReadCorruptFile)
    }
    let item = try read(archive, last.offset..<last.offset + last.count)
    let tail = try read(archive, last.offset + last.count..<(try size(archive)))
    var (grown, count) = (Double.infinity, entries)
    for _ in 0..<repetitions {
      let more = Data((0..<addedCount).flatMap { _ in item })
      try write(more + tail, to: archive, at: try size(archive) - tail.count)
      count += addedCount
      grown = min(
        grown,
        try milliseconds {
          structure = try scan(after: structure)
          guard structure.continuedCount == count - addedCount, structure.entryCount == count,
            structure.entries(count - addedCount..<count).allSatisfy({ $0 != nil })
          else { throw CocoaError(.fileReadCorruptFile) }
        })
    }
    report.add("growth_10_entries_ms", grown, peer: whole)
    report.add("growth_10_entries_over_scan", grown / whole, bar: 0.05)

    structure = try scan()
    var fingerprints: EntryFingerprints?
    report.add(
      "fingerprints_ms", fastest { fingerprints = structure.fingerprints(threads: threads) }, peer: whole)
    let middle = structure.entryCount / 2
    guard var old = fingerprints, let place = structure.place(ofEntry: middle) else {
      throw CocoaError(.fileReadCorruptFile)
    }
    var changed = Double.infinity
    for number in 0..<repetitions {
      // In the title of the entry.
      try write(Data("<item><title>\(number)".utf8), to: archive, at: place.offset)
      changed = min(
        changed,
        try milliseconds {
          let found = try scan(after: structure)
          guard let new = found.fingerprints(threads: threads), found.hasContext(of: structure),
            EntryFingerprints.difference(from: old, to: new) == [
              EntryHunk(old: middle..<middle + 1, new: middle..<middle + 1)
            ], found.entries(middle..<middle + 1)[0] != nil
          else { throw CocoaError(.fileReadCorruptFile) }
          (structure, old) = (found, new)
        })
    }
    report.add("changed_entry_ms", changed, peer: whole)
    report.add("changed_entry_over_scan", changed / whole, bar: 2)
  }

  private static func fastest(_ body: () throws -> Void) rethrows -> Double {
    var best = Double.infinity
    for _ in 0..<repetitions { best = min(best, try milliseconds(body)) }
    return best
  }

  private static func milliseconds(_ body: () throws -> Void) rethrows -> Double {
    try Stopwatch.seconds(body) * 1e3
  }

  private static func size(_ path: String) throws -> Int {
    Int(try FileHandle(forReadingFrom: URL(fileURLWithPath: path)).seekToEnd())
  }

  private static func read(_ path: String, _ range: Range<Int>) throws -> Data {
    let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
    try file.seek(toOffset: UInt64(range.lowerBound))
    return try file.read(upToCount: range.count) ?? Data()
  }

  private static func write(_ data: Data, to path: String, at offset: Int) throws {
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try file.seek(toOffset: UInt64(offset))
    try file.write(contentsOf: data)
    try file.close()
  }
}
