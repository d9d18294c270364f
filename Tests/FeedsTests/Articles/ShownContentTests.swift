import Expectations
import Testing

@testable import FeedViewerFeeds

/// What a browser shows is in the article, and what it hides is not.
@Suite struct ShownContentTests {
  private func article(_ html: String) -> Article { ArticleReader.article(html: html) }

  private func texts(_ html: String) -> [String] { article(html).blocks.map(\.text) }

  private func preview(_ html: String) -> String? {
    var scanner = HTMLText()
    var html = html
    return html.withUTF8 { scanner.text(of: $0, style: .blocks)?.string }
  }

  @Test(arguments: [
    ("<p>a</p><div HIDDEN=until-found><b>x</b></div><p>b</p>", ["a", "b"]),
    ("<p>a <i style='color:red; DISPLAY : none'>x</i>b", ["a b"]),
    ("<p hidden>x<p>b</p>", ["b"]), ("<ul><li>a<li hidden>x<li>b</ul>", ["a", "b"]),
    ("<p style='display:none'>x<div>b</div>", ["b"]),
    ("<div style=\"display:block;display:none\">x</div>b", ["b"]),
    ("<div style='display:none!important;display:block'>x</div>b", ["b"]),
    ("<p hidden style='display:block'>a</p>", ["a"]),
    ("<div popover>x<p>y</p></div>a<dialog POPOVER=auto open>b</dialog>", ["a", "b"]),
    ("<dialog popover=manual>x</dialog><p popover style='display:block'>a", ["a"]),
    ("<div><span hidden>x</div>b", ["b"]),
    ("<div hidden>x<div>y</div>z</div>b", ["b"]),
    ("<div hidden><script>'</div>'</script>x</div>b", ["b"]),
    ("<div hidden><!-- </div> -->x</div>b", ["b"]),
    ("<table><tr hidden><td>x<td>y<tr><td>a<td>b</table>", ["a\tb"]),
    ("a<div style='height:0px;overflow:hidden'>x</div>", ["a"]),
    ("a<div style='max-height:0;overflow-y:hidden;font-size:1px'>x</div>", ["a"]),
    ("<div style='height:0.5em;overflow:hidden'>a</div>", ["a"]),
    // Inline boxes have no size of their own.
    ("<span style='height:0;overflow:hidden'>a</span>", ["a"]),
    ("<div style='display:inline;max-width:0;overflow:hidden'>a</div>", ["a"]),
    ("a<span style='float:left;height:0;overflow:hidden'>x</span>", ["a"]),
    ("a<i style='position:absolute;width:0;overflow:hidden'>x</i>", ["a"]),
    ("a<b style='display:inline-block;max-height:0;overflow:hidden'>x</b>", ["a"]),
    ("<span style='content-visibility:hidden'>a</span>", ["a"]),
    ("<p style='background:url(a;display:none;b)'>a</p>", ["a"]),
    ("<p>a<template><p>x<template>y</template>z</template>b</p>", ["ab"]),
    ("<dialog>x<p>y</p></dialog><dialog open>a</dialog>", ["a"]),
    ("a<datalist><option>x</datalist><noframes><p>y</noframes><noembed>z</noembed>b", ["ab"]),
    ("a<title>x</title>b", ["ab"]), ("<html><head><meta name=x>b</head><body>a", ["b a"]),
    ("<html><head><title>x</title><p>a", ["a"]),
    // A link, a button and the like end the one before; an end tag does not reach over a block inside.
    ("<p>a <a hidden>x<a>b</a> c", ["a b c"]), ("<button hidden>x<button>a</button>", ["a"]),
    ("a<span hidden><div>x</span>y</div>z", ["a"]), ("a<b hidden><div>x</b></div>b", ["a b"]),
    ("<svg><style><b></style>a</svg>b", ["ab"]),
    ("a<rp>(</rp>b", ["ab"]), ("<p style='content-visibility: hidden'>x<p>b", ["b"]),
  ])
  func hiddenElementsAreNotShown(html: String, texts: [String]) {
    expectShown(texts, of: html)
  }

  /// The tag of a block ends the paragraph around and what is in it, unless that formats text.
  @Test(arguments: [
    ("<p>a<span hidden>x<div>b</div></span>c", ["a", "b", "c"]),
    ("<p>a<datalist>x<ul><li>b</ul></datalist>c", ["a", "b", "c"]),
    ("<p>a<button><i hidden>x<div>y</div></i></button>b", ["ab"]),

    ("<p>a<template><p>x<div>y</div></template>b", ["ab"]),
  ])
  func whatIsHiddenEndsWithTheParagraphAroundIt(html: String, texts: [String]) {
    expect(self.texts(html), equals: texts)
  }

  /// A head holds only what is hidden everywhere (HTML Living Standard, section 13.2.6.4.4): anything else ends it, as text does. A
  /// `head` in the middle of a body is ignored.
  @Test(arguments: [
    (
      "<head><title>x</title><style>y</style><script>z</script><base href=u><link><meta><template>w</template></head><p>a",
      ["a"]
    ),
    ("<head>a<title>x</title></head>b", ["a b"]),
    ("<html><head><meta>a<p>b</p></head><body>c", ["a", "b", "c"]),
    ("<p>a<head>b</head>c", ["ab c"]), ("<div>a</div><head><title>x</title>b</head>", ["a", "b"]),
    ("<!-- x --><HEAD lang=en><noframes>x</noframes></HEAD><BODY>a</BODY>", ["a"]),
  ])
  func textInAHeadEndsIt(html: String, texts: [String]) {
    let found = self.texts(html).map { $0.split(separator: " ").joined(separator: " ") }
    expect(
      found.joined(separator: "|").filter { $0 != " " },
      equals: texts.joined(separator: "|").filter { $0 != " " })
  }

  @Test func visibleElementsInsideInvisibleOnesAreShown() {
    let html =
      "<p>a <span style='visibility:hidden'>x <b style='visibility:visible'>b <i style='visibility:hidden'>y</i></b> z</span> c</p>"
    expect(texts(html), equals: ["a b c"])
    expect(preview(html), equals: "a b c")
    expect(article(html).blocks[0].runs.map(\.style), equals: [.strong])
    expect(texts("<div style='visibility:collapse'><p>x</p></div>a"), equals: ["a"])
  }

  @Test(arguments: [
    ("<tr><td>a<td style='visibility:hidden'>x<td>b", ["a\t\tb"]),
    ("<tr><td>a<td style='visibility:hidden'><p>x</p><img src=i>", ["a\t"]),
    (
      "<tr style='visibility:hidden'><td>x<td><b style='visibility:visible'>a</b>y<td>z<tr><td>b<td>c",
      ["\ta\t", "b\tc"]
    ),
    ("<tr style='visibility:collapse'><td>x<td>y<tr><td>a<td>b", ["a\tb"]),
    ("<tr><td>a<td hidden>x<td>b", ["a\tb"]), ("<tr><td>a<th style='display:none'>x", ["a"]),
    ("<thead style='display:none'><tr><td>x</thead><tbody><tr><td>a</tbody><tbody hidden><tr><td>y", ["a"]),
    ("<caption hidden>x</caption><tr><td>a<td>b", ["a\tb"]),
    ("<caption style='visibility:hidden'>x<i>y</i></caption><tr><td>a<td>b", ["a\tb"]),
  ])
  func partsOfTablesThatAreHiddenAreNotShown(rows: String, texts: [String]) {
    expectShown(texts, of: "<table>\(rows)</table>")
  }

  @Test(arguments: [
    ("<p>a<span style='font-size:0'>x<b style='font-size:9pt'>b</b>y</span>c</p>", ["abc"]),
    (
      "<div style='FONT-SIZE: 0px'><p>x</p><p style='font-size:2em'>y</p><p style='font-size:1rem'>b</p></div>c",
      ["b", "c"]
    ),
    ("<p style='font:0/0 serif'>x <i style='font:bold 12px/14px serif'>b</i>", ["b"]),
    ("<p style='color:red;font-size:0em !important;font-size:9px'>x<font size=2>b</font>", ["b"]),
    ("<p>a<b style='font-size:.0%'>x<small>y</small><span style='font-size:larger'>z</span></b>", ["a"]),
    ("<p>a<i style='font-size:0'>x<b style='font-size:medium'>b</i>c", ["abc"]),
    ("<p style='font-size:0'>x<button>b</button><input value=c>", ["b c"]),
    ("<p style='font-size:0.5em'>a <span style='font-size:10px'>b</span>", ["a b"]),
    ("<p style='font-size:0;font-size:1em'>a", ["a"]), ("<p style='font:600 1em x'>a", ["a"]),
    (
      "<table style='font-size:0'><tr><td style='font-size:9px'>a<td>x<td style='font-size:1em'>y<td style='font-size:8px'>b</table>",
      ["a\t\t\tb"]
    ),
  ])
  func textOfNoSizeIsNotShown(html: String, texts: [String]) {
    expectShown(texts, of: html)
  }

  @Test func linksAndPicturesAreKeptInTextOfNoSize() {
    let found = article(
      "<div style='font-size:0'><a href=u>x<i style='font-size:9px'>b</i><img src=i alt=c></a></div>"
    )
    .blocks
    expect(found.map(\.text), equals: ["b", ""])
    expect(found[0].runs.map(\.link), equals: ["u"])
    guard case .image(let image) = found[1].kind else {
      Issue.record("no picture")
      return
    }
    expect(image.link, equals: "u")
    expect(
      texts("<div style='visibility:hidden'><img src=i><hr><iframe src=v></iframe></div>a"), equals: ["a"])
    expect(texts("<p style='visibility:hidden'>x<input style='visibility:visible' value=a>"), equals: ["a"])
  }

  @Test func deeplyNestedInvisibleElementsTakeLinearTime() {
    let nested = String(
      repeating: "<i style='visibility:hidden'><b style='visibility:visible'>", count: 5_000)
    let start = threadSeconds()
    _ = texts(nested + "a")
    expect(threadSeconds() - start < 5)
  }

  @Test(arguments: [
    ("a<!-->b<!--->c", "abc"), ("a<!-- x --!>b", "ab"), ("a<!-- x", "a"), ("a<!---->b", "ab"),
    ("a<! x>b", "ab"), ("a<?php x ?>b", "ab"), ("a</ x>b", "ab"), ("a</>b", "ab"),
    ("a</3>b", "ab"), ("<!DOCTYPE html [ <!ENTITY x \"y>\"> ]>a", "a"), ("<![CDATA[x>a", "a"),
    ("a<style>x{}", "a"), ("a<script>x</scripts>y", "a"), ("a<iframe>x", "a"),
    ("a<script><!-- <script>x</script> y --></script>b", "ab"), ("a<p <b>b", "a b"), ("a <b", "a"),
    ("<a title='>x'>b</a>", "b"), ("<b/ class=x>b</b>", "b"),
  ])
  func brokenMarkupIsReadAsTheStandardSays(html: String, text: String) {
    let words = text.split(separator: " ")
    for found in [article(html).plainText, preview(html) ?? ""] {
      expect(found.split(whereSeparator: \.isWhitespace), equals: words, "\(html)")
    }
  }

  // MARK: Formulas

  @Test(arguments: [
    (
      "<p>a <span class='katex'><span class='katex-mathml'><math><mi>x</mi><annotation>\\x</annotation></math></span><span class='katex-html' aria-hidden='true'>x</span></span> b",
      "a x b"
    ),
    ("<p>a <span><math><mi>x</mi></math><span aria-hidden=true>x</span></span> b", "a x b"),
    (
      "<p>a <mjx-container><svg><text>x</text></svg><mjx-assistive-mml><math><mi>x</mi></math></mjx-assistive-mml></mjx-container> b",
      "a x b"
    ),
    (
      "<p>a <span class='MathJax_Preview'>x</span><span class='MathJax' data-mathml='<math><mi>x</mi></math>'><nobr>x</nobr></span><script type='math/tex'>x</script> b",
      "a x b"
    ),
    (
      "<p>a <span class=MathJax_CHTML><span aria-hidden=true>x</span><span class=MJX_Assistive_MathML><math><mi>x</mi></math></span></span> b",
      "a x b"
    ),
    ("<p>a <script type='math/tex; mode=display'>x^2</script> b", "a x^2 b"),
    ("<p>a <script type=math/mml><math><mi>x</mi></math></script> b", "a x b"),
    ("<p>a <span aria-hidden=true>b</span>", "a b"),
    (
      "<p>a <math><semantics><mrow></mrow><annotation encoding='application/x-tex'>\\x{}</annotation></semantics></math> b",
      "a \\x{} b"
    ),
    ("<p>a <math alttext='\\frac{1}{2}'><mfrac><mn>1</mn><mn>2</mn></mfrac></math> b", "a 1/2 b"),
  ])
  func formulasAreReadOnce(html: String, text: String) {
    expect(texts(html), equals: [text])
    expect(preview(html), equals: text)
  }

  // MARK: Forms

  @Test(arguments: [
    ("<p>a <button><b>b</b></button>, <label>c</label>", "a b, c"),
    ("<p>a <select><option disabled>x<option>b<option>c</select> d", "a b d"),
    (
      "<p>a <select><optgroup label=g><option>x</option><option selected>b</option></optgroup></select>",
      "a b"
    ),
    ("<p>a <select><option disabled>x<optgroup disabled><option>y</optgroup><option>b</select>", "a b"),
    ("<p>a <select><option>b<hr><optgroup><hr><option>c</select>", "a b"),
    ("<p>a <select><option label='b &amp; c'></option><option>x</select> d", "a b & c d"),
    ("<p>a <select><option>x<option selected label=b><i>y</i><option label=z></select>", "a b"),
    ("<p>a <select><option label=''>b</select>", "a b"),
    ("<p><input type=submit value='Send &amp; go'> <input value=v> <input placeholder=h>", "Send & go v h"),
    (
      "<p>a <textarea placeholder=' b &amp; c'>\n</textarea><textarea placeholder=x>, d</textarea>",
      "a b & c , d"
    ),
    ("<p>a<textarea>b</textarea>c<select><option>d</select>e", "a b c d e"),
    ("<p>a<input type=hidden value=x><input type=password value=y>", "a"),
    ("<p>a<input value=b>c", "a b c"), ("<p><input value='a&#10;&#9;b'>", "a b"),
    ("<p><input type=checkbox checked>a <input type=radio>b", "☑ a ○ b"),
    ("<p>a <meter value=0.25></meter> <progress value=3 max=4>three</progress>", "a 25 % three"),
    ("<p>a <meter value=1>b</meter>, c", "a b, c"),
  ])
  func controlsShowTheirState(html: String, text: String) {
    expect(texts(html), equals: [text])
    expect(preview(html), equals: text)
  }

  @Test func textAreasAndListingsKeepTheirWhiteSpace() {
    expect(texts("<p>a: <textarea>\n b &lt;i>\n  c</textarea>"), equals: ["a:  b <i>\n  c"])
    let listing = article("<xmp>\n<b>&lt;\n  x</xmp><listing>a\n b</listing>").blocks
    expect(listing.map(\.text), equals: ["<b>&lt;\n  x", "a\n b"])
    expect(listing.allSatisfy { $0.kind == .preformatted })
    expect(texts("<select size=3><option>a<option>b</select>"), equals: ["a", "b"])
    let groups =
      "<select multiple><optgroup label=g><option label=a>x</option><option>b</optgroup><option label=c></select>d"
    expect(texts(groups), equals: ["g", "a", "b", "c", "d"])
    expect(preview(groups)?.split(separator: "\n"), equals: ["g", "a", "b", "c", "d"])
  }

  // MARK: White space and boxes

  @Test func declaredWhiteSpaceIsKept() {
    expect(texts("<p style='white-space:pre-wrap'>a\n  b</p>"), equals: ["a\n  b"])
    expect(texts("<p style='white-space:pre-line'>a   b \n c</p>"), equals: ["a b\nc"])
    expect(texts("<pre>a  b<i style='white-space:normal'>c\n d</i></pre>"), equals: ["a  bc d"])
    expect(texts("<p style='white-space:pre-line'>a\r\nb\rc\r \nd</p>"), equals: ["a\nb\nc", "d"])
  }

  @Test func inlineElementsMayBeBlocks() {
    expect(texts("a<b style='display:block'>b</b>c"), equals: ["a", "b", "c"])
    expect(preview("<b style='display:flex'>a <b>b</b></b>c"), equals: "a b\nc")
    expect(preview("<i style='display:block'>a <i>b</i> c</i>d"), equals: "a b c\nd")
    expect(preview("<i style='display:block'>a<i style='display:block'>b</i>c</i>d"), equals: "a\nb\nc\nd")
    expect(preview("<div style='display:inline'>a<b style='display:block'>b</div>c"), equals: "a\nb\nc")
    expect(preview("<div>a<div style='display:inline'>b<div>c</div>d</div>e</div>f"), equals: "ab\nc\nde\nf")
  }

  @Test(arguments: [
    ("<div>a <div style='display:inline'>b</div> c</div>", ["a b c"]),
    ("<div>a<section style='display: INLINE-BLOCK; width:10px'>b</section>c</div>", ["abc"]),
    // The tag of a block ends a paragraph, however it is displayed.
    ("<p>a <article style='display:inline'>b</article> c</p>d", ["a", "b c", "d"]),
    ("<p style='display:inline'>a</p> <p style='display:contents'>b</p><p>c</p>", ["a b", "c"]),
    ("<h3 style='display:inline-flex'>a.</h3> b<h3>c</h3>", ["a. b", "c"]),
    ("<ul><li style='display:inline'>a<li style='display:inline-block'>b</ul>c", ["ab", "c"]),
    (
      "<dl style='display:inline'><dt style='display:inline'>a</dt>: <dd style='display:inline'>b</dd></dl> c",
      ["a: b c"]
    ),
    ("<div>a <pre style='display:inline'>b  c</pre> d</div>", ["a b  c d"]),
    ("<div style='display:inline'>a<p>b</p>c</div>d", ["a", "b", "cd"]),
    ("<table><tr><td>a <div style='display:inline'>b</div> c<td>d</table>", ["a b c\td"]),
    ("<table style='display:inline'><tr><td>a<td>b</table>c", ["a\tb", "c"]),
  ])
  func blocksMayBeInline(html: String, texts: [String]) {
    expect(self.texts(html), equals: texts)
    let lines = texts.map { $0.replacing("\t", with: " ") }
    expect(preview(html)?.split(separator: "\n").map(String.init), equals: lines)
  }

  @Test func inlineBlocksKeepTheirFontOnly() {
    let found = article(
      "<h2 style='display:inline'>a</h2><blockquote style='display:inline'>b</blockquote><pre style='display:inline'>c</pre>"
    ).blocks
    expect(found.map(\.kind), equals: [.paragraph])
    expect(found[0].runs.map(\.style), equals: [.strong, .code])
    expect(found[0].quoteDepth, equals: 0)
    let items = article("<ul style='display:inline'><li style='display:inline'>a</ul>").blocks[0]
    expect(items.kind == .paragraph && items.listDepth == 0)
  }

  @Test func onlyItemsThatAreDisplayedAsItemsHaveMarkers() {
    let html =
      "<ol><li>a<li style='display:block'>b<li style='display:flex'>c<li style='display:list-item'>d<li style='display:table-cell'>e<li>f</ol>"
    let found = article(html).blocks
    expect(found.map(\.text), equals: ["a", "b", "c", "d", "e", "f"])
    let markers = found.map { block -> String? in
      if case .listItem(let marker) = block.kind { marker.text } else { nil }
    }
    expect(markers, equals: ["1.", nil, nil, "2.", nil, "3."])
  }

  /// It ends the line of the start tag (HTML Living Standard, section 13.2.6.4.7).
  @Test(arguments: [
    ("<pre>\r\n a</pre>", " a"), ("<pre>\r a</pre>", " a"), ("<pre>&#10; a</pre>", " a"),
    ("<listing>\r\n\r\na", "\na"),
    ("<pre>\n\n a</pre>", "\n a"), ("<pre>\r\r a</pre>", "\n a"), ("<pre> \na</pre>", " \na"),
    ("<pre><b>\na</b></pre>", "\na"),
  ])
  func theFirstLineBreakOfPreformattedTextIsNoText(html: String, text: String) {
    expect(texts(html), equals: [text])
  }

  @Test func blocksInPreformattedTextAreItsLines() {
    let found = article("<pre>\n\n a<div>b</div><div>  <p>c</p></div></pre>d").blocks
    expect(found.map(\.text), equals: ["\n a\nb\n  \nc", "d"])
    expect(found[0].kind, equals: .preformatted)
  }

  // MARK: Drawings

  @Test func linksInDrawingsAreLinks() {
    let html =
      "<svg><a xlink:href='https://h/1'><g><text>a</text></g></a><text>b <a href='https://h/2'>c</a></text></svg>d"
    let block = article(html).blocks[0]
    expect(block.text, equals: "a b c d")
    expect(block.runs.map(\.link) == ["https://h/1", "https://h/2"])
    expect(preview(html), equals: "a b c d")
  }

  @Test(arguments: [
    ("<svg><text><![CDATA[a < &amp; b]]></text></svg>c", "a < &amp; b c"),
    ("<svg><text>a<![CDATA[ <b>x</b></text> ]]>b</text></svg>c", "a <b>x</b></text> b c"),
    ("<svg><g><![CDATA[</svg><text>x]]></g><text>a</text></svg>b", "a b"),
    ("<svg><text>a<![CDATA[ b", "a b"), ("<math><mtext><![CDATA[a <b> c]]></mtext></math>", "a <b> c"),
    // In HTML it is a comment, also inside a drawing.
    ("<svg><foreignObject><p>a<![CDATA[x>b]]></p></foreignObject></svg>", "ab]]>"),
    ("<p>a<![CDATA[x>b", "ab"),
  ])
  func sectionsOfCharacterDataAreTextInDrawingsOnly(html: String, text: String) {
    expect(texts(html), equals: [text])
    expect(preview(html), equals: text)
  }

  @Test(arguments: [
    ("<svg><defs><text>x</text></defs><text>a</text><symbol><g><text>y</text></g></symbol></svg>", "a"),
    ("<svg><clipPath><text>x</text></clipPath><mask><text>y</text></mask><text>a</text></svg>", "a"),
    ("<svg><g display=none><text>x</text></g><text style='display:none'>y</text><text>a</text></svg>", "a"),
    ("<svg><metadata><text>x</text></metadata><g display=inline><text>a</text></g></svg>", "a"),
  ])
  func definitionsOfDrawingsAreNotShown(html: String, text: String) {
    expect(texts(html), equals: [text])
    expect(preview(html), equals: text)
  }

  @Test func picturesInDrawingsAreShown() {
    let found = article(
      "a<svg><image href=p.png /><defs><image href=q.png /></defs><image xlink:href=r.png></image></svg>b")
    expect(found.images.map { $0.sources[0].reference }, equals: ["p.png", "r.png"])
    expect(found.blocks[0].text, equals: "a b")
  }

  // MARK: Links and lists

  @Test(
    arguments: [
      ("<ol style='list-style-type:upper-roman'><li>a<li>b</ol>", ["I.", "II."]),
      ("<ul style='list-style: inside decimal'><li>a<li value=7>b<li>c</ul>", ["1.", "7.", "8."]),
      (
        "<ol type=a style='list-style-type:lower-roman'><li>a<li style='list-style:square'>b<li type=1>c</ol>",
        ["i.", "•", "3."]
      ),
      ("<ul style='list-style:none'><li>a<li style='list-style-type:disc'>b</ul>", [nil, "•"]),
      ("<ul type=a><li>a<li type=none>b</ul><li>c", ["•", nil, "•"]),
      ("<ol reversed style='list-style:lower-alpha'><li>a<li>b</ol>", ["b.", "a."]),
    ] as [(String, [String?])])
  func itemsHaveTheMarkersThatTheirListDeclares(html: String, markers: [String?]) {
    let found = article(html).blocks.map { block -> String? in
      if case .listItem(let marker) = block.kind { marker.text } else { nil }
    }
    expect(found, equals: markers)
  }

  @Test func linksThatAreNeverFollowedAreText() {
    for target in [
      "java\tscript:x", "&#1;javascript:x", "data:text/plain,x", "blob:x", "tel:1", "ftp://x/", "VBScript:x",
    ] {
      let block = article("<p><a href=\"\(target)\">a</a></p>").blocks[0]
      expect(block.text, equals: "a")
      expect(block.runs.isEmpty, "\(target)")
    }
    expect(article("<a href='//h/x'>a</a>").blocks[0].runs.map(\.link) == ["https://h/x"])
  }

  @Test func linksGoOnInBlocksInsideThem() {
    let found = article("<p>a <a href=u>b<div>c</div><p>d</a> e</p>").blocks
    expect(found.map(\.text), equals: ["a b", "c", "d e"])
    expect(found.map { $0.runs.map(\.link) }, equals: [["u"], ["u"], ["u"]])
    expect(article("<a href=u>a<a href=v>b</a>c</a>").blocks[0].runs.map(\.link), equals: ["u", "v"])
  }

  @Test func anItemThatBeginsWithAListHasBothMarkers() {
    let block = article("<ol start=4><li><ul><li>a</ul></ol>").blocks[0]
    expect(block.kind, equals: .listItem(.bullet))
    expect(block.outerMarkers, equals: [.number(4, .decimal)])
  }

  /// The numbers of a list whose items begin with headings are part of what it says.
  @Test func headingsThatBeginItemsHaveTheirMarkers() {
    let found = article(
      "<ol start=2><li><h3>a</h3><p>b</p><li><ul><li><h2>c</h2></ul><li style='display:block'><h4>d</h4></ol>"
    )
    .blocks
    expect(found.map(\.text), equals: ["a", "b", "c", "d"])
    expect(
      found.map(\.kind), equals: [.heading(level: 3), .paragraph, .heading(level: 2), .heading(level: 4)])
    expect(
      found.map(\.outerMarkers), equals: [[.number(2, .decimal)], [], [.number(3, .decimal), .bullet], []])
  }

  @Test(
    arguments: [
      ("<h2><div>a</div></h2>", [.heading(level: 2)]),
      ("<h4><p>a<p>b</h4>c", [.heading(level: 4), .heading(level: 4), .paragraph]),
      ("<dl><dt><p>a</p><dd><div><p>b<p>c</div></dl>", [.term, .definition, .definition]),
      ("<dl><dd><ul><li>a</ul><blockquote>b</blockquote></dl>", [.listItem(.bullet), .paragraph]),
      ("<figure><figcaption><address>a</address></figcaption></figure>", [.caption]),
    ] as [(String, [ArticleBlock.Kind])])
  func paragraphsInAHeadingOrTermAreOfItsKind(html: String, kinds: [ArticleBlock.Kind]) {
    expect(article(html).blocks.map(\.kind), equals: kinds)
  }

  @Test(arguments: [(1, "a."), (26, "z."), (27, "aa."), (29, "ac."), (702, "zz."), (703, "aaa."), (0, "0.")])
  func lettersGoOnAfterTheLastOne(number: Int, text: String) {
    expect(ListMarker.number(number, .lowerLetters).text, equals: text)
    expect(ListMarker.number(number, .upperLetters).text, equals: text.uppercased())
  }

  // MARK: Tables

  @Test func tablesBeginWithCaptionAndHeadAndEndWithTheirFoot() {
    let html =
      "x<table><tfoot><tr><td id=f>f<td>g</tfoot><tbody><tr><td>a<td>b</tbody><thead><tr><td>h<td>i</thead><caption>c</caption></table>y<a href=#f>z</a>"
    let found = article(html)
    expect(found.blocks.map(\.text), equals: ["x", "c", "h\ti", "a\tb", "f\tg", "yz"])
    expect(found.tables, equals: [ArticleTable(blocks: 1..<5, columnCount: 2, caption: 1)])
    expect(found.anchors["f"], equals: ArticleAnchor(block: 4))
  }

  // MARK: Pictures

  @Test func smallPicturesStayInTheirSentence() {
    let html =
      "<p>a <img class=emoji src=e alt=':)'> b <img src=f title=T width=16 height=16> <img src=g width=8 height=8 alt=''>c <img src=h width=64 height=64 alt=big></p>"
    let found = article(html)
    expect(found.blocks.map(\.text), equals: ["a :) b T c", ""])
    expect(found.images.map { $0.sources[0].reference }, equals: ["e", "f", "g", "h"])
    expect(found.blocks[0].inlineImages.map(\.range), equals: [2..<4, 7..<8, 8..<8])
    // Alone it is a picture.
    let lone = article("<p><img class=smiley src=e alt=':)'></p><p>a</p>")
    expect(lone.blocks.map(\.text), equals: ["", "a"])
    let cells = article("<table><tr><td>a<td><img width=9 height=9 src=e alt=b></table>")
    expect(cells.blocks.map(\.text), equals: ["a\tb"])
    expect(cells.images.count, equals: 1)
  }

  @Test(arguments: [
    "<img src='data:image/gif;base64,R0' data-srcset='r.jpg 1x'>", "<img src=1x1.gif data-lazy-src=r.jpg>",
    "<img data-original=r.jpg>", "<img src=blank.png data-src=r.jpg>", "<img srcset='r.jpg 2x'>",
    "<picture><source srcset=r.jpg><img alt=x></picture>",
    "<picture><source data-srcset=r.jpg><img></picture>", "<input type=image src=r.jpg>",
    "<image src=r.jpg>", "<img data-src=true src=r.jpg>",
  ])
  func latePicturesAreFound(html: String) {
    expect(article(html).images.map { $0.sources[0].reference }, equals: ["r.jpg"])
  }

  /// Each program that loads pictures late has an attribute of its own.
  @Test(arguments: [
    ("<img nitro-lazy-src='/a/r.webp?w=1'>", "/a/r.webp?w=1"),
    ("<img v-lazy=https://h/r.PNG alt=x>", "https://h/r.PNG"),
    ("<img src='data:image/gif;base64,R0' data-own='/a/r.jpg#x'>", "/a/r.jpg#x"),
    (
      "<img title='b/x.jpg' data-caption='c/x.jpg' onerror='d/x.jpg' data-note='e/f x.jpg' data-page='/p.html' file='../r.gif'>",
      "../r.gif"
    ),
    ("<img src='data:image/gif;base64,R0' alt='b/x.jpg'>", "data:image/gif;base64,R0"),
    ("<img src=/s.jpg data-own=/a/r.jpg>", "/s.jpg"),
  ])
  func latePicturesAreFoundInAttributesOfAnyName(html: String, reference: String) {
    expect(article(html).images.map { $0.sources[0].reference }, equals: [reference])
    var scanner = HTMLText()
    var html = html
    _ = html.withUTF8 { scanner.text(of: $0, style: .line)?.string }
    expect(scanner.images, equals: [reference])
  }

  @Test func sizesInUnitsOfFontsAreThoseOfText() {
    let html =
      "<p>a <img src=e alt=b style='height: 1em; width:1.2rem'> <img src=f alt=c style='height:2.4ex'> <img src=g alt=d style='width:24pt'> <img src=h alt=x style='width:3em'>"
    expect(article(html).blocks.map(\.text), equals: ["a b c d", ""])
    expect(article("<p>a<img src=e style='width:0.1em;height:0.1em'>").images.isEmpty)
  }

  @Test func picturesOfFormulasAreTheirWordsInASentence() {
    let html =
      "<p>a <img class=mwe-math-fallback-image-inline style='width:30em;height:2ex' src=e alt='b'>, <img class='x latex' width=200 height=20 src=f alt=c> <img class=tex src=g></p><p><img class=latex src=h alt=d>"
    let found = article(html)
    expect(found.blocks.map(\.text), equals: ["a b, c", "", ""])
    expect(found.images.map { $0.sources[0].reference }, equals: ["e", "f", "g", "h"])
  }

  @Test func picturesThatCannotBeSeenAreNotShown() {
    expect(
      article("<img src=a style='width:1px;height:1px'><img src=b width=0><img src=c hidden>").images.isEmpty)
  }

  // MARK: Embedded content

  @Test(arguments: [
    ("<video src=v>x <a href=y>z</a></video>", ["v"]), ("<audio><source src=v><p>x</p></audio>", ["v"]),
    ("<object data=v><object data=w></object>x</object>", ["v"]),
    ("<object><param name=movie value=v>x</object>", ["v"]),
    ("<video><a href=v>x</a></video>", ["v"]), ("<iframe src=about:blank data-src=v>x</iframe>", ["v"]),
    ("<iframe data-lazy-src=v></iframe>", ["v"]), ("<iframe src=v width=1 height=1></iframe>", []),
    ("<iframe src=v style='display:none'></iframe>", []),
  ])
  func embeddedContentIsALink(html: String, addresses: [String]) {
    let found = article(html).blocks
    expect(
      found.compactMap { if case .embed(let embed) = $0.kind { embed.address } else { nil } },
      equals: addresses)
    expect(found.allSatisfy { $0.text.isEmpty })
    expect(preview(html) == nil)
  }

  @Test func anObjectThatNamesNothingIsItsContent() {
    expect(texts("<object>a</object><svg><title>x</title><text>b</text></svg>"), equals: ["a b"])
  }

  // MARK: Plain text

  @Test(arguments: [
    ("see http://h/a_(b) (or https://i/?x=1&y.).", ["http://h/a_(b)", "https://i/?x=1&y"]),
    ("“https://h/é” xhttp://h/ http:// https://", ["https://h/é"]),
    ("https://h/a, <https://h/b>", ["https://h/a", "https://h/b"]),
    ("Mail:ann@post.example. (b.c+d@e-f.example)", ["mailto:ann@post.example", "mailto:b.c+d@e-f.example"]),
    ("请写信至info@h.example。", ["mailto:info@h.example"]),
    ("MAILTO:a@h.example, https://u@h.example/@v", ["mailto:a@h.example", "https://u@h.example/@v"]),
    ("@name@social.example git@code.example:a/b.git x@host @ a@.example a@-h.example é@h.example", []),
    ("a@b@h.example a@h..example a@h.1 a.@h.example ftp://u@h.example", []),
  ])
  func addressesInPlainTextAreLinks(text: String, links: [String]) {
    let block = ArticleReader.article(plain: text).blocks[0]
    expect(block.text, equals: text)
    expect(block.runs.map(\.link), equals: links)
  }
}
