import Expectations
import Foundation
import ProgramRuns
import TestRuns
import Testing
import WidgetTesting

/// The library product as other packages use it.
@Suite(
  "Outside package", .serialized,
  .enabled("needs an X display") { ProcessInfo.processInfo.environment["DISPLAY"] != nil })
struct OutsidePackageTests {
  private static let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path
  private static let example = repository + "/Tests/Examples/StringList/main.swift"
  private static let tutorial =
    repository + "/Sources/FeedViewer/VirtualList/VirtualList.docc/Resources"
  /// The default size of the example's window, in logical pixels.
  private static let windowSize = (width: 360, height: 480)

  @Test func sampleHasAtMostTwentyLines() throws {
    let lines = try String(contentsOfFile: Self.example, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false)
    expect(lines.count { !$0.isEmpty } <= 20)
  }

  /// The README shows the program that is compiled and run here.
  @Test func readmeSampleEqualsTheExample() throws {
    let readme = try String(contentsOfFile: Self.repository + "/README.md", encoding: .utf8)
    let example = try String(contentsOfFile: Self.example, encoding: .utf8)
    expect(readme.contains("```swift\n" + example + "```\n"))
  }

  /// The steps of the tutorial lead to the program that is compiled and run here.
  @Test func theTutorialEndsWithTheExample() throws {
    let example = try String(contentsOfFile: Self.example, encoding: .utf8)
    let steps = try (1...6).map {
      try String(contentsOfFile: Self.tutorial + "/Lines-\($0).swift", encoding: .utf8)
    }
    expect(steps.last, equals: example)
    for step in steps[2...] { expect(example.hasPrefix(step)) }
    let tutorial = try String(
      contentsOfFile: Self.tutorial + "/../Tutorials/Showing-Ten-Thousand-Lines.tutorial", encoding: .utf8)
    let files = tutorial.matches(of: /file: "(.+)"/).map { String($0.output.1) }
    expect(files, equals: ["Lines-Package.swift"] + (1...6).map { "Lines-\($0).swift" })
  }

  /// A system that the tests were carried to may have none.
  private static let hasCompiler = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    .contains { FileManager.default.isExecutableFile(atPath: "\($0)/swift") }

  @Test(
    .enabled(if: TestRun.isForRelease, "takes a build of the library"),
    .enabled(if: hasCompiler, "needs a Swift compiler"))
  func outsidePackageShowsAList() async throws {
    let package = try TemporaryFolder()
    try package.write(try Self.manifest, to: "Package.swift")
    let source = try String(contentsOfFile: Self.example, encoding: .utf8)
    try package.write(source, to: "Sources/Lines/main.swift")
    // The build is kept beside the tests, so that later runs only build what has changed.
    let build = try ProgramRun.buildFolder + "/outside-package"
    let built = try await ProgramRun.run(
      "/usr/bin/env",
      [
        "swift", "build", "--package-path", package.path, "--scratch-path", build, "--disable-index-store",
        "-Xswiftc", "-gnone",
      ], timeLimit: .seconds(600),
      environment: ["XDG_CACHE_HOME": nil, "XDG_CONFIG_HOME": nil, "XDG_DATA_HOME": nil])
    try require(built.status == 0, "\(built.output)\n\(built.errors)")

    let program = ProgramRun.process(build + "/debug/Lines", [])
    program.standardOutput = FileHandle.nullDevice
    program.standardError = FileHandle.nullDevice
    try program.run()
    defer { kill(program.processIdentifier, SIGKILL) }
    let screen = try require(X11Screen())
    let deadline = ContinuousClock.now + .seconds(60)
    var ink = 0.0
    while ink == 0, program.isRunning, ContinuousClock.now < deadline {
      try await Task.sleep(for: .milliseconds(50))
      ink = screen.inkOfLightWindow(width: Self.windowSize.width, height: Self.windowSize.height)
    }
    expect(program.isRunning)
    // Text covers a small part of the window.
    expect(ink > 0.02 && ink < 0.3)
  }

  /// The manifest of the tutorial, with the path of this checkout.
  private static var manifest: String {
    get throws {
      try String(contentsOfFile: tutorial + "/Lines-Package.swift", encoding: .utf8)
        .replacing("../feed-viewer", with: repository)
    }
  }
}
