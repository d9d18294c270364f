import Expectations
import FeedViewerBase
import Foundation
import ProgramRuns
import Testing

@testable import GtkInterop

/// Watching what paths name, on the disk.
@Suite(.serialized)
struct FileMonitorTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A watched file, and the number of changes that were reported.
  private final class Watched {
    private(set) var count = 0
    private(set) var monitor: FileMonitor?

    init(_ path: String) { monitor = FileMonitor(path: FilePath(path)) { [weak self] in self?.count += 1 } }

    func end() { monitor = nil }
  }

  private func path(_ name: String) -> String { folder.path + "/" + name }

  /// Expects that a change is reported.
  private func expectReport(
    _ watched: Watched, _ what: Comment, sourceLocation: SourceLocation = #_sourceLocation,
    after change: () throws -> Void
  ) async throws {
    // What was done before is reported before.
    try await settle()
    let before = watched.count
    try change()
    try await expect(MainLoop.settle { watched.count > before }, what, sourceLocation: sourceLocation)
  }

  /// Expects that a change that concerns only others is not reported.
  private func expectNoReport(
    _ watched: Watched, _ what: Comment, sourceLocation: SourceLocation = #_sourceLocation,
    after change: () throws -> Void
  ) async throws {
    try await settle()
    let before = watched.count
    try change()
    try await settle()
    expect(watched.count, equals: before, what, sourceLocation: sourceLocation)
  }

  /// Waits until a change of another file was reported: all earlier ones were, then.
  private func settle() async throws {
    for _ in 0..<2 {
      let marker = try folder.write("", to: "marker")
      let watched = Watched(marker)
      try folder.write("x", to: "marker")
      try await expect(MainLoop.settle { watched.count > 0 })
    }
  }

  private func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(atPath: path(name), withIntermediateDirectories: true)
  }
  private func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: path(name)) }
  private func move(_ name: String, _ other: String) { expect(rename(path(name), path(other)), equals: 0) }
  private func link(_ name: String, to target: String) { expect(symlink(target, path(name)), equals: 0) }

  @Test func aFileIsFollowedByItsPath() async throws {
    let watched = Watched(try folder.write("1", to: "a/f.xml"))
    try await expectReport(watched, "written") { try folder.write("2", to: "a/f.xml") }
    try await expectReport(watched, "replaced") {
      try folder.write("3", to: "a/new")
      move("a/new", "a/f.xml")
    }
    try await expectReport(watched, "written after it was replaced") { try folder.write("4", to: "a/f.xml") }
    try await expectReport(watched, "moved away") { move("a/f.xml", "elsewhere") }
    try await expectReport(watched, "moved back") { move("elsewhere", "a/f.xml") }
    try await expectReport(watched, "permissions") { expect(chmod(path("a/f.xml"), 0o400), equals: 0) }
    try await expectReport(watched, "deleted") { try remove("a/f.xml") }
    try await expectReport(watched, "created") { try folder.write("5", to: "a/f.xml") }
    try await expectNoReport(watched, "read") { try expect(folder.text("a/f.xml"), equals: "5") }
  }

  @Test func foldersOnTheWayMayBeReplaced() async throws {
    let watched = Watched(try folder.write("1", to: "a/b/c/f.xml"))
    try await expectReport(watched, "removed") { try remove("a/b") }
    try await expectReport(watched, "made again") { try folder.write("2", to: "a/b/c/f.xml") }
    try await expectReport(watched, "written in the new folder") { try folder.write("3", to: "a/b/c/f.xml") }
    try folder.write("4", to: "other/b/c/f.xml")
    try await expectReport(watched, "moved away") { move("a", "gone") }
    try await expectReport(watched, "another one in its place") { move("other", "a") }
    try await expectReport(watched, "written in the other folder") {
      try folder.write("5", to: "a/b/c/f.xml")
    }
    try await expectNoReport(watched, "written where it was moved to") {
      try folder.write("6", to: "gone/b/c/f.xml")
    }
  }

  @Test func aFileAndItsFoldersMayComeLater() async throws {
    let watched = Watched(path("x/y/f.xml"))
    expect(watched.monitor != nil)
    try await expectNoReport(watched, "a folder alone") { try makeFolder("x") }
    expect(watched.count, equals: 0)
    try await expectReport(watched, "created") { try folder.write("1", to: "x/y/f.xml") }
    try await expectReport(watched, "written") { try folder.write("2", to: "x/y/f.xml") }
  }

  @Test func symbolicLinksAreFollowedAtEachStep() async throws {
    try folder.write("1", to: "real/f.xml")
    link("second", to: "real/f.xml")
    try makeFolder("links")
    link("links/first", to: "../second")
    link("way", to: path("links"))
    let watched = Watched(path("way/first"))
    try await expectReport(watched, "the target is written") { try folder.write("2", to: "real/f.xml") }
    try await expectReport(watched, "the target is replaced") {
      try folder.write("3", to: "new")
      move("new", "real/f.xml")
    }
    try await expectReport(watched, "the target's folder is made again") {
      try remove("real")
      try folder.write("4", to: "real/f.xml")
    }
    try await expectReport(watched, "written there") { try folder.write("5", to: "real/f.xml") }
    try folder.write("6", to: "other/f.xml")
    try await expectReport(watched, "the second link leads elsewhere") {
      link("next", to: "other/f.xml")
      move("next", "second")
    }
    try await expectReport(watched, "written there") { try folder.write("7", to: "other/f.xml") }
    try await expectReport(watched, "the link on the way leads elsewhere") {
      try folder.write("8", to: "others/first")
      link("next", to: "others")
      move("next", "way")
    }
    try await expectReport(watched, "written there") { try folder.write("9", to: "others/first") }
    try await expectNoReport(watched, "written where links led before") {
      try folder.write("0", to: "other/f.xml")
    }
  }

  @Test func linksThatLeadToThemselvesAreLetGo() async throws {
    link("a", to: "b")
    link("b", to: "a")
    link("c", to: "c/d")
    weak var ended: AnyObject?
    do {
      let all = ["a", "b", "c", "c/d/e"].map { Watched(path($0)) }
      expect(all.allSatisfy { $0.monitor != nil })
      ended = all[2].monitor
      try await expectReport(all[0], "a file in the place of a link") {
        try remove("b")
        try folder.write("1", to: "b")
      }
      for watched in all { watched.end() }
    }
    expect(ended == nil)
    expect(watchCount(folder.path), equals: 0)
  }

  @Test func anotherNameOfAFileIsWatched() async throws {
    let one = try folder.write("1", to: "a/f.xml")
    try makeFolder("b")
    expect(Glibc.link(one, path("b/g.xml")), equals: 0)
    let watched = Watched(one)
    try await expectReport(watched, "written under its other name") {
      let file = try require(fopen(path("b/g.xml"), "a"))
      fputs("2", file)
      fclose(file)
    }
  }

  @Test func foldersThatMustNotBeEnteredAreNoticed() async throws {
    let watched = Watched(try folder.write("1", to: "a/f.xml"))
    if geteuid() == 0 {
      // Nothing changes for the administrator.
      try await expectNoReport(watched, "forbidden") { expect(chmod(path("a"), 0o000), equals: 0) }
    } else {
      try await expectReport(watched, "forbidden") { expect(chmod(path("a"), 0o000), equals: 0) }
      try await expectReport(watched, "permitted") { expect(chmod(path("a"), 0o700), equals: 0) }
    }
    expect(chmod(path("a"), 0o700), equals: 0)
    try await expectReport(watched, "written") { try folder.write("2", to: "a/f.xml") }
  }

  /// How many watches of this process are of a folder or file, or of files in the folder.
  private func watchCount(_ path: String) -> Int {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    let inodes = Set(
      ([path] + names.map { path + "/" + $0 }).map { path in
        var status = stat()
        stat(path, &status)
        return "ino:" + String(status.st_ino, radix: 16)
      })
    let numbers = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fdinfo")) ?? []
    return numbers.reduce(0) { count, number in
      let info = (try? String(contentsOfFile: "/proc/self/fdinfo/\(number)", encoding: .utf8)) ?? ""
      return count
        + info.split(separator: "\n").count { line in
          line.hasPrefix("inotify ") && line.split(separator: " ").contains { inodes.contains(String($0)) }
        }
    }
  }

  @Test func filesInOneFolderShareItsWatches() async throws {
    try folder.write("", to: "a/0.xml")
    expect(watchCount(path("a")), equals: 0)
    let one = Watched(path("a/0.xml"))
    let many = (1..<3_000).map { Watched(path("a/\($0).xml")) }
    expect(many.allSatisfy { $0.monitor != nil } && watchCount(path("a")) == 1)
    for number in [0, 1, 2_999] {
      let watched = number == 0 ? one : many[number - 1]
      try await expectReport(watched, "\(number)") { try folder.write("1", to: "a/\(number).xml") }
      expect(many.filter { $0 !== watched && $0.count > 0 }.count <= 2)
    }
    one.end()
    for watched in many { watched.end() }
    expect(watchCount(path("a")), equals: 0)
  }

  /// The most events that wait in the system's queue.
  private nonisolated static let queueLimit =
    (try? String(contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8))
    .flatMap { Int($0.trimmingCharacters(in: .whitespacesAndNewlines)) } ?? .max

  @Test(.enabled(if: queueLimit <= 200_000, "the system's queue is too long to be filled"))
  func lostEventsAreMadeUpFor() async throws {
    let path = try folder.write("1", to: "f.xml")
    let watched = Watched(path)
    try await settle()
    let before = watched.count
    // The loop does not run meanwhile.
    for number in 0...(Self.queueLimit / 2 + 100) {
      let name = self.path("n\(number)")
      close(open(name, O_CREAT | O_WRONLY, 0o600))
      unlink(name)
    }
    try folder.write("22", to: "f.xml")
    try await expect(MainLoop.settle { watched.count > before })
  }
}
