import Expectations
import FeedViewerBase
import Foundation
import ProgramRuns
import Testing

/// What the program writes to its standard streams never makes a terminal do anything but show text.
struct TerminalOutputTests {
  /// Sets the title of a terminal, makes text red in both ways to write it, hides what precedes it, and turns text around.
  private nonisolated static let hostile =
    "\u{1B}]0;x\u{7}\u{1B}[31m\u{9B}31m\u{9D}0;y\u{9C}\u{7F}\r\u{8}\u{202E}\u{2066}"

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private nonisolated static func isObeyed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A: false
    case 0..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  private func expectHarmless(
    _ result: ProgramRun.Result, _ what: String = "", _ place: SourceLocation = #_sourceLocation
  ) {
    for text in [result.output, result.errors] {
      let found = text.unicodeScalars.filter(Self.isObeyed)
      expect(found.isEmpty, "\(what): \(text.debugDescription.prefix(300))", sourceLocation: place)
    }
  }

  @Test func nothingButObeyedCharactersIsReplaced() {
    for value in [0..<0x3100, 0xFE00..<0x1_0100, 0xE_0000..<0xE_0200].joined() {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let expected = Self.isObeyed(scalar) ? "a\u{FFFD}é" : "a\(scalar)é"
      let shown = TerminalCharacters.replaced(in: "a\(scalar)é")
      if !shown.unicodeScalars.elementsEqual(expected.unicodeScalars) {
        Issue.record("U+\(String(value, radix: 16)): \(shown.debugDescription)")
      }
    }
    expect(TerminalCharacters.replaced(in: "\u{1B}\u{9B}\u{202E}"), equals: "\u{FFFD}\u{FFFD}\u{FFFD}")
    expect(TerminalCharacters.replaced(in: "").isEmpty)
  }

  @Test func contentsAreEscapedInJSON() async throws {
    let text = String(decoding: try JSONSerialization.data(withJSONObject: [Self.hostile]), as: UTF8.self)
      .dropFirst().dropLast()
    let path = try folder.write(
      """
      {"version": "https://jsonfeed.org/version/1.1", "title": \(text), "home_page_url": \(text), "items": [{"id": \(text),
      "url": \(text), "title": \(text), "content_text": \(text), "content_html": \(text), "tags": [\(text)],
      "authors": [{"name": \(text)}], "date_published": \(text), "language": \(text), "image": \(text),
      "attachments": [{"url": \(text), "mime_type": \(text), "title": \(text)}], "_feed_viewer": {"section": \(text)}}]}
      """, to: "a.json")
    for command in ["inspect", "export"] {
      let result = try await Program.run([command, path])
      expect(result.status, equals: 0)
      expectHarmless(result, command)
      expect(result.output.contains("\\u009b31m"))
      expect(result.output.contains("\\u202e"))
    }
    expectHarmless(try await Program.run(["measure", "--width", "300", path]))
  }

  @Test func contentsAndFileNamesAreHarmlessInErrors() async throws {
    // Contents are harmless in errors.
    // Errors tell what was found in a file.
    let paths = try [
      "<\u{85}\u{9B}5m/>", "<rss\u{9B}5m\u{202E}/>", "<\(Self.hostile)/>", "{\"\u{9B}5m\": \u{202E}}",
      "[\"\u{9B}\u{7F}\u{202E}", "\u{9B}31m text", "<!DOCTYPE \u{9B}5m><x/>",
    ].enumerated().map { try folder.write($1, to: "\($0).xml") }
    for command in [["inspect"], ["export"], ["measure", "--width", "300"]] {
      let result = try await Program.run(command + paths)
      for number in paths.indices { expect(result.errors.contains("\(number).xml"), "\(result.errors)") }
      expectHarmless(result, "\(command)")
    }
    // File names are harmless in errors.
    // U+10F7FF stands for a byte that is no UTF-8; a name can contain it, too.
    let name = Self.hostile + "\u{10F7FF}.xml"
    let path = try folder.write("no feed", to: name)
    let files = [
      path, path + ".missing", "https://a.example/" + Self.hostile, folder.path + "/" + Self.hostile + "/a",
    ]
    for command in [["inspect"], ["export"], ["measure", "--width", "300"], ["inspect", "--limit", "2"]] {
      let result = try await Program.run(command + files)
      expect(result.status, equals: 1)
      let told = result.errors.split(separator: "\n").count {
        $0.contains("\u{FFFD}]0;x\u{FFFD}\u{FFFD}[31m")
      }
      expect(told, equals: files.count, "\(result.errors)")
      expect(!result.errors.unicodeScalars.contains("\u{10F7FF}"))
      expectHarmless(result, "\(command)")
    }
  }

  @Test(arguments: [
    ["--\(hostile)"], ["-\u{9B}5m"], ["--size", hostile, "x"], ["--size=\(hostile)"], ["--dark=\(hostile)"],
    ["--cache-mode", hostile], ["--scroll-to", hostile, "x"], ["--article", hostile],
    ["inspect", "--limit", hostile, "x"],
    ["inspect", "--\(hostile)", "x"], ["measure", "--width", hostile, "x"], ["export", "--x\u{202E}", "x"],
    ["help", hostile], ["inspect", "--limit"], ["--sise\u{9B}"],
  ])
  func argumentsAreHarmlessInUsageErrors(arguments: [String]) async throws {
    let result = try await Program.run(arguments)
    expect(result.status == 64 || arguments[0] == "help", "\(result.errors)")
    expectHarmless(result, "\(arguments)")
  }

  @Test(.enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
  func theWindowWritesNothingHarmful() async throws {
    // The debug log names entries, and errors name pictures that can't be written.
    let entry = "<item><guid>a\u{9B}5m\u{202E}\u{7F}</guid><title>T</title></item>"
    let path = try folder.write("<rss><channel>\(entry)</channel></rss>", to: "a\u{9B}\u{202E}.xml")
    let log = try await Program.run([
      "--debug-log", "--cache-mode", "key", "--screenshot", folder.path + "/p.png", path,
    ])
    expect(log.status, equals: 0)
    expect(log.errors.contains("by key["))
    expectHarmless(log)
    let unwritten = try await Program.run(["--screenshot", folder.path + "/" + Self.hostile + "/p.png", path])
    expect(unwritten.status == 1 && unwritten.errors.contains("/p.png"))
    expectHarmless(unwritten)
    // GTK quotes the user's style sheet in a warning. GLib escapes controls, but not overrides.
    try folder.write("label { \u{202E}\u{9B}5m: 1; }", to: "config/gtk-4.0/gtk.css")
    let warned = try await Program.run(
      ["--screenshot", folder.path + "/p.png", path],
      environment: ["XDG_CONFIG_HOME": folder.path + "/config", "G_DEBUG": nil])
    expect(warned.errors.contains("WARNING"), "\(warned.errors)")
    expectHarmless(warned)
  }
}
