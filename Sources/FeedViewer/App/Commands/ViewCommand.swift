import ArgumentParser
import EntryRows
import FileNames
import Localization
import VirtualList

/// Opens files in the window, or takes a screenshot of it.
struct ViewCommand: ParsableCommand {
  static var helpText: String {
    localized(
      """
      Without a subcommand a window shows the files:

        --cache-mode MODE     How heights of rows are cached: none, index-path (as if not given) or key.
        --debug-log           Write what the height caches do to standard error.
        --screenshot PNG      Write a picture of the window to a file and exit.
        --size WxH            The window's size in pixels.
        --scroll-to S:R       Scroll to row R of section S, both counted from 0.
        --article S:R         Open the entry of a row for the picture; --scroll-to N then scrolls to block N of its text.
        --dark                Use the dark style, whatever the desktop prefers.

      A FILE is a path or a file: address. Files are only read, nothing is fetched from anywhere.
      """)
  }

  static let configuration = CommandConfiguration(
    commandName: "view", abstract: localized("Show files in a window (the default)."))

  @Option(
    name: .customLong("cache-mode"),
    help: ArgumentHelp(
      localized("How heights of rows are cached: none, index-path or key."), valueName: "mode"),
    completion: .list(HeightCacheMode.allCases.map(\.rawValue)))
  var cacheMode: HeightCacheMode?

  @Flag(
    name: .customLong("debug-log"),
    help: ArgumentHelp(localized("Write what the height caches do to standard error.")))
  var debugLog = false

  @Option(
    help: ArgumentHelp(localized("Write a picture of the window to a PNG file and exit."), valueName: "png"),
    completion: .file())
  var screenshot: String?

  @Option(help: ArgumentHelp(localized("The window's size in pixels, such as 1000x700."), valueName: "WxH"))
  var size: WindowSize?

  @Option(
    name: .customLong("scroll-to"),
    help: ArgumentHelp(
      localized("Scroll to a row, or with --article to a block of its text; all counted from 0."),
      valueName: "section:row"))
  var scrollTo: ScrollTarget?

  @Option(
    help: ArgumentHelp(localized("Open a row's entry for the picture."), valueName: "section:row"))
  var article: RowPosition?

  @Flag(help: ArgumentHelp(localized("Use the dark style, whatever the desktop prefers.")))
  var dark = false

  @Flag(name: .customLong("gapplication-service"), help: .hidden)
  var isService = false

  @Argument(help: ArgumentHelp(localized("Feed files: paths or file: addresses.")), completion: .file())
  var files: [String] = []

  func validate() throws {
    if scrollTo != nil, files.isEmpty {
      throw ValidationError(localized("--scroll-to needs a FILE to scroll."))
    }
    if screenshot?.isEmpty == true {
      throw ValidationError(localized("--screenshot needs the name of the PNG file to write."))
    }
    if article != nil, screenshot == nil {
      throw ValidationError(localized("--article chooses what --screenshot shows."))
    }
    switch scrollTo {
    case .row where article != nil:
      throw ValidationError(
        localized("--scroll-to takes the number of a block if --article is given, such as 3."))
    case .block where article == nil:
      throw ValidationError(
        localized("--scroll-to takes a section and a row, such as 0:3, if no --article is given."))
    case .row, .block, nil: break
    }
  }

  func run() throws {
    let options = ViewerOptions(
      cacheMode: cacheMode, writesDebugLog: debugLog, picture: screenshot, size: size, scrollTo: scrollTo,
      article: article, isDark: dark, isService: isService)
    let status = Self.show(files, options: options)
    if status != 0 { throw ExitCode(status) }
  }

  /// The running executable, even if it was replaced on the disk.
  private static let thisProgram = "/proc/self/exe"

  /// Runs until the window is closed.
  /// - Returns: The exit status.
  static func show(_ files: [String], options: ViewerOptions) -> Int32 {
    MainActor.assumeIsolated {
      if let path = StateKeeper.chosenPath, !BaseFolders.isAbsolute(path) {
        StandardError.write(
          localized("FEED_VIEWER_STATE must be an absolute path, not “\(PathText.display(path))”."))
        return ExitCode.validationFailure.rawValue
      }
      var options = options
      options.pictureProgram = Self.thisProgram
      let paths = CommandLineFiles.paths(files)
      guard paths.failed.isEmpty || !paths.found.isEmpty else { return 1 }
      return ViewerApplication.run(options, opening: paths.found)
    }
  }

  /// The files of a command line without options or subcommand, as desktops write it; nil for any other.
  ///
  /// Such a command line needs no option parser, whose start-up takes a twentieth of the time to the first frame.
  static func filesAlone(in arguments: [String]) -> [String]? {
    let words = Array(arguments.dropFirst())
    guard !words.contains(where: { $0.hasPrefix("-") }) else { return nil }
    let first = words.first
    let names = FeedViewerCommand.configuration.subcommands.map { $0.configuration.commandName }
    return first == "help" || first.map(names.contains) == true ? nil : words
  }
}
