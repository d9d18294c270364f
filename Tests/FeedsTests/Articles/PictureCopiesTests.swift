import Expectations
import Testing

@testable import FeedViewerFeeds

/// Pictures are shown once, with the file that a script would load.
@Suite struct PictureCopiesTests {
  private func pictures(_ html: String) -> [String] {
    ArticleReader.article(html: html).images.map { $0.sources[0].reference }
  }

  private func embeds(_ html: String) -> [String] {
    ArticleReader.article(html: html).blocks.compactMap {
      if case .embed(let embed) = $0.kind { embed.address } else { nil }
    }
  }

  @Test func onlyACopyForReadersWithoutScriptsIsLeftOut() {
    expect(pictures("<img src=a><noscript><img src=a></noscript>"), equals: ["a"])
    expect(pictures("<noscript><img src=a></noscript><img src=a><img src=a>"), equals: ["a", "a"])
    expect(pictures("<p><img src=a alt=x><p><img src=a alt=y>"), equals: ["a", "a"])
    let links = ArticleReader.article(html: "<a href=u><img src=a></a><a href=v><img src=a></a>").images.map(
      \.link)
    expect(links, equals: ["u", "v"])
    // Other sizes of the same file.
    expect(
      pictures("<img data-src='/a.jpg?w=9' src=b.gif><noscript><img src='/a.jpg?w=90'></noscript>"),
      equals: ["/a.jpg?w=9"])
    expect(
      pictures("<img src='/a-300x200.jpg'><noscript><img src='/a.jpg'></noscript>"),
      equals: ["/a-300x200.jpg"])
    expect(
      pictures("<noscript><img src='/a-90x60.jpg'></noscript><img data-src='/a-300x200.jpg'>"),
      equals: ["/a-90x60.jpg"])
    expect(pictures("<img src='/a-1.jpg'><noscript><img src='/a-2.jpg'></noscript>").count, equals: 2)
    expect(pictures("<img src='/a-300x200.jpg'><img src='/a.jpg'>").count, equals: 2)
    expect(pictures("<img src='/i.php?n=1'><noscript><img src='/i.php?n=2'></noscript>").count, equals: 2)
    expect(
      pictures("a <img class=emoji src=s alt=b><noscript><img class=emoji src=s alt=b></noscript>"),
      equals: ["s"])
    expect(
      embeds("<iframe data-lazy-src='//h/v'></iframe><noscript><iframe src='//h/v'></iframe></noscript>"),
      equals: ["https://h/v"])
    expect(embeds("<iframe src='//h/v'></iframe><iframe src='//h/v'></iframe>").count, equals: 2)
  }

  /// The pictures and the texts, and those of the preview.
  private func shown(_ html: String) -> [String] {
    var bytes = html
    var scanner = HTMLText()
    let preview = bytes.withUTF8 { scanner.text(of: $0, style: .line)?.string } ?? ""
    let blocks = ArticleReader.article(html: html).blocks
    expect(blocks.map(\.text).filter { !$0.isEmpty }.joined(separator: " "), equals: preview)
    return blocks.map {
      if case .image(let image) = $0.kind { "[\(image.sources[0].reference)]" } else { $0.text }
    }
  }

  @Test(arguments: [
    (
      "<noscript><figure><img src=/a><figcaption>C <b>d</b></figcaption></figure></noscript>e",
      ["[/a]", "C d", "e"]
    ),
    ("<figure><noscript><figcaption>C</figcaption><img src=/a></noscript></figure>", ["[/a]", "C"]),
    ("<noscript><div><img src=/a><p class='wp-caption-text'>C</p></div></noscript>", ["[/a]", "C"]),
    // A caption of the copy for scripts is not repeated, before and after it.
    (
      "<figure><img data-src=/a><figcaption>C</figcaption><noscript><img src=/a><figcaption>C</figcaption></noscript></figure>",
      ["[/a]", "C"]
    ),
    (
      "<figure><img data-src=/a><noscript><img src=/a><figcaption> C</figcaption></noscript><figcaption>C</figcaption></figure>",
      ["[/a]", "C"]
    ),
    (
      "<noscript><figure><img src=/a><figcaption>C</figcaption></figure></noscript><figure><img data-src=/a><figcaption>C</figcaption></figure>",
      ["[/a]", "C"]
    ),
    // The caption of one of two copies.
    ("<img data-src=/a alt=C><noscript><img src=/a><figcaption>C</figcaption></noscript>", ["[/a]", "C"]),
    (
      "<noscript><img src=/a><figcaption>C</figcaption></noscript><noscript><img src=/b><figcaption>C</figcaption></noscript>",
      ["[/a]", "C", "[/b]"]
    ),
    ("<noscript><img src=/a><figcaption>C</figcaption></noscript>Cat <i>C.</i>", ["[/a]", "C", "Cat C."]),
    // No captions of pictures.
    ("<noscript><figcaption>C</figcaption></noscript>d", ["d"]),
    ("<noscript><img src=/a>C</noscript>d", ["[/a]", "d"]),
    ("<noscript><img src=/a><figcaption hidden>C</figcaption></noscript>d", ["[/a]", "d"]),
  ])
  func captionsInNoscriptAreShownOnce(html: String, expected: [String]) {
    expect(shown(html), equals: expected, "\(html)")
  }

  @Test func copiesOfSeveralPicturesAreShownOnce() {
    expect(
      shown("<img data-src=/a><img data-src=/b><noscript><img src=/a><img src=/b></noscript>"),
      equals: ["[/a]", "[/b]"]
    )
    expect(
      shown("<noscript><img src=/a></noscript><p>x<p><img data-src=/a><img src=/a>"),
      equals: ["[/a]", "x", "[/a]"])
  }

  @Test func whatIsHiddenInNoscriptIsNotShown() {
    expect(pictures("<noscript><p hidden><img src=a></p><img src=b></noscript>"), equals: ["b"])
    // An element that is not closed hides nothing.
    expect(pictures("<noscript><img src=a>b"), equals: ["a"])
    expect(
      pictures(
        "<noscript><img style='display:none' src=a><b style='visibility:hidden'><i><img src=b></i></b><template><img src=c></template></noscript>"
      ).isEmpty)
  }

  @Test func linksSourcesAndFramesInNoscriptAreKept() {
    let html = """
      <noscript><a href=u><b><img src=a></b></a><img src=b><picture><source srcset='c 1x'><img alt=d></picture>\
      <iframe src='https://h/f'></iframe><img alt=x></noscript>
      """
    let found = ArticleReader.article(html: html)
    expect(found.images.map { $0.sources[0].reference }, equals: ["a", "b", "c"])
    expect(found.images.map(\.link), equals: ["u", nil, nil])
    expect(embeds(html), equals: ["https://h/f"])
    expect(found.blocks.allSatisfy(\.text.isEmpty))
    expect(
      ArticleReader.article(html: "<a href=u><noscript><img src=a></noscript></a>").images[0].link,
      equals: "u")
  }

  @Test func sourcesBelongToThePictureAroundThem() {
    expect(pictures("<picture><source srcset=a></picture><img src=b>"), equals: ["b"])
    expect(pictures("<picture><source srcset=a></picture><p>x<img alt=y>").isEmpty)
    expectShown(["xy"], of: "<picture><source srcset=a></picture>x<img alt=y>")
    expect(pictures("<picture><source srcset=a></picture><picture><img src=b></picture>"), equals: ["b"])
  }

  @Test func sourcesOfOtherKindsStandForAPictureWithoutAFile() {
    expect(pictures("<picture><source type=image/jxl srcset=a><img alt=x></picture>"), equals: ["a"])
    expect(
      pictures("<picture><source media=print srcset=a><source media=x srcset=b><img></picture>"),
      equals: ["a"])
    expect(
      pictures("<picture><source type=image/avif srcset=a><source srcset=b><img></picture>"), equals: ["b"])
    expect(pictures("<picture><source type=image/avif srcset=a><img src=b></picture>"), equals: ["b"])
    expect(pictures("<picture><source type='image/PNG ; a=b' srcset=a><img></picture>"), equals: ["a"])
  }

  private static let point = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"

  @Test func embeddedPointsAreNoPictures() {
    expect(pictures("<img src='\(Self.point)' alt=x><noscript><img src=a></noscript>"), equals: ["a"])
    expect(pictures("<img src='\(Self.point)' data-src='/a'>"), equals: ["/a"])
    expect(pictures("<picture><source srcset=a><img src='\(Self.point)'></picture>"), equals: ["a"])
    expectShown(["ab"], of: "a<img src='\(Self.point)' alt=x width=600>b")
  }

  @Test(arguments: [
    ("<img src='#top' data-x='/a.jpg'>", ["/a.jpg"]), ("<img src=about:blank lazy='/a.png'>", ["/a.png"]),
    ("<img src='/s/spacer.gif' data-big='/a.webp?x'>", ["/a.webp?x"]),
    ("<img src='/s/lazy-placeholder_300x200.png' data-a='/a.jpg'>", ["/a.jpg"]),
    ("<img src='/s/1x1.gif' data-a='/a.jpg'>", ["/a.jpg"]), ("<img src='/s/1x1.gif'>", ["/s/1x1.gif"]),
    ("<img src='/image.jpg' data-author='/me.jpg'>", ["/image.jpg"]),
    ("<img src='/loading-dock.jpg' data-author='/me.jpg'>", ["/loading-dock.jpg"]),
    ("<img src='#'>", []), ("<img src='ABOUT:blank'>", []),
  ])
  func placeholdersAreReplaced(html: String, references: [String]) {
    expect(pictures(html), equals: references, "\(html)")
  }

  @Test(arguments: [
    ("a 1x, b (x, y) 2x, c 3x", ["a", "c"]), ("a (,,, b 1x) , c 2x", ["c"]),
    ("a 100w 50h,b 1q,c", ["a", "c"]),
    ("a,b 2x,", ["a,b"]), ("(a) 1x, b", ["(a)", "b"]),
  ])
  func candidatesWithOtherDescriptorsAreLeftOut(list: String, references: [String]) {
    expect(ImageSources.candidates(list).map(\.reference), equals: references, "\(list)")
  }

  @Test(arguments: ["javascript:x", " java\nscript:x", "data:text/html,x", "vbscript:x"])
  func anObjectThatMayNotBeOpenedIsItsContent(address: String) {
    expectShown(["ab"], of: "a<object data='\(address)'><b>b</b></object>")
    expect(embeds("<object data='https://h/x.pdf'>a</object>"), equals: ["https://h/x.pdf"])
  }
}
