import CGtk
import Expectations
import Foundation
import Glibc
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
    try expect(folder.text("a.html"), equals: "old")
    try file.commit()
    file.abandon()
    try expect(folder.text("a.html"), equals: "new")
    try expect(names, equals: ["a.html"])
  }

  @Test func abandonedFilesLeaveNothing() throws {
    let path = try folder.write("old", to: "a.html")
    let file = try FileReplacement(of: path)
    try file.write("half")
    file.abandon()
    try expect(names, equals: ["a.html"])
    try expect(folder.text("a.html"), equals: "old")
  }

  /// The device takes the part of a disk that is full.
  @Test func aFullDiskLeavesTheOldFile() throws {
    let path = try folder.write("old", to: "a.html")
    let file = try FileReplacement(of: path)
    try require(unlink(file.temporaryPath) == 0 && symlink("/dev/full", file.temporaryPath) == 0)
    #expect(throws: FileReplacement.Failure(path: path, code: ENOSPC)) { try file.write("new") }
    expect(file.writingError(), equals: ENOSPC)
    file.abandon()
    try expect(names, equals: ["a.html"])
    try expect(folder.text("a.html"), equals: "old")
  }

  /// Saves a file.
  private func save(_ text: String, to name: String) throws {
    let file = try FileReplacement(of: folder.path + "/" + name)
    defer { file.abandon() }
    try file.write(text)
    try file.commit()
  }

  private func status(_ name: String) -> stat {
    var status = stat()
    lstat(folder.path + "/" + name, &status)
    return status
  }

  private func link(_ name: String, to target: String) throws {
    try require(symlink(target, folder.path + "/" + name) == 0)
  }

  @Test func whatASymbolicLinkLeadsToIsReplaced() throws {
    try folder.write("old", to: "below/a.html")
    try link("b.html", to: "below/a.html")
    try link("c.html", to: folder.path + "/b.html")
    try save("new", to: "c.html")
    try expect(folder.text("below/a.html"), equals: "new")
    expect([status("b.html"), status("c.html")].allSatisfy { $0.st_mode & S_IFMT == S_IFLNK })
    try expect(names, equals: ["b.html", "below", "c.html"])
  }

  @Test func aLinkToNoFileMakesTheFile() throws {
    try require(mkdir(folder.path + "/below", 0o700) == 0)
    try link("a.html", to: "b.html")
    try link("b.html", to: "below/c.html")
    try save("new", to: "a.html")
    try expect(folder.text("below/c.html"), equals: "new")
    try expect(names, equals: ["a.html", "b.html", "below"])
    try link("none.html", to: "none/d.html")
    #expect(throws: FileReplacement.Failure(path: folder.path + "/none.html", code: ENOENT)) {
      try save("new", to: "none.html")
    }
  }

  @Test func aCircleOfLinksIsReported() throws {
    try link("a.html", to: "b.html")
    try link("b.html", to: "a.html")
    #expect(throws: FileReplacement.Failure(path: folder.path + "/a.html", code: ELOOP)) {
      try save("new", to: "a.html")
    }
    try expect(names, equals: ["a.html", "b.html"])
  }

  @Test(arguments: [0o600, 0o640, 0o666, 0o755] as [mode_t]) func filesKeepTheirPermissions(mode: mode_t)
    throws
  {
    let path = try folder.write("old", to: "a.html")
    try link("link.html", to: "a.html")
    try require(chmod(path, mode) == 0)
    try save("new", to: "link.html")
    try expect(folder.text("a.html"), equals: "new")
    expect(status("a.html").st_mode & 0o7777, equals: mode)
    // The new one is readable by nobody who could not read the old one, from the beginning.
    let file = try FileReplacement(of: path)
    defer { file.abandon() }
    var temporary = stat()
    try require(stat(file.temporaryPath, &temporary) == 0)
    expect(temporary.st_mode & 0o7777 & ~mode, equals: 0)
  }

  @Test func newFilesHaveTheUsualPermissions() throws {
    let mask = umask(0o027)
    defer { umask(mask) }
    try save("new", to: "a.html")
    expect(status("a.html").st_mode & 0o7777, equals: 0o640)
  }

  @Test func allNamesOfAFileKeepOneContent() throws {
    let path = try folder.write("old and longer", to: "a.html")
    try require(Glibc.link(path, folder.path + "/b.html") == 0)
    for text in ["new", "new and much longer than the old one"] {
      try save(text, to: "a.html")
      try expect(folder.text("b.html"), equals: text)
    }
    expect(status("a.html").st_nlink, equals: 2)
    try expect(names, equals: ["a.html", "b.html"])
  }

  @Test(.enabled(if: getuid() != 0, "the superuser may write everywhere"))
  func filesInProtectedFoldersAreWritten() throws {
    try folder.write("old", to: "below/a.html")
    try require(chmod(folder.path + "/below", 0o500) == 0)
    defer { chmod(folder.path + "/below", 0o700) }
    try save("new", to: "below/a.html")
    try expect(folder.text("below/a.html"), equals: "new")
    try require(chmod(folder.path + "/below/a.html", 0o400) == 0)
    #expect(throws: FileReplacement.Failure(path: folder.path + "/below/a.html", code: EACCES)) {
      try save("newer", to: "below/a.html")
    }
  }

  @Test(.enabled(if: getuid() == 0, "only the superuser may give files away"))
  func filesKeepTheirOwners() throws {
    let path = try folder.write("old", to: "a.html")
    try require(chown(path, 1, 2) == 0 && chmod(path, 0o660) == 0)
    try save("new", to: "a.html")
    try expect(folder.text("a.html"), equals: "new")
    let kept = status("a.html")
    expect(kept.st_uid == 1 && kept.st_gid == 2 && kept.st_mode & 0o7777 == 0o660)
  }

  @Test func attributesOfAFileStay() throws {
    let path = try folder.write("old", to: "a.html")
    let object = g_file_new_for_path(path)
    defer { g_object_unref(object.map { UnsafeMutableRawPointer($0) }) }
    // Not all file systems have attributes.
    guard g_file_set_attribute_string(object, "xattr::note", "mine", G_FILE_QUERY_INFO_NONE, nil, nil) != 0
    else {
      return
    }
    let number = status("a.html").st_ino
    try save("new", to: "a.html")
    try expect(folder.text("a.html"), equals: "new")
    expect(status("a.html").st_ino, equals: number)
  }

  @Test func onlyFilesAreReplacedAndFailuresNameTheReason() throws {
    // Only files are replaced.
    for path in [folder.path + "/pipe", folder.path + "/folder", "/dev/full"] {
      if path.hasSuffix("pipe") { try require(mkfifo(path, 0o600) == 0) }
      if path.hasSuffix("folder") { try require(mkdir(path, 0o700) == 0) }
      let failure = #expect(throws: FileReplacement.Failure.self) { try FileReplacement(of: path) }
      expect(failure?.message, equals: "“\(path)” could not be saved: It is not a regular file.")
    }
    try expect(names, equals: ["folder", "pipe"])
    // Failures name the file and the reason.
    let path = folder.path + "/none/a.html"
    #expect(throws: FileReplacement.Failure(path: path, code: ENOENT)) { try FileReplacement(of: path) }
    let message = FileReplacement.Failure(path: path, code: ENOENT).message
    expect(message, equals: "“\(path)” could not be saved: No such file or directory")
  }
}
