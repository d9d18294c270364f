import CGtk
import Expectations
import FeedViewerBase
import Foundation
import GtkInterop
import LayoutCore
import ProgramRuns
import Testing
import VirtualList
import WidgetTesting

@testable import FeedViewer

/// Files outside the folder of a feed, which are not read whatever refers to them.
@Suite(.serialized, .enabled(if: Program.hasDisplay, "needs a display, such as Xvfb"))
struct OutsideFilesTests {
  private let fixture: ArticleFixture
  private var folder: TemporaryFolder { fixture.folder }

  init() throws {
    fixture = try ArticleFixture(pictureProgram: PictureProgram.path)
    try Self.writePicture(to: folder.path + "/secret.png")
    try folder.write("text", to: "feeds/text.txt")
    try require(symlink("../secret.png", folder.path + "/feeds/link.png") == 0)
    try require(symlink("..", folder.path + "/feeds/above") == 0)
  }

  /// A magenta square.
  private static func writePicture(to path: String) throws {
    let pixbuf = try require(gdk_pixbuf_new(GDK_COLORSPACE_RGB, 0, 8, 60, 60))
    defer { g_object_unref(pixbuf.raw) }
    gdk_pixbuf_fill(pixbuf, 0xFF00_FFFF)
    try require(gdk_pixbuf_savev(pixbuf, path, "png", nil, nil, nil) != 0)
  }

  private var references: [String] {
    [
      "../secret.png", folder.path + "/secret.png", "file://\(folder.path)/secret.png", "link.png",
      "%2e%2e/secret.png", "above/secret.png", "file:..%2Fsecret.png", "\n../\tsecret.png",
    ]
  }

  private func images(_ references: [String]) -> String {
    references.map { "<p>a</p><img src=\"\($0)\" alt=\"Picture\">" }.joined()
  }

  /// The magenta pixels of a screenshot of a feed.
  private func magenta(_ items: [String], article: Bool) async throws -> Int {
    try folder.write(
      "<rss xmlns:media=\"http://search.yahoo.com/mrss/\"><channel>\(items.joined())</channel></rss>",
      to: "feeds/shot.xml")
    let picture = folder.path + "/shot.png"
    let result = try await Program.run(
      ["--screenshot", picture, "--size", "480x1400"] + (article ? ["--article", "0:0"] : [])
        + [folder.path + "/feeds/shot.xml"])
    expect(result.status, equals: 0, "\(result.errors)")
    return try require(PixelImage(contentsOf: picture)).pixels.count { $0 == 0xFFFF_00FF }
  }

  @Test func articlesAndRowsShowNoPicturesFromElsewhere() async throws {
    func thumbnail(_ reference: String) -> String {
      "<item><title>t</title><media:thumbnail url=\"\(reference)\"/></item>"
    }
    let article = ArticleFixture.item("T", images(references))
    try await expect(magenta([article], article: true), equals: 0)
    try await expect(magenta(references.map(thumbnail), article: false), equals: 0)
    // And not because pictures are not shown at all.
    try Self.writePicture(to: folder.path + "/feeds/inside.png")
    // But for its round corners.
    let inside = try await magenta([ArticleFixture.item("T", images(["inside.png"]))], article: true)
    expect((3_500...3_600).contains(inside))
    try await expect(magenta([thumbnail("inside.png")], article: false) > 1_000)
  }

  /// Shows the page of an entry of a feed in `feeds`.
  private func show(_ html: String, more: String = "") async throws -> FeedRow {
    try await fixture.open(
      [ArticleFixture.item("T", html, more: more)], title: "F", name: "feeds/feed.xml")
    try await fixture.read(0)
    return try require(fixture.window.entries.row(at: RowIndexPath(section: 0, row: 0)))
  }

  @Test func placeholdersTellTheReason() async throws {
    let reason = PictureFailure.outsideFolder.message
    let row = try await show(
      images(references)
        + "<p>b<img src=\"../named.png\"><video src=\"v.mp4\" poster=\"../secret.png\" title=\"V\">",
      more: "<enclosure url=\"../secret.mp3\" type=\"audio/mpeg\"/><enclosure url=\"text.txt\"/>")
    let texts = fixture.texts
    expect(texts.filter { $0 == "Picture\n\(reason)" }.count, equals: references.count)
    expect(texts.contains("named.png\n\(reason)"))
    expect(texts.contains("V\nv.mp4\n\(reason)"))
    expect(texts.contains("secret.mp3\naudio/mpeg\n\(LinkedFile.Refusal.elsewhere.message)"))
    expect(texts.contains("text.txt"))
    let article = await PrintableArticle(of: row)
    expect(article.document.picturePaths.isEmpty)
    let page = await article.html(feed: "F")
    expect(page.contains(reason) && !page.contains("data:image"))
  }

  @Test func rowsTellTheReason() async throws {
    let row = try await show("t", more: "<enclosure url=\"../secret.png\" type=\"image/png\"/>")
    guard case .refused(let reason) = row.thumbnail else {
      Issue.record("The picture is \(row.thumbnail).")
      return
    }
    expect(reason, equals: .outsideFolder)
  }

  /// A link that takes the place of a picture after it was found is not followed, and a pipe does not block.
  @Test func whatTakesThePlaceOfAPictureIsNotRead() async throws {
    let path = RealPath.of(folder.path) + "/feeds/below/inside.png"
    try require(mkdir(folder.path + "/feeds/below", 0o700) == 0)
    try Self.writePicture(to: path)
    let row = try await show("<p>a<img src=\"below/inside.png\" alt=\"Picture\">")
    try await expect(fixture.settle { fixture.window.isComplete })
    let article = await PrintableArticle(of: row)
    expect(article.document.picturePaths, equals: [path])
    await expect(article.html(feed: "F").contains("data:image/png"))
    func isRefused() async throws {
      var printed = article
      await printed.loadPictures(PictureDecoder(program: try Program.path))
      expect(
        printed.pictures.isEmpty && printed.failures == [FilePath(path): PictureFailure.unreadable.message])
      await expect(!article.html(feed: "F").contains("data:image"))
    }
    try require(unlink(path) == 0 && symlink("../../secret.png", path) == 0)
    try await isRefused()
    try require(unlink(path) == 0 && mkfifo(path, 0o600) == 0)
    try await isRefused()
    // And the folder.
    try require(unlink(path) == 0 && rmdir(folder.path + "/feeds/below") == 0)
    try require(symlink("../other", folder.path + "/feeds/below") == 0)
    try require(mkdir(folder.path + "/other", 0o700) == 0)
    try Self.writePicture(to: folder.path + "/other/inside.png")
    try await isRefused()
  }

  @Test func pagesElsewhereAreNotRead() async throws {
    func page(_ title: String, next: String) -> String {
      "<rss><channel><atom:link rel='next' href='\(next)'/><item><title>\(title)</title></item></channel></rss>"
    }
    try folder.write(page("Secret", next: ""), to: "secret.xml")
    for next in ["../secret.xml", folder.path + "/secret.xml", "above/secret.xml"] {
      let path = try folder.write(page("Open", next: next), to: "feeds/\(next.utf8.count).xml")
      expect(PageLocation(of: next, from: FilePath(path)), equals: .remote(next))
    }
    let library = fixture.window.library
    let path = folder.path + "/feeds/13.xml"
    fixture.window.open([path])
    try await expect(fixture.settle { fixture.window.isComplete && library.entryCount == 1 })
    await expect(library.loadNextPage(of: path), equals: .remote("../secret.xml"))
    expect(library.files.first { $0.path == FilePath(path) }?.reportedRemotePage, equals: "../secret.xml")
  }
}
