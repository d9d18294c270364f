import FeedViewerFeeds
import Foundation
import Glibc

/// Finding where the entries of large files are, compared with `memchr` for every `<` (in JSON every `"`) over the same
/// bytes, and with `read`.
/// All read the file in pieces of the same size. A part of `SizeBenchmark`.
nonisolated enum StructureBenchmark {
  private static let pieceSize = 256 << 10
  private static let repetitions = 5
  /// The entries of the feeds in other formats.
  private static let entryCount = 100_000

  /// - Parameters:
  ///   - archive: An RSS file.
  ///   - entries: The number of its entries.
  static func add(_ archive: String, entries: Int, _ files: BenchmarkFiles, to report: inout Report) throws {
    try addSpeed("rss", archive, 0x3C, bar: 0.7, to: &report)
    // So large that its beginning, which is read, hardly counts.
    let atom = try files.feed("atom", items: ParseBenchmark.largeItems)
    try addSpeed("atom", atom, UInt8(ascii: "<"), bar: 0.7, to: &report)
    let json = try files.feed("json", items: entryCount)
    try addSpeed("json", json, UInt8(ascii: "\""), bar: nil, to: &report)
    try addThreads(archive, to: &report)
    try addCold(archive, to: &report)
    let (with, without) = (
      try ParseOnce.inProcess("structure", archive), try ParseOnce.inProcess("none", archive)
    )
    guard with.entries == entries else { throw CocoaError(.fileReadCorruptFile) }
    report.add(
      "structure_mb", Double(with.peakBytes - without.peakBytes) / 1e6, bar: 100 + 12 * Double(entries) / 1e6)
  }

  /// The processor time of both, in turns.
  private static func addSpeed(
    _ format: String, _ path: String, _ byte: UInt8, bar: Double?, to report: inout Report
  ) throws {
    let megabytes = Double(try size(path)) / 1e6
    var (peer, own) = (Double.infinity, Double.infinity)
    for _ in 0..<repetitions {
      peer = min(peer, Stopwatch.processorSeconds(repetitions: 1) { search(path, for: byte) })
      own = min(
        own, try Stopwatch.processorSeconds(repetitions: 1) { _ = try FeedReader.structure(contentsOf: path) }
      )
    }
    report.add("structure_\(format)_mb_s", megabytes / own, peer: megabytes / peer)
    if let bar { report.add("structure_\(format)_over_memchr", peer / own, atLeast: bar) }
  }

  /// The time on the clock, with all of the file in memory.
  private static func addThreads(_ path: String, to report: inout Report) throws {
    guard FeedReader.fastestThreadCount > 1 else {
      return report.add("structure_threads", text: "skipped: there is one processor")
    }
    var (one, two) = (Double.infinity, Double.infinity)
    read(path) { _, _ in }
    for _ in 0..<repetitions {
      one = min(one, try Stopwatch.seconds { _ = try FeedReader.structure(contentsOf: path) })
      two = min(two, try Stopwatch.seconds { _ = try FeedReader.structure(contentsOf: path, threads: 2) })
    }
    report.add("structure_two_threads_over_one", one / two, atLeast: 1.6)
  }

  /// The time on the clock, with nothing of the file in memory.
  private static func addCold(_ path: String, to report: inout Report) throws {
    var (peer, own) = (Double.infinity, Double.infinity)
    // A virtual disk is fast now and slow then.
    for _ in 0..<9 {
      forget(path)
      peer = min(peer, Stopwatch.seconds { read(path) { _, _ in } })
      forget(path)
      own = min(
        own,
        try Stopwatch.seconds {
          _ = try FeedReader.structure(contentsOf: path, threads: FeedReader.fastestThreadCount)
        })
    }
    report.add("structure_cold_over_read", own / peer, bar: 1.1)
  }

  private static func size(_ path: String) throws -> Int {
    Int(try FileHandle(forReadingFrom: URL(fileURLWithPath: path)).seekToEnd())
  }

  private static func search(_ path: String, for byte: UInt8) {
    var count = 0
    read(path) { start, length in
      var place = UnsafeRawPointer(start)
      let end = place + length
      while let found = memchr(place, Int32(byte), end - place) {
        count += 1
        place = UnsafeRawPointer(found) + 1
      }
    }
    consume(count)
  }

  private static func read(_ path: String, _ body: (UnsafeMutablePointer<UInt8>, Int) -> Void) {
    let file = open(path, O_RDONLY)
    defer { close(file) }
    let piece = UnsafeMutablePointer<UInt8>.allocate(capacity: pieceSize)
    defer { piece.deallocate() }
    while true {
      let count = Glibc.read(file, piece, pieceSize)
      guard count > 0 else { return }
      body(piece, count)
    }
  }

  /// Removes a file from the disk's cache.
  static func forget(_ path: String) {
    let file = open(path, O_RDWR)
    defer { close(file) }
    fsync(file)
    posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED)
  }
}
