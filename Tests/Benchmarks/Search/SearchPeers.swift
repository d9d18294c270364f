import FeedViewerFeeds
import Foundation
import Glibc

/// Other ways to find entries.
nonisolated struct SearchPeers {
  /// All texts in lower-case ASCII, each entry ended by a byte that no query contains.
  private let text: [UInt8]
  private let entries: [FeedEntry]

  init(_ entries: [FeedEntry]) {
    self.entries = entries
    text = entries.flatMap { entry in
      Self.texts(entry).joined(separator: "\u{2}").utf8.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 } + [1]
    }
  }

  /// The texts of an entry that are searched.
  static func texts(_ entry: FeedEntry) -> [String] {
    [entry.title, entry.byline, entry.body].compactMap { $0 } + entry.tags
  }

  /// The number of entries that contain a text in lower case, by the C library's search.
  func scan(_ query: String) -> Int {
    let needle = Array(query.utf8)
    return text.withUnsafeBytes { bytes in
      guard var position = bytes.baseAddress else { return 0 }
      let end = position + bytes.count
      var count = 0
      while let found = memmem(position, end - position, needle, needle.count) {
        count += 1
        guard let next = memchr(found, 1, UnsafeRawPointer(found).distance(to: end)) else { break }
        position = UnsafeRawPointer(next)
      }
      return count
    }
  }

  struct FullTextIndex: Codable {
    var buildMilliseconds: Double
    var bytes: Int
    var slowestQueryMilliseconds: Double
    /// Finding a text of two letters, which the index does not help with.
    var likeMilliseconds: Double
  }

  /// Builds SQLite's index of trigrams, with Python's module. Nil if there is none.
  func fullTextIndex(queries: [String]) throws -> FullTextIndex? {
    let folder = FileManager.default.temporaryDirectory.appending(path: "search-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let texts = folder.appending(path: "texts")
    try Data(entries.map { Self.texts($0).joined(separator: " ") }.joined(separator: "\u{1}").utf8).write(
      to: texts)
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments =
      ["python3", "-c", Self.script, texts.path, folder.appending(path: "index.db").path] + queries
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return process.terminationStatus == 0 ? try JSONDecoder().decode(FullTextIndex.self, from: data) : nil
  }

  private static let script = """
    import json, os, sqlite3, sys, time
    texts = open(sys.argv[1], encoding="utf-8", newline="").read().split(chr(1))
    database = sqlite3.connect(sys.argv[2])
    start = time.perf_counter()
    database.execute("create virtual table entries using fts5(text, tokenize='trigram')")
    database.executemany("insert into entries values (?)", ((text,) for text in texts))
    database.commit()
    build = time.perf_counter() - start
    def best(statement, value):
        times = []
        for _ in range(3):
            start = time.perf_counter()
            database.execute(statement, (value,)).fetchall()
            times.append(time.perf_counter() - start)
        return min(times) * 1000
    slowest = max(best("select rowid from entries where entries match ?", '"' + word + '"') for word in sys.argv[3:])
    like = best("select rowid from entries where text like ?", "%zq%")
    print(json.dumps({
        "buildMilliseconds": build * 1000, "bytes": os.path.getsize(sys.argv[2]),
        "slowestQueryMilliseconds": slowest, "likeMilliseconds": like}))
    """
}

// Glibc's module leaves it out.
@_silgen_name("memmem")
nonisolated private func memmem(
  _ text: UnsafeRawPointer, _ textCount: Int, _ needle: UnsafePointer<UInt8>, _ needleCount: Int
) -> UnsafeMutableRawPointer?
