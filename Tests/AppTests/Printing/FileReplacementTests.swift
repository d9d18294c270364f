import Foundation
import ProgramRuns
import Testing

@testable import FeedViewer

/// Saving a file completely or not at all.
@Suite struct FileReplacementTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
  }

  @Test func newFilesReplaceOldOnes() throws {
    let path = try folder.write("old", to: "a.html")
    let file = try FileReplacement(of: path)
    try file.write("new")
    #expect(try folder.text("a.html") == "old")
    try file.commit()
    file.abandon()
    #expect(try folder.text("a.html") == "new")
    #expect(try names == ["a.html"])
  }

  @Test func abandonedFilesLeaveNothing() throws {
    let path = try folder.write("old", to: "a.html")
    let file = try FileReplacement(of: path)
    try file.write("half")
    file.abandon()
    #expect(try names == ["a.html"])
    #expect(try folder.text("a.html") == "old")
  }

  /// The device takes the part of a disk that is full.
  @Test func aFullDiskLeavesTheOldFile() throws {
    let path = try folder.write("old", to: "a.html")
    let file = try FileReplacement(of: path)
    try #require(unlink(file.temporaryPath) == 0 && symlink("/dev/full", file.temporaryPath) == 0)
    #expect(throws: FileReplacement.Failure(path: path, code: ENOSPC)) { try file.write("new") }
    #expect(file.writingError() == ENOSPC)
    file.abandon()
    #expect(try names == ["a.html"])
    #expect(try folder.text("a.html") == "old")
  }

  @Test func onlyFilesAreReplaced() throws {
    for path in [folder.path + "/pipe", folder.path + "/folder", "/dev/full"] {
      if path.hasSuffix("pipe") { try #require(mkfifo(path, 0o600) == 0) }
      if path.hasSuffix("folder") { try #require(mkdir(path, 0o700) == 0) }
      let failure = #expect(throws: FileReplacement.Failure.self) { try FileReplacement(of: path) }
      #expect(failure?.message == "“\(path)” could not be saved: It is not a regular file.")
    }
    #expect(try names == ["folder", "pipe"])
  }

  @Test func failuresNameTheFileAndTheReason() {
    let path = folder.path + "/none/a.html"
    #expect(throws: FileReplacement.Failure(path: path, code: ENOENT)) { try FileReplacement(of: path) }
    let message = FileReplacement.Failure(path: path, code: ENOENT).message
    #expect(message == "“\(path)” could not be saved: No such file or directory")
  }
}
