import CGtk
import FeedViewerBase
import FeedViewerReadingState
import Glibc
import GtkInterop
import Synchronization

/// What outlives the window: marks, reading places, what the window shows, and settings.
final class StateKeeper {
  let state: ReadingState
  let settings: Settings
  /// What the window showed when it was last open; nil if nothing is known, or if it is not to be shown again.
  private(set) var lastSession: Task<ReadingSession?, Never>?
  /// Where heights of rows are remembered; nil if nothing outlives this object.
  let heightFolder: HeightFolder?
  private let events: StateEvents
  /// Opens with the first frame.
  private let gate: LoadGate?

  /// How long the marks of a feed's other entries wait for the first frame.
  private static let frameLimit = Duration.milliseconds(250)

  /// The name of the window in the database. There is one window in each session of the desktop.
  private static let window = "main"

  /// Nothing outlives this object, as for pictures of the window and in tests.
  init() {
    state = ReadingState()
    settings = Settings()
    heightFolder = nil
    events = StateEvents()
    gate = nil
  }

  /// - Parameters:
  ///   - path: The absolute path of the database.
  ///   - settings: Those that are restored and stored.
  ///   - heightFolder: Where heights of rows are remembered.
  init(path: String, settings: Settings, heightFolder: HeightFolder? = nil) {
    self.heightFolder = heightFolder
    let events = StateEvents()
    self.events = events
    self.settings = settings
    let gate = LoadGate(openingAfter: Self.frameLimit)
    self.gate = gate
    state = ReadingState(
      path: path, gate: gate,
      report: { problem in
        events.add(problem)
        Task { @MainActor in events.tellProblems() }
      },
      arrivedLate: { feed in Task { @MainActor in events.arrivedLate(feed) } })
  }

  /// The user's state and settings.
  ///
  /// - Parameter hasSessionBus: Whether there is a session bus, which stores settings.
  static func ofUser(hasSessionBus: Bool) -> StateKeeper {
    let settings = Settings(schema: ApplicationInfo.identifier, in: .user(hasSessionBus: hasSessionBus))
    if settings == nil {
      StandardError.write(
        localized(
          "Settings can’t be saved: schema \(ApplicationInfo.identifier) is not installed."))
    }
    let cache = PathText.text(of: g_get_user_cache_dir()) + "/\(ApplicationInfo.programName)"
    return StateKeeper(
      path: path, settings: settings ?? Settings(), heightFolder: HeightFolder(path: cache + "/heights"))
  }

  /// The user's database, or the one that the environment names.
  private static var path: String {
    chosenPath
      ?? PathText.text(of: g_get_user_data_dir()) + "/\(ApplicationInfo.programName)/reading-state.sqlite"
  }

  /// The database that the environment names, for measuring; nil if it names none.
  static var chosenPath: String? {
    getenv("FEED_VIEWER_STATE").map { PathText.text(of: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Lets everything be loaded that the first frame did not need.
  func firstFrameWasShown() { gate?.open() }

  /// Begins to load what the window showed, unless the user does not want that.
  func loadSession() {
    guard settings[ViewerSetting.restoresSession] else { return }
    let state = state
    lastSession = Task { await state.session(of: Self.window) }
  }

  func store(_ session: ReadingSession) { state.setSession(session, of: Self.window) }

  /// The window, which is told of problems and late marks. Set it to nil when that closes: problems wait for the next window, or
  /// for the end.
  var follower: (any WindowEventFollower)? {
    get { events.follower }
    set { events.follower = newValue }
  }

  /// For this long, the end of the process waits for a database that another program has locked.
  private static let closingTime = Duration.seconds(5)

  /// Stores everything. Call it before the process ends. What no window can tell any more goes to standard error.
  ///
  /// - Returns: Whether nothing is lost.
  @discardableResult func close() -> Bool {
    let isKept = state.close(within: Self.closingTime)
    Settings.sync()
    for problem in events.takeProblems() { StandardError.write(problem.message.localized) }
    return isKept
  }
}

/// Problems and late marks, which may come before there is a window.
private final class StateEvents {
  weak var follower: (any WindowEventFollower)? {
    didSet { tellProblems() }
  }
  /// Those that were not told yet.
  private nonisolated let problems = Mutex<[StateProblem]>([])

  nonisolated func add(_ new: StateProblem) { problems.withLock { $0.append(new) } }

  func tellProblems() {
    guard let follower else { return }
    for problem in takeProblems() { follower.follow(.stateProblem(problem)) }
  }

  func takeProblems() -> [StateProblem] {
    problems.withLock { problems in
      defer { problems = [] }
      return problems
    }
  }

  /// Without a window there are no rows to show the marks.
  func arrivedLate(_ feed: FeedKey) { follower?.follow(.marksLoaded(feed)) }
}
