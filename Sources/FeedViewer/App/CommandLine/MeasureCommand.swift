import ArgumentParser
import FeedList
import Feeds

/// Prints the height of every row at a width.
struct MeasureCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "measure", abstract: "Print section, row and height of every row, without a window.",
    discussion: "The lines are separated by tabs; sections are counted on from file to file.")

  @Option(help: ArgumentHelp("Width of the list in pixels.", valueName: "px"))
  var width: Int

  @Argument(help: "Feed files.")
  var files: [String]

  func validate() throws {
    guard (1...16_384).contains(width) else {
      throw ValidationError("--width must be a number of pixels from 1 to 16384, not \(width).")
    }
  }

  func run() throws {
    let allDone = MainActor.assumeIsolated { Self.measure(files, width: width) }
    if !allDone { throw ExitCode(1) }
  }

  /// - Returns: Whether every file is a feed.
  @MainActor
  private static func measure(_ files: [String], width: Int) -> Bool {
    let heights = RowHeights(width: width, text: TextSystem())
    var firstSection = 0
    var allDone = true
    for file in files {
      switch FeedFile.read(file) {
      case .success(let feed):
        let sections = FeedLoader.sections(of: feed, path: file)
        StandardOutput.write(
          lines(of: sections, firstSection: firstSection, heights: heights), terminator: "")
        firstSection += sections.count
      case .failure(let error):
        StandardError.write(error.description)
        allDone = false
      }
    }
    return allDone
  }

  @MainActor
  private static func lines(of sections: [LoadedSection], firstSection: Int, heights: RowHeights) -> String {
    var lines = ""
    for (section, content) in sections.enumerated() {
      let rows = content.rows.map { LibrarySection.Row(content: $0, isRead: false).rowContent }
      for (row, height) in heights.heights(of: rows).enumerated() {
        lines += "\(firstSection + section)\t\(row)\t\(height)\n"
      }
    }
    return lines
  }
}
