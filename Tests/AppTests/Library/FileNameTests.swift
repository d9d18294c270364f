import Expectations
import FeedViewerBase
import Foundation
import ProgramRuns
import Testing

/// Files with names that are not UTF-8, opened by the program in a separate process.
struct FileNameTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A folder and a file with Latin-1 names.
  private static let directory: [UInt8] = [0x63, 0x61, 0x66, 0xE9]
  private static let name: [UInt8] = Array("one ".utf8) + [0xFF] + Array(".xml".utf8)

  /// Writes a feed to a file with the given bytes as its name, and returns its path.
  private func write(_ text: String) throws -> String {
    let directory = PathText.text(of: Array((folder.path + "/").utf8) + Self.directory)
    let file = directory + "/" + PathText.text(of: Self.name)
    try require(PathText.withCString(directory) { mkdir($0, 0o700) } == 0)
    let descriptor = PathText.withCString(file) { open($0, O_WRONLY | O_CREAT, 0o600) }
    try require(descriptor >= 0)
    defer { close(descriptor) }
    let count = text.utf8.count
    try require(text.withCString { Glibc.write(descriptor, $0, count) } == count)
    return file
  }

  /// Quoted for a shell, because Foundation passes on only text.
  private static func quoted(_ path: String) -> String {
    let octal = PathText.withCString(path) { start in
      UnsafeBufferPointer(start: start, count: strlen(start)).map {
        "\\" + String(UInt8(bitPattern: $0), radix: 8)
      }
    }
    return "\"$(printf '\(octal.joined())')\""
  }

  /// - Parameter command: A shell command; PROGRAM stands for the program under test.
  private func run(_ command: String, environment: [String: String?] = [:]) async throws -> ProgramRun.Result
  {
    let program = try Program.path
    return try await Program.run(
      ["-c", command.replacing("PROGRAM", with: "'\(program)'")], of: "/bin/sh", environment: environment)
  }

  @Test func subcommandsOpenFilesWithNonUTF8Names() async throws {
    let path = Self.quoted(try write(SampleFeed.rss(title: "One", entries: ["a"])))
    for (command, expected) in [
      ("inspect \(path)", "Title of a"), ("export \(path)", "Title of a"),
      ("measure --width 400 \(path)", "0\t0\t"),
    ] {
      let result = try await run("PROGRAM \(command)")
      expect(result.status, equals: 0, "\(result.errors)")
      expect(result.output.contains(expected))
    }
    let relative = try await run(
      "cd '\(folder.path)'; PROGRAM inspect " + Self.quoted(PathText.text(of: Self.directory)) + "/*.xml")
    expect(relative.status, equals: 0, "\(relative.errors)")
    let list = try await run("printf '%s\\n' \(path) /missing \(path) | PROGRAM inspect -")
    expect(list.output.split(separator: "\n").map { $0.contains("Title of a") }, equals: [true, false, true])
    let address = "file://\(folder.path)/caf%E9/one%20%FF.xml"
    try await expect(run("PROGRAM inspect '\(address)'").output.contains("Title of a"))
  }

  @Test func messagesShowNonUTF8NamesReadably() async throws {
    let path = Self.quoted(try write("no feed"))
    let result = try await run("PROGRAM inspect \(path)")
    expect(result.status, equals: 1)
    expect(result.errors.contains("/caf\u{FFFD}/one \u{FFFD}.xml: This is a text without any markup"))
    expect(result.output.contains("/caf\u{FFFD}/one \u{FFFD}.xml: "))
  }

  @Test(.enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
  func screenshotsWorkWithNonUTF8Names() async throws {
    let path = Self.quoted(try write(SampleFeed.rss(entries: ["a"])))
    let picture = PathText.text(of: Array((folder.path + "/picture").utf8) + [0xFE])
    let result = try await run("PROGRAM --screenshot \(Self.quoted(picture)) \(path)")
    expect(result.status, equals: 0, "\(result.errors)")
    expect(PathText.withCString(picture) { access($0, R_OK) }, equals: 0)
  }

  @Test(
    .enabled(
      if: Program.hasDisplay && Program.hasSessionBus, "needs a display and a session bus"))
  func runningInstanceOpensFilesWithNonUTF8Names() async throws {
    let first = try folder.write(SampleFeed.rss(title: "One", entries: ["first"]), to: "one.xml")
    let path = Self.quoted(
      try write("<rss><channel><item><title>second</title><guid>2nd</guid></item></channel></rss>"))
    let log = try folder.openFile("log")
    let running = try Program.process(["--cache-mode", "key", "--debug-log", first])
    running.standardOutput = FileHandle.nullDevice
    running.standardError = log
    try running.run()
    defer { Program.end(running) }
    try await expect(folder.waitForLog("first"))
    try await expect(run("PROGRAM \(path)").status, equals: 0)
    expect(running.isRunning)
    try await expect(folder.waitForLog(".xml|2nd"))
  }
}

struct PathTextTests {
  private func bytes(_ text: String) -> [UInt8] {
    PathText.withCString(text) { start in
      UnsafeBufferPointer(start: start, count: strlen(start)).map { UInt8(bitPattern: $0) }
    }
  }

  @Test func namesOfAnyBytesRoundTripThroughText() {
    // Paths round-trip through text.
    for first in UInt8(1)...255 {
      for second in [1, 0x2F, 0x7F, 0x80, 0x8F, 0x9E, 0x9F, 0xA0, 0xBF, 0xC2, 0xED, 0xF0, 0xFF] as [UInt8] {
        for name in [[first, second], [0xF4, 0x8F, first, second], [0xE2, first, 0x2F, second]] {
          let text = PathText.text(of: name)
          expect(bytes(text), equals: name)
          expect(text.split(separator: "/").count, equals: name.split(separator: 0x2F).count)
        }
      }
    }
    // Different names have different texts.
    let escape = PathText.text(of: [0xFF])
    expect(PathText.text(of: Array(escape.utf8)) != escape)
    expect(bytes(PathText.text(of: Array(escape.utf8))), equals: Array(escape.utf8))
    // UTF-8 names are unchanged.
    for text in ["", "/a/é日👩‍👩‍👧", "\u{10FFFF}\u{10F6FF}"] {
      expect(PathText.text(of: Array(text.utf8)), equals: text)
      expect(PathText.display(text), equals: text)
    }
    // Invalid bytes are displayed as replacement characters.
    expect(PathText.display(PathText.text(of: [0x61, 0xE9, 0xFF, 0x62])), equals: "a\u{FFFD}\u{FFFD}b")
  }
}
