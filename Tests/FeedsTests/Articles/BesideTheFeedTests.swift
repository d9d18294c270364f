import Expectations
import Foundation
import ProgramRuns
import Testing

@testable import FeedViewerFeeds

/// Files beside a feed: what of them an article needs to know.
@Suite struct BesideTheFeedTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("", to: "f.xml")
  }

  private func write(_ bytes: [UInt8], to name: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: folder.path + "/" + name))
  }

  private func article(_ html: String) -> Article {
    var source = ArticleSource(format: .html, text: html, base: "http://h/")
    source.feedFile = folder.path + "/f.xml"
    return source.article()
  }

  /// The beginnings of pictures of 32 by 16 pixels and of 33 by 16.
  private static func gif(_ width: UInt8) -> [UInt8] { Array("GIF89a".utf8) + [width, 0, 16, 0, 0, 0, 0] }

  private static func png(_ width: UInt8) -> [UInt8] {
    [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10, 0, 0, 0, 13] + Array("IHDR".utf8) + [
      0, 0, 0, width, 0, 0, 0, 16,
    ]
  }

  private static func jpeg(_ width: UInt8) -> [UInt8] {
    let tables: [UInt8] = [0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xC4, 0, 3, 9]
    return [0xFF, 0xD8] + tables + [0xFF, 0xFF, 0xC2, 0, 11, 8, 0, 16, 0, width, 1]
  }

  private static func webp(_ width: UInt8, _ chunk: String) -> [UInt8] {
    let sizes: [UInt8] =
      switch chunk {
      case "VP8X": [0, 0, 0, 0, width - 1, 0, 0, 15, 0, 0]
      case "VP8L": [0x2F, width - 1, 15 << 6 & 0xFF, 15 >> 2, 0, 0, 0, 0, 0, 0]
      default: [0, 0, 0, 0x9D, 0x01, 0x2A, width, 0, 16, 0]
      }
    return Array("RIFF".utf8) + [0, 0, 0, 0] + Array(("WEBP" + chunk).utf8) + [10, 0, 0, 0] + sizes
  }

  @Test(arguments: ["gif", "png", "jpg", "VP8X", "VP8L", "VP8 "])
  func headersTellTheSize(format: String) throws {
    func bytes(_ width: UInt8) -> [UInt8] {
      switch format {
      case "gif": Self.gif(width)
      case "png": Self.png(width)
      case "jpg": Self.jpeg(width)
      default: Self.webp(width, format)
      }
    }
    for width in [32, 33] as [UInt8] {
      let all = bytes(width)
      expect(PictureHeader.size(all), equals: PictureHeader.Size(width: Int(width), height: 16))
      for count in 0..<all.count { _ = PictureHeader.size(Array(all.prefix(count))) }
      let address = "data:image/x;base64," + Data(all).base64EncodedString()
      expect(PictureHeader.size(inAddress: address)?.width, equals: Int(width))
    }
    expect(PictureHeader.size(Array("no picture at all, but some text".utf8)) == nil)
  }

  @Test func pictureFilesAsSmallAsLettersStayInTheirSentence() throws {
    try write(Self.png(32), to: "small.png")
    try write(Self.png(33), to: "large.png")
    try write(Array("no picture".utf8), to: "broken.png")
    let found = article(
      "<p>a <img src=small.png alt=s> b <img src='small.png?x' alt=t> <img src=large.png alt=l> <img src=broken.png alt=n>c"
        + "<img src=none.png alt=o> <img src=small.png alt=w width=64> <img src='http://h/small.png' alt=r>")
    expect(found.blocks[0].text, equals: "a s b t c")
    expect(found.blocks[0].inlineImages.map { $0.image.alternative }, equals: ["s", "t"])
    let words = found.blocks.dropFirst().map { block -> String? in
      if case .image(let image) = block.kind { image.alternative } else { nil }
    }
    expect(words, equals: ["l", "n", "o", "w", "r"])
    // Alone it is a picture.
    expect(article("<p><img src=small.png alt=s>").blocks.map(\.text), equals: [""])
    let data = "data:image/gif;base64," + Data(Self.gif(20)).base64EncodedString()
    expect(article("<p>a <img src='\(data)' alt=d> b").blocks.map(\.text), equals: ["a d b"])
  }

  @Test func filesBesideTheFeedAreNotOnTheWeb() throws {
    try folder.write("x", to: "clip.mp4")
    let found = article("<video src=clip.mp4></video><video src=other.mp4></video><a href=clip.mp4>a</a>")
      .blocks
    let addresses = found.compactMap { if case .embed(let embed) = $0.kind { embed.address } else { nil } }
    expect(addresses == ["clip.mp4", "http://h/other.mp4"])
    expect(found.last?.runs.map(\.link), equals: ["clip.mp4"])
  }

  /// A pipe has no end that could be waited for.
  @Test func pipesAndLongFilesAreNoPictures() throws {
    expect(mkfifo(folder.path + "/pipe.png", 0o600), equals: 0)
    try write(Self.png(16) + Array(repeating: 0, count: 100_000), to: "long.png")
    expect(
      article("<p>a <img src=pipe.png alt=p> <img src=long.png alt=l> b").blocks[0].text, equals: "a l b")
  }
}
