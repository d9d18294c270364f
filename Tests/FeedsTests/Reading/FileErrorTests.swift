import Expectations
import Foundation
import Testing

@testable import FeedViewerFeeds

/// Files that can't be read: each error has its own message with file, reason and remedy, and none blocks.
@Suite struct FileErrorTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    "feeds-\(UUID().uuidString)")

  private func error(_ path: String) -> FeedError? {
    do {
      _ = try FeedReader.read(contentsOf: path)
      return nil
    } catch {
      return error
    }
  }

  private func withFile(_ name: String, _ bytes: [UInt8], _ check: (String) throws -> Void) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent(name)
    try Data(bytes).write(to: file)
    try check(file.path)
  }

  @Test func aMissingFileIsReportedByName() {
    expect(
      error("/nonexistent/feed.xml")?.description,
      equals: "/nonexistent/feed.xml: File not found. It may have been moved or deleted.")
  }

  @Test func missingPermissionIsReported() throws {
    expect(FeedError.Reason.system(EACCES), equals: .isNotPermitted)
    expect(FeedError.Reason.system(EPERM), equals: .isNotPermitted)
    expect(FeedError.Reason.isNotPermitted.message.description.contains("permission"))
    try withFile("locked.xml", Array("<rss/>".utf8)) { path in
      chmod(path, 0)
      // The superuser may read every file.
      if getuid() != 0 { expect(error(path)?.reason, equals: .isNotPermitted) }
    }
  }

  @Test func aPipeWithoutAWriterDoesNotBlock() throws {
    try withFile("x", []) { path in
      let pipe = path + ".fifo"
      expect(mkfifo(pipe, 0o600), equals: 0)
      expect(error(pipe)?.reason, equals: .notAFile)
      #expect(throws: LocalReference.Refusal.missing) { try LocalReference.file("x.fifo", of: path) }
    }
  }

  @Test func devicesAndFoldersAreRefused() {
    expect(error("/dev/zero")?.reason, equals: .notAFile)
    expect(error("/tmp")?.reason, equals: .isDirectory)
  }

  @Test(arguments: [
    ([], FeedError.Reason.empty), (Array(" \n".utf8), .empty), ([0x89, 0x50, 0x4E, 0x47, 13, 10], .binary),
    (Array("<!doctype html><p>x".utf8), .webPage), ([0x1F, 0x8B, 8, 0], .damagedCompression),
    (Array("just words".utf8), .notAFeed(found: "a text without any markup")),
    (Array("<?xml version='1.0'?><rss version='2".utf8), .cutOff),
    (Array("<?xml version='1.0'?><!-- x -->".utf8), .notAFeed(found: "an XML document without a feed in it")),
    (Array("{\"version\":\"https://jsonfeed.org/version/1\",\"items\":[{\"id\":".utf8), .cutOff),
  ])
  func everyUnreadableFileHasItsReason(bytes: [UInt8], reason: FeedError.Reason) throws {
    try withFile("file", bytes) { path in
      let found = try require(error(path))
      expect(found.reason, equals: reason)
      expect(found.description.hasPrefix(path))
    }
  }

  @Test func errorSentencesAreDistinct() {
    let reasons: [FeedError.Reason] = [
      .cannotOpen("x"), .doesNotExist, .isNotPermitted, .isDirectory, .notAFile, .empty, .binary, .compressed,
      .damagedCompression, .webPage, .notAFeed(found: "x"), .invalidJSON("x"), .cutOff,
      .isIncomplete,
      .tooLarge(limit: 2_000_000_000), .cancelled,
    ]
    expect(Set(reasons.map(\.message.description)).count, equals: reasons.count)
    for reason in reasons where reason != .invalidJSON("x") {
      expect(reason.message.description.hasSuffix("."))
    }
  }
}
