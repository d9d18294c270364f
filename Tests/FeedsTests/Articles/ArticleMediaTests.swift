import Testing

@testable import FeedViewerFeeds

/// Videos, sounds, frames, objects, and pictures inside the text.
@Suite struct ArticleMediaTests {
  private func embeds(_ html: String) -> [ArticleEmbed] {
    ArticleReader.article(html: html).blocks.compactMap {
      if case .embed(let embed) = $0.kind { embed } else { nil }
    }
  }

  @Test func mediaSayWhatTheyAre() {
    let found = embeds(
      """
      <video src=v.mp4 poster=p.jpg title=V width=640 height=360px></video><audio aria-label=A src=a.mp3></audio>
      <iframe src=https://f/ title=F>no</iframe><object data=o.pdf type=application/pdf>no</object>
      <object><param name=movie value=x><embed src=e.swf></object><embed src=m.mid>
      """)
    #expect(found.map(\.kind) == [.video, .audio, .frame, .object, .object, .object])
    #expect(found.map(\.address) == ["v.mp4", "a.mp3", "https://f/", "o.pdf", "e.swf", "m.mid"])
    #expect(found.map(\.title) == ["V", "A", "F", nil, nil, nil])
    #expect(found[0].poster?.reference == "p.jpg")
    #expect(found[0].width == 640 && found[0].height == 360)
    #expect(found[3].type == "application/pdf")
  }

  @Test func allSourcesOfAVideoAreKept() {
    let found = embeds(
      "<video><source src=a.webm type=video/webm><source src='javascript:1'><source src=b.mp4>old</video>")
    #expect(
      found.map(\.sources) == [[.init(address: "a.webm", type: "video/webm"), .init(address: "b.mp4")]])
    #expect(embeds("<video src=a><video src=b><p>c<audio><source src=d>").map(\.address) == ["a", "b", "d"])
    #expect(embeds("<video></video><audio><source></audio><object></object><iframe></iframe>").isEmpty)
  }

  /// In the text, a space stands where they were.
  @Test func mediaFollowTheTextTheyAreIn() {
    let found = ArticleReader.article(html: "<p>a<video src=v></video>b</p>c").blocks
    #expect(found.map(\.text) == ["a b", "", "c"])
  }

  @Test func embeddedPicturesAreKeptAsWritten() {
    let written = ["data:image/png;base64,iVBORw0KGgo=", "data:image/svg+xml,%3Csvg%20xmlns='http://x'/%3E"]
    let html = written.map { "<img src=\"\($0)\">" }.joined()
    #expect(
      ArticleReader.article(html: html, base: "http://h/").images.map { $0.sources[0].reference } == written)
    #expect(ImageSources.candidates("\(written[0]) 2x, b.png").map(\.reference) == [written[0], "b.png"])
  }

  @Test func embeddedFilesThatAreTooLongAreDropped() {
    let long = "data:image/png;base64," + String(repeating: "A", count: ImageSources.longestReference)
    #expect(
      ArticleReader.article(html: "<img src=\"\(long)\"><video src=\"\(long)\"></video>").blocks.isEmpty)
    let fitting = String(long.prefix(ImageSources.longestReference))
    #expect(ArticleReader.article(html: "<img src=\"\(fitting)\">").images.count == 1)
  }
}
