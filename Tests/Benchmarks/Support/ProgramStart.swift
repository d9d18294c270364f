import Foundation

/// The time until a program has shown its window, and ends by itself.
struct ProgramStart {
  enum Failure: Error, CustomStringConvertible {
    case noProgram(String)
    case failed(String, Int32)
    var description: String {
      switch self {
      case .noProgram(let path): "There is no program at \(path). Build all products first."
      case .failed(let program, let status): "\(program) ended with status \(status)."
      }
    }
  }

  /// From the start of the process to its first frame with rows, in milliseconds.
  let wall: Double
  /// Of the whole process, in milliseconds.
  let cpu: Double

  /// - Parameter environment: Variables besides those of this process.
  init(_ program: String, _ arguments: [String], environment: [String: String] = [:]) throws {
    var names = environment
    names["FEED_VIEWER_EXIT_WHEN_SHOWN"] = "1"
    for (name, value) in names { setenv(name, value, 1) }
    defer { for name in names.keys { unsetenv(name) } }
    var process: pid_t = 0
    var words = ([program] + arguments).map { strdup($0) }
    words.append(nil)
    defer { words.forEach { free($0) } }
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw Failure.failed(program, errno) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
    let start = ContinuousClock.now
    let spawned = posix_spawn(&process, program, &actions, nil, words, environ)
    close(ends[1])
    defer { close(ends[0]) }
    guard spawned == 0 else { throw Failure.failed(program, spawned) }
    var byte: UInt8 = 0
    let count = read(ends[0], &byte, 1)
    let wall = (ContinuousClock.now - start) / .milliseconds(1)
    var status: Int32 = 0
    var usage = rusage()
    wait4(process, &status, 0, &usage)
    guard status == 0, count == 1 else { throw Failure.failed(program, status) }
    func milliseconds(_ time: timeval) -> Double { Double(time.tv_sec) * 1000 + Double(time.tv_usec) / 1000 }
    self.wall = wall
    cpu = milliseconds(usage.ru_utime) + milliseconds(usage.ru_stime)
  }

  /// The time until a program has ended, in milliseconds. What it prints is dropped.
  static func duration(_ program: String, _ arguments: [String]) throws -> Double {
    var words = ([program] + arguments).map { strdup($0) }
    words.append(nil)
    defer { words.forEach { free($0) } }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    var (process, status): (pid_t, Int32) = (0, 0)
    let start = ContinuousClock.now
    let spawned = posix_spawn(&process, program, &actions, nil, words, environ)
    guard spawned == 0 else { throw Failure.failed(program, spawned) }
    // Foundation's `Process` sees the end of a process tens of milliseconds late.
    waitpid(process, &status, 0)
    guard status == 0 else { throw Failure.failed(program, status) }
    return (ContinuousClock.now - start) / .milliseconds(1)
  }

  /// The path of a program that is built beside this one.
  static func path(of program: String) throws -> String {
    let folder = ownPath.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(
      separator: "/")
    let path = folder + "/" + program
    guard access(path, X_OK) == 0 else { throw Failure.noProgram(path) }
    return path
  }

  private static var ownPath: String {
    var buffer = [CChar](repeating: 0, count: 4096)
    let length = readlink("/proc/self/exe", &buffer, buffer.count - 1)
    return String(decoding: buffer.prefix(max(length, 0)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
