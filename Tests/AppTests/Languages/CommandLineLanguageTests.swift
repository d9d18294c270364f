import Expectations
import ProgramRuns
import Testing

@testable import FeedViewer

/// Help and messages of the command line in the reader's language.
@Suite struct CommandLineLanguageTests {
  private static let helpPages = [
    ["--help"], ["help", "inspect"], ["export", "--help"], ["measure", "-h"], ["view", "--help"],
    ["view", "--help-hidden"],
  ]
  private static let mistakes = [
    ["--sise", "1x1"], ["--such-an-option"], ["--size"], ["--dark=5"], ["inspect"],
    ["measure", "--width", "wide", "x"],
    ["--cache-mode", "all"], ["view", "--article", "0:1"], ["decode-pictures", "x"], ["help", "inspekt"],
  ]

  private func run(_ arguments: [String], language: String) async throws -> ProgramRun.Result {
    let locale = try TestLocale.install(TestLocale.forMessages)
    return try await Program.run(
      arguments,
      environment: [
        "LANGUAGE": language, "LC_ALL": locale, "LOCPATH": TestLocale.path,
        "TEXTDOMAINDIR": Translations.folder, "DISPLAY": nil, "WAYLAND_DISPLAY": nil,
      ])
  }

  @Test func everyTextIsTranslated() async throws {
    for arguments in Self.helpPages + [["--print-commands"]] {
      let result = try await run(arguments, language: Translations.pseudo)
      expect(result.status == 0 && result.errors.isEmpty)
      expect(untranslatedWords(in: result.output).isEmpty, "\(arguments): \(result.output)")
    }
    for arguments in Self.mistakes {
      let result = try await run(arguments, language: Translations.pseudo)
      expect(result.status == 64 && result.output.isEmpty, "\(arguments)")
      expect(untranslatedWords(in: result.errors).isEmpty, "\(arguments): \(result.errors)")
    }
  }

  /// The words outside of translations, which are marked, but for names.
  private func untranslatedWords(in text: String) -> Set<String> {
    var depth = 0
    let rest = text.filter { character in
      if character == "⟦" { depth += 1 }
      if character == "⟧" { depth -= 1 }
      return depth == 0 && character != "⟧"
    }
    let names: Set = [
      "feed-viewer", "view", "inspect", "export", "article", "measure", "decode-pictures", "text", "json",
      "html", "pdf",
      // Of the table for programs, in which -h is one of the names.
      "program", "command", "option", "file", "files", "optional", "required", "none", "index-path", "key",
    ]
    let words = rest.split { !($0.isLetter || $0 == "-") }.map(String.init)
    return Set(words.filter { $0.contains { $0.isLetter } && !$0.hasPrefix("-") }).subtracting(names)
  }

  @Test(arguments: Translations.languages) func everyLanguageFitsIntoATerminal(language: String) async throws
  {
    for arguments in Self.helpPages {
      let page = try await run(arguments, language: language)
      expect(!page.output.contains("Show "), "\(page.output)")
      for line in page.output.split(separator: "\n") {
        expect(TerminalText.columns(of: String(line)) <= 80, "\(line)")
        // No line ends between an option and its value.
        expect(line.count { $0 == "[" }, equals: line.count { $0 == "]" }, "\(line)")
      }
    }
    let mistake = try await run(["--such-an-option"], language: language)
    expect(mistake.errors.contains("--such-an-option") && !mistake.errors.contains("There is no"))
  }

  @Test func germanHelpReadsAsGerman() async throws {
    let help = try await run(["--help"], language: "de").output
    expect(help.hasPrefix("Lokale Feed-Dateien anzeigen"))
    expect(help.contains("Ohne Unterbefehl zeigt ein Fenster die Dateien"))
    expect(
      help.contains(
        "\nAUFRUF:\n  feed-viewer [OPTIONEN] [DATEI...]\n  feed-viewer inspect [--limit N] DATEI...\n"))
    expect(help.contains("\n  -h, --help              Diese Hilfe anzeigen.\n"))
    expect(help.contains("\n  --cache-mode MODUS      Wie Zeilenhöhen zwischengespeichert werden: none,\n"))
    let mistake = try await run(["--sise", "1x1"], language: "de").errors
    expect(
      mistake.hasPrefix(
        "Fehler: Es gibt keine Option „--sise“. Ist „--size“ gemeint?\nAUFRUF:\n  feed-viewer view "))
    let wrong = try await run(["inspect", "--limit", "0", "a"], language: "de")
    expect(wrong.status == 64 && wrong.errors.contains("--limit muss eine Zahl ab 1 sein, nicht 0."))
    try await expect(
      run(["measure", "--width", "breit", "x"], language: "de").errors,
      equals: """
        Fehler: „breit“ ist kein Wert für „--width PX“.
          --width PX  Breite der Liste in Pixeln; kann mehrfach angegeben werden.
        AUFRUF:
          feed-viewer measure --width PX DATEI...
        „feed-viewer measure --help“ zeigt die Hilfe.

        """)
  }

  @Test func arabicMistakesReadAsArabicAndTheVersionIsTheSame() async throws {
    // Arabic mistakes read as Arabic.
    try await expect(
      run(["help", "inspekt"], language: "ar").errors.hasPrefix(
        "خطأ: لا يوجد أمر «inspekt». هل تقصد «inspect»؟\nالاستعمال:\n  feed-viewer [OPTIONS] [FILE...]\n"))
    try await expect(
      run(["--size"], language: "ar").errors.hasPrefix(
        "خطأ: يحتاج «--size WxH» إلى قيمة.\n  --size WxH  حجم النافذة بالبكسل، مثل 1000x700.\n"))
    // The version is the same in every language.
    try await expect(run(["--version"], language: "de").output, equals: ApplicationInfo.version + "\n")
  }

  @Test(arguments: [
    ("short", 20, "short"),
    ("one two three four", 10, "one two\nthree four"),
    ("  --name  one two three", 22, "  --name  one two\n          three"),
    ("漢字漢字、漢字", 8, "漢字漢\n字、漢字"),
    ("  averyverylongwordthatdoesnotfit", 10, "  averyverylongwordthatdoesnotfit"),
  ])
  func linesAreWrappedBelowTheirText(line: String, width: Int, expected: String) {
    expect(TerminalText.wrapped(line, width: width), equals: expected)
  }
}
