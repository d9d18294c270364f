import CGtk
import FeedViewerBase
import FeedViewerRows
import Glibc
import GtkInterop
import PangoText
import VirtualList

/// The GtkApplication: one process for all windows of a session. Later launches pass their files to it.
final class ViewerApplication {
  private let application: GObjectReference<UnsafeMutablePointer<GtkApplication>>
  private let options: ViewerOptions
  private let data: DataFolder?
  /// Made at start-up: a process that passes its files to a running one uses no state.
  private var keeper = StateKeeper()
  private var window: ViewerWindow?
  private var appearance: AppearanceFollower?
  private var screenshotWriter: ScreenshotWriter?
  private var endOfProcess: EndOfProcess?
  private var measurements: Measurements?
  private var status: Int32 = 0
  /// Print a line and exit after the first frame with rows; for measuring the start-up time.
  private static let exitsWhenShown = getenv("FEED_VIEWER_EXIT_WHEN_SHOWN") != nil

  /// Runs until the last window is closed, or until the files are passed to a running instance.
  ///
  /// - Parameter files: Absolute paths in the form of `PathText`, and web addresses, which are refused.
  /// - Returns: The exit status.
  static func run(_ options: ViewerOptions, opening files: [String]) -> Int32 {
    // One for the user interface, one for the threads that read: what they free is used by all of them.
    HeapMemory.limitHeaps(to: 2)
    let data = DataFolder.find()
    data?.announce()
    // A screenshot needs no accessibility, and without a session bus there is none: GTK would try to start a bus, and
    // warn if it can't.
    if options.picture != nil || !hasSessionBus { setenv("GTK_A11Y", "none", 0) }
    // Exceeding a file size limit should be an error like a full disk, and a log that nobody reads any more one like any
    // other: neither should end the program.
    signal(SIGXFSZ, SIG_IGN)
    signal(SIGPIPE, SIG_IGN)
    g_set_prgname(ApplicationInfo.programName)
    g_set_application_name(ApplicationInfo.name)
    // g_application_run would end the process with an unhelpful message.
    guard gtk_init_check() != 0 else {
      StandardError.write(
        localized(
          "No display. For a picture, use: xvfb-run -a feed-viewer --screenshot picture.png FILE"))
      return 1
    }
    // GTK asks its own catalogue, which need not be installed.
    if Catalogue.isRightToLeft { gtk_widget_set_default_direction(GTK_TEXT_DIR_RTL) }
    MainQueueSource.attach()
    var options = options
    options.samples = data?.samples ?? []
    let viewer = ViewerApplication(options, data: data)
    return withExtendedLifetime(viewer) { viewer.run(opening: files) }
  }

  /// Whether the environment names a session bus, or its socket is in the standard place.
  private static var hasSessionBus: Bool {
    if getenv("DBUS_SESSION_BUS_ADDRESS") != nil || getenv("AT_SPI_BUS_ADDRESS") != nil { return true }
    return getenv("XDG_RUNTIME_DIR").map { access(String(cString: $0) + "/bus", F_OK) == 0 } ?? false
  }

  private init(_ options: ViewerOptions, data: DataFolder?) {
    self.options = options
    self.data = data
    var flags = G_APPLICATION_HANDLES_OPEN.rawValue
    // A screenshot shows only the given files, whatever window is open.
    if options.picture != nil || Self.exitsWhenShown || Measurements.areWanted {
      flags |= G_APPLICATION_NON_UNIQUE.rawValue
    }
    if options.isService { flags |= G_APPLICATION_IS_SERVICE.rawValue }
    application = GObjectReference(
      adopting: gtk_application_new(ApplicationInfo.identifier, GApplicationFlags(flags))!)
    // The application has no resources. With a resource path, GtkApplication would make GTK read all icon themes
    // twice (gtkapplication.c, `gtk_application_load_resources`).
    g_application_set_resource_base_path(application.pointer.cast(), nil)
  }

  private func run(opening files: [String]) -> Int32 {
    connect()
    guard register() else { return 1 }
    if g_application_get_is_remote(application.pointer.cast()) != 0 { handOverOptions() }
    let arguments = [ApplicationInfo.programName] + files
    let result = CStringArray.with(arguments) {
      g_application_run(application.pointer.cast(), Int32(arguments.count), $0)
    }
    endOfProcess?.begin()
    if !keeper.close() { status = 1 }
    return result != 0 ? result : status
  }

  /// Stores everything, as closing the window does.
  private func store() {
    window?.storeState()
    keeper.close()
  }

  private func register() -> Bool {
    var error: UnsafeMutablePointer<GError>?
    guard g_application_register(application.pointer.cast(), nil, &error) == 0 else { return true }
    if let error {
      StandardError.write(
        localized("Feed Viewer could not start: \(String(cString: error.pointee.message))"))
      g_error_free(error)
    }
    return false
  }

  /// GApplication passes files to the running instance; options are passed as its actions.
  private func handOverOptions() {
    if let mode = options.cacheMode {
      g_action_group_activate_action(
        application.pointer.opaque, "cache-mode", g_variant_new_string(mode.rawValue))
    }
    if options.writesDebugLog {
      g_action_group_activate_action(application.pointer.opaque, "debug-log", nil)
    }
  }

  private func connect() {
    let application = application.pointer
    Signal.connect(application, "startup") { [weak self] in self?.startUp() }
    Signal.connect(application, "activate") { [weak self] in
      guard let self else { return }
      self.withWindow { $0.presentNothingNew() }
    }
    // A launch that comes while the program is ending gets a new window.
    Signal.connect(application, "window-removed") { [weak self] in self?.window = nil }
    Signal.connect(application, "open") { [weak self] arguments in
      let (files, hasOthers) = arguments.openedFiles(0)
      self?.withWindow {
        if files.isEmpty { $0.presentNothingNew() } else { $0.open(files) }
        if hasOthers { $0.refuseWebAddress() }
      }
      return .handled
    }
  }

  private func startUp() {
    // Pictures and measurements neither show nor change what the user has read.
    let isPrivate = options.picture != nil || Self.exitsWhenShown || Measurements.measuresReader
    if !isPrivate || StateKeeper.chosenPath != nil {
      keeper = StateKeeper.ofUser(hasSessionBus: Self.hasSessionBus)
    }
    endOfProcess = EndOfProcess { [weak self] in self?.store() }
    StyleSheet.load(from: data)
    LabelMetrics.round()
    Action.onIgnored = StandardError.write
    Shortcut.install(in: application.pointer)
    Action.add("quit", to: application.pointer) { [weak self] in self?.window?.close() }
    // A notification that is activated raises the window.
    Action.add("present", to: application.pointer) { [weak self] in self?.withWindow { $0.present() } }
    Action.add("cache-mode", to: application.pointer, value: { HeightCacheMode(rawValue: $0) }) {
      [weak self] mode in self?.withWindow { $0.setState(mode.rawValue, of: .cacheMode) }
    }
    Action.add("debug-log", to: application.pointer) { [weak self] in
      self?.withWindow { $0.setState(true, of: .debugLog) }
    }
    appearance = AppearanceFollower(
      options.isDark ? .dark : keeper.settings[ViewerSetting.colorScheme],
      // A screenshot looks the same on every desktop.
      connection: options.picture == nil
        ? g_application_get_dbus_connection(application.pointer.cast()) : nil)
  }

  /// Whether a window begins with the files of the last time: not a picture or a measurement of certain files.
  private var restoresSession: Bool {
    options.picture == nil && options.scrollTo == nil && !Self.exitsWhenShown && !Measurements.areWanted
  }

  /// Calls `body` with the window, which is created and presented if there is none.
  private func withWindow(_ body: (ViewerWindow) -> Void) {
    if let window { return body(window) }
    guard FontCheck.holdsForWidgets() else { return status = 1 }
    let window = ViewerWindow(application: application.pointer, options: options, keeper: keeper)
    self.window = window
    Signal.connect(window.pointer, "action-state-changed::\(WindowCommand.style.name)") { [weak self] in
      if let scheme = self?.window?.chosenColorScheme { self?.appearance?.colorScheme = scheme }
    }
    if restoresSession {
      keeper.loadSession()
      window.restoreSession()
    }
    // Start reading before the window is presented.
    body(window)
    window.present()
    if Self.exitsWhenShown { exitWhenShown(window) }
    if Measurements.areWanted {
      measurements = Measurements(of: window) { [weak self] in self?.window?.close() }
    }
    if let path = options.picture {
      screenshotWriter = ScreenshotWriter(window: window, options: options, path: path) { [weak self] error in
        if let error {
          StandardError.write(error)
          self?.status = 1
        }
        // Nothing must keep the window: what it does in idle time would be done before the program ends.
        self?.screenshotWriter = nil
        self?.window?.close()
      }
    }
  }

  private func exitWhenShown(_ window: ViewerWindow) {
    guard let clock = gtk_widget_get_frame_clock(window.pointer.cast()) else { return }
    Signal.connect(clock, "after-paint", after: true) { [weak window] _ in
      guard let window, !window.library.files.isEmpty, window.hasRowsOnScreen else { return .unhandled }
      StandardOutput.write("")
      _exit(0)
    }
  }
}
