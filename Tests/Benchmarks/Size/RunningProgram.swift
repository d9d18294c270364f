import Foundation

/// A program that runs until this object is released, and whose memory and processor time are read meanwhile.
final class RunningProgram {
  private let process = Process()
  private let printed = Pipe()
  /// Where it keeps its state: a program opens the files of the last time.
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    "feed-viewer-\(UUID().uuidString)")

  /// - Parameter environment: Variables besides those of this process. Without them the program finds nothing that it has
  ///   kept in an earlier run.
  init(_ program: String, _ arguments: [String], environment: [String: String] = [:]) throws {
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment
      .merging(["XDG_DATA_HOME": folder.path, "XDG_CACHE_HOME": folder.path]) { $1 }
      .merging(environment) { $1 }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    process.standardOutput = printed
    try process.run()
  }

  deinit {
    process.terminate()
    process.waitUntilExit()
    try? FileManager.default.removeItem(at: folder)
  }

  /// What it has printed since the last time; waits for something, or for its end.
  func output() -> String { String(decoding: printed.fileHandleForReading.availableData, as: UTF8.self) }

  /// Its anonymous memory in bytes: what is not shared with a file.
  var anonymousBytes: Int {
    let text =
      (try? String(contentsOfFile: "/proc/\(process.processIdentifier)/smaps_rollup", encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix("Anonymous:") }
    return line.flatMap { Int($0.filter(\.isNumber)) }.map { $0 * 1_024 } ?? 0
  }

  /// Its processor time in seconds.
  var processorSeconds: Double { processorSeconds("/proc/\(process.processIdentifier)/stat") }

  /// The processor time of its first thread in seconds.
  var mainThreadSeconds: Double {
    processorSeconds("/proc/\(process.processIdentifier)/task/\(process.processIdentifier)/stat")
  }

  private func processorSeconds(_ path: String) -> Double {
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
    guard fields.count > 13, let user = Double(fields[11]), let system = Double(fields[12]) else { return 0 }
    return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  /// Waits until the program has done nothing for eight seconds: threads that wait for work end after five, and the memory
  /// that they kept is returned after six.
  ///
  /// - Returns: Whether it came to rest within the time limit.
  func waitForRest(within seconds: Double) -> Bool {
    let end = ContinuousClock.now + .seconds(seconds)
    var (last, quiet) = (-1.0, 0)
    while ContinuousClock.now < end, process.isRunning {
      Thread.sleep(forTimeInterval: 0.5)
      let now = processorSeconds
      quiet = now - last < 0.015 ? quiet + 1 : 0
      last = now
      if quiet >= 16 { return true }
    }
    return false
  }
}
