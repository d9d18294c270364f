/// Small feeds in all formats whose texts are hostile (`HostileText`).
public enum HostileFeed {
  /// The bytes of a feed that is well-formed, apart from what its texts contain.
  public static func bytes(_ choices: inout Choices) -> [UInt8] {
    var feed = ""
    switch choices.below(8) {
    case 0, 1, 2: feed = rss(&choices)
    case 3, 4: feed = atom(&choices)
    case 5, 6: feed = json(&choices)
    default: feed = outlines(&choices)
    }
    switch choices.below(40) {
    case 0: return [0xFF, 0xFE] + feed.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    case 1: return [0xEF, 0xBB, 0xBF] + Array(feed.utf8)
    default: return Array(feed.utf8)
    }
  }

  // MARK: Formats

  private static func rss(_ choices: inout Choices) -> String {
    let encoding = choices.one(of: ["utf-8", "utf-8", "iso-8859-1", "windows-1252", "gb18030"])
    var feed = "<?xml version=\"1.0\" encoding=\"\(encoding)\"?><rss version=\"2.0\"><channel>"
    feed += element("title", text(80, &choices), &choices)
    for number in 0...choices.below(4) {
      feed += "<item>" + element("title", title(&choices), &choices)
      feed += element("description", markup(&choices), &choices)
      if choices.onceIn(2) { feed += element("content:encoded", markup(&choices), &choices) }
      if choices.onceIn(2) { feed += element("author", text(60, &choices), &choices) }
      feed += element(
        "pubDate", choices.onceIn(2) ? text(40, &choices) : "Thu, 01 Jan 2004 19:48:21 GMT", &choices)
      if choices.onceIn(4) { feed += element("category", text(40, &choices), &choices) }
      feed += "<guid>\(number)</guid>" + element("link", text(40, &choices), &choices)
      feed += choices.onceIn(10) ? "" : "</item>"
    }
    return feed + (choices.onceIn(10) ? "" : "</channel></rss>")
  }

  private static func atom(_ choices: inout Choices) -> String {
    let language = choices.one(of: [
      "", " xml:lang=\"ar\"", " xml:lang=\"ja\"", " xml:lang=\"zh-Hant\"", " xml:lang=\"\"",
    ])
    var feed = "<feed xmlns=\"http://www.w3.org/2005/Atom\"\(language)>"
    feed += element("title", text(80, &choices), &choices)
    for number in 0...choices.below(4) {
      feed += "<entry><id>\(number)</id>"
      feed += "<title type=\"html\">\(escaped(title(&choices)))</title>"
      let kind = choices.one(of: ["text", "html", "xhtml"])
      feed +=
        "<content type=\"\(kind)\">\(kind == "xhtml" ? markup(&choices) : escaped(markup(&choices)))</content>"
      feed += "<author><name>\(escaped(text(60, &choices)))</name></author>"
      feed += element("updated", choices.onceIn(3) ? text(30, &choices) : "2003-12-31T10:14:55Z", &choices)
      feed += "<summary>\(escaped(text(200, &choices)))</summary></entry>"
    }
    return feed + "</feed>"
  }

  private static func json(_ choices: inout Choices) -> String {
    var feed =
      "{\"version\":\"https://jsonfeed.org/version/1.1\",\"title\":\(quoted(text(80, &choices), &choices)),\"items\":["
    for number in 0...choices.below(4) {
      if number > 0 { feed += "," }
      feed += "{\"id\":\"\(number)\",\"title\":\(quoted(title(&choices), &choices))"
      let kind = choices.one(of: ["content_text", "content_html", "summary"])
      feed += ",\"\(kind)\":\(quoted(choices.onceIn(2) ? markup(&choices) : title(&choices), &choices))"
      feed += ",\"authors\":[{\"name\":\(quoted(text(60, &choices), &choices))}]"
      feed +=
        ",\"date_published\":\(quoted(choices.onceIn(2) ? text(30, &choices) : "2003-12-31T10:14:55Z", &choices))}"
    }
    return feed + "]}"
  }

  private static func outlines(_ choices: inout Choices) -> String {
    var feed = "<opml version=\"2.0\"><head><title>\(escaped(text(60, &choices)))</title></head><body>"
    var depth = 0
    for _ in 0...choices.below(6) {
      let name = escaped(title(&choices))
      switch choices.below(3) {
      case 0 where depth < 6:
        feed += "<outline text=\"\(name)\">"
        depth += 1
      case 1 where depth > 0:
        feed += "</outline>"
        depth -= 1
      default:
        feed += "<outline text=\"\(name)\" type=\"rss\" xmlUrl=\"\(escaped(text(60, &choices)))\"/>"
      }
    }
    if !choices.onceIn(5) { feed += String(repeating: "</outline>", count: depth) + "</body></opml>" }
    return feed
  }

  // MARK: Texts

  private static func title(_ choices: inout Choices) -> String {
    if choices.onceIn(1_000) { return HostileText.repeated(count: 1_000 + choices.below(9_000), &choices) }
    return text(choices.one(of: [20, 120, 120, 400]), &choices)
  }

  private static func text(_ limit: Int, _ choices: inout Choices) -> String {
    HostileText.string(limit: limit, &choices)
  }

  /// Hostile text between tags, some of which are never closed.
  private static func markup(_ choices: inout Choices) -> String {
    var result = ""
    for _ in 0...choices.below(5) {
      let words = text(200, &choices)
      switch choices.below(10) {
      case 0: result += "<p>\(words)</p>"
      case 1: result += "<pre>\(words)\n\(words)</pre>"
      case 2: result += "<ul><li>\(words)<li>\(words)</ul>"
      case 3: result += String(repeating: "<blockquote>", count: 1 + choices.below(30)) + words
      case 4: result += "<table><tr><td>\(words)<td>\(words)</table>"
      case 5: result += "<a href=\"\(escaped(text(30, &choices)))\">\(words)</a>"
      case 6: result += "<h\(1 + choices.below(6))>\(words)</h1><br><br>\(words)"
      case 7: result += "<img src=\"\(escaped(text(30, &choices)))\" alt=\"\(escaped(words))\">"
      case 8: result += "<b><i><code>\(words)</b>&nbsp;&copy=2&#x301;&#\(choices.below(0x11_0000));"
      default: result += words
      }
    }
    return result
  }

  // MARK: Escapes

  private static func element(_ name: String, _ text: String, _ choices: inout Choices) -> String {
    switch choices.below(8) {
    case 0: "<\(name)><![CDATA[\(text)]]></\(name)>"
    case 1: "<\(name)>\(text)</\(name)>"
    case 2: "<\(name)>\(text.unicodeScalars.map { "&#\($0.value);" }.joined())</\(name)>"
    default: "<\(name)>\(escaped(text))</\(name)>"
    }
  }

  private static func escaped(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "<": result.append(contentsOf: "&lt;".unicodeScalars)
      case ">": result.append(contentsOf: "&gt;".unicodeScalars)
      case "&": result.append(contentsOf: "&amp;".unicodeScalars)
      case "\"": result.append(contentsOf: "&quot;".unicodeScalars)
      // Escaped, because line breaks would be normalised.
      case "\n", "\r", "\t": result.append(contentsOf: "&#\(scalar.value);".unicodeScalars)
      default: result.append(scalar)
      }
    }
    return String(result)
  }

  private static func quoted(_ text: String, _ choices: inout Choices) -> String {
    let escapesAll = choices.onceIn(4)
    var result = "\""
    for unit in text.unicodeScalars {
      if escapesAll || unit.value < 0x20 || unit == "\"" || unit == "\\" {
        for code in String(unit).utf16 {
          let digits = String(code, radix: 16)
          result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      } else {
        result.unicodeScalars.append(unit)
      }
    }
    // A lone surrogate.
    if choices.onceIn(50) { result += "\\ud83d" }
    return result + "\""
  }
}
