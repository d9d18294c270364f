import Foundation
import ProgramRuns

/// The program in a session of its own: a display, a session bus, and folders for its data.
final class ReadingProgram {
  struct Fault: Error { let text: String }

  let bus: SessionBus
  let screen: XScreen
  private let program: String
  private let folder: String
  private let size: String
  private let displayServer: Process
  private let busServer: Process
  private var environment: [String: String]
  private let log: FileHandle
  private var process: Process?

  /// - Parameters:
  ///   - program: The path of `feed-viewer`.
  ///   - folder: The path of an empty folder.
  init(_ program: String, in folder: String, size: String) throws {
    self.program = program
    self.folder = folder
    self.size = size
    let display = try Self.start(
      "Xvfb", ["-displayfd", "1", "-screen", "0", "1700x1000x24", "-nolisten", "tcp", "-terminate"])
    displayServer = display.process
    screen = try XScreen(":" + display.answer)
    let session = try Self.start("dbus-daemon", ["--session", "--nofork", "--print-address=1"])
    busServer = session.process
    bus = try SessionBus(address: session.answer)
    environment = [
      "DISPLAY": ":" + display.answer, "DBUS_SESSION_BUS_ADDRESS": session.answer,
      // GTK's print dialog writes a message if there is no system bus, as in a container.
      "DBUS_SYSTEM_BUS_ADDRESS": session.answer,
      "XDG_DATA_HOME": folder + "/data", "XDG_CONFIG_HOME": folder + "/config",
      "XDG_CACHE_HOME": folder + "/cache", "XDG_RUNTIME_DIR": folder + "/run",
      "GDK_BACKEND": "x11", "GTK_A11Y": "none", "GSETTINGS_BACKEND": "memory", "GIO_USE_VFS": "local",
      "GTK_USE_PORTAL": "0", "G_DEBUG": "",
    ]
    let manager = FileManager.default
    for name in ["data/applications", "config/gtk-4.0", "cache", "run"] {
      try manager.createDirectory(atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
    }
    chmod(folder + "/run", 0o700)
    // What opens links does nothing.
    let browser = "[Desktop Entry]\nType=Application\nName=Browser\nExec=/bin/true %u\n"
    try Data(browser.utf8).write(to: URL(filePath: folder + "/data/applications/browser.desktop"))
    let kinds = ["x-scheme-handler/https", "x-scheme-handler/http", "x-scheme-handler/mailto", "text/html"]
    let handlers = "[Default Applications]\n" + kinds.map { "\($0)=browser.desktop\n" }.joined()
    try Data(handlers.utf8).write(to: URL(filePath: folder + "/config/mimeapps.list"))
    // Other printers than files need services that the session does not have, and GTK writes so.
    try Data("[Settings]\ngtk-print-backends=file\n".utf8)
      .write(to: URL(filePath: folder + "/config/gtk-4.0/settings.ini"))
    try Data().write(to: URL(filePath: folder + "/errors"))
    log = try FileHandle(forWritingTo: URL(filePath: folder + "/errors"))
  }

  /// Starts a server that writes where it can be reached.
  private static func start(_ name: String, _ arguments: [String]) throws -> (
    process: Process, answer: String
  ) {
    let process = ProgramRun.process("/usr/bin/env", [name] + arguments)
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    var answer = Data()
    while !answer.contains(UInt8(ascii: "\n")) {
      let piece = output.fileHandleForReading.availableData
      guard !piece.isEmpty else { throw Fault(text: "\(name) could not be started.") }
      answer += piece
    }
    return (process, String(decoding: answer, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines))
  }

  /// Starts the program and waits for its window.
  func start(_ files: [String]) throws {
    let process = ProgramRun.process(program, ["--size", size] + files, environment: environment)
    process.standardOutput = FileHandle.nullDevice
    process.standardError = log
    try process.run()
    self.process = process
    for _ in 0..<600 {
      if !screen.topLevels().isEmpty, (try? bus.waitForAnswer()) != nil { return }
      guard process.isRunning else { throw Fault(text: "ended with status \(process.terminationStatus)") }
      usleep(100_000)
    }
    throw Fault(text: "shows no window")
  }

  var isRunning: Bool { process?.isRunning ?? false }

  /// The exit status, or the number of the signal that ended it.
  var status: Int32 { process.map { $0.isRunning ? 0 : $0.terminationStatus } ?? 0 }

  var identifier: Int32 { process?.processIdentifier ?? 0 }

  /// In seconds.
  var processorTime: Double {
    let fields = Self.fields(of: "/proc/\(identifier)/stat", after: ")")
    guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else { return 0 }
    return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  /// What it has in memory, in megabytes.
  var memory: Double {
    let fields = Self.fields(of: "/proc/\(identifier)/statm")
    return fields.count > 1 ? (Double(fields[1]) ?? 0) * Double(sysconf(Int32(_SC_PAGESIZE))) / 1e6 : 0
  }

  /// The number of its processes that decode pictures.
  var childCount: Int {
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(identifier)/task")) ?? []
    return threads.reduce(0) { $0 + Self.fields(of: "/proc/\(identifier)/task/\($1)/children").count }
  }

  private static func fields(of file: String, after mark: Character? = nil) -> [Substring] {
    guard let data = FileManager.default.contents(atPath: file) else { return [] }
    let text = String(decoding: data, as: UTF8.self)
    let start = mark.flatMap { text.lastIndex(of: $0) }.map(text.index(after:)) ?? text.startIndex
    return text[start...].split(whereSeparator: \.isWhitespace)
  }

  /// What was written to standard error, by lines.
  private var messages: [String] {
    let data = FileManager.default.contents(atPath: folder + "/errors") ?? Data()
    return String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init)
  }

  /// The lines on standard error that are faults.
  var errors: [String] { messages.filter { !Self.isAllowed($0) } }

  /// Unknown values of actions are said to be ignored, and the debug log is an action, too.
  private static func isAllowed(_ line: String) -> Bool {
    line.hasPrefix("The action “") && line.contains("” ignores “")
      && line.hasSuffix("”, which it does not know.") || line.hasPrefix("** FDTemplateLayoutCell ** ")
  }

  /// Ends everything that was started.
  func end() {
    for each in [process, busServer, displayServer] {
      guard let each, each.isRunning else { continue }
      kill(each.processIdentifier, SIGKILL)
      each.waitUntilExit()
    }
  }
}
