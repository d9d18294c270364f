import Foundation

/// The files that `ParseBenchmark` reads.
nonisolated struct BenchmarkFiles {
  enum Failure: Error { case makerFailed }

  private let folder: URL
  private let maker: String?
  /// Real feeds; empty without the collection.
  let corpus: [String]

  /// The script that makes feeds.
  var generator: String { maker == nil ? "FeedMaker" : "make_feed.py" }

  init(_ options: CommandLineOptions) throws {
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    folder =
      options["--folder"].map { URL(fileURLWithPath: $0) }
      ?? FileManager.default.temporaryDirectory.appendingPathComponent("feed-viewer-benchmark")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    func beside(_ path: String) -> String? {
      // Beside the package, or beside the main checkout of a worktree.
      ["../shared", "../../shared"].map { package.appendingPathComponent("\($0)/\(path)").standardized.path }
        .first { FileManager.default.fileExists(atPath: $0) }
    }
    maker = options["--maker"] ?? beside("tools/make_feed.py")
    corpus = (options["--corpus"] ?? beside("corpora/feeds")).map(Self.visibleSet) ?? []
  }

  private static func visibleSet(of folder: String) -> [String] {
    guard let list = try? String(contentsOfFile: folder + "/visible.txt", encoding: .utf8) else { return [] }
    return list.split(separator: "\n").map { "\(folder)/\($0)" }
  }

  /// The path of a generated feed, which is generated if it does not exist.
  func feed(_ format: String, items: Int) throws -> String {
    let path = folder.appendingPathComponent("\(generator)-\(items).\(format)").path
    if FileManager.default.fileExists(atPath: path) { return path }
    if let maker {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments =
        ["python3", maker, "--format", format, "--items", String(items), "--seed", "7", "--out", path]
      try process.run()
      process.waitUntilExit()
      guard process.terminationStatus == 0 else { throw Failure.makerFailed }
    } else {
      try FeedMaker(items: items).write(format, to: path)
    }
    return path
  }
}

/// The options `--name VALUE` and `--flag` after the benchmark's name.
nonisolated struct CommandLineOptions {
  private let arguments = Array(CommandLine.arguments.dropFirst(2))

  subscript(_ name: String) -> String? {
    guard let index = arguments.firstIndex(of: name), index + 1 < arguments.count else { return nil }
    return arguments[index + 1]
  }

  func has(_ flag: String) -> Bool { arguments.contains(flag) }
}
