import Expectations
import FeedViewerBase
import FeedViewerFeeds
import Foundation
import ProgramRuns
import Testing

@testable import FeedViewer

/// What happens when a link is followed.
struct LinkDecisionTests {
  private let folder: TemporaryFolder
  private var feed: String { folder.path + "/feeds/feed.xml" }

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path + "/feeds/below/deep", withIntermediateDirectories: true)
    try folder.write("<rss/>", to: "feeds/feed.xml")
  }

  private func decision(_ address: String) -> LinkDecision { LinkDecision(for: address, of: feed) }

  private func reason(_ address: String) -> String? {
    if case .refuse(_, let reason) = decision(address) { reason } else { nil }
  }

  private func asked(_ address: String) -> LinkedFile? {
    if case .ask(let file) = decision(address) { file } else { nil }
  }

  @Test func webAndMailAddressesAreOpenedWithoutAttachments() {
    // Web and mail addresses are opened.
    for address in ["https://a.example/x?y#z", "HTTP://a.example", "mailto:ann@a.example"] {
      expect(decision(address), equals: .open(address))
    }
    // Mail headers are removed.
    expect(
      decision("mailto:a@b.example?subject=s&attach=/etc/passwd&Attachment=x&body=t"),
      equals: .open("mailto:a@b.example?subject=s&body=t"))
    expect(decision("mailto:a@b.example?at%74ach=/etc/passwd"), equals: .open("mailto:a@b.example"))
  }

  @Test(arguments: [
    "javascript:alert(1)", "data:text/html,x", "smb://host/share", "ftp://host/x", "vscode://x", "tel:1",
    "https://",
    "file://host/share/x", "//host/share", "about:blank", "x-scheme-handler:y",
  ])
  func otherSchemesAreRefused(address: String) {
    expect(reason(address) != nil)
  }

  @Test func filesInTheFeedsFolderNeedConfirmationAndOthersAreRefused() throws {
    // Files in the feed’s folder need confirmation.
    try folder.write("text", to: "feeds/notes.txt")
    try folder.write("%PDF-1.4", to: "feeds/below/deep/Big report.pdf")
    let beside = try require(asked("notes.txt"))
    expect(beside.path, equals: RealPath.of(folder.path) + "/feeds/notes.txt")
    expect(beside.type == "text/plain" && beside.name == "notes.txt")
    expect(asked("file://" + folder.path + "/feeds/notes.txt") == beside)
    expect(asked("./below/../notes.txt"), equals: beside)
    expect(asked("below/deep/Big%20report.pdf")?.type, equals: "application/pdf")
    // Files outside the feed’s folder are refused.
    try folder.write("text", to: "outside.txt")
    try FileManager.default.createDirectory(
      atPath: folder.path + "/feeds-2", withIntermediateDirectories: true)
    try folder.write("text", to: "feeds-2/near.txt")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/feeds/link.txt", withDestinationPath: folder.path + "/outside.txt")
    for address in [
      "../outside.txt", "file://" + folder.path + "/outside.txt", "link.txt", "../feeds-2/near.txt",
      "../../../../../../../../etc/passwd", "file:///etc/passwd", "below/../../outside.txt",
    ] {
      expect(reason(address), equals: LinkedFile.Refusal.elsewhere.message, "\(address)")
    }
    expect(reason("missing.txt"), equals: LinkedFile.Refusal.notFound.message)
    expect(reason("below"), equals: LinkedFile.Refusal.notFound.message)
    // Canonically equivalent folder names are different.
    // The same letter as one scalar and as two.
    for name in ["caf\u{E9}", "cafe\u{301}"] {
      try FileManager.default.createDirectory(
        atPath: folder.path + "/" + name, withIntermediateDirectories: true)
    }
    let other = folder.path + "/cafe\u{301}/x.txt"
    try require(other.withCString { fopen($0, "w").map { fclose($0) } } == 0)
    #expect(throws: LinkedFile.Refusal.elsewhere) {
      try LinkedFile(path: other, of: folder.path + "/caf\u{E9}/feed.xml")
    }
    // Symbolic links within the folder are resolved.
    try folder.write("text", to: "feeds/below/real.txt")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/feeds/alias.pdf", withDestinationPath: "below/real.txt")
    expect(asked("alias.pdf")?.name, equals: "real.txt")
  }

  @Test(arguments: [
    ("evil.desktop", "[Desktop Entry]\nType=Application\nExec=true\n"),
    ("report.pdf", "[Desktop Entry]\nType=Application\nExec=true\n"), ("run.sh", "#!/bin/sh\n"),
    ("notes.txt", "#!/bin/sh\n"), ("noname", "#!/usr/bin/env python3\n"),
    ("noname2", "\u{7F}ELF\u{2}\u{1}\u{1}"),
    ("picture.png", "\u{7F}ELF\u{2}\u{1}\u{1}"), ("setup.exe", "MZ"), ("setup.EXE", "MZ"),
    ("a.py", "print(1)"),
    ("a.jar", "PK\u{3}\u{4}"), ("a.AppImage", "x"), ("a.flatpakref", "[Flatpak Ref]"), ("a.deb", "!<arch>\n"),
    ("a.rpm", "x"), ("a.iso", "x"), ("a.jnlp", "<jnlp/>"), ("a.url", "[InternetShortcut]"), ("a.js", "x()"),
    ("a.service", "[Service]"), ("a.lnk", "L"),
  ])
  func dangerousFileTypesAreRefused(name: String, content: String) throws {
    try folder.write(content, to: "feeds/" + name)
    guard case .refuse(let shown, let reason) = decision(name) else {
      Issue.record("\(name) is not refused: \(decision(name))")
      return
    }
    expect(shown == name && reason.contains("program"))
  }

  @Test func executablesPipesAndUnreadableFilesAreRefused() throws {
    let path = try folder.write("text", to: "feeds/marked.txt")
    expect(chmod(path, 0o755), equals: 0)
    expect(reason("marked.txt"), equals: LinkedFile.Refusal.executable.message)
    // A reference can't denote a pipe.
    expect(mkfifo(folder.path + "/feeds/pipe", 0o600), equals: 0)
    expect(reason("pipe"), equals: LinkedFile.Refusal.notFound.message)
    #expect(throws: LinkedFile.Refusal.notRegular) {
      try LinkedFile(path: folder.path + "/feeds/pipe", of: feed)
    }
  }

  /// A folder and a file with Latin-1 names, as in old archives.
  @Test func filesWithNonUTF8NamesNeedConfirmation() throws {
    let directory = PathText.text(of: Array((folder.path + "/feeds/").utf8) + [0x63, 0x61, 0x66, 0xE9])
    let path = directory + "/" + PathText.text(of: [0xFF] + Array(".txt".utf8))
    try require(PathText.withCString(directory) { mkdir($0, 0o700) } == 0)
    try require(PathText.withCString(path) { fopen($0, "w").map { fclose($0) } } == 0)
    let file = try LinkedFile(path: path, of: feed)
    expect(file.path == RealPath.of(path) && file.type == "text/plain")
    expect(file.name == "\u{FFFD}.txt" && file.folder.hasSuffix("/caf\u{FFFD}"))
    // Relative to that folder and to its parent, and by the address of an attachment.
    expect(LinkDecision(for: "%FF.txt", of: directory + "/feed.xml"), equals: .ask(file))
    let enclosure = ArticleEnclosure(Enclosure(url: "caf%E9/%FF.txt"), of: FilePath(feed))
    expect(enclosure.address?.hasSuffix("/caf%E9/%FF.txt"), equals: true)
    try expect(asked(require(enclosure.address)), equals: file)
    #expect(throws: LinkedFile.Refusal.elsewhere) { try LinkedFile(path: feed, of: directory + "/feed.xml") }
  }

  @Test func theResolvedNameIsShownAndChangedContentIsAnotherVersion() throws {
    // The resolved file name is shown.
    try folder.write("text", to: "feeds/report\u{202E}txt.dot")
    let file = try require(asked("report%E2%80%AEtxt.dot"))
    expect(UntrustedText.revealed(file.name), equals: "report[U+202E]txt.dot")
    // Changed content is another version.
    try folder.write("text", to: "feeds/notes.txt")
    let first = try require(asked("notes.txt"))
    try folder.write("other text", to: "feeds/notes.txt")
    expect(asked("notes.txt") != first)
  }
}
