/// Bodies with too many widgets, too long lines or too deep trees.
extension HostileFile {
  public static let articles: [HostileFile] = [
    article("article-word", 5_000, 1_000_000) { String(repeating: "a", count: $0) },
    article("article-paragraph", 500_000, 10_000_000) { String(repeating: "some words ", count: $0 / 11) },
    article("article-cursive-word", 5_000, 500_000) { String(repeating: "ب", count: $0) },
    article("article-han", 20_000, 3_000_000) { String(repeating: "日本語、", count: $0 / 4) },
    article("article-marks", 20_000, 1_000_000) { "a" + String(repeating: "\u{301}", count: $0) },
    article("article-preformatted", 100_000, 1_000_000) {
      "<pre>" + String(repeating: "a line\n", count: $0) + "</pre>"
    },
    article("article-preformatted-line", 50_000, 5_000_000) {
      "<pre>" + String(repeating: "x = 1; ", count: $0 / 7) + "</pre>"
    },
    article("article-breaks", 100_000, 1_000_000) { String(repeating: "<br>", count: $0) },
    article("article-break-lines", 50_000, 1_000_000) { String(repeating: "a<br>", count: $0) },
    article("article-paragraphs", 5_000, 200_000) { String(repeating: "<p>A paragraph.</p>", count: $0) },
    article("article-empty-paragraphs", 50_000, 1_000_000) { String(repeating: "<p>", count: $0) },
    article("article-divisions", 20_000, 1_000_000) { String(repeating: "<div>", count: $0) + "deep" },
    article("article-quotations", 2_000, 500_000) {
      String(repeating: "<blockquote>", count: $0) + "فعملت كل abc שלום 123"
    },
    article("article-quotations-each", 300, 10_000) {
      String(repeating: "<blockquote>فعملت كل abc שלום 123", count: $0)
    },
    article("article-lists", 2_000, 500_000) { String(repeating: "<ul><li>", count: $0) + "الجزئين، ل" },
    article("article-lists-each", 300, 10_000) { String(repeating: "<ol><li>الجزئين، ل 1a", count: $0) },
    article("article-items", 5_000, 200_000) { "<ol>" + String(repeating: "<li>item", count: $0) },
    article("article-styles", 20_000, 500_000) { String(repeating: "<b>a</b><i>b</i> ", count: $0) },
    article("article-nested-styles", 20_000, 500_000) { String(repeating: "<b><i><code>x", count: $0) },
    article("article-links", 5_000, 200_000) {
      String(repeating: "<a href='http://a.example/'>b</a> ", count: $0)
    },
    article("article-link-address", 100_000, 5_000_000) {
      "<a href='http://a.example/\(String(repeating: "a", count: $0))'>b</a>"
    },
    article("article-table-row", 5_000, 200_000) { "<table><tr>" + String(repeating: "<td>cell", count: $0) },
    article("article-table-rows", 5_000, 200_000) {
      "<table>" + String(repeating: "<tr><td>a<td>b", count: $0)
    },
    article("article-tables", 2_000, 500_000) { String(repeating: "<table><tr><td>", count: $0) + "deep" },
    article("article-missing-images", 1_000, 50_000) {
      String(repeating: "<img src=missing.png>", count: $0)
    },
    article("article-headings", 3_000, 200_000) { String(repeating: "<h2>A heading</h2>", count: $0) },
    article("article-rules", 3_000, 200_000) { String(repeating: "<hr>", count: $0) },
    article("article-attributes", 50_000, 1_000_000) {
      "<p " + String(repeating: "a=b ", count: $0) + ">text"
    },
    article("article-open-tags", 50_000, 1_000_000) { String(repeating: "<a ", count: $0) },
    article("article-open-comments", 50_000, 1_000_000) { String(repeating: "<!--", count: $0) },
    article("article-angles", 100_000, 5_000_000) { String(repeating: "<", count: $0) },
    article("article-ampersands", 100_000, 5_000_000) { String(repeating: "&", count: $0) },
    article("article-end-tags", 50_000, 1_000_000) { String(repeating: "</b>", count: $0) + "text" },
    article("article-data-address", 300_000, 10_000_000) {
      "<img src='data:image/png;base64,\(String(repeating: "A", count: $0))'>"
    },
  ]

  private static func article(
    _ name: String, _ small: Int, _ full: Int, html: @escaping @Sendable (Int) -> String
  ) -> HostileFile {
    HostileFile(name, view: .article) { size in
      HostileFeedText(title: name, items: [.init(title: "An entry", html: html(size.pick(small, full)))])
    }
  }
}
