import Foundation
import ProgramRuns
import Testing
import WidgetTesting

/// The product as other packages use it.
@Suite(
  "Outside package", .serialized,
  .enabled("needs an X display") { ProcessInfo.processInfo.environment["DISPLAY"] != nil })
struct OutsidePackageTests {
  private static let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path
  private static let example = repository + "/Tests/Examples/StringList/main.swift"
  /// What the example asks for, in logical pixels.
  private static let windowSize = (width: 360, height: 480)

  @Test func theSampleIsShort() throws {
    let lines = try String(contentsOfFile: Self.example, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count { !$0.isEmpty } <= 20)
  }

  /// The readme shows what is compiled and run here.
  @Test func theSampleOfTheReadmeIsTheExample() throws {
    let readme = try String(contentsOfFile: Self.repository + "/README.md", encoding: .utf8)
    let example = try String(contentsOfFile: Self.example, encoding: .utf8)
    #expect(readme.contains("```swift\n" + example + "```\n"))
  }

  @Test(.disabled(if: TestRun.isQuick, "takes a build of the library"))
  func aPackageThatDependsOnTheProductShowsAList() async throws {
    let package = try TemporaryFolder()
    try package.write(Self.manifest, to: "Package.swift")
    let source = try String(contentsOfFile: Self.example, encoding: .utf8)
    try package.write(source, to: "Sources/Outside/main.swift")
    // What was built before is kept beside the tests: only what has changed since is built again.
    let build = try ProgramRun.buildFolder + "/outside-package"
    let built = try await ProgramRun.run(
      "/usr/bin/env",
      [
        "swift", "build", "--package-path", package.path, "--scratch-path", build, "--disable-index-store",
        "-Xswiftc", "-gnone",
      ], timeLimit: .seconds(600),
      environment: ["XDG_CACHE_HOME": nil, "XDG_CONFIG_HOME": nil, "XDG_DATA_HOME": nil])
    try #require(built.status == 0, "\(built.output)\n\(built.errors)")

    let program = ProgramRun.process(build + "/debug/Outside", [])
    program.standardOutput = FileHandle.nullDevice
    program.standardError = FileHandle.nullDevice
    try program.run()
    defer { kill(program.processIdentifier, SIGKILL) }
    let screen = try #require(X11Screen())
    let deadline = ContinuousClock.now + .seconds(60)
    var ink = 0.0
    while ink == 0, program.isRunning, ContinuousClock.now < deadline {
      try await Task.sleep(for: .milliseconds(50))
      ink = screen.inkOfLightWindow(width: Self.windowSize.width, height: Self.windowSize.height)
    }
    #expect(program.isRunning)
    // Text is neither nothing nor everything.
    #expect(ink > 0.02 && ink < 0.3)
  }

  private static let manifest = """
    // swift-tools-version: 6.2
    import PackageDescription

    let package = Package(
      name: "outside",
      dependencies: [.package(name: "feed-viewer", path: "\(repository)")],
      targets: [
        .executableTarget(
          name: "Outside", dependencies: [.product(name: "VirtualList", package: "feed-viewer")])
      ]
    )

    """
}
