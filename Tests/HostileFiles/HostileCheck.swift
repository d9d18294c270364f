import Foundation
import ProgramRuns
import SoftwareDrawing

/// Opens hostile files with the program in all of its modes, within limits.
public struct HostileCheck: Sendable {
  public enum Command: String, Sendable, CaseIterable {
    case inspect, measure, export
    /// Screenshots of the list and of the first entry's article.
    case list, article
    /// Turning from article to article of all files, each when the last one is there.
    case articles
    /// Turning from article to article before its pictures are there.
    case turns
    /// A screenshot of the files of a session.
    case session

    /// Whether it opens a window.
    public var needsDisplay: Bool { self != .inspect && self != .measure && self != .export }
  }

  public struct Result: Sendable {
    public let outcome: LimitedProcess.Outcome
    /// The faults found.
    public let faults: [String]
  }

  /// Widths of the list in logical pixels: from almost nothing to more than any window has.
  private static let widths = [1, 34, 41, 97, 320, 16_384]
  /// Messages of crashes and libraries. Every warning of a library is a fault, because it is of no use to the user.
  private static let cries = [
    "Fatal error", "-CRITICAL", "-WARNING", "-ERROR", "Pango:ERROR", "assertion failed",
  ]

  private static let turnCount = 100
  /// So many pixels of the forbidden colour are a picture.
  private static let forbiddenPixelCount = 100

  /// The path of `feed-viewer`.
  public let program: String
  /// The CPU time that one command may take, in seconds.
  public var processorSeconds = 2.0
  /// The resident memory that one command may use, in megabytes.
  public var megabytes = 500.0
  /// The elapsed time in seconds after which a command is killed as hanging.
  public var seconds = 240

  public init(program: String) { self.program = program }

  /// - Parameter files: Paths as bytes.
  public func run(_ command: Command, on files: [[UInt8]]) throws -> Result {
    let scratch = try TemporaryFolder()
    let picture = scratch.path + "/picture.png"
    var process = LimitedProcess(
      program: program,
      arguments: arguments(command, picture: picture) + (command == .session ? [] : files))
    process.environment = [
      "SWIFT_BACKTRACE": "enable=no", "GSETTINGS_BACKEND": "memory", "XDG_DATA_HOME": scratch.path,
      "XDG_STATE_HOME": scratch.path,
    ].merging(SoftwareDrawing.environment) { $1 }
    if command == .articles { process.environment["FEED_VIEWER_ARTICLES"] = "1" }
    if command == .turns { process.environment["FEED_VIEWER_TURNS"] = "\(Self.turnCount)" }
    if command == .session, let file = files.first {
      process.environment["FEED_VIEWER_STATE"] = String(decoding: file, as: UTF8.self)
    }
    // A command that continues is stopped soon after its limit.
    process.processorSeconds = Int(processorSeconds) + 1
    process.seconds = seconds
    let outcome = try process.run()
    var faults = faults(of: outcome)
    if ForbiddenColor.pixelCount(ofPicture: picture) > Self.forbiddenPixelCount {
      faults.append("shows a picture from outside the feed's folder")
    }
    if command == .articles, outcome.ending == .exited(status: 0), outcome.outputByteCount < files.count {
      faults.append("shows \(outcome.outputByteCount) articles of \(files.count) files")
    }
    return Result(outcome: outcome, faults: faults)
  }

  private func arguments(_ command: Command, picture: String) -> [[UInt8]] {
    let words: [String] =
      switch command {
      case .inspect: ["inspect"]
      case .export: ["export"]
      case .measure: ["measure"] + Self.widths.flatMap { ["--width", "\($0)"] }
      case .list: ["--size", "500x3000", "--screenshot", picture]
      case .article: ["--size", "360x600", "--article", "0:0", "--screenshot", picture]
      case .articles, .turns: ["--size", "1000x700"]
      case .session: ["--size", "1300x700", "--screenshot", picture]
      }
    return words.map { Array($0.utf8) }
  }

  private func faults(of outcome: LimitedProcess.Outcome) -> [String] {
    var faults: [String] = []
    switch outcome.ending {
    case .exited(status: 0), .exited(status: 1): break
    case .killed(signal: Int(SIGKILL)) where outcome.processorSeconds <= processorSeconds:
      faults.append("waits for more than \(seconds) s")
    case .killed(signal: Int(SIGKILL)): faults.append("does not end")
    case let ending: faults.append("\(ending)")
    }
    if outcome.processorSeconds > processorSeconds {
      faults.append("takes \(rounded(outcome.processorSeconds)) s")
    }
    if outcome.peakMegabytes > megabytes { faults.append("takes \(Int(outcome.peakMegabytes)) MB") }
    if outcome.hasObeyedCharacters { faults.append("writes control characters") }
    let cries = outcome.errors.split(whereSeparator: \.isNewline)
      .filter { line in Self.cries.contains { line.contains($0) } }
    return faults + cries.prefix(2).map { "says \"\($0.prefix(200))\"" }
  }

  private func rounded(_ seconds: Double) -> Double { (seconds * 100).rounded() / 100 }
}

extension HostileFile {
  /// Whether a command shows any of the file's content.
  public func isOpened(by command: HostileCheck.Command) -> Bool {
    switch command {
    case .inspect, .measure, .export: view != .session
    case .list: view.showsList
    case .article: view.showsArticle
    // It has too many articles to wait for each.
    case .articles: view.showsArticle && view != .turning
    case .turns: view == .turning
    case .session: view == .session
    }
  }
}
