import Expectations
import Foundation
import ProgramRuns
import Testing

@testable import FeedViewer

/// What is made of the program's list of commands: the man page, and what shells offer.
struct CommandTableTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  // MARK: Man page

  /// The man page; with a language, that in it.
  private func manPage(in language: String? = nil) async throws -> String {
    let root = PackageSources.root
    let page = "page\(language ?? "")"
    let catalogue = try language.map { try Translations.folder + "/\($0)/LC_MESSAGES/feed-viewer.mo" }
    // The name of a page's folder is that of its catalogue.
    let named = try catalogue.map {
      let path = folder.path + "/\(language ?? "").mo"
      try FileManager.default.copyItem(atPath: $0, toPath: path)
      return path
    }
    let result = try await Program.run(
      [
        root + "/meson-helpers/man-page.py", try Program.path, root + "/data/feed-viewer.1.in", "1.2.3",
        "2026-01-02", folder.path + "/" + page,
      ] + [named].compactMap { $0 }, of: "/usr/bin/python3")
    try require(result.status == 0, "\(result.errors)")
    return try folder.text(page + (language.map { "/\($0)/man1/feed-viewer.1" } ?? ""))
  }

  @Test func theManPageHasEveryCommandAndOptionAndIsTranslated() async throws {
    // The man page has every command and option.
    let page = try await manPage()
    expect(page.contains("feed\\-viewer \\- show local feed files: RSS, Atom, JSON Feed, OPML\n"))
    expect(
      page.contains(
        "\\fBfeed\\-viewer\\fR [\\fB\\-\\-cache\\-mode\\fR \\fIMODE\\fR] [\\fB\\-\\-debug\\-log\\fR] "))
    expect(page.contains("\\fBfeed\\-viewer measure\\fR \\fB\\-\\-width\\fR \\fIPX\\fR \\fIFILE\\fR...\n"))
    expect(page.contains(".TP\n\\fB\\-h\\fR, \\fB\\-\\-help\\fR\nShow this help.\n"))
    for command in Commands.listed.dropFirst() { expect(page.contains(".SS \(command.name)\n")) }
    for option in Commands.listed.flatMap(\.allOptions) {
      let name = "\\fB" + "--\(option.name)".replacing("-", with: "\\-") + "\\fR"
      expect(page.contains(name), equals: option.text != nil, "\(option.name)")
    }
    expect(!page.contains("@") && !page.contains("decode"))
    // The man page is translated.
    let german = try await manPage(in: "de")
    expect(german.contains("feed\\-viewer \\- Lokale Feed\\-Dateien anzeigen"))
    expect(
      german.contains("\\fBfeed\\-viewer inspect\\fR [\\fB\\-\\-limit\\fR \\fIN\\fR] \\fIDATEI\\fR...\n"))
    expect(german.contains("\\fB\\-\\-cache\\-mode\\fR \\fIMODUS\\fR\nWie Zeilenhöhen "))
  }

  // MARK: Shells

  /// What bash offers for the last word of a command line.
  private func offers(_ words: String...) async throws -> Set<String> {
    try folder.write("", to: "some feed.xml")
    let script = """
      cd \(folder.path); source \(PackageSources.root)/data/completions/feed-viewer.bash
      COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)); _feed-viewer "$1" "${@: -1}" "${@: -2:1}"
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    let result = try await Program.run(
      ["-c", script, "bash", try Program.path] + words, of: "/bin/bash",
      environment: ["LANGUAGE": nil, "LC_ALL": "C.UTF-8"])
    expect(result.errors.isEmpty)
    return Set(result.output.split(separator: "\n").map(String.init))
  }

  @Test func bashOffersCommandsFilesOptionsAndValues() async throws {
    // Bash offers commands and files first.
    try await expect(
      offers(""), equals: ["view", "inspect", "export", "article", "measure", "help", "some feed.xml"])
    try await expect(offers("in"), equals: ["inspect"])
    try await expect(offers("help", "e"), equals: ["export"])
    // Only the first word is a command.
    try await expect(offers("a.xml", "in").isEmpty)
    try await expect(offers("inspect", "so"), equals: ["some feed.xml"])
    // Bash offers the options of the command.
    let common: Set = ["--version", "-h", "--help"]
    try await expect(
      offers("-"),
      equals: common.union([
        "--cache-mode", "--debug-log", "--screenshot", "--size", "--scroll-to", "--article", "--dark",
      ]))
    try await expect(offers("inspect", "-"), equals: common.union(["--limit"]))
    try await expect(offers("measure", "a.xml", "--w"), equals: ["--width"])
    // Bash offers the values of an option.
    try await expect(offers("--cache-mode", ""), equals: ["none", "index-path", "key"])
    try await expect(offers("a.xml", "--cache-mode", "k"), equals: ["key"])
    try await expect(offers("--cache-mode", "=", "no"), equals: ["none"])
    try await expect(offers("--cache-mode", "="), equals: ["none", "index-path", "key"])
    // Files are what the shell offers itself.
    try await expect(offers("--screenshot", "").isEmpty)
  }
}
