import Foundation
import ProgramRuns
import Testing

@testable import FeedViewer

/// Help and messages of the command line in the reader's language.
@Suite struct CommandLineLanguageTests {
  private static let helpPages = [
    ["--help"], ["help", "inspect"], ["export", "--help"], ["measure", "-h"], ["view", "--help"],
  ]
  private static let mistakes = [
    ["--sise", "1x1"], ["--such-an-option"], ["--size"], ["--dark=5"], ["inspect"],
    ["measure", "--width", "wide", "x"],
    ["--cache-mode", "all"], ["view", "--article", "0:1"],
  ]
  /// What the argument parser itself writes.
  private static let wordsOfTheParser = [
    "Error", "OVERVIEW", "USAGE", "ARGUMENTS", "OPTIONS:", "SUBCOMMANDS", "Show ", "(default)", "(values",
    "See '",
    "Help:",
    "Usage:", "Unknown", "Missing", "invalid", "Did you", "does not", "Unexpected", "unexpected",
  ]

  private func run(_ arguments: [String], language: String) async throws -> ProgramRun.Result {
    let locale = try TestLocale.install("en_US")
    return try await Program.run(
      arguments,
      environment: [
        "LANGUAGE": language, "LC_ALL": locale, "LOCPATH": TestLocale.path,
        "TEXTDOMAINDIR": Translations.folder, "DISPLAY": nil, "WAYLAND_DISPLAY": nil,
      ])
  }

  @Test func noWordOfTheParserIsLeft() async throws {
    for arguments in Self.helpPages {
      let result = try await run(arguments, language: Translations.pseudo)
      #expect(result.status == 0 && result.errors.isEmpty)
      #expect(wordsOfTheParser(in: result.output).isEmpty, "\(arguments): \(result.output)")
    }
    for arguments in Self.mistakes {
      let result = try await run(arguments, language: Translations.pseudo)
      #expect(result.status == 64 && result.output.isEmpty, "\(arguments)")
      #expect(wordsOfTheParser(in: result.errors).isEmpty, "\(arguments): \(result.errors)")
    }
  }

  /// The words outside of translations, which are marked.
  private func wordsOfTheParser(in text: String) -> [String] {
    let lines = text.split(separator: "\n").map { $0.prefix { $0 != "⟦" } }
    return Self.wordsOfTheParser.filter { word in lines.contains { $0.contains(word) } }
  }

  @Test(arguments: Translations.languages) func everyLanguageFitsIntoATerminal(language: String) async throws
  {
    let help = try await run(["--help"], language: language)
    #expect(!help.output.contains("Show the version."))
    let page = try await run(["view", "--help"], language: language)
    for line in (help.output + page.output).split(separator: "\n") {
      #expect(TerminalText.columns(of: String(line)) <= 80, "\(line)")
    }
    let mistake = try await run(["--such-an-option"], language: language)
    #expect(mistake.errors.contains("--such-an-option") && !mistake.errors.contains("There is no"))
  }

  @Test func germanHelpReadsAsGerman() async throws {
    let help = try await run(["--help"], language: "de").output
    #expect(help.hasPrefix("Lokale Feed-Dateien anzeigen"))
    #expect(
      help.contains(
        "\nAUFRUF:\n  feed-viewer [OPTIONEN] [DATEI...]\n  feed-viewer inspect [--limit N] DATEI...\n"))
    #expect(help.contains("\n  -h, --help              Diese Hilfe anzeigen.\n"))
    let mistake = try await run(["--sise", "1x1"], language: "de").errors
    #expect(
      mistake.hasPrefix(
        "Fehler: Es gibt keine Option „--sise“. Ist „--size“ gemeint?\nAUFRUF:\n  feed-viewer "))
  }

  @Test func versionAndWhatToolsReadStayAsTheyAre() async throws {
    for arguments in [["--version"], ["--experimental-dump-help"], ["--generate-completion-script", "fish"]] {
      let english = try await run(arguments, language: "C")
      #expect(english.status == 0 && !english.output.isEmpty)
    }
    #expect(try await run(["--version"], language: "de").output == ApplicationInfo.version + "\n")
    #expect(try await run(["--experimental-dump-help"], language: "C").output.hasPrefix("{"))
  }

  @Test(arguments: [
    ("short", 20, "short"),
    ("one two three four", 10, "one two\nthree four"),
    ("  --name  one two three", 22, "  --name  one two\n          three"),
    ("漢字漢字、漢字", 8, "漢字漢\n字、漢字"),
    ("  averyverylongwordthatdoesnotfit", 10, "  averyverylongwordthatdoesnotfit"),
  ])
  func linesAreWrappedBelowTheirText(line: String, width: Int, expected: String) {
    #expect(TerminalText.wrapped(line, width: width) == expected)
  }
}
