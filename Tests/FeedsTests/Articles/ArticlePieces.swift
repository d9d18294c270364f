import RandomNumbers

/// Random HTML, most of it badly nested.
enum ArticlePieces {
  private static let all = [
    "a", " b ", "ü日", "&amp;", "&nbsp;", "&#10;", "<p>", "</p>", "<div>", "</div>", "<b>", "</b>", "<i>",
    "</i>", "<br>",
    "<ul>", "<li>", "</li>", "</ul>", "<ol start=2>", "</ol>", "<pre>", "</pre>", "\n", "<table>", "<tr>",
    "<td>", "<th>",
    "</td>", "</tr>", "</table>", "<img src=x>", "<hr>", "<a href=u>", "</a>", "<script>", "</script>",
    "<h1>", "</h1>",
    "<dl>", "<dt>", "<dd>", "</dl>", "<blockquote>", "</blockquote>", "<noscript>", "</noscript>",
    "<iframe src=f>",
    "</iframe>", "<video>", "<source src=s>", "</video>", "<", ">", "<!--", "-->", "<x:y>", "<figcaption>",
    "<picture>", "<q>", "</q>", "<bdi>", "</bdi>", "<bdo dir=rtl>", "</bdo>", "<wbr>", "<ruby>", "<rt>",
    "</rt>",
    "</ruby>", "<rp>", "<rtc>", "<details>", "</details>", "<summary>", "</summary>", "<figure>", "</figure>",
    "<caption>", "<thead>", "</thead>", "<td colspan=2 rowspan=3>", "<td rowspan=0>", "<p id=q>",
    "<a href=#q>",
    "<ol reversed>", "<object data=o>", "</object>", "<address>", "<audio src=a>", "<details open id=r>",
  ]

  static func html(_ random: inout SplitMix64, _ counts: ClosedRange<Int>) -> String {
    (0..<Int.random(in: counts, using: &random)).map { _ in all.randomElement(using: &random) ?? "" }.joined()
  }

  /// The characters that articles have and previews do without, which none of the pieces has.
  private static let marks: Set<Unicode.Scalar> = [
    "“", "”", "‘", "’", "(", ")", "\u{200B}", "\u{2067}", "\u{2068}", "\u{2069}", "\u{202E}", "\u{202C}",
  ]

  /// Whether a word may be the marker of an item in a cell of a table.
  static func isMarker(_ word: Substring) -> Bool {
    word == "•"
      || word.count > 1 && word.last == "." && word.dropLast().allSatisfy { $0.isNumber || $0 == "-" }
  }

  static func withoutMarks(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.filter { !Self.marks.contains($0) }))
  }
}
