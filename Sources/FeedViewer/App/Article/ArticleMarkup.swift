import Feeds

/// The text of a block as Pango markup; everything from the feed is escaped.
nonisolated enum ArticleMarkup {
  /// - Parameter language: The language of the text unless the block declares one.
  /// - Complexity: O(length).
  static func markup(for block: ArticleBlock, language: String?) -> String {
    var result = ""
    var bytes = block.text.utf8[...]
    var position = 0
    func take(to end: Int) -> String {
      let stop = bytes.index(bytes.startIndex, offsetBy: end - position)
      let piece = String(bytes[..<stop]) ?? ""
      bytes = bytes[stop...]
      position = end
      return escaped(piece)
    }
    for run in block.runs where run.range.lowerBound >= position {
      if run.range.lowerBound > position { result += take(to: run.range.lowerBound) }
      let (before, after) = tags(of: run)
      result += before + take(to: run.range.upperBound) + after
    }
    result += take(to: position + bytes.count)
    guard let language = block.language ?? language, isTag(language) else { return result }
    return "<span lang=\"\(language)\">\(result)</span>"
  }

  /// Escapes text for markup and for attribute values in double quotes.
  static func escaped(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == 0x26 || $0 == 0x3C || $0 == 0x3E || $0 == 0x22 || $0 == 0x27 })
    else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static func tags(of run: ArticleRun) -> (before: String, after: String) {
    let style = run.style
    var attributes = ""
    if style.contains(.strong) { attributes += " weight=\"bold\"" }
    if style.contains(.emphasis) { attributes += " style=\"italic\"" }
    if style.contains(.code) { attributes += " face=\"monospace\"" }
    if style.contains(.underline) { attributes += " underline=\"single\"" }
    if style.contains(.strikethrough) { attributes += " strikethrough=\"true\"" }
    if style.contains(.mark) { attributes += " background=\"#f6d32d\" bgalpha=\"38%\"" }
    var before = attributes.isEmpty ? "" : "<span\(attributes)>"
    var after = attributes.isEmpty ? "" : "</span>"
    for (part, name) in [(ArticleStyle.small, "small"), (.subscript, "sub"), (.superscript, "sup")]
    where style.contains(part) {
      before += "<\(name)>"
      after = "</\(name)>" + after
    }
    if let link = run.link, !link.isEmpty {
      before = "<a href=\"\(escaped(link))\">" + before
      after += "</a>"
    }
    return (before, after)
  }

  /// Whether a text may be a language tag (RFC 5646): letters, digits and hyphens.
  private static func isTag(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 35
      && text.unicodeScalars.allSatisfy {
        $0.isASCII && ($0.properties.isAlphabetic || "0"..."9" ~= $0 || $0 == "-")
      }
  }
}
