import FeedViewerBase
import FeedViewerRows
import VirtualList

/// Opens files in the window, or takes a screenshot of it.
struct ViewCommand: Command {
  private static let cacheMode = CommandOption(
    "cache-mode", value: Message("MODE", context: "command line"),
    completion: .words(HeightCacheMode.allCases.map(\.rawValue)),
    Message("How heights of rows are cached: none, index-path (default) or key."))
  private static let debugLog = CommandOption(
    "debug-log", Message("Write what the height caches do to standard error."))
  private static let screenshot = CommandOption(
    "screenshot", value: Message("PNG", context: "command line"), completion: .files,
    Message("Write a picture of the window to a PNG file and exit."))
  private static let size = CommandOption(
    // Translators: The initials of "width" and "height".
    "size", value: Message("WxH", context: "command line"),
    Message("The window’s size in pixels, such as 1000x700."))
  private static let scrollTo = CommandOption(
    // Translators: The initials of "section" and "row", as in --scroll-to 0:3.
    "scroll-to", value: Message("S:R", context: "command line"),
    Message("Scroll to a row, or with --article to a block of its text; all counted from 0."))
  private static let article = CommandOption(
    "article", value: Message("S:R", context: "command line"),
    Message("Open a row’s entry for the picture."))
  private static let dark = CommandOption(
    "dark", Message("Use the dark style."))
  private static let service = CommandOption("gapplication-service")

  static let description = CommandDescription(
    name: "view", summary: Message("Show files in a window (the default)."),
    options: [cacheMode, debugLog, screenshot, size, scrollTo, article, dark, service],
    files: Message("Feed files: paths or file: addresses."), needsFile: false)

  let files: [String]
  let options: ViewerOptions

  init(_ arguments: CommandArguments) throws(UsageError) {
    files = arguments.files
    options = ViewerOptions(
      cacheMode: try arguments.value(of: Self.cacheMode), writesDebugLog: arguments.has(Self.debugLog),
      picture: try arguments.value(of: Self.screenshot), size: try arguments.value(of: Self.size),
      scrollTo: try arguments.value(of: Self.scrollTo), article: try arguments.value(of: Self.article),
      isDark: arguments.has(Self.dark), isService: arguments.has(Self.service))
    if let problem { throw UsageError(problem, in: Self.description) }
  }

  /// What is wrong with options that belong together.
  private var problem: String? {
    if options.scrollTo != nil, files.isEmpty { return localized("--scroll-to needs a FILE to scroll.") }
    if options.article != nil, options.picture == nil {
      return localized("--article chooses what --screenshot shows.")
    }
    switch options.scrollTo {
    case .row where options.article != nil:
      return localized("--scroll-to takes the number of a block if --article is given, such as 3.")
    case .block where options.article == nil:
      return localized("--scroll-to takes a section and a row, such as 0:3, if no --article is given.")
    case .row, .block, nil: return nil
    }
  }

  /// Runs until the window is closed.
  func run() -> Int32 {
    if let path = StateKeeper.chosenPath, !BaseFolders.isAbsolute(path) {
      StandardError.write(
        localized("FEED_VIEWER_STATE must be an absolute path, not “\(PathText.display(path))”."))
      return UsageError.status
    }
    var options = options
    // The running executable, even if it was replaced on the disk.
    options.pictureProgram = "/proc/self/exe"
    // The window tells of web addresses; a picture can't.
    let addresses = options.picture == nil ? files.filter(WebAddress.isPage) : []
    let paths = CommandLineFiles.paths(addresses.isEmpty ? files : files.filter { !WebAddress.isPage($0) })
    guard paths.failed.isEmpty || !paths.found.isEmpty || !addresses.isEmpty else { return 1 }
    return ViewerApplication.run(options, opening: paths.found.map(\.text) + addresses.prefix(1))
  }
}
