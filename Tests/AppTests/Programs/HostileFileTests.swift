import Foundation
import HostileFiles
import ProgramRuns
import Synchronization
import TestRuns
import Testing

/// Files that once crashed, froze or filled the memory, opened by the program in processes with limits. `Benchmarks
/// hostile` does the same at full size.
@Suite(.serialized) nonisolated struct HostileFileTests {
  /// Files that are opened together. If a group fails, each of its files is opened alone.
  struct Group: Sendable, CustomTestStringConvertible {
    let command: HostileCheck.Command
    let files: [HostileFile]

    var testDescription: String { "\(command): \(files.map(\.name).joined(separator: ", "))" }
  }

  private static func groups(
    _ commands: [HostileCheck.Command], of all: [HostileFile] = HostileFile.all, size: Int
  ) -> [Group] {
    commands.flatMap { command in
      let files = all.filter { $0.isOpened(by: command) }
      return stride(from: 0, to: files.count, by: size).map {
        Group(command: command, files: Array(files[$0..<min($0 + size, files.count)]))
      }
    }
  }

  /// `allTexts` has the articles of the others.
  private static let withArticles =
    [HostileFile.allTexts] + HostileFile.articles + HostileFile.numbers + HostileFile.addresses
    + HostileFile.pictures + HostileFile.outsidePictures

  /// Whether the article is opened by a program of its own: a picture of it is looked at, or its file has many others.
  private static func isOpenedAlone(_ file: HostileFile) -> Bool {
    let others = [HostileFile.allTexts] + HostileFile.articles + HostileFile.pictures
    return TestRun.isFull || !file.isOpened(by: .articles) || !others.contains { $0.name == file.name }
  }

  @Test(arguments: groups([.inspect, .measure], size: 24))
  func hostileFilesAreReadWithinLimits(_ group: Group) async throws {
    try await open(group)
  }

  @Test(
    .enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"),
    arguments: groups([.list, .turns, .session], size: 12))
  func hostileFilesAreShownWithinLimits(_ group: Group) async throws {
    try await open(group)
  }

  @Test(
    .enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"),
    arguments: groups([.article], of: withArticles.filter(isOpenedAlone), size: 1)
      + groups([.articles], of: withArticles.filter { !isOpenedAlone($0) }, size: 18))
  func hostileArticlesAreOpenedWithinLimits(_ group: Group) async throws {
    try await open(group)
  }

  private func open(_ group: Group) async throws {
    let faults = try await Self.faults(of: group)
    guard !faults.isEmpty else { return }
    var isFound = false
    for file in group.files {
      // The machine may have become slower since the limit was measured.
      let faults = try await Self.faults(
        of: Group(command: group.command, files: [file]), within: Self.measuredLimit())
      guard !faults.isEmpty else { continue }
      isFound = true
      Issue.record("\(group.command) of \(file.name): \(faults.joined(separator: "; "))")
    }
    // Together they may take longer than one file may.
    let others = faults.filter { !$0.hasPrefix("takes") && $0 != "does not end" }
    if !isFound, !others.isEmpty {
      Issue.record("\(group.testDescription), the first time only: \(others.joined(separator: "; "))")
    }
  }

  #if PROGRAM_IS_OPTIMIZED
    private static let leastSeconds = 2.0
  #else
    private static let leastSeconds = 16.0
  #endif

  /// The processor time that one hostile file may take, in seconds: four times what the program takes for an ordinary feed
  /// here (0.35 s where the slowest file takes 1.3 s), so that a slow machine is not taken for a slow program, and two
  /// seconds at least; more for a program that is not optimised.
  private static let processorSeconds = Result { try measuredLimit() }

  private static func measuredLimit() throws -> Double {
    let folder = try TemporaryFolder()
    let items = (0..<200).map {
      """
      <item><title>Entry \($0) of an ordinary feed</title><guid>\($0)</guid><description>What entry \($0) says in a \
      sentence or two, as most entries do. Line \($0 * 7) follows.</description></item>
      """
    }
    let feed = "<rss version='2.0'><channel><title>Feed</title>\(items.joined())</channel></rss>"
    let path = try folder.write(feed, to: "ordinary.xml")
    var check = HostileCheck(program: try Program.path)
    check.processorSeconds = 60
    let outcome = try check.run(.measure, on: [Array(path.utf8)]).outcome
    return max(leastSeconds, outcome.processorSeconds * 4)
  }

  private static let folder = Result { try TemporaryFolder() }
  private static let written = Mutex<[String: [[UInt8]]]>([:])

  /// Every command reads the same files, as writing some of them takes long.
  private static func paths(of file: HostileFile) throws -> [[UInt8]] {
    try written.withLock { written in
      // The program writes into the database of a session.
      if file.view != .session, let paths = written[file.name] { return paths }
      let path = try folder.get().path + "/\(written.count)"
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      let paths = try file.write(to: HostileFolder(path), size: .small)
      written[file.view == .session ? path : file.name] = paths
      return paths
    }
  }

  /// - Parameter limit: The processor time that one file may take; nil for that which was measured first.
  @concurrent
  private static func faults(of group: Group, within limit: Double? = nil) async throws -> [String] {
    let paths = try group.files.flatMap(paths)
    var check = HostileCheck(program: try Program.path)
    // Most files of a group take less time than one may.
    let share = 1 + Double(group.files.count - 1) * 0.075
    check.processorSeconds = try (limit ?? Self.processorSeconds.get()) * share
    return try check.run(group.command, on: paths).faults
  }
}
