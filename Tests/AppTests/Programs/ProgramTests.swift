import Expectations
import Foundation
import ProgramRuns
import Testing

/// The subcommands, run as programs.
struct ProgramTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func helpNamesEveryOptionButTheHiddenCommand() async throws {
    let result = try await Program.run(["--help"])
    expect(result.status, equals: 0)
    for option in [
      "--cache-mode", "--debug-log", "--screenshot", "--size", "--scroll-to", "--version", "inspect",
    ] {
      expect(result.output.contains(option))
    }
    expect(!result.output.contains("decode-pictures"))
    // Standard input is empty, as if the viewer had exited. It needs no display.
    let decoding = try await Program.run(
      ["decode-pictures"], environment: ["DISPLAY": nil, "WAYLAND_DISPLAY": nil])
    expect(decoding.status == 0 && decoding.output.isEmpty && decoding.errors.isEmpty)
  }

  @Test func versionAndUsageErrorsArePrinted() async throws {
    // The version is printed.
    let result = try await Program.run(["--version"])
    expect(result.status, equals: 0)
    expect(result.output.contains(/^\d+\.\d+\.\d+\n$/))
    // Usage errors exit with status 64 and a message.
    for arguments in [["--cache-mode", "all"], ["inspect"], ["measure", "--width", "0", "x"]] {
      let result = try await Program.run(arguments)
      expect(result.status, equals: 64)
      expect(result.errors.hasPrefix("Error: "))
      expect(result.output.isEmpty)
    }
  }

  @Test func aFailedFileDoesNotStopTheOthers() async throws {
    let good = try folder.write(SampleFeed.rss(entries: ["a", "b"]), to: "good.xml")
    let bad = folder.path + "/missing.xml"
    for (command, expected) in [
      (["inspect"], "Title of a"), (["export"], "Title of a"), (["measure", "--width", "400"], "0\t1\t"),
    ] {
      let result = try await Program.run(command + [bad, good])
      expect(result.status, equals: 1, "\(command)")
      expect(result.errors.contains("missing.xml"), "\(command)")
      expect(result.errors.split(separator: "\n").count, equals: 1, "\(command)")
      expect(result.output.contains(expected), "\(command): \(result.output)")
    }
  }

  @Test func inspectPrintsOneJSONObjectPerLine() async throws {
    let first = try folder.write(SampleFeed.rss(title: "One", entries: ["a"]), to: "one.xml")
    let second = try folder.write(SampleFeed.rss(title: "Two", entries: []), to: "two words.xml")
    let address = URL(fileURLWithPath: second).absoluteString
    let result = try await Program.run(["inspect", first, address])
    expect(result.status, equals: 0)
    let titles = try result.output.split(separator: "\n").map { line in
      try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    }.map { $0?["title"] as? String }
    expect(titles, equals: ["One", "Two"])
  }

  @Test func inspectPrintsTheFirstEntriesOfAFileOfAnySize() async throws {
    let path = try folder.write(SampleFeed.rss(title: "T", entries: ["a", "b", "c"]), to: "large.xml")
    // A sparse file, which takes no disk space and does not fit any memory.
    try require(truncate(path, 1 << 40) == 0)
    let result = try await Program.run(["inspect", "--limit", "2", path])
    expect(result.status, equals: 0)
    expect(result.output.contains("\"Title of b\"") && !result.output.contains("\"Title of c\""))
    let refused = try await Program.run(["inspect", path])
    expect(refused.status, equals: 1)
    expect(refused.output.contains("too large for this computer’s memory"))
  }

  @Test func inspectAnswersEachPathFromStandardInputAtOnce() throws {
    let path = try folder.write(SampleFeed.rss(title: "One", entries: ["a"]), to: "one.xml")
    let process = try Program.process(["inspect", "-"])
    let input = Pipe()
    let output = Pipe()
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    for question in [path, folder.path + "/missing.xml", path] {
      try input.fileHandleForWriting.write(contentsOf: Data((question + "\n").utf8))
      // The next path is written only after this one was answered.
      var answer = Data()
      while !answer.contains(UInt8(ascii: "\n")) { answer += output.fileHandleForReading.availableData }
      let object = try JSONSerialization.jsonObject(with: answer) as? [String: Any]
      expect(object?["error"] == nil, equals: question == path)
    }
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    expect(process.terminationStatus, equals: 1)
  }

  @Test func exportedFilesCanBeInspected() async throws {
    let path = try folder.write(SampleFeed.rss(title: "One", entries: ["a", "b"]), to: "one.xml")
    let exported = try await Program.run(["export", path])
    expect(exported.status, equals: 0)
    let again = try folder.write(exported.output, to: "one.json")
    let inspected = try await Program.run(["inspect", again])
    expect(inspected.output.contains("\"jsonFeed\""))
    expect(inspected.output.contains("Title of b"))
  }

  @Test func aMissingDisplayIsReportedWithAdvice() async throws {
    let path = try folder.write(SampleFeed.rss(entries: ["a"]), to: "one.xml")
    let result = try await Program.run([path], environment: ["DISPLAY": nil, "WAYLAND_DISPLAY": nil])
    expect(result.status, equals: 1)
    expect(result.errors.contains("--screenshot"))
    expect(result.errors.contains("xvfb-run"))
    expect(result.errors.split(separator: "\n").count, equals: 1)
  }

  @Test func measuringNeedsNoDisplay() async throws {
    let path = try folder.write(SampleFeed.rss(entries: ["a", "b", "c"]), to: "one.xml")
    let result = try await Program.run(
      ["measure", "--width", "400", path], environment: ["DISPLAY": nil, "WAYLAND_DISPLAY": nil])
    expect(result.status, equals: 0)
    let lines = result.output.split(separator: "\n").map { $0.split(separator: "\t").compactMap { Int($0) } }
    expect(lines.map { Array($0.prefix(2)) }, equals: [[0, 0], [0, 1], [0, 2]])
    expect(lines.allSatisfy { $0.count == 3 && $0[2] > 20 })
  }

  /// As in a bare container. Texts would have no extents, and GTK would draw boxes.
  @Test func withoutAnyFontTheProgramSaysSo() async throws {
    let fonts = try folder.write("<fontconfig><dir>/nowhere</dir></fontconfig>", to: "fonts.conf")
    let path = try folder.write(SampleFeed.rss(entries: ["a"]), to: "one.xml")
    let picture = folder.path + "/p.png"
    var lines = [["measure", "--width", "300", path]]
    if Program.hasDisplay { lines += [["--screenshot", picture, path], [path], []] }
    for arguments in lines {
      let result = try await Program.run(
        arguments,
        environment: [
          "FONTCONFIG_FILE": fonts, "DBUS_SESSION_BUS_ADDRESS": nil, "XDG_RUNTIME_DIR": folder.path,
        ])
      expect(result.status, equals: 1, "\(arguments): \(result.errors)")
      expect(result.errors.contains("No font is installed"), "\(arguments): \(result.errors)")
      expect(result.output.isEmpty)
    }
    // What needs no font is done without one.
    let result = try await Program.run(["inspect", path], environment: ["FONTCONFIG_FILE": fonts])
    expect(result.status == 0 && result.errors.isEmpty)
  }

  @Test func everyWidthIsMeasuredAndLongTitlesHaveBoundedHeights() async throws {
    // Every width from one pixel is measured.
    let path = try folder.write(SampleFeed.rss(entries: ["a", "b", "c"]), to: "one.xml")
    let widths = [1, 2, 33, 34, 35, 68, 100, 160, 16_384]
    let result = try await Program.run(["measure"] + widths.flatMap { ["--width", "\($0)"] } + [path])
    expect(result.status, equals: 0)
    let rows = result.output.split(separator: "\n").map { $0.split(separator: "\t").compactMap { Int($0) } }
    expect(rows.count, equals: 3)
    for row in rows {
      let heights = row.dropFirst(2)
      expect(heights.count == widths.count && heights.allSatisfy { $0 > 20 })
      expect(zip(heights, heights.dropFirst()).allSatisfy { $0 >= $1 })
    }
    // A title of millions of letters has bounded height.
    // The title shown by a row is bounded, and so is the work for it.
    func heights(_ title: String) async throws -> String {
      let path = try folder.write(SampleFeed.rss(title: title, entries: [title]), to: "long.xml")
      let result = try await Program.run(["measure", "--width", "600", "--width", "20", path])
      expect(result.status, equals: 0)
      return result.output
    }
    let few = try await heights(String(repeating: "a", count: 3_000))
    try await expect(heights(String(repeating: "a", count: 3_000_000)), equals: few)
  }

  @Test func severalWidthsAreMeasuredInOneRun() async throws {
    let path = try folder.write(SampleFeed.rss(entries: ["a", "b", "c"]), to: "one.xml")
    let both = try await Program.run(["measure", "--width", "400", "--width", "90", path])
    var columns: [[Substring]] = []
    for width in ["400", "90"] {
      let one = try await Program.run(["measure", "--width", width, path])
      columns.append(one.output.split(separator: "\n").map { $0.split(separator: "\t")[2] })
    }
    let rows = both.output.split(separator: "\n").map { $0.split(separator: "\t").dropFirst(2) }
    expect(rows.map { Array($0) }, equals: zip(columns[0], columns[1]).map { [$0, $1] })
    expect(rows.count, equals: 3)
  }
}
