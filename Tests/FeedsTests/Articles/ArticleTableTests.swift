import Expectations
import Testing

@testable import FeedViewerFeeds

/// Tables become rows whose cells are separated by tabs.
@Suite struct ArticleTableTests {
  private func article(_ html: String) -> Article { ArticleReader.article(html: html) }

  private func texts(_ html: String) -> [String] { article(html).blocks.map(\.text) }

  @Test func rowsAndCaptionsKnowTheirTable() {
    let found = article(
      "<table><caption>A</caption><tr><td>1<td>2</table>x<table><tr><td>3<td>4<tr><td>5<td>6<td>7</table>")
    expect(found.blocks.map(\.text), equals: ["A", "1\t2", "x", "3\t4", "5\t6\t7"])
    expect(found.blocks.map(\.table), equals: [0, 0, nil, 1, 1])
    expect(
      found.tables,
      equals: [
        ArticleTable(blocks: 0..<2, columnCount: 2, caption: 0), ArticleTable(blocks: 3..<5, columnCount: 3),
      ])
  }

  @Test func aCaptionThatHoldsParagraphsIsACaption() {
    let found = article("<table><caption><p>a</p><div>b</div></caption><tr><td>1</table>")
    expect(found.blocks.map(\.kind), equals: [.caption, .caption, .tableRow(isHeader: false)])
    expect(found.blocks.map(\.table), equals: [0, 0, 0])
    expect(found.tables[0].caption, equals: 0)
  }

  @Test func headerRowsHaveOnlyHeaderCells() {
    let found = article(
      "<table><thead><tr><td>a<td>b</thead><tr><th>c<td>d<tr><th>e<th>f<tr><td>g<td>h</table>"
    ).blocks
    expect(found.map(\.kind), equals: [true, false, true, false].map { .tableRow(isHeader: $0) })
    let header = ArticleCell(isHeader: true, alignment: .center)
    expect(found.map(\.cells), equals: [[], [header, ArticleCell()], [header, header], []])
  }

  @Test func emptyCellsKeepTheirColumns() {
    expect(
      texts("<table><tr><td><td>a<td><td>b<td></tr><tr><td></td></tr><tr><td>c</table>"),
      equals: ["\ta\t\tb\t", "c"])
    expect(article("<table><tr><td><td>a").blocks[0].cellRanges, equals: [0..<0, 1..<2])
    let ends = article("<table><tr><th>a<th> <th colspan=2></tr><tr><td>b<td><br><tr><td><td><td></table>")
    expect(ends.blocks.map(\.text), equals: ["a\t\t", "b\t"])
    expect(ends.blocks[0].cells.map(\.span), equals: [1, 1, 2])
    expect(ends.tables[0].columnCount, equals: 4)
  }

  @Test func tabsInTheWordsOfPicturesAndControlsAreSpaces() {
    let html =
      "<table><tr><td>a<td><img width=9 height=9 src=e alt='b&#9;c'> d<td><input value='e\tf\ng'></table>"
    expect(texts(html), equals: ["a\tb c d\te f g"])
  }

  @Test func cellsTakeSeveralColumns() {
    let found = article(
      "<table><tr><td colspan=2>a<td>b<td colspan=0>c<td colspan=9999>d<td colspan=x>e</table>")
    expect(found.blocks[0].cells.map(\.span), equals: [2, 1, 1, 1_000, 1])
    expect(found.tables[0].columnCount, equals: 1_005)
  }

  @Test func cellsOfSeveralRowsAreEmptyBelowTheFirst() {
    expect(
      texts(
        "<table><tr><td rowspan=2>a<td>b<td rowspan=3>c<tr><td>d<tr><td>e<td>f<tr><td>g<td>h<td>i</table>"),
      equals: ["a\tb\tc", "\td", "e\tf", "g\th\ti"])
    expect(
      texts("<table><tr><td>a<td rowspan=0>b<tr><td>c<td>d<tbody><tr><td>e<td>f</table>"),
      equals: ["a\tb", "c\t\td", "e\tf"])
    expect(texts("<table><tr><td rowspan=2 colspan=2>a<td>b<tr><td>c</table>"), equals: ["a\tb", "\t\tc"])
  }

  /// A few bytes must not add a thousand cells to each of many rows.
  @Test func continuedCellsAreBoundedByTheLengthOfTheSource() {
    func length(_ rows: Int) -> Int {
      texts(
        "<table><tr><td colspan=999 rowspan=65534>a</tr>" + String(repeating: "<tr><td>b</tr>", count: rows)
      ).reduce(0) { $0 + $1.utf8.count }
    }
    expect(length(1_000) < 40_000)
    expect(length(4_000) < 5 * length(1_000))
  }

  @Test func contentOfCellsIsWordsOnLines() {
    let found = article(
      "<table><tr><td><ul><li>a<li>b</ul></td><td><p>c</p><p><b>d</b> e</p></td><td>f<br>g<br><br>h</td></table>"
    )
    expect(found.blocks.map(\.text), equals: ["• a\n• b\tc\nd e\tf\ng\nh"])
    expect(found.blocks[0].runs, equals: [ArticleRun(range: 14..<15, style: .strong)])
  }

  @Test(arguments: [
    ("<tr><td><ol><li>a<li>b</ol><td>c", ["1. a\n2. b\tc"]),
    ("<tr><td>x<td><ul><li><ol type=i start=3><li>a<li>b</ol><li>c</ul>", ["x\t• iii. a\niv. b\n• c"]),
    ("<tr><td>x<td>t<ul><li>a<p>b</p></ul>u", ["x\tt\n• a\nb\nu"]),
    (
      "<tr><td>x<td><ul><li><b>a</b><li></li><li><img width=9 height=9 src=e alt=e> f</ul>", ["x\t• a\n• e f"]
    ),
    // In a table that serves the layout they are blocks.
    ("<tr><td><ul><li>a<li>b</ul>", ["a", "b"]),
    ("<tr><td>x<td><ul><li>a</ul><pre>b</pre>", ["x", "a", "b"]),
  ])
  func itemsInCellsHaveTheirMarkers(rows: String, texts: [String]) {
    expect(self.texts("<table>\(rows)</table>"), equals: texts)
  }

  @Test func anchorsAndRunsOfItemsInCellsAreAfterTheMarker() {
    let found = article(
      "<table><tr><td>x<td><ul><li id=n><i>ab</i><li><a href=#n>c</a></ul></table>")
    expect(found.blocks[0].runs.map(\.range), equals: [6..<8, 13..<14])
    expect(found.anchors["n"], equals: ArticleAnchor(block: 0, offset: 6))
    let layout = article("<table><tr><td>x<td><ol><li>a <b>b</b><li id=n>c</ol><hr><a href=#n>d</a></table>")
    expect(layout.blocks.map(\.text), equals: ["x", "a b", "c", "", "d"])
    expect(layout.blocks[1].kind, equals: .listItem(.number(1, .decimal)))
    expect(layout.blocks[1].runs, equals: [ArticleRun(range: 2..<3, style: .strong)])
    expect(layout.anchors["n"], equals: ArticleAnchor(block: 2))
  }

  @Test(
    arguments: [
      ("<tr><td align=right>a<td align=CENTER>b<td>c", [.right, .center, nil]),
      (
        "<tr align=right><td>a<td align=left>b<td style='text-align: center !important'>c",
        [.right, .left, .center]
      ),
      ("<tbody style='TEXT-ALIGN:right'><tr><td>a<td align=justify>b", [.right, nil]),
      ("<thead align=center><tr><td align=middle>a<th style='text-align:end'>b", [.center, .right]),
      ("<tr dir=rtl><td style='text-align:end'>a<td style='text-align:start' align=right>b", [.left, nil]),
      (
        "<tr><td><p align=right>a</p><td><center>b</center><td><div style='text-align:right'><b>c</b></div>",
        [.right, .center, .right]
      ),
      // Header cells are centered where nothing is declared around them.
      ("<tr><th>a<td>b<th align=left>c", [.center, nil, .left]),
      ("<tr align=right><th>a<th style='text-align:start'>b<th><p align=left>c", [.right, nil, .left]),
      (
        "<tbody style='text-align:start'><tr><th><h4>a</h4><th dir=rtl>b<th style='text-align:inherit'>c",
        [.center, .center, nil]
      ),
      ("<thead><tr><td>a<td>b</thead>", []),
      ("<tr><td valign=top align=char>a<td style='vertical-align:middle'>b", []),
      ("<col align=right><tr><td>a<td>b", []),
    ] as [(String, [ArticleCell.Alignment?])])
  func cellsAreAlignedAsDeclared(rows: String, alignments: [ArticleCell.Alignment?]) {
    expect(article("<table align=right>\(rows)</table>").blocks[0].cells.map(\.alignment), equals: alignments)
  }

  @Test func tablesInsideAreNotAlignedAsTheCellAround() {
    let found = article("<table><tr><td align=right>a<table><tr><td>b<td>c</table></table>")
    expect(found.blocks.map(\.text), equals: ["a", "b\tc"])
    expect(found.blocks[1].cells.isEmpty)
    expect(article("<p align=right>a<p style='text-align:center'>b").blocks.allSatisfy { $0.cells.isEmpty })
  }

  @Test func tabsAndLineFeedsOfTheSourceAreSpaces() {
    expect(texts("<table><tr><td>a\tb\n<td>c&#9;d</table>"), equals: ["a b\tc d"])
    // A table inherits that they are kept (CSS Text 3, section 3); a tab that would end a cell is as many spaces.
    expect(texts("<pre><table><tr><td>a\tb\n<td>c&#9;d</table></pre>"), equals: ["a       b\tc       d"])
  }

  @Test func imagesFollowTheirRow() {
    let found = article(
      "<table><tr><td>a<img src=i><td>b</tr><tr><td><img src=j></td><td>c<td>d</tr></table>"
    ).blocks
    expect(found.map(\.text), equals: ["a\tb", "", "", "\tc\td"])
  }

  /// Old feeds put an image beside the text this way.
  @Test func anImageBesideATextIsLayout() {
    let found = article(
      "<table><tr><td><img src=i></td><td>a<br>b</td></tr><tr><td>c<td><img src=j></tr></table>")
    expect(found.blocks.map(\.text), equals: ["", "a\nb", "c", ""])
    expect(found.blocks[1].kind == .paragraph && found.blocks[2].kind == .paragraph)
  }

  @Test(arguments: [
    ("<table><tr><td><p>a</p><p>b</p></td></tr></table>", ["a", "b"]),
    ("<table><tr><td>a<br><br>b</td></tr></table>", ["a", "b"]),
    ("<table><tr><td><h2>a</h2>b</td><td>c</td></tr></table>", ["a", "b", "c"]),
    (
      "<table><tr><td>a</td><td>b<table><tr><td>c<td>d</table>e</td><td>f</td></tr></table>",
      [
        "a", "b", "c\td", "e", "f",
      ]
    ),
    ("<table><tr><td>a</td><td><blockquote>b</blockquote>c</td></tr></table>", ["a", "b", "c"]),
    ("<table><tr><td>a<hr>b<td>c</table>", ["a", "", "b", "c"]),
  ])
  func tablesThatServeTheLayoutAreBlocks(html: String, texts: [String]) {
    expect(self.texts(html), equals: texts)
  }

  /// White space that is kept stands between words; at the end of a cell, and before its first line, it shows nothing.
  @Test(arguments: [
    ("<table><tr><td style='white-space:pre'>a   b\n  c\n\nd<td>x</table>", "a   b\n  c\n\nd\tx"),
    (
      "<table style='white-space: pre-wrap'> <tr> <td>\n  a\r\nb \n </td>\n<td> c</td> </tr> </table>",
      "  a\nb\t c"
    ),
    ("<table><tr><td>a <code style='white-space:pre'>x  y</code> z<td>u  v</table>", "a x  y z\tu v"),
    ("<table><tr><td style='white-space:pre'>a<br>b  <b>c  d</b>  <td>x</table>", "a\nb  c  d\tx"),
    (
      "<table><tr><td style='white-space:pre'>é\tb\t\tc\n\td<td>x</table>",
      "é       b               c\n        d\tx"
    ),
    ("<table><tr><td style='white-space:pre-line'>a   b\n  c<td>x</table>", "a b\nc\tx"),
    (
      "<table><tr><td>&nbsp;&nbsp;a&nbsp; b<td><textarea>c  d\n e</textarea></table>",
      "\u{A0}\u{A0}a\u{A0} b\tc  d\n e"
    ),
    ("<table><tr><td style='white-space:pre'>  <td>a</table>", "\ta"),
  ])
  func cellsKeepSpacesAndLinesWhereTheyAreKept(html: String, expected: String) {
    expect(texts(html), equals: [expected])
  }

  @Test func stylesOfKeptSpacesEndWhereTheyEnd() {
    let block = article("<table><tr><td style='white-space:pre'><b>a </b> b<td><i>c</i></table>").blocks[0]
    expect(block.text, equals: "a  b\tc")
    expect(block.runs.map(\.range), equals: [0..<1, 5..<6])
  }

  @Test func spacesThatACellKeepsDoNotGrowBeyondThePlacesOfTabs() {
    let tabs = String(repeating: "\t", count: 20_000)
    let start = threadSeconds()
    let text = article("<table><tr><td style='white-space:pre'>a\(tabs)b<td>c</table>").blocks[0].text
    expect(text.utf8.count, equals: 160_000 + 3)
    expect(threadSeconds() - start < 5)
  }

  @Test func layoutKeepsStylesKindsAndTheOrderOfImages() {
    let found = article(
      "<table><tr><td><p>a <b>b</b></p><img src=i><ul><li><b>c</b></ul><a href=u>d</a></td></tr></table>")
    expect(found.blocks.map(\.text), equals: ["a b", "", "c", "d"])
    expect(found.blocks[2].kind, equals: .listItem(.bullet))
    expect(found.blocks.map { $0.runs.map(\.range) }, equals: [[2..<3], [], [0..<1], [0..<1]])
    expect(found.blocks[3].runs[0].link, equals: "u")
    expect(found.tables.isEmpty)
    let headings = article("<table><tr><th><h3>a</h3><th>b<tr><td>1<td>2</table>").blocks
    expect(headings.map(\.text), equals: ["a\tb", "1\t2"])
  }

  @Test func manyParagraphsInACellAreLayout() {
    let many = String(repeating: "<p>a</p>", count: 40)
    expect(texts("<table><tr><td>\(many)</td><td>b</td></tr></table>").count, equals: 41)
  }

  @Test func partsOfTablesOutsideOneAreText() {
    expect(texts("a<td>b</td>c<tr>d</tr><thead>e</thead>"), equals: ["a b c", "d", "e"])
  }

  @Test func endTagsInACellDoNotEndElementsAroundTheTable() {
    let found = article("<blockquote><table><tr><td>a</blockquote></div></b><td>b</table>c</blockquote>d")
      .blocks
    expect(found.map(\.text), equals: ["a\tb", "c", "d"])
    expect(found.map(\.quoteDepth), equals: [1, 1, 0])
  }

  @Test func rowsOfATableShareTheirBox() {
    let rows = article("<table>" + String(repeating: "<tr><th>a<td>b</tr>", count: 3) + "</table>").blocks
    expect(rows[0].extras === rows[1].extras && rows[1].extras === rows[2].extras)
  }
}
