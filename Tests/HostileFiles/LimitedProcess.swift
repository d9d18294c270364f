import FeedViewerBase
import Foundation
import ProgramRuns

/// Runs a program with limits on CPU time, elapsed time and memory.
public struct LimitedProcess: Sendable {
  public struct Outcome: Sendable {
    public enum Ending: Sendable, Equatable, CustomStringConvertible {
      case exited(status: Int)
      case killed(signal: Int)

      public var description: String {
        switch self {
        case .exited(let status): "exited \(status)"
        case .killed(let signal): "killed \(signal)"
        }
      }
    }

    public let ending: Ending
    /// The CPU time of the program and of those children that it waited for.
    public let processorSeconds: Double
    /// The peak resident memory of the program or of a child that it waited for.
    public let peakMegabytes: Double
    public let outputByteCount: Int
    /// Whether the beginning of what it wrote has characters that a terminal would obey.
    public let hasObeyedCharacters: Bool
    /// The beginning of its standard error.
    public let errors: String
  }

  public enum Failure: Error {
    case notStarted(String)
    case noReport(String)
  }

  public var program: String
  /// Bytes, because file names need not be UTF-8.
  public var arguments: [[UInt8]]
  /// Variables to change; nil removes one.
  public var environment: [String: String?] = [:]
  /// The program is killed after this much CPU time.
  public var processorSeconds = 60
  /// The program is killed after this elapsed time.
  public var seconds = 300
  /// The limit on the program's private writable memory (RLIMIT_DATA).
  public var megabytes = 2_000

  private static let keptErrors = 20_000
  private static let examinedOutput = 1_000_000

  public init(program: String, arguments: [[UInt8]]) {
    self.program = program
    self.arguments = arguments
  }

  /// Blocks until the program has ended.
  public func run() throws -> Outcome {
    let folder = try TemporaryFolder()
    let report = folder.path + "/report"
    let limits = ["\(processorSeconds)", "\(seconds)", "\(megabytes)", report, program]
    let launcher = try ProgramRun.path(of: "RunLimited")
    var words = ([launcher] + limits).map { Array($0.utf8) } + arguments
    for index in words.indices { words[index].append(0) }
    try spawn(launcher, words, output: folder.path + "/output", errors: folder.path + "/errors")
    return try Self.outcome(in: folder.path, of: program)
  }

  private func spawn(_ launcher: String, _ words: [[UInt8]], output: String, errors: String) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, errors, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    var variables = ProcessInfo.processInfo.environment
    for (name, value) in environment { variables[name] = value }
    let pointers = Self.pointers(words)
    let environment = Self.pointers(variables.map { Array("\($0)=\($1)".utf8) + [0] })
    defer { for pointer in pointers + environment { free(pointer) } }
    var child: pid_t = 0
    guard posix_spawn(&child, launcher, &actions, nil, pointers, environment) == 0 else {
      throw Failure.notStarted(launcher)
    }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
  }

  private static func outcome(in folder: String, of program: String) throws -> Outcome {
    let errors = try Data(contentsOf: URL(fileURLWithPath: folder + "/errors"))
    let text = String(decoding: errors.prefix(keptErrors), as: UTF8.self)
    let report = (try? String(contentsOfFile: folder + "/report", encoding: .utf8)) ?? ""
    let fields = report.split(whereSeparator: \.isWhitespace)
    guard fields.count == 4, let number = Int(fields[1]), let microseconds = Double(fields[2]),
      let kilobytes = Double(fields[3])
    else { throw Failure.noReport("\(program): \(text)") }
    let size = try FileManager.default.attributesOfItem(atPath: folder + "/output")[.size] as? Int
    let output = try FileHandle(forReadingFrom: URL(fileURLWithPath: folder + "/output"))
      .read(upToCount: examinedOutput)
    let written = text + String(decoding: output ?? Data(), as: UTF8.self)
    return Outcome(
      ending: fields[0] == "exited" ? .exited(status: number) : .killed(signal: number),
      processorSeconds: microseconds / 1e6, peakMegabytes: kilobytes / 1024, outputByteCount: size ?? 0,
      hasObeyedCharacters: TerminalCharacters.replaced(in: written) != written, errors: text)
  }

  /// Allocated C strings, terminated by nil.
  private static func pointers(_ words: [[UInt8]]) -> [UnsafeMutablePointer<CChar>?] {
    words.map { word in word.withUnsafeBytes { strdup($0.baseAddress!.assumingMemoryBound(to: CChar.self)) } }
      + [nil]
  }
}
