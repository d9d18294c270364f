import Expectations
import Foundation
import FuzzInputs
import Glibc
import Testing

@testable import FeedViewerFeeds

/// Files that are in the system's memory, and files that must be read from a disk.
@Suite struct PageCacheTests {
  /// Makes a file, which is removed at the end.
  private func withFile(_ bytes: [UInt8], _ body: (_ path: String, _ file: Int32) throws -> Void) throws {
    let path = FileManager.default.temporaryDirectory.path + "/cached-\(UUID().uuidString).feed"
    let file = open(path, O_RDWR | O_CREAT, 0o600)
    defer {
      close(file)
      unlink(path)
    }
    try require(file >= 0 && write(file, bytes, bytes.count) == bytes.count)
    try body(path, file)
  }

  /// Whether temporary files have another place than memory, which they have not on a tmpfs.
  private static let areFilesOnDisk: Bool = {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/stat")
    process.arguments = ["--file-system", "--format=%T", FileManager.default.temporaryDirectory.path]
    let output = Pipe()
    process.standardOutput = output
    guard (try? process.run()) != nil, let kind = try? output.fileHandleForReading.readToEnd() else {
      return false
    }
    return String(decoding: kind, as: UTF8.self) != "tmpfs\n"
  }()

  /// Removes a file from memory.
  private func forget(_ file: Int32) -> Bool {
    fsync(file) == 0 && posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED) == 0
  }

  @Test(.enabled(if: areFilesOnDisk, "needs temporary files on a disk"))
  func filesThatWereForgottenAreNotInMemory() throws {
    let size = 4 << 20
    try withFile([UInt8](repeating: 0x20, count: size)) { path, file in
      expect(PageCache.seemsToHold(0..<size, of: file))
      try require(forget(file))
      expect(!PageCache.seemsToHold(0..<size, of: file))
      // Nothing was read to find that out.
      expect(!PageCache.seemsToHold(0..<size, of: file))
      expect(!PageCache.seemsToHold(size / 2..<size / 2 + 1, of: file))
    }
  }

  @Test func whatCannotBeToldCountsAsInMemory() {
    expect(PageCache.seemsToHold(0..<4_096, of: -1))
  }

  @Test func entriesOfAForgottenFileAreTheSame() throws {
    let bytes = Array(StructureCheck.channel(StructureCheck.items(60_000)).utf8)
    try withFile(bytes) { path, file in
      let one = try FeedReader.structure(contentsOf: path, keepsCopy: false, threads: 1)
      _ = forget(file)
      let two = try FeedReader.structure(contentsOf: path, keepsCopy: false, threads: 2)
      expect(one.entryCount, equals: 60_000)
      expect(one.index.commonLengths(with: two.index).first, equals: 60_000)
    }
  }
}
