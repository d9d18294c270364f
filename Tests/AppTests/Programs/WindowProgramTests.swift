import Expectations
import Foundation
import ProgramRuns
import Testing

/// The program with its window, on the display of the tests.
@Suite(.enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
struct WindowProgramTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: [(480, 800), (320, 600)])
  func screenshotsHaveTheRequestedSize(width: Int, height: Int) async throws {
    let path = try folder.write(SampleFeed.rss(entries: (0..<40).map { "e\($0)" }), to: "one.xml")
    let picture = folder.path + "/picture.png"
    let result = try await Program.run([
      "--screenshot", picture, "--size", "\(width)x\(height)", "--scroll-to", "0:20", path,
    ])
    expect(result.status, equals: 0, "\(result.errors)")
    let bytes = [UInt8](try folder.data("picture.png"))
    expect(bytes.prefix(4), equals: [0x89, 0x50, 0x4e, 0x47])
    func number(at offset: Int) -> Int { bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
    expect(number(at: 16), equals: width)
    expect(number(at: 20), equals: height)
  }

  @Test func screenshotsOfArticlesScrollToABlock() async throws {
    let text = (0..<60).map { "&lt;p>Paragraph \($0)" }.joined()
    let path = try folder.write(
      "<rss><channel><item><title>T</title><description>\(text)</description></item></channel></rss>",
      to: "one.xml")
    var pictures: [Data] = []
    for block in ["0", "30"] {
      let result = try await Program.run([
        "--screenshot", folder.path + "/p.png", "--size", "400x300", "--article", "0:0", "--scroll-to", block,
        path,
      ])
      expect(result.status, equals: 0, "\(result.errors)")
      pictures.append(try folder.data("p.png"))
    }
    expect(pictures[0] != pictures[1])
    let result = try await Program.run([
      "--screenshot", folder.path + "/p.png", "--article", "0:0", "--scroll-to", "60", path,
    ])
    expect(result.status, equals: 1)
    expect(result.errors.contains("The article has no block 60 to scroll to."))
  }

  /// The keys of these entries are made of their texts.
  @Test func theDebugLogHasOneLineForEachMessage() async throws {
    let text = (0..<40).map { "Line \($0)\u{85}\u{2028}of &#x9b;31m text\n" }.joined()
    let items = (0..<20).map { "<item><title>T\n\($0)</title><description>\(text)</description></item>" }
    let path = try folder.write(
      "<rss><channel>\(items.joined())<item><description>\(text)</description></item></channel></rss>",
      to: "a.xml")
    let result = try await Program.run([
      "--debug-log", "--cache-mode", "key", "--screenshot", folder.path + "/p.png", path,
    ])
    expect(result.status, equals: 0)
    let lines = result.errors.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    expect(lines.contains { $0.contains("cached by key[") })
    for line in lines {
      expect(line.hasPrefix("** FDTemplateLayoutCell ** ") && line.count < 300, "\(line)")
      expect(!line.unicodeScalars.contains { $0.properties.generalCategory == .control || $0 == "\u{2028}" })
    }
  }

  @Test(.enabled(if: Program.hasSessionBus, "needs a session bus (DBUS_SESSION_BUS_ADDRESS)"))
  func aSecondLaunchPassesItsFilesToTheRunningInstance() async throws {
    let first = try folder.write(SampleFeed.rss(title: "One", entries: ["first"]), to: "one.xml")
    try folder.write(SampleFeed.rss(title: "Two", entries: ["second"]), to: "two.xml")
    let log = try folder.openFile("log")
    let running = try Program.process(["--cache-mode", "key", "--debug-log", first])
    running.standardOutput = FileHandle.nullDevice
    running.standardError = log
    try running.run()
    defer { Program.end(running) }
    try await expect(folder.waitForLog("first"))
    let second = try Program.process(["two.xml"])
    second.standardOutput = FileHandle.nullDevice
    second.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    try second.run()
    let status = await Task.detached {
      second.waitUntilExit()
      return second.terminationStatus
    }.value
    expect(status, equals: 0)
    expect(running.isRunning)
    try await expect(folder.waitForLog("two.xml|second"))
  }
}
