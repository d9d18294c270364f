import FeedViewerBase
import FeedViewerFeeds
import GtkInterop

/// Prints the contents of each file as one line of JSON.
struct InspectCommand: Command {
  private static let limit = CommandOption(
    "limit", value: Message("N", context: "command line"),
    Message("Print only the first entries of each file, and read no more of it."))

  static let description = CommandDescription(
    name: "inspect", summary: Message("Print one JSON object per file, one per line, without a window."),
    discussion: Message(
      "With - as the only FILE, paths are read from standard input, one per line, and each is answered immediately."
    ),
    options: [limit], files: Message("Feed files, or - to read their paths from standard input."))

  private let files: [String]
  private let limit: Int?

  init(_ arguments: CommandArguments) throws(UsageError) {
    files = arguments.files
    limit = try arguments.value(of: Self.limit)
    if let limit, limit < 1 {
      throw UsageError(
        localized("--limit must be a number from 1 on, not \(limit)."), in: Self.description)
    }
    if files.contains("-"), files.count > 1 {
      throw UsageError(
        localized("“-” can’t be combined with other files."),
        in: Self.description)
    }
  }

  func run() -> Int32 {
    HeapMemory.keepMemory()
    var allDone = true
    if files == ["-"] {
      for path in StandardInput() where !path.isEmpty { allDone = inspect(path) && allDone }
    } else {
      for file in files { allDone = inspect(file) && allDone }
    }
    return allDone ? 0 : 1
  }

  /// - Returns: Whether the file is a feed.
  private func inspect(_ argument: String) -> Bool {
    switch FeedFile.read(argument, wantedCount: limit) {
    case .success(let feed):
      FeedInspection.write(feed) { StandardOutput.write(json: $0) }
      StandardOutput.write("")
      return true
    case .failure(let error):
      // On both streams: a script that reads lines expects an answer to each path.
      StandardOutput.write(FeedInspection.jsonLine(for: error))
      StandardError.write(error.description)
      return false
    }
  }
}

/// Reads a file named on the command line.
nonisolated enum FeedFile {
  /// - Parameter wantedCount: The number of entries to read; nil reads all.
  static func read(_ argument: String, wantedCount: Int? = nil) -> Result<Feed, FeedError> {
    // Messages use the file's name as given.
    let isAddress = argument.hasPrefix("file:")
    let path = isAddress ? MainActor.assumeIsolated { FilePath.absolute(argument)?.text } : argument
    guard let path else { return .failure(FeedError(file: argument, reason: .notAFile)) }
    do throws(FeedError) {
      return .success(
        try FeedReader.read(
          contentsOf: path, threads: FeedReader.fastestThreadCount,
          wantedCount: wantedCount))
    } catch {
      return .failure(error)
    }
  }
}
