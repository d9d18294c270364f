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

  @Test func failuresNameTheFileAndTheReason() {
    let path = folder.path + "/none/a.html"
    #expect(throws: FileReplacement.Failure(path: path, code: ENOENT)) { try FileReplacement(of: path) }
    let message = FileReplacement.Failure(path: path, code: ENOENT).message
    #expect(message == "“\(path)” could not be saved: No such file or directory")
  }
}
