import ArgumentParser
import EntryRows
import VirtualList
import Testing

@testable import FeedViewer

/// Parsing of arguments, without running commands.
struct CommandLineTests {
  private func view(_ arguments: [String]) throws -> ViewCommand {
    try #require(try FeedViewerCommand.parseAsRoot(arguments) as? ViewCommand)
  }

  @Test func fileArgumentsAloneOpenTheWindow() throws {
    let command = try view(["a.xml", "file:///b%20c.xml"])
    #expect(command.files == ["a.xml", "file:///b%20c.xml"])
    #expect(command.cacheMode == nil)
    #expect(!command.debugLog)
  }

  @Test func windowOptionsMayPrecedeOrFollowFiles() throws {
    for arguments in [
      ["--screenshot", "x.png", "--size", "320x600", "--scroll-to", "2:3", "a.xml"],
      ["a.xml", "--screenshot", "x.png", "--size", "320x600", "--scroll-to", "2:3"],
    ] {
      let command = try view(arguments)
      #expect(command.files == ["a.xml"])
      #expect(command.screenshot == "x.png")
      #expect(command.size == WindowSize(width: 320, height: 600))
      #expect(command.scrollTo == .row(RowPosition(section: 2, row: 3)))
    }
  }

  @Test func anArticleIsScrolledToABlock() throws {
    let command = try view(
      ["--screenshot", "x.png", "--article", "0:2", "--scroll-to", "17", "a.xml"])
    #expect(command.article == RowPosition(section: 0, row: 2))
    #expect(command.scrollTo == .block(17))
  }

  @Test(arguments: zip(["none", "index-path", "key"], HeightCacheMode.allCases))
  func cacheModesAreParsedByName(name: String, mode: HeightCacheMode) throws {
    #expect(try view(["--cache-mode", name]).cacheMode == mode)
  }

  @Test(arguments: [
    ["--cache-mode", "all"], ["--size", "320"], ["--size", "0x10"], ["--size", "-1x5"], ["--scroll-to", "3"],
    ["--scroll-to", "1:-2", "a.xml"], ["--scroll-to", "1:2"], ["--scroll-to", "3", "a.xml"],
    ["--screenshot", "x.png", "--article", "0:1", "--scroll-to", "1:2", "a.xml"],
    ["--screenshot", "x.png", "--article", "0:1", "--scroll-to", "-1", "a.xml"],
    ["--article", "0:1", "a.xml"], ["--screenshot"], ["--screenshot", ""],
    ["--no-such-option"], ["inspect"], ["inspect", "-", "a.xml"], ["export"], ["measure", "a.xml"],
    ["inspect", "--limit", "0", "a.xml"], ["inspect", "--limit", "many", "a.xml"],
    ["measure", "--width", "0", "a.xml"], ["measure", "--width", "wide", "a.xml"],
  ])
  func wrongUsageIsRefused(arguments: [String]) {
    let error = #expect(throws: (any Error).self) { try FeedViewerCommand.parseAsRoot(arguments) }
    if let error {
      #expect(FeedViewerCommand.exitCode(for: error).rawValue == 64)
      #expect(!FeedViewerCommand.message(for: error).isEmpty)
    }
  }

  @Test func subcommandsAreTheFirstArgument() throws {
    #expect(try FeedViewerCommand.parseAsRoot(["inspect", "a.xml"]) is InspectCommand)
    #expect(try FeedViewerCommand.parseAsRoot(["export", "a.xml"]) is ExportCommand)
    #expect(try FeedViewerCommand.parseAsRoot(["measure", "--width", "400", "a.xml"]) is MeasureCommand)
    #expect(try view(["./inspect"]).files == ["./inspect"])
  }
}
