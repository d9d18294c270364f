import ArgumentParser
import EntryRows
import FileNames
import Localization
import VirtualList
import Feeds
import PangoText

/// Prints the height of every row at given widths.
struct MeasureCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "measure",
    abstract: localized("Print section, row and height of every row, without a window."),
    discussion: localized(
      """
      The columns are separated by tabs; sections are counted on from file to file. With several widths a row has \
      several heights, in the order of the widths: texts are prepared once, and every width after the first takes \
      milliseconds.
      """))

  @Option(
    name: .customLong("width"),
    help: ArgumentHelp(localized("Width of the list in pixels; may be given several times."), valueName: "px")
  )
  var widths: [Int]

  @Argument(help: ArgumentHelp(localized("Feed files.")), completion: .file())
  var files: [String]

  func validate() throws {
    if let wrong = widths.first(where: { !(1...16_384).contains($0) }) {
      throw ValidationError(localized("--width must be a number of pixels from 1 to 16384, not \(wrong)."))
    }
  }

  func run() throws {
    let allDone = MainActor.assumeIsolated { Self.measure(files, widths: widths) }
    if !allDone { throw ExitCode(1) }
  }

  /// - Returns: Whether every file is a feed.
  @MainActor
  private static func measure(_ files: [String], widths: [Int]) -> Bool {
    let text = TextSystem()
    guard FontCheck.holds(for: text) else { return false }
    var firstSection = 0
    var allDone = true
    for file in files {
      switch FeedFile.read(file) {
      case .success(let feed):
        let sections = FeedLoader.sections(of: feed, path: FilePath(file))
        StandardOutput.write(
          lines(of: sections, firstSection: firstSection, widths: widths, text: text), terminator: "")
        firstSection += sections.count
      case .failure(let error):
        StandardError.write(error.description)
        allDone = false
      }
    }
    return allDone
  }

  @MainActor
  private static func lines(
    of sections: [LoadedSection], firstSection: Int, widths: [Int], text: TextSystem
  ) -> String {
    // All sections at once, because an outline may have thousands of sections with one row each.
    let rows = sections.flatMap(\.rows).map { $0.rowContent }
    let columns = TemplateHeights(EntryTemplate(EntryAppearance(in: text)), text: text)
      .heights(of: rows, widths: widths)
    var lines = ""
    var number = 0
    for (section, content) in sections.enumerated() {
      for row in content.rows.indices {
        lines += "\(firstSection + section)\t\(row)"
        for column in columns { lines += "\t\(column[number])" }
        lines += "\n"
        number += 1
      }
    }
    return lines
  }
}
