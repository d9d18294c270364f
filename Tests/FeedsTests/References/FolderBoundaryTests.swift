import Expectations
import FeedViewerBase
import Foundation
import Glibc
import Testing

@testable import FeedViewerFeeds

/// Which files on this machine a feed may make the program read.
@Suite final class FolderBoundaryTests {
  private let root: String
  private let feed: String

  init() throws {
    let folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appending(path: "boundary-\(UUID().uuidString)").path
    root = folder
    feed = folder + "/feeds/feed.xml"
    for name in ["feeds/below/deep", "feeds-2", "real"] {
      try FileManager.default.createDirectory(
        atPath: folder + "/" + name, withIntermediateDirectories: true)
    }
    for name in [
      "secret.png", "feeds/feed.xml", "feeds/a.png", "feeds/below/b.png", "feeds/below/deep/c d.png",
      "feeds-2/near.png", "real/feed.xml", "real/x.png",
    ] {
      try Data("x".utf8).write(to: URL(filePath: folder + "/" + name))
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: root) }

  private func link(_ name: String, to target: String) throws {
    try require(symlink(target, root + "/" + name) == 0)
  }

  /// The path of a file below the root, or why there is none.
  private func find(
    _ path: String, from file: String? = nil, _ automounts: Automounts = Automounts(table: [])
  ) -> Result<String, FolderBoundary.Refusal> {
    let boundary = FolderBoundary(around: file ?? feed, automounts: automounts)
    return Result { () throws(FolderBoundary.Refusal) in
      String(try boundary.file(at: path).dropFirst(root.count + 1))
    }
  }

  @Test func filesInTheFolderAndBelowAreFound() throws {
    try link("feeds/inside.png", to: "below/b.png")
    try link("feeds/absolute.png", to: root + "/feeds/below/../a.png")
    try link("feeds/folder", to: "below")
    try link("alias", to: "feeds")
    for (path, found) in [
      ("a.png", "feeds/a.png"), ("./below//../a.png", "feeds/a.png"), ("below/b.png", "feeds/below/b.png"),
      (root + "/feeds/below/deep/c d.png", "feeds/below/deep/c d.png"), ("inside.png", "feeds/below/b.png"),
      ("absolute.png", "feeds/a.png"), ("folder/deep/c d.png", "feeds/below/deep/c d.png"),
      // What counts is where a path leads, not how it gets there.
      ("../feeds/a.png", "feeds/a.png"), (root + "/alias/a.png", "feeds/a.png"),
      ("folder/../a.png", "feeds/a.png"),
    ] {
      expect(find(path), equals: .success(found), "\(path)")
    }
  }

  @Test func filesElsewhereAreOutsideWhetherOrNotTheyExist() throws {
    try link("feeds/out.png", to: "../secret.png")
    try link("feeds/absolute.png", to: root + "/secret.png")
    try link("feeds/above", to: "..")
    try link("feeds/below/chain", to: "../above")
    try link("feeds/dangling.png", to: "../none.png")
    for path in [
      "../secret.png", root + "/secret.png", "out.png", "absolute.png", "above/secret.png",
      "below/chain/secret.png", "below/../../secret.png", "above/feeds-2/near.png", "../feeds-2/near.png",
      "../none.png", "/nowhere/none.png", "dangling.png", "/etc/passwd", "..", "../../../../..", "/",
      "/proc/self/environ", "/proc/self/root/etc/passwd", "/dev/stdin", root + "/feeds.png",
    ] {
      expect(find(path), equals: .failure(.outside), "\(path)")
    }
  }

  @Test func whatIsNoFileInTheFolderIsRefused() throws {
    try link("feeds/loop", to: "loop")
    try link("feeds/one", to: "two")
    try link("feeds/two", to: "one")
    try require(mkfifo(root + "/feeds/pipe", 0o600) == 0)
    for path in [
      "none.png", "loop", "one/a.png", "a.png/", "a.png/.", "a.png/b", "none/../a.png", "a\0.png", "",
    ] {
      expect(find(path), equals: .failure(.missing), "\(path)")
    }
    for path in ["pipe", "below", ".", "below/", root + "/feeds"] {
      expect(find(path), equals: .failure(.notRegular), "\(path)")
    }
    expect(find(String(repeating: "a", count: 300)), equals: .failure(.missing))
  }

  @Test func namesAreBytes() throws {
    // The same letter as one scalar and as two, and bytes that are not UTF-8.
    for name in ["caf\u{E9}", "cafe\u{301}"] {
      try require(mkdir(root + "/" + name, 0o700) == 0)
      for file in ["/feed.xml", "/x.png"] {
        try require((root + "/" + name + file).withCString { fopen($0, "w").map { fclose($0) } } == 0)
      }
    }
    let composed = root + "/caf\u{E9}/feed.xml"
    expect(find("x.png", from: composed), equals: .success("caf\u{E9}/x.png"))
    expect(find("../cafe\u{301}/x.png", from: composed), equals: .failure(.outside))
    expect(find("X.PNG", from: composed), equals: .failure(.missing))
    let latin = PathText.text(of: Array((root + "/feeds/").utf8) + [0xFF, 0x2E])
    try require(PathText.withCString(latin) { fopen($0, "w").map { fclose($0) } } == 0)
    expect(find(PathText.text(of: [0xFF, 0x2E])), equals: .success(String(latin.dropFirst(root.count + 1))))
    // A combining mark after a slash is part of the name.
    try require(mkdir(root + "/feeds/\u{301}x", 0o700) == 0)
    expect(find("\u{301}x/../../secret.png"), equals: .failure(.outside))
  }

  @Test func theFolderIsThatOfTheFileItself() throws {
    try link("feeds/link.xml", to: "../real/feed.xml")
    let linked = root + "/feeds/link.xml"
    expect(find("x.png", from: linked), equals: .success("real/x.png"))
    expect(find("a.png", from: linked), equals: .failure(.missing))
    expect(find("../feeds/a.png", from: linked), equals: .failure(.outside))
    // A file that was removed after it was read is still in its folder; where a link led is not known.
    try FileManager.default.removeItem(atPath: root + "/real/feed.xml")
    expect(find("x.png", from: root + "/real/feed.xml"), equals: .success("real/x.png"))
    expect(find("a.png", from: linked), equals: .failure(.outside))
  }

  @Test func aFeedFromAPipeHasNoFolder() throws {
    let pipe = root + "/feeds/pipe.xml"
    try require(mkfifo(pipe, 0o600) == 0)
    for file in [pipe, "/dev/null"] {
      for path in ["a.png", "null", root + "/feeds/a.png"] {
        expect(find(path, from: file), equals: .failure(.outside), "\(path) of \(file)")
      }
    }
    // As in `feed-viewer /dev/stdin < feed.xml`.
    let opened = open(feed, O_RDONLY | O_CLOEXEC)
    defer { close(opened) }
    expect(find("a.png", from: "/proc/self/fd/\(opened)"), equals: .success("feeds/a.png"))
  }

  /// A line of `/proc/self/mountinfo`.
  private func mount(_ name: String, _ type: String, _ options: String = "rw") -> String {
    "36 35 98:0 / \(name) rw,noatime master:1 shared:2 - \(type) source rw,\(options)\n"
  }

  @Test func automountedPlacesAreOutside() throws {
    try require(mkdir(root + "/feeds/a\tb", 0o700) == 0)
    try Data().write(to: URL(filePath: root + "/feeds/a\tb/x.png"))
    let table = Automounts(
      table: (mount(root + "/feeds/below/deep", "autofs", "direct,pipe_ino=1")
        + mount(root + "/feeds/a\\011b", "fuse.gvfsd-fuse") + "broken line\n" + mount("/x", "ext4")).utf8)
    expect(find("below/deep/c d.png", table), equals: .failure(.outside))
    expect(find("a\tb/x.png", table), equals: .failure(.outside))
    expect(find("below/b.png", table), equals: .success("feeds/below/b.png"))
    expect(find("below/deep/c d.png"), equals: .success("feeds/below/deep/c d.png"))
    // Every name in the folder of an indirect map is such a place.
    let indirect = Automounts(table: mount(root + "/feeds/below", "autofs", "indirect").utf8)
    for path in ["below/b.png", "below/none", "below/deep/c d.png"] {
      expect(find(path, indirect), equals: .failure(.outside), "\(path)")
    }
    // By name, as there may be no table.
    expect(find("/net/host/x.png", from: "/feed.xml"), equals: .failure(.outside))
    expect(find("/misc/x.png", from: "/feed.xml"), equals: .failure(.outside))
  }

  /// A home folder may be mounted when it is first entered.
  @Test func aFeedInAnAutomountedFolderHasItsFiles() throws {
    for (place, options) in [("", "indirect"), ("/feeds", "direct"), ("/feeds", "fuse")] {
      let table = Automounts(
        table: mount(root + place, options == "fuse" ? "fuse.gvfsd-fuse" : "autofs", options).utf8)
      expect(find("a.png", table), equals: .success("feeds/a.png"))
      expect(find("below/b.png", table), equals: .success("feeds/below/b.png"))
      expect(find("../feeds-2/near.png", table), equals: .failure(.outside))
    }
  }

  @Test func theTableOfMountsIsThatOfTheSystem() {
    expect(Automounts.current.contain(Array("/net".utf8)))
    expect(!Automounts.current.contain(Array(root.utf8)))
    expect(find("a.png", .current), equals: .success("feeds/a.png"))
  }

  // MARK: References

  private func reference(_ text: String) -> Result<String, LocalReference.Refusal> {
    Result { () throws(LocalReference.Refusal) in
      String(try LocalReference.file(text, of: feed).dropFirst(root.count + 1))
    }
  }

  @Test func referencesAreDecodedBeforeTheyAreJudged() throws {
    try Data().write(to: URL(filePath: root + "/feeds/100%.png"))
    try Data().write(to: URL(filePath: root + "/feeds/a\\b.png"))
    for (text, found) in [
      ("a.png", "feeds/a.png"), ("below/deep/c%20d.png?v=1#x", "feeds/below/deep/c d.png"),
      ("file:a.png", "feeds/a.png"), ("FILE://LocalHost\(root)/feeds/a.png", "feeds/a.png"),
      ("file:\(root)/feeds/a.png", "feeds/a.png"), ("below%2Fb.png", "feeds/below/b.png"),
      ("100%.png", "feeds/100%.png"), ("a\\b.png", "feeds/a\\b.png"),
      ("below/%2E%2e/a.png", "feeds/a.png"),
    ] {
      expect(reference(text), equals: .success(found), "\(text)")
    }
    for text in [
      "%2e%2e/secret.png", "%2E%2E%2Fsecret.png", "..%2fsecret.png", "file:../secret.png",
      "file://\(root)/secret.png", "file:\(root)/secret.png", "FILE:\(root)/secret.png?x",
      "../secret.png#x", "%2Fetc%2Fpasswd", "/etc/passwd", "%2F%2Fhost/x.png",
    ] {
      expect(reference(text), equals: .failure(.outside), "\(text)")
    }
    for text in ["..\\secret.png", "%00", "a.png%00", "%252e%252e/secret.png", "a.png%2F"] {
      expect(reference(text), equals: .failure(.missing), "\(text)")
    }
    for text in [
      "file://host\(root)/feeds/a.png", "//host/a.png", "https://a.example/a.png", "data:image/png,x",
      "javascript:a", "mailto:a.png", "", "file://", "smb:a.png", String(repeating: "a", count: 5_000),
    ] {
      expect(reference(text), equals: .failure(.remote), "\(text.prefix(40))")
    }
  }

  @Test func imagesOfEntriesAreInTheFolder() throws {
    func find(_ references: String...) throws(LocalReference.Refusal) -> String? {
      try LocalImage.path(for: FeedEntry(key: "k", imageReferences: references), relativeTo: feed)
    }
    try expect(find("../secret.png", "a"), equals: root + "/feeds/a.png")
    try expect(find("none", "https://a.example/a.png") == nil)
    #expect(throws: LocalReference.Refusal.outside) { try find("../secret", "none") }
  }

  /// The reader opens the feeds of a list like other files.
  @Test func feedsOfAListMayBeElsewhere() throws {
    try link("feeds/other.xml", to: "../real/feed.xml")
    let list = root + "/feeds/list.opml"
    try expect(
      LocalReference.listedFeed(".././real//feed.xml", in: list), equals: root + "/real/feed.xml")
    try expect(LocalReference.listedFeed("other.xml", in: list), equals: root + "/feeds/other.xml")
    // Above a linked folder is another one.
    try link("real/far", to: "../feeds")
    try expect(
      LocalReference.listedFeed("../real/feed.xml", in: root + "/real/far/list.opml"),
      equals: root + "/real/far/../real/feed.xml")
    #expect(throws: LocalReference.Refusal.missing) { try LocalReference.listedFeed("none.xml", in: list) }
    #expect(throws: LocalReference.Refusal.missing) {
      try LocalReference.listedFeed("/net/h/f.xml", in: list)
    }
    #expect(throws: LocalReference.Refusal.remote) { try LocalReference.listedFeed("http://a/f", in: list) }
  }
}
