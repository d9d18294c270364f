import Expectations
import Testing

@testable import FeedViewerFeeds

/// Styles decide what is shown as CSS reads them: the last valid value of a property counts, and sizes have their minima.
@Suite struct DeclaredStyleTests {
  @Test(arguments: [
    // Padding is room, in which a video in a frame stands.
    ("<div style='height:0;padding-bottom:75%;overflow:hidden'><p>a</p></div>", ["a"]),
    ("<section style='overflow:hidden;padding:0 0 50%;height:0px'>a</section>", ["a"]),
    ("a<div style='overflow:hidden;padding:0 9px;height:0'>x</div>", ["a"]),
    ("a<div style='padding:1em 0;width:0;overflow-x:clip'>x</div>", ["a"]),
    ("<div style='padding-left:1px;max-width:0;overflow:hidden'>a</div>", ["a"]),
    // The least length is stronger than the largest one, and that is stronger than the length.
    ("<p style='max-height:0;min-height:1px;overflow:hidden'>a</p>", ["a"]),
    ("<div style='overflow:clip;height:0;min-height:calc(1px + 1em)'>a</div>", ["a"]),
    ("a<p style='height:9px;max-height:0;min-height:0;overflow:hidden'>x</p>", ["a"]),
    // The last one counts.
    ("<p style='max-height:0;overflow:hidden;max-height:none'>a</p>", ["a"]),
    ("<p style='height:0;overflow:hidden;overflow:visible'>a</p>", ["a"]),
    ("a<p style='height:0!important;height:auto;overflow:hidden'>x</p>", ["a"]),
    ("<p style='padding:1px;padding-top:0;padding-bottom:0;height:0;overflow:hidden'>x</p>a", ["a"]),
    // Heights in percent depend on the content.
    ("<p style='max-height:0%;overflow:hidden'>a</p>", ["a"]),
    ("b<p style='width:0%;overflow:hidden'>x", ["b"]),
    // Tables, rows and cells are as large as their content.
    ("<table style='max-height:0;height:0;overflow:hidden'><tr><td>a</table>", ["a"]),
    (
      "<table><tr><th style='width:0;overflow:hidden'>a<td style='overflow:clip;max-width:0'>b</table>",
      ["a\tb"]
    ),
    ("<div style='display:table-cell;height:0;overflow:hidden'>a</div>", ["a"]),
    ("a<table><tr><td><div style='height:0;overflow:hidden'>x</div>b</table>", ["a", "b"]),
    ("<span style='float:left;float:none;height:0;overflow:hidden'>a</span>", ["a"]),
    ("<b style='position:fixed;position:static;height:0;overflow:hidden'>a</b>", ["a"]),
  ])
  func contentWithoutRoomIsNotShown(html: String, texts: [String]) {
    expectShown(texts, of: html)
  }

  @Test(arguments: [
    ("<p style='color:red/* ; */;display:none'>x<p>a", ["a"]),
    ("<p style='/*\"*/display/**/:/**/none/*'*/'>x<p>a", ["a"]),
    ("<p style='dis/**/play:none'>a", ["a"]), ("<p style='/*display:none'>a", ["a"]),
    ("<p style='background:url(it\"s;x);display:none'>x<p>a", ["a"]),
    ("<p style='content:\"\\\";display:none'>a", ["a"]), ("<p style='x:[;display:none;]'>a", ["a"]),
    ("<p style='content:\"\n;display:none'>x<p>a", ["a"]),
    ("<p style='d\\69 splay:none'>x<p>a", ["a"]), ("<p style='display:\\4E\\4f ne'>x<p>a", ["a"]),
    ("<p style='d\\isplay:n\\one'>x<p>a", ["a"]), ("<p style='display\\:none'>a", ["a"]),
    ("<p style='color:\\;display:none'>a", ["a"]), ("<p style='visibility\\3a hidden'>a", ["a"]),
  ])
  func commentsStringsAndEscapesAreNoDeclarations(style: String, texts: [String]) {
    expectShown(texts, of: style)
  }

  @Test(arguments: [
    ("<p style='display:none;display:nothing'>x<p>a", ["a"]), ("<p style='display:none block'>a", ["a"]),
    ("<p style='display:none;display:'>x<p>a", ["a"]), ("<p style='display:none;display:initial'>a", ["a"]),
    ("<p style='visibility:hidden;visibility:off'>x<p>a", ["a"]),
    ("<p style='visibility:hidden;visibility:inherit'>a", ["a"]),
    ("<p style='font-size:0;font-size:12'>x<p>a", ["a"]), ("<p style='font-size:0 px'>a", ["a"]),
    ("<p style='height:0;height:-1px;overflow:hidden'>x<p>a", ["a"]),
    ("<p style='height:0;height:12;overflow:hidden'>x<p>a", ["a"]),
    ("<p style='height:0;overflow:hidden;overflow:none'>x<p>a", ["a"]),
    ("<p style='height:0;overflow:hidden;overflow:auto scroll'>a", ["a"]),
    ("a<b style='display:block flow-root'>b</b>c", ["a", "b", "c"]),
    ("a<b style='display:inline flow'>b</b>c", ["abc"]), ("a<b style='display:block big'>b</b>c", ["abc"]),
    ("<p style='content-visibility:hidden;content-visibility:none'>x<p>a", ["a"]),
  ])
  func invalidValuesAreIgnored(html: String, texts: [String]) {
    expectShown(texts, of: html)
  }

  /// Whether the picture or frame of a source is in an article.
  private func isShown(_ html: String) -> Bool {
    ArticleReader.article(html: html).blocks.contains {
      switch $0.kind {
      case .image, .embed: true
      default: false
      }
    }
  }

  @Test(arguments: [
    ("<img src=a width=1 height=1 style='width:50%;height:auto'>", true),
    ("<img src=a style='width:0;min-width:20px'>", true),
    ("<img src=a width=0 style='min-width:100%'>", true),
    ("<img src=a style='max-width:0;max-height:0'>", false),
    ("<img src=a width=99 style='width:1px'>", false), ("<img src=a style='height:0.1in'>", true),
    ("<img src=a style='height:1px;height:nothing'>", false), ("<img src=a height=1>", false),
    ("<iframe src=a style='height:0;height:50vh'></iframe>", true),
    ("<iframe src=a width=0 height=0 style='width:100%;height:9em'></iframe>", true),
    ("<iframe src=a style='width:1px;min-width:100%!important'></iframe>", true),
    ("<iframe src=a width=9 style='width:0'></iframe>", false),
    ("<iframe src=a width=300 height=0></iframe>", false),
    (
      "<div style='position:relative;overflow:hidden;height:0;padding-top:40%'><iframe src=a></iframe></div>",
      true
    ),
  ])
  func theStyleOfAPictureIsStrongerThanItsAttributes(html: String, isShown: Bool) {
    expect(self.isShown(html), equals: isShown, "\(html)")
  }

  @Test func brokenStylesTakeLinearTime() {
    for part in ["/*", "url(", "\\", "'\n", "(", ";:"] {
      let start = threadSeconds()
      _ = InlineStyle(String(repeating: part, count: 100_000) + "display:none")
      expect(threadSeconds() - start < 5, "\(part)")
    }
  }
}
