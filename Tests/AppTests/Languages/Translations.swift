import Expectations
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

  private static let catalogues = Result {
    try SharedFolder.make("catalogues") { folder in
      let script = PackageSources.root + "/meson-helpers/translations"
      let messages = "\(folder)/\(pseudo)/LC_MESSAGES"
      try FileManager.default.createDirectory(atPath: messages, withIntermediateDirectories: true)
      try run([script, "compile", folder])
      try run([script, "pseudo", folder + "/pseudo.po"])
      try run(["msgfmt", folder + "/pseudo.po", "-o", messages + "/feed-viewer.mo"])
    }
  }

  /// The folder of the compiled catalogues.
  static var folder: String { get throws { try catalogues.get() } }

  private static func run(_ command: [String]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    try process.run()
    process.waitUntilExit()
    try require(process.terminationStatus == 0, "\(command)")
  }

  /// Translates the texts that are made during a test into a language, and then into none again.
  static func use<T>(_ language: String, _ body: () async throws -> T) async throws -> T {
    // The C library of Debian 13 gives C.UTF-8 no translations: a locale with a name is needed.
    let locale = try TestLocale.install(TestLocale.forMessages)
    let before = String(cString: setlocale(LC_MESSAGES, nil))
    setenv("LANGUAGE", language, 1)
    defer {
      unsetenv("LANGUAGE")
      setlocale(LC_MESSAGES, before)
      Catalogue.bind("/nonexistent")
    }
    try require(setlocale(LC_MESSAGES, locale) != nil)
    Catalogue.bind(try folder)
    return try await body()
  }
}

/// Locales made for tests: a machine need not have any.
@MainActor enum TestLocale {
  /// The locale whose messages are translated into any language.
  static let forMessages = "en_US"
  private static var installed: Set<String> = []

  /// The folder of the locales, for LOCPATH of a program.
  static var path: String { get throws { try SharedFolder.path } }

  /// Makes a locale, such as "de_DE", known to this process.
  ///
  /// - Returns: Its name for `setlocale`.
  static func install(_ locale: String) throws -> String {
    let name = locale + ".UTF-8"
    guard !installed.contains(locale) else { return name }
    _ = try SharedFolder.make(name) { folder in
      let path = folder + "/source"
      try source(of: locale).write(toFile: path, atomically: true, encoding: .utf8)
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/localedef")
      process.arguments = ["-i", path, "-f", "UTF-8", folder]
      process.standardError = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      // 1 stands for warnings.
      try require(process.terminationStatus < 2, "The package locales is needed.")
    }
    setenv("LOCPATH", try path, 1)
    installed.insert(locale)
    return name
  }

  /// The source of a locale. Its order of texts, of which the program makes no use, takes longer to compile than all else; then
  /// come the kinds of its letters, which are used of the locale for messages alone.
  private static func source(of locale: String) throws -> String {
    var source = try String(contentsOfFile: "/usr/share/i18n/locales/" + locale, encoding: .utf8)
    for part in locale == forMessages ? ["LC_COLLATE"] : ["LC_COLLATE", "LC_CTYPE"] {
      let parts = source.components(separatedBy: "\n\(part)\n")
      let rest = try require(parts.last?.components(separatedBy: "\nEND \(part)").last)
      source = try require(parts.first) + "\n\(part)\ncopy \"POSIX\"\nEND \(part)" + rest
    }
    return source
  }

  /// Uses the dates and numbers of a locale, and the catalogue of its language, for as long as a test runs.
  static func use(_ locale: String, language: String, _ body: () async throws -> Void) async throws {
    let name = try install(locale)
    let categories = [LC_TIME, LC_NUMERIC]
    let before = categories.map { String(cString: setlocale($0, nil)) }
    defer { for (category, name) in zip(categories, before) { setlocale(category, name) } }
    for category in categories { try require(setlocale(category, name) != nil) }
    try await Translations.use(language, body)
  }
}

/// What is made once for all processes of a run: in the folder that `spread-tests.py` names, or in one of this process.
@MainActor private enum SharedFolder {
  private static let own = Result { try TemporaryFolder() }

  static var path: String {
    get throws { try ProcessInfo.processInfo.environment["TEST_SHARED_FOLDER"] ?? own.get().path }
  }

  /// Makes a folder in it, unless it is there.
  ///
  /// - Parameter fill: Fills the folder with the given path, which gets its name when it is complete.
  /// - Returns: Its path.
  static func make(_ name: String, fill: (String) throws -> Void) throws -> String {
    let place = try path + "/" + name
    guard !FileManager.default.fileExists(atPath: place) else { return place }
    let made = place + ".\(getpid())"
    try FileManager.default.createDirectory(atPath: made, withIntermediateDirectories: true)
    try fill(made)
    // Another process may have been faster.
    if rename(made, place) != 0 { try FileManager.default.removeItem(atPath: made) }
    return place
  }
}
