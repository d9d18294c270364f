import Foundation

/// Feeds in which each number that a reader may look at is near the limit of a type, or is none.
public enum BoundaryNumbers {
  public static let texts: [String] = [
    "0", "-1", "1", "2", "3", "-2147483649", "-2147483648", "-2147483647", "2147483646", "2147483647",
    "2147483648",
    "2147483649", "4294967295", "4294967296", "4294967297", "9007199254740991", "9007199254740992",
    "9007199254740993", "92233720368547758", "92233720368547759", "9223372036854775806",
    "9223372036854775807",
    "9223372036854775808", "9223372036854775809", "-9223372036854775807", "-9223372036854775808",
    "-9223372036854775809", "18446744073709551615", "18446744073709551616", "1000000000000000000000000000000",
    "-1000000000000000000000000000000", "1e18", "1e19", "1e30", "1e400", "-1e400", "1e-400", "nan", "inf",
    "-inf",
    "infinity", "0.1", "1.5", "2.99", "-0.1", "-0", "+7", "007", ".5", "5.", "", " ", " 12 ",
    "0x7fffffffffffffff",
    "1_000", "1,000", "50%", "12px", "12 px", "1em", "9223372036854775807px", "1e400px", "-1px", "nanpx", "٣",
    "１２",
    String(repeating: "9", count: 5_000),
  ]

  /// An article with a number in each attribute that has one.
  public static func html(_ number: String) -> String {
    let sides = [
      ("", number), (number, ""), (number, number), (number, "300"), ("300", number), (number, "0.1"),
    ]
    let pictures = sides.map {
      "<img src=\"\(picture)\" width=\"\($0)\" height=\"\($1)\" border=\"\(number)\" alt=\"one\">"
    }
    let lists = ["1", "a", "A", "i", "I", number].flatMap { type in
      ["", "reversed"].map { order in
        "<ol \(order) start=\"\(number)\" type=\"\(type)\"><li>x<li value=\"\(number)\">y<li>z</ol>"
      }
    }
    return """
      <p>Before</p>
      <p style="width: \(number)px; margin: \(number)em; font-size: \(number)%">Characters &#\(number); and &#x\(number);</p>
      \(pictures.joined())
      <img src="missing.png" srcset="b.png \(number)w, c.png \(number)x, d.png 640w \(number)h" width="\(number)" alt="two">
      <picture><source srcset="e.png \(number)w, f.png \(number)x"><img src="https://a.example/g.png" width="\(number)"
      height="\(number)"></picture>
      <img src="https://a.example/h.png" srcset="https://a.example/i.png 100x" width="\(number)">
      <video src="https://a.example/v.mp4" width="\(number)" height="\(number)"></video>
      <iframe src="https://a.example/" width="\(number)" height="\(number)"></iframe>
      <embed src="https://a.example/m.swf" width="\(number)" height="\(number)">
      \(lists.joined())
      <table width="\(number)" border="\(number)"><colgroup span="\(number)"><tr><th colspan="\(number)">a<td \
      rowspan="\(number)">b<tr><td colspan="\(number)" rowspan="\(number)">c<td>d<tr><td>e<td>f</table>
      <hr width="\(number)" size="\(number)"><pre width="\(number)">code</pre><font size="\(number)">small</font>
      <progress value="\(number)" max="\(number)"></progress><meter value="\(number)" min="\(number)">m</meter>
      <math><mtable><mtr><mtd columnspan="\(number)" rowspan="\(number)"><mi>x</mi></mtd></mtr></mtable></math>
      <p>After</p>
      """
  }

  /// A picture of one pixel.
  private static let picture =
    "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw=="

  /// Dates of which one number is near a limit.
  private static func dates(_ number: String) -> [String] {
    [
      number, "\(number)-01-02T03:04:05Z", "2004-\(number)-02", "2004-01-\(number)T03:04:05Z",
      "2004-01-02T\(number):04:05Z", "2004-01-02T03:04:05.\(number)Z", "2004-01-02T03:04:05+\(number):00",
      "2004-01-02T03:04:05-00:\(number)", "Fri, \(number) Jan 2004 03:04:05 GMT",
      "Fri, 02 Jan \(number) 03:04:05 GMT", "Fri, 02 Jan 2004 \(number):\(number):\(number) GMT",
      "Fri, 02 Jan 2004 03:04:05 +\(number)", "\(number)/\(number)/\(number)",
    ]
  }

  /// A feed with an entry for each number, whose article is that of `html`.
  public static var rss: String {
    let items = texts.enumerated().map { index, number in
      let number = escaped(number)
      let dates = dates(number)
      return """
        <item><guid>\(index)</guid><title>Number \(index)</title><pubDate>\(dates[index % dates.count])</pubDate>
        <dc:date>\(number)</dc:date><itunes:duration>\(number)</itunes:duration>
        <itunes:episode>\(number)</itunes:episode><slash:comments>\(number)</slash:comments>
        <comments>https://a.example/c</comments>
        <enclosure url="https://a.example/1.mp3" type="audio/mpeg" length="\(number)"/>
        <media:content url="https://a.example/2.mp4" type="video/mp4" fileSize="\(number)" filesize="\(number)"
        duration="\(number)" width="\(number)" height="\(number)" bitrate="\(number)"/>
        <media:thumbnail url="https://a.example/3.png" width="\(number)" height="\(number)"/>
        <description>\(escaped(html(texts[index])))</description></item>
        """
    }
    return """
      <rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/"
      xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:slash="http://purl.org/rss/1.0/modules/slash/">
      <channel><title>Numbers</title><ttl>\(texts[20])</ttl><image><url>a.png</url><width>\(texts[20])</width></image>
      \(items.joined())</channel></rss>
      """
  }

  /// A feed with entries for each number in each form of a date.
  public static var atom: String {
    let entries = texts.enumerated().flatMap { index, number in
      dates(escaped(number)).enumerated().map { form, date in
        """
        <entry><id>\(index).\(form)</id><title>Date \(form)</title><published>\(date)</published>
        <updated>\(escaped(number))</updated>
        <link rel="replies" href="https://a.example/r" thr:count="\(escaped(number))"/>
        <link rel="enclosure" href="https://a.example/1.mp3" length="\(escaped(number))"/></entry>
        """
      }
    }
    return """
      <feed xmlns="http://www.w3.org/2005/Atom" xmlns:thr="http://purl.org/syndication/thread/1.0"><title>Dates</title>
      \(entries.joined())</feed>
      """
  }

  /// A feed with two entries for each number: once as a number, if JSON has it, and once as a string.
  public static var json: String {
    let items = texts.enumerated().flatMap { index, text in
      [isJSON(text) ? text : "null", "\"\(text)\""].enumerated().map { form, number in
        """
        {"id": "\(index).\(form)", "title": "Number \(index)", "content_text": "x", "date_modified": \(number),
        "attachments": [{"url": "https://a.example/1.mp3", "mime_type": "audio/mpeg", "size_in_bytes": \(number),
        "duration_in_seconds": \(number)}],
        "_feed_viewer": {"folder": \(number), "date_published": \(number), "date_modified": \(number),
        "date_created": \(number), "duration": \(number), "comments": {"url": "https://a.example/c", "count": \(number)},
        "untyped_attachments": [\(number), 0]}}
        """
      }
    }
    let folders = texts.filter(isJSON).map { "{\"name\": \"f\", \"parent\": \($0)}" }
    return """
      {"version": "https://jsonfeed.org/version/1.1", "title": "Numbers", "_feed_viewer": {"outlines": \(texts[20]),
      "folders": [\(folders.joined(separator: ", "))]}, "items": [\(items.joined(separator: ",\n"))]}
      """
  }

  private static func isJSON(_ text: String) -> Bool {
    text.wholeMatch(of: /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?/) != nil
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
  }
}

extension HostileFile {
  /// Numbers near the limits of their types.
  public static let boundaryNumbers: [HostileFile] = [
    HostileFile("boundary-numbers") { _ in Array(BoundaryNumbers.rss.utf8) },
    HostileFile("boundary-dates", view: .list) { _ in Array(BoundaryNumbers.atom.utf8) },
    HostileFile("boundary-numbers-json", view: .list, extension: "json") { _ in
      Array(BoundaryNumbers.json.utf8)
    },
  ]
}
