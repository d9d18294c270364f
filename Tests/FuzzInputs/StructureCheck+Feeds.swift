/// Feeds of several entries, whose structure is found without reading most of them.
extension StructureCheck {
  /// The feeds to start from.
  public static var feeds: [[UInt8]] { texts.map { Array($0.utf8) } }

  /// Items of RSS.
  public static func items(_ count: Int, from first: Int = 0) -> String {
    (first..<first + count).map {
      "<item><title>T \($0) &amp; é</title><guid isPermaLink='false'>g\($0 % 37)</guid><dc:creator>A</dc:creator>"
        + "<description>&lt;p&gt;Body \($0)&lt;/p&gt;</description></item>\n"
    }.joined()
  }

  /// A feed of items.
  public static func channel(_ content: String) -> String {
    "<rss version='2.0' xmlns:dc='http://purl.org/dc/elements/1.1/'><channel><title>F</title>\(content)</channel></rss>"
  }

  /// Items of JSON Feed.
  public static func objects(_ count: Int) -> [String] {
    (0..<count).map {
      "{\"id\": \"g\($0 % 37)\", \"title\": \"T \($0)\", \"n\": [1, -2.5e+3, true, {}, [], {\"x\": null}], "
        + "\"content_html\": \"<p>Body \\\"\($0)\\\\\"}"
    }
  }

  /// Feeds in all formats, with the special sections of XML.
  public static var texts: [String] {
    let special =
      "<item><description><![CDATA[]]><item>]]]></item>]]></description><!--<item>--->-- ></item>-->"
      + "<?p </item> ? > ?><a t=\"</item>\" u='>\"'/><dc:x/></item>"
    let rdf =
      "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns='http://purl.org/rss/1.0/'>"
      + "<channel rdf:about='u'><title>x</title><items><rdf:Seq/></items></channel>"
    let entries = (0..<6).map {
      "<entry xml:lang='fr'><id>e\($0)</id><content type='xhtml'><div><p>a<b>b</b></p></div></content></entry>"
    }
    return [
      channel(items(3) + special + items(3)),
      rdf + items(6).replacing("<item>", with: "<item rdf:about='i'>") + "</rdf:RDF>",
      "<feed xmlns='http://www.w3.org/2005/Atom' xml:base='http://b/'>\(entries.joined(separator: "<!-- x -->"))</feed>",
      "{\"items\": [\(objects(6).joined(separator: ",\n"))], \"title\": \"F\"}",
      "{\"feed\": [\(objects(6).joined(separator: " , "))]}",
    ]
  }
}
