/// Numbers that no computer can use, wherever a file has one.
extension HostileFile {
  public static let numbers: [HostileFile] = [
    HostileFile("numbers-markup", view: .both) { _ in
      HostileFeedText(
        title: "Numbers",
        items: [.init(title: "All", html: values.map(markup).joined())]
          + values.map { .init(title: $0, html: markup($0)) })
    },
    HostileFile("numbers-rss", view: .both) { _ in
      let items = values.map { value in
        """
        <item><title>\(value)</title><guid>\(value)</guid><pubDate>\(value)</pubDate><dc:date>\(value)-01-01T00:00:00Z</dc:date>
        <enclosure url="a.mp3" type="audio/mpeg" length="\(value)"/><itunes:duration>\(value)</itunes:duration>
        <itunes:episode>\(value)</itunes:episode><slash:comments>\(value)</slash:comments>
        <media:content url="a.png" width="\(value)" height="\(value)" fileSize="\(value)" duration="\(value)"/>
        <media:thumbnail url="a.png" width="\(value)" height="\(value)"/>
        <description>\(markup(value).replacing("&", with: "&amp;").replacing("<", with: "&lt;"))</description></item>
        <item><pubDate>Mon, \(value) Jan 2024 10:00:00 GMT</pubDate></item>
        <item><pubDate>Mon, 1 Jan \(value) 10:00:00 GMT</pubDate></item>
        <item><pubDate>Mon, 1 Jan 2024 \(value):00:00 GMT</pubDate></item>
        <item><pubDate>Mon, 1 Jan 2024 10:00:00 +\(value)</pubDate></item>
        <item><dc:date>2024-01-01T10:00:00.\(value)+\(value):\(value)</dc:date></item>
        """
      }
      return Array(
        """
        <rss xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"
        xmlns:slash="http://purl.org/rss/1.0/modules/slash/" xmlns:media="http://search.yahoo.com/mrss/">
        <channel><title>&#\(values[0]);&#x\(values[0]);</title><ttl>\(values[0])</ttl>\(items.joined())</channel></rss>
        """.utf8)
    },
    HostileFile("numbers-json", view: .both, extension: "json") { _ in
      let items = values.flatMap { value in [value, "\"\(value)\""] }.map { value in
        """
        {"id": \(value), "title": \(value), "content_text": \(value), "date_published": \(value), "date_modified": \(value),
        "attachments": [{"url": "a.mp3", "size_in_bytes": \(value), "duration_in_seconds": \(value)}],
        "_feed_viewer": {"folder": \(value), "duration": \(value), "date_created": \(value), "comments": {"count": \(value)},
        "untyped_attachments": [\(value)]}}
        """
      }
      return Array(
        """
        {"version": "https://jsonfeed.org/version/1.1", "title": "Numbers",
        "_feed_viewer": {"outlines": \(values[0]), "folders": [{"name": "a", "parent": \(values[0])}]},
        "items": [\(items.joined(separator: ","))]}
        """.utf8)
    },
  ]

  private static let values = [
    "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
    "92233720368547759",
    "18446744073709551616", "4294967295", "4294967296", "2147483647", "2147483648", "-2147483649", "1e308",
    "1e400",
    "-1e400", "1e-400", "0", "-0", "-1", "0.5", "NaN", "Infinity", "-Infinity", "0x7fffffffffffffff",
    "99999999999999999999999999999999999999999", "+5", "٣", "",
  ]

  /// Every attribute that is a number.
  private static func markup(_ value: String) -> String {
    """
    <img src="missing.png" width="\(value)" height="\(value)"><img src="missing.png" width="\(value)%" border="\(value)">
    <img src="missing.png" srcset="a.png \(value)w, b.png \(value)x" sizes="\(value)px" style="width: \(value)px">
    <video width="\(value)" height="\(value)" src="a.mp4"></video><iframe width="\(value)" height="\(value)" src="x"></iframe>
    <ol start="\(value)"><li>a<li value="\(value)">b<li>c</ol><ol reversed start="\(value)"><li>a<li>b</ol>
    <ul><li value="\(value)">a</ul><font size="\(value)">a</font><hr size="\(value)" width="\(value)">
    <table border="\(value)" width="\(value)" cellpadding="\(value)"><colgroup span="\(value)"><col span="\(value)" width="\(value)">
    <tr><td colspan="\(value)" rowspan="\(value)" width="\(value)" height="\(value)">a<td>b<tr><td>c</table>
    <meter value="\(value)" min="\(value)" max="\(value)">m</meter><progress value="\(value)" max="\(value)">p</progress>
    <pre width="\(value)">&#\(value);&#x\(value);</pre><h1 aria-level="\(value)" tabindex="\(value)">h</h1>
    <math><mspace width="\(value)em"/><mn>\(value)</mn></math>
    """
  }
}
