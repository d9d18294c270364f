import Expectations
import Foundation
import Glibc
import ProgramRuns
import Testing

@testable import FeedViewer

/// Folders that the environment names.
struct BaseFolderTests {
  private let folder: TemporaryFolder
  private let feed: String
  /// Empty, and the current one of programs.
  private let current: String

  init() throws {
    folder = try TemporaryFolder()
    feed = try folder.write(SampleFeed.rss(entries: ["a", "b"]), to: "one.xml")
    current = folder.path + "/current"
    for name in ["current", "home"] {
      try FileManager.default.createDirectory(
        atPath: folder.path + "/" + name, withIntermediateDirectories: false)
    }
  }

  @Test(arguments: [
    ("/data", "/data"), ("/", "/"), ("/a:b", "/a:b"), ("data", nil), ("~/data", nil), ("./data", nil),
    ("", nil),
    (":/data", nil), ("/\u{301}data", "/\u{301}data"),
  ]) func aFolderIsAbsolute(_ value: String, _ valid: String?) {
    expect(BaseFolders.valid(value, isSearchPath: false), equals: valid)
  }

  @Test(arguments: [
    ("/a:/b", "/a:/b"), ("a:/b:c", "/b"), ("/a::/b", "/a:/b"), (":/a:", "/a"), ("a:b", nil), ("", nil),
    (":", nil),
  ]) func aSearchPathHasAbsoluteFolders(_ value: String, _ valid: String?) {
    expect(BaseFolders.valid(value, isSearchPath: true), equals: valid)
  }

  private func files(in path: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: path)
  }

  @Test(.enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
  func relativeFoldersAreIgnored() async throws {
    let home = folder.path + "/home"
    let process = try Program.process(
      ["--debug-log", feed],
      environment: [
        "HOME": home, "XDG_DATA_HOME": "~/data", "XDG_CONFIG_HOME": "./config", "XDG_CACHE_HOME": "cache",
        "XDG_STATE_HOME": "", "XDG_RUNTIME_DIR": "run", "XDG_CONFIG_DIRS": "etc:/etc/xdg",
        "XDG_DATA_DIRS": "share:/usr/local/share:/usr/share", "FEED_VIEWER_STATE": "",
        "GSETTINGS_BACKEND": nil, "DBUS_SESSION_BUS_ADDRESS": nil,
      ])
    process.currentDirectoryURL = URL(fileURLWithPath: current)
    process.standardError = try folder.openFile("log")
    try process.run()
    defer { Program.end(process) }
    try await expect(folder.waitForLog("index path[0:1]"), "\((try? folder.text("log")) ?? "no log")")
    kill(process.processIdentifier, SIGTERM)
    await Task.detached { process.waitUntilExit() }.value
    expect(process.terminationStatus, equals: SIGTERM)
    let stored = try files(in: home)
    for name in [".local/share/feed-viewer/reading-state.sqlite", ".config/glib-2.0/settings"] {
      expect(stored.contains(name), "\(stored)")
    }
    try expect(files(in: current), equals: [])
  }

  /// Pictures are written without state, which would go to the home folder that the system knows.
  @Test(.enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"), arguments: ["", "home", "~"])
  func aRelativeHomeIsIgnored(_ home: String) async throws {
    let process = try Program.process(
      ["--screenshot", folder.path + "/picture.png", feed],
      environment: [
        "HOME": home, "XDG_CACHE_HOME": folder.path + "/cache", "XDG_DATA_HOME": folder.path + "/data",
        "XDG_CONFIG_HOME": nil,
      ])
    process.currentDirectoryURL = URL(fileURLWithPath: current)
    process.standardError = try folder.openFile("log")
    try process.run()
    await Task.detached { process.waitUntilExit() }.value
    expect(process.terminationStatus, equals: 0, "\((try? folder.text("log")) ?? "no log")")
    try expect(files(in: current), equals: [])
  }

  @Test(arguments: ["state.sqlite", "./state.sqlite", "~/state.sqlite"])
  func aRelativePathOfTheStateIsRefused(_ path: String) async throws {
    for arguments in [[feed], ["--screenshot", folder.path + "/picture.png", feed], []] {
      let result = try await Program.run(arguments, environment: ["FEED_VIEWER_STATE": path])
      expect(result.status, equals: 64)
      expect(result.errors, equals: "FEED_VIEWER_STATE must be an absolute path, not “\(path)”.\n")
    }
    // Nothing else uses it.
    let result = try await Program.run(["inspect", feed], environment: ["FEED_VIEWER_STATE": path])
    expect(result.status == 0 && result.errors == "")
  }
}
