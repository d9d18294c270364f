import Expectations
import FeedViewerBase
import FeedViewerReadingState
import Foundation
import Glibc
import ProgramRuns
import Testing

/// The program is ended in other ways than by its window.
@Suite(.enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
struct EndOfProcessTests {
  private let folder: TemporaryFolder
  private var state: String { folder.path + "/state/reading-state.sqlite" }

  init() throws { folder = try TemporaryFolder() }

  /// A program whose list is scrolled to its end, and which stores everything in the folder.
  ///
  /// - Parameter command: A program that becomes this one.
  private func start(
    through command: [String] = [], environment: [String: String?] = [:]
  ) async throws -> Process {
    let feed = try folder.write(SampleFeed.rss(entries: (0..<300).map { "e\($0)" }), to: "feed.xml")
    var variables: [String: String?] = [
      "FEED_VIEWER_STATE": state, "GSETTINGS_BACKEND": nil, "DBUS_SESSION_BUS_ADDRESS": nil,
      "XDG_RUNTIME_DIR": nil,
    ]
    for name in ["DATA", "CONFIG", "CACHE"] { variables["XDG_\(name)_HOME"] = folder.path + "/" + name }
    let process = try Program.process(
      ["--debug-log", "--size", "700x500", feed],
      environment: variables.merging(environment) { $1 })
    if let first = command.first {
      process.arguments = try Array(command.dropFirst()) + [Program.path] + (process.arguments ?? [])
      process.executableURL = URL(fileURLWithPath: first)
    }
    process.standardError = try folder.openFile("log")
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    // The place is stored of a list that is drawn, and whose rows were all measured.
    try await expect(folder.waitForLog("precache - [0:299]"))
    // The window may not have the focus yet. The log tells that the last row is laid out.
    let keys = ProgramRun.process(
      "/bin/sh",
      [
        "-c",
        """
        xdotool windowfocus --sync $(xdotool search --sync --onlyvisible --pid \(process.processIdentifier))
        from=$(wc -c <"$0")
        for turn in $(seq 200); do
          tail -c "+$from" "$0" | grep -q 'hit cache by index path.0:299' && exit
          xdotool key End
          sleep 0.1
        done
        """, folder.path + "/log",
      ], environment: environment)
    try keys.run()
    try await expect(end(of: keys))
    return process
  }

  private func end(of process: Process, within seconds: Int = 60) async throws -> Bool {
    for _ in 0..<seconds * 50 {
      if !process.isRunning { return true }
      try await Task.sleep(for: .milliseconds(20))
    }
    return false
  }

  private func expectPlaceAndSize(sourceLocation: SourceLocation = #_sourceLocation) async throws {
    let stored = ReadingState(path: state, report: { _ in })
    let session = await stored.session(of: "main")
    stored.close(within: .seconds(20))
    expect(session?.files, equals: [FilePath(folder.path + "/feed.xml")], sourceLocation: sourceLocation)
    let top = session?.listPlace?.split(separator: "|").last.flatMap { EntryKey(storedText: String($0)) }
    expect(
      (280..<300).contains { top?.hasSameKey(as: EntryKey(earlier: "e\($0)")) == true }, "\(session as Any)",
      sourceLocation: sourceLocation)
    let settings = try folder.text("CONFIG/glib-2.0/settings/keyfile")
    expect(settings.contains("window-width=700"), "\(settings)", sourceLocation: sourceLocation)
  }

  /// What is said of the state, among the lines of the debug log and warnings, of which there are none.
  private func messages() throws -> [Substring] {
    let lines = try folder.text("log").split(separator: "\n")
    expect(!lines.contains { $0.contains("WARNING") || $0.contains("CRITICAL") })
    return lines.filter { $0.hasPrefix(state) }
  }

  /// The process is started by a thread that blocks signals, as by any program in Swift.
  ///
  /// - Parameter ignored: A signal that the parent ignores, as nohup wants it: it is ignored, too.
  @Test(arguments: [(SIGTERM, SIGHUP), (SIGHUP, nil), (SIGINT, nil)] as [(Int32, Int32?)])
  func aSignalStoresWhatClosingStores(_ signal: Int32, ignored: Int32?) async throws {
    let process = try await start(through: ignored == nil ? [] : ["/usr/bin/nohup"])
    if let ignored { kill(process.processIdentifier, ignored) }
    kill(process.processIdentifier, signal)
    try await expect(end(of: process))
    expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == signal)
    try await expectPlaceAndSize()
    if ignored == nil { try expect(messages(), equals: []) }
  }

  /// Stars the entry at the end of the list: something is to be stored then.
  private func star() async throws {
    let key = ProgramRun.process("/bin/sh", ["-c", "xdotool key s && sleep 0.5"])
    try key.run()
    try await expect(end(of: key))
  }

  /// A program that holds the lock for writing.
  private func lock() async throws -> Process {
    let script = """
      import sqlite3, sys
      other = sqlite3.connect(sys.argv[1], isolation_level=None, timeout=20)
      other.execute("BEGIN IMMEDIATE")
      open(sys.argv[2], "w").close()
      sys.stdin.read()
      """
    let process = ProgramRun.process("/usr/bin/python3", ["-c", script, state, folder.path + "/locked"])
    process.standardInput = Pipe()
    try process.run()
    for _ in 0..<1_000 where !FileManager.default.fileExists(atPath: folder.path + "/locked") {
      try await Task.sleep(for: .milliseconds(20))
    }
    return process
  }

  @Test func aSecondSignalEndsTheProgramAtOnceAndLosesNothing() async throws {
    let process = try await start()
    let other = try await lock()
    defer { Program.end(other) }
    try await star()
    kill(process.processIdentifier, SIGTERM)
    // Written as soon as the database turned out to be locked.
    for _ in 0..<1_000 where !FileManager.default.fileExists(atPath: state + "-unsaved") {
      try await Task.sleep(for: .milliseconds(5))
    }
    let clock = ContinuousClock.now
    kill(process.processIdentifier, SIGHUP)
    try await expect(end(of: process))
    expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGHUP)
    expect(clock.duration(to: .now) < .seconds(4), "It has not waited for the database.")
    Program.end(other)
    try await expectPlaceAndSize()
  }

  @Test func whatALockedDatabaseDoesNotTakeIsToldAndKept() async throws {
    let process = try await start()
    let other = try await lock()
    defer { Program.end(other) }
    try await star()
    kill(process.processIdentifier, SIGTERM)
    try await expect(end(of: process))
    Program.end(other)
    let messages = try messages()
    expect(messages.count, equals: 2, "\(messages)")
    expect(messages.last?.contains("They are kept in reading-state.sqlite-unsaved"), equals: true)
    try await expectPlaceAndSize()
    expect(!FileManager.default.fileExists(atPath: state + "-unsaved"))
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/Xvfb"), "needs Xvfb"))
  func aLostDisplayStoresWhatClosingStores() async throws {
    let server = ProgramRun.process("/usr/bin/Xvfb", ["-displayfd", "1", "-screen", "0", "1024x768x24"])
    server.standardOutput = try folder.openFile("display")
    server.standardError = FileHandle.nullDevice
    try server.run()
    defer { Program.end(server) }
    for _ in 0..<1_000 {
      if try folder.text("display").contains("\n") { break }
      try await Task.sleep(for: .milliseconds(20))
    }
    let display = try folder.text("display").split(separator: "\n")[0]
    let process = try await start(environment: [
      "DISPLAY": ":\(display)", "WAYLAND_DISPLAY": nil, "GDK_BACKEND": "x11",
    ])
    Program.end(server)
    try await expect(end(of: process))
    expect(process.terminationReason == .exit && process.terminationStatus == 1)
    try await expectPlaceAndSize()
  }
}
