import FeedViewerBase
import FeedViewerFeeds
import FeedViewerRows
import PangoText
import VirtualList

/// Prints the height of every row at given widths.
struct MeasureCommand: Command {
  private static let width = CommandOption(
    "width", value: Message("PX", context: "command line"), isRequired: true,
    Message("Width of the list in pixels; may be given several times."))

  static let description = CommandDescription(
    name: "measure",
    summary: Message("Print section, row and height of every row, without a window."),
    discussion: Message(
      """
      The columns are separated by tabs; sections are counted on from file to file. With several widths a row has \
      several heights, in the order of the widths: texts are prepared once, and every width after the first takes \
      milliseconds.
      """),
    options: [width], files: Message("Feed files."))

  private let files: [String]
  private let widths: [Int]

  init(_ arguments: CommandArguments) throws(UsageError) {
    files = arguments.files
    widths = try arguments.values(of: Self.width)
    if let wrong = widths.first(where: { !(1...16_384).contains($0) }) {
      throw UsageError(
        localized("--width must be a number of pixels from 1 to 16384, not \(wrong)."), in: Self.description)
    }
  }

  func run() -> Int32 { Self.measure(files, widths: widths) ? 0 : 1 }

  /// - Returns: Whether every file is a feed.
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
