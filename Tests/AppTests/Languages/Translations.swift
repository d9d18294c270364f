import FeedViewerBase
import Foundation
import Glibc
import ProgramRuns
import Testing

/// The catalogues of the tree, compiled for tests, and languages that a test chooses for this process.
@MainActor enum Translations {
  /// The language of the pseudo catalogue, whose texts are longer and marked: ⟦Ôpen~~~⟧.
  nonisolated static let pseudo = "qps"
  /// The catalogues' languages.
  nonisolated static let languages = [
    "ar", "de", "es", "fr", "he", "hi", "ja", "ko", "pt_BR", "ru", "uk", "zh_CN",
  ]

  private static let catalogues = Result { try compile() }

  /// The folder of the compiled catalogues.
  static var folder: String { get throws { try catalogues.get().path } }

  private static func compile() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let script = PackageSources.root + "/meson-helpers/translations"
    try run([script, "compile", folder.path])
    let catalogue = try folder.write("", to: "\(pseudo)/LC_MESSAGES/feed-viewer.mo")
    try run([script, "pseudo", folder.path + "/pseudo.po"])
    try run(["msgfmt", folder.path + "/pseudo.po", "-o", catalogue])
    return folder
  }

  private static func run(_ command: [String]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "\(command)")
  }

  /// Translates the texts that are made during a test into a language, and then into none again.
  static func use<T>(_ language: String, _ body: () async throws -> T) async throws -> T {
    // The C library of Debian 13 gives C.UTF-8 no translations: a locale with a name is needed.
    let locale = try TestLocale.install("en_US")
    let before = String(cString: setlocale(LC_MESSAGES, nil))
    setenv("LANGUAGE", language, 1)
    defer {
      unsetenv("LANGUAGE")
      setlocale(LC_MESSAGES, before)
      Catalogue.bind("/nonexistent")
    }
    try #require(setlocale(LC_MESSAGES, locale) != nil)
    Catalogue.bind(try folder)
    return try await body()
  }
}

/// Locales made for tests: a machine need not have any.
@MainActor enum TestLocale {
  private static let folder = Result { try TemporaryFolder() }
  private static var installed: Set<String> = []

  /// The folder of the locales, for LOCPATH of a program.
  static var path: String { get throws { try folder.get().path } }

  /// Makes a locale, such as "de_DE", known to this process.
  ///
  /// - Returns: Its name for `setlocale`.
  static func install(_ locale: String) throws -> String {
    let name = locale + ".UTF-8"
    guard !installed.contains(locale) else { return name }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/localedef")
    process.arguments = ["-i", locale, "-f", "UTF-8", try path + "/" + name]
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    // 1 stands for warnings.
    try #require(process.terminationStatus < 2, "The package locales is needed.")
    setenv("LOCPATH", try path, 1)
    installed.insert(locale)
    return name
  }

  /// Uses the dates and numbers of a locale, and the catalogue of its language, for as long as a test runs.
  static func use(_ locale: String, language: String, _ body: () async throws -> Void) async throws {
    let name = try install(locale)
    let categories = [LC_TIME, LC_NUMERIC]
    let before = categories.map { String(cString: setlocale($0, nil)) }
    defer { for (category, name) in zip(categories, before) { setlocale(category, name) } }
    for category in categories { try #require(setlocale(category, name) != nil) }
    try await Translations.use(language, body)
  }
}
