import Expectations
import FeedViewerBase
import ProgramRuns
import Testing
import VirtualList

@testable import FeedViewer

/// Parsing of arguments, without running commands.
struct CommandLineTests {
  private func view(_ arguments: [String]) throws -> ViewCommand {
    try require(Commands.parse(arguments) as? ViewCommand)
  }

  /// The message about a command line that is wrong.
  private func complaint(_ arguments: [String]) -> String? {
    do {
      _ = try Commands.parse(arguments)
      return nil
    } catch {
      return error.message
    }
  }

  @Test func filesOpenTheWindowWithOptionsBeforeOrAfterThem() throws {
    // File arguments alone open the window.
    let command = try view(["a.xml", "file:///b%20c.xml"])
    expect(command.files == ["a.xml", "file:///b%20c.xml"])
    expect(command.options.cacheMode == nil)
    expect(!command.options.writesDebugLog)
    // Window options may precede or follow files.
    for arguments in [
      ["--screenshot", "x.png", "--size", "320x600", "--scroll-to", "2:3", "a.xml"],
      ["a.xml", "--screenshot=x.png", "--size=320x600", "--scroll-to=2:3"],
      ["view", "--screenshot", "x.png", "a.xml", "--size", "320x600", "--scroll-to", "2:3"],
    ] {
      let command = try view(arguments)
      expect(command.files, equals: ["a.xml"])
      expect(command.options.picture, equals: "x.png")
      expect(command.options.size, equals: WindowSize(width: 320, height: 600))
      expect(command.options.scrollTo, equals: .row(RowPosition(section: 2, row: 3)))
    }
  }

  @Test func flagsAreSetOnlyWhereTheyAreGiven() throws {
    let command = try view(["--dark", "--debug-log", "--gapplication-service", "a.xml"])
    expect(command.options.isDark && command.options.writesDebugLog && command.options.isService)
    let plain = try view(["a.xml"])
    expect(!plain.options.isDark && !plain.options.isService && plain.options.picture == nil)
  }

  @Test func twoDashesEndTheOptionsOfWhichTheLastValueCounts() throws {
    // Two dashes end the options.
    let command = try view(["--dark", "a.xml", "--", "--debug-log", "-b.xml", "--"])
    expect(command.files, equals: ["a.xml", "--debug-log", "-b.xml", "--"])
    expect(command.options.isDark && !command.options.writesDebugLog)
    try expect(view(["--", "inspect"]).files, equals: ["inspect"])
    // Nor is anything there an option without a value, or with one.
    try expect(view(["--", "--dark=5", "--size"]).files, equals: ["--dark=5", "--size"])
    // Of an option given twice, the last value counts, and all are checked.
    try expect(view(["--size=1x2", "--size", "3x4"]).options.size, equals: WindowSize(width: 3, height: 4))
    expect(complaint(["--size=1x", "--size", "3x4"]), equals: "“1x” is not a valid value for “--size WxH”.")
  }

  @Test func filesAndValuesKeepBytesThatAreNotUTF8() throws {
    let name = PathText.text(of: [0x63, 0xE9, 0xFF, 0x2E, 0x78] as [UInt8])
    let command = try view([name, "--screenshot", name, "", "-"])
    expect(command.files, equals: [name, "", "-"])
    expect(command.options.picture, equals: name)
    // Messages show them as such.
    expect(complaint(["--\(name)"]), equals: "Unknown option “--c\u{FFFD}\u{FFFD}.x”.")
  }

  @Test func anArticleIsScrolledToABlock() throws {
    let command = try view(
      ["--screenshot", "x.png", "--article", "0:2", "--scroll-to", "17", "a.xml"])
    expect(command.options.article, equals: RowPosition(section: 0, row: 2))
    expect(command.options.scrollTo, equals: .block(17))
  }

  @Test(arguments: zip(["none", "index-path", "key"], HeightCacheMode.allCases))
  func cacheModesAreParsedByName(name: String, mode: HeightCacheMode) throws {
    try expect(view(["--cache-mode", name]).options.cacheMode, equals: mode)
  }

  @Test(arguments: [
    (["--cache-mode", "all"], "“all” is not a valid value for “--cache-mode MODE”."),
    (["--size", "320"], "“320” is not a valid value for “--size WxH”."),
    (["--size", "0x10"], "“0x10” is not a valid value for “--size WxH”."),
    // A word that begins like an option is not the value of another one.
    (["--size", "-1x5"], "“--size WxH” needs a value."), (["--size="], "“--size WxH” needs a value."),
    (["--screenshot", "--dark", "a.xml"], "“--screenshot PNG” needs a value."),
    (["--screenshot"], "“--screenshot PNG” needs a value."),
    (["--screenshot", ""], "“--screenshot PNG” needs a value."),
    (["--screenshot", "--help"], "“--screenshot PNG” needs a value."),
    (["--scroll-to", "1:-2", "a.xml"], "“1:-2” is not a valid value for “--scroll-to S:R”."),
    (["--scroll-to", "1:2"], "--scroll-to needs a FILE to scroll."),
    (
      ["--scroll-to", "3", "a.xml"],
      "--scroll-to takes a section and a row, such as 0:3, if no --article is given."
    ),
    (
      ["--screenshot", "x.png", "--article", "0:1", "--scroll-to", "1:2", "a.xml"],
      "--scroll-to takes the number of a block if --article is given, such as 3."
    ),
    (["--article", "0:1", "a.xml"], "--article chooses what --screenshot shows."),
    (["--dark=5", "a.xml"], "“--dark” takes no value, but “5” was given."),
    (["--no-such-option"], "Unknown option “--no-such-option”."), (["-x"], "Unknown option “-x”."),
    (["--cache", "key"], "Unknown option “--cache”."),
    (["inspect"], "Missing argument “FILE”."),
    (
      ["inspect", "-", "a.xml"],
      "“-” can’t be combined with other files."
    ),
    (["inspect", "--limit", "0", "a.xml"], "--limit must be a number from 1 on, not 0."),
    (["inspect", "--limit", "-1", "a.xml"], "--limit must be a number from 1 on, not -1."),
    (["inspect", "--limit", "many", "a.xml"], "“many” is not a valid value for “--limit N”."),
    (["inspect", "a.xml", "--limit"], "“--limit N” needs a value."),
    // The options of the window are those of no other command.
    (["inspect", "--dark", "a.xml"], "Unknown option “--dark”."),
    (["export"], "Missing argument “FILE”."),
    (["export", "--limit", "1", "a.xml"], "Unknown option “--limit”."),
    (["measure", "a.xml"], "Missing argument “--width PX”."),
    (["measure", "--width", "400"], "Missing argument “FILE”."),
    (
      ["measure", "--width", "0", "a.xml"],
      "--width must be a number of pixels from 1 to 16384, not 0."
    ),
    (["measure", "--width", "wide", "a.xml"], "“wide” is not a valid value for “--width PX”."),
    (["measure", "--width", "a.xml"], "“a.xml” is not a valid value for “--width PX”."),
    (["decode-pictures", "x"], "Unexpected argument “x”."),
  ])
  func wrongUsageIsRefused(arguments: [String], message: String) {
    expect(complaint(arguments), equals: message)
  }

  @Test(arguments: [
    (["--sise", "1x1"], "Unknown option “--sise”. Did you mean “--size”?"),
    (["--sise=1x1"], "Unknown option “--sise”. Did you mean “--size”?"),
    (["-dark"], "Unknown option “-dark”. Did you mean “--dark”?"),
    (["--hel"], "Unknown option “--hel”. Did you mean “--help”?"),
    (["inspect", "--limt", "3", "a"], "Unknown option “--limt”. Did you mean “--limit”?"),
    (["measure", "--widht", "3", "a"], "Unknown option “--widht”. Did you mean “--width”?"),
    (["inspekt", "a.xml"], "Unknown command “inspekt”. Did you mean “inspect”?"),
    (["help", "exprot"], "Unknown command “exprot”. Did you mean “export”?"),
  ])
  func aMisspelledNameIsAnsweredWithTheOneThatWasMeant(arguments: [String], message: String) {
    expect(complaint(arguments), equals: message)
  }

  @Test func subcommandsAreTheFirstArgumentUnlessAFileHasNearlyThatName() throws {
    // A file whose name is nearly that of a command is opened.
    let folder = try TemporaryFolder()
    let path = try folder.write("", to: "inspekt")
    try expect(view([path]).files, equals: [path])
    for other in ["inspekt.xml", "./inspekt", "news"] { try expect(view([other]).files, equals: [other]) }
    // Subcommands are the first argument.
    try expect(Commands.parse(["inspect", "a.xml"]) is InspectCommand)
    try expect(Commands.parse(["export", "a.xml"]) is ExportCommand)
    try expect(Commands.parse(["measure", "--width", "400", "a.xml"]) is MeasureCommand)
    try expect(Commands.parse(["decode-pictures"]) is DecodePicturesCommand)
    try expect(Commands.parse(["help", "inspect"]) is HelpCommand)
    for arguments in [["./inspect"], ["a.xml", "inspect"], ["--dark", "inspect"]] {
      try expect(view(arguments).files, equals: arguments.filter { $0 != "--dark" })
    }
    // Help and version precede other mistakes.
    for arguments in [["--sise", "--help"], ["inspect", "-h"], ["measure", "--width", "x", "--version"]] {
      try expect(Commands.parse(arguments) is PrintedText)
    }
    try expect(
      (Commands.parse(["inspect", "--version"]) as? PrintedText)?.text, equals: ApplicationInfo.version)
  }

  /// What the man page and the completions of shells are made from.
  @Test func theTableForProgramsHasEveryOptionThatHelpShows() throws {
    let table = try require(Commands.parse(["--print-commands"]) as? PrintedText).text
    let lines = table.split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false)
    }
    expect(lines.allSatisfy { !$0.contains("") })
    expect(lines.first { $0[0] == "command" }?[1], equals: "view")
    for command in Commands.listed {
      expect(lines.contains { $0[0] == "command" && $0[1] == command.name })
      let page = HelpPage.page(of: command)
      let options = lines.filter { $0[0] == "option" && $0[1] == command.name }
      expect(options.count, equals: page.split(separator: "\n").count { $0.hasPrefix("  -") })
      for option in options {
        expect(option.count == 7 && page.contains(option[2].split(separator: " ")[0]))
      }
    }
    expect(table.contains("option\tview\t--cache-mode\tMODE\tnone index-path key\toptional\tHow "))
    expect(table.contains("option\tmeasure\t--width\tPX\t-\trequired\t"))
    expect(table.contains("option\tview\t--screenshot\tPNG\tfiles\toptional\t"))
    expect(!table.contains("decode-pictures") && !table.contains("--gapplication-service"))
  }
}
