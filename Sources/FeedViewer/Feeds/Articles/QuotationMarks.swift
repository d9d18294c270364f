/// The quotation marks of a language.
struct QuotationMarks: Sendable, Hashable {
  let start: String
  let end: String
  /// The marks of a quotation inside a quotation.
  let alternateStart: String
  let alternateEnd: String

  /// The marks of a language: of the first known of `de-CH` and `de`; those of English if neither is known.
  /// - Parameter language: A tag such as `de-CH`; nil if the language is unknown.
  static func of(language: String?) -> QuotationMarks {
    guard let language, language.utf8.count <= longestTag else { return english }
    var subtags = language.lowercased().replacing("_", with: "-").split(separator: "-")[...]
    // Traditional Chinese is known by its script or by its region.
    if subtags.first == "zh", subtags.dropFirst().contains(where: traditionalChinese.contains) {
      subtags = ["zh", "hant"]
    }
    while !subtags.isEmpty {
      if let marks = table[subtags.joined(separator: "-")] { return marks }
      subtags.removeLast()
    }
    return english
  }

  private static let english = QuotationMarks(start: "“", end: "”", alternateStart: "‘", alternateEnd: "’")
  private static let longestTag = 64
  private static let traditionalChinese: Set<Substring> = ["hant", "tw", "hk", "mo"]

  /// quotationStart, quotationEnd, alternateQuotationStart and alternateQuotationEnd of the Unicode CLDR, followed by the
  /// languages that have them.
  private static let table: [String: QuotationMarks] = {
    let groups = [
      "“ ” ‘ ’ en af az bn eu ga gd gl gu hi id kk km kn ko lo ml mn mr ms mt my ne or pa pt si so sw ta te th tk",
      "“ ” ‘ ’ tr vi zh zu da lv fil ps sd yo ig ha",
      "‘ ’ “ ” cy ia nl ti",
      "« » “ ” ast br ca el es it pt-pt sq",
      "« » ‹ › am de-ch de-li fa fr-ch gsw it-ch rm",
      "« » « » fr hy",
      "« » ” “ fr-ca",
      "« » „ “ be ky ru uk",
      "« » ‘ ’ nb nn no",
      "„ “ ‚ ‘ bg cs de dsb hr hsb is lb mk sk sl sr",
      "„ “ « » et ka",
      "„ “ „ “ lt",
      "„ ” ‘ ’ bs",
      "„ ” » « hu",
      "„ ” « » pl ro",
      "” ” ’ ’ fi he iw sv",
      "” “ ’ ‘ ar ur",
      "“ ” ’ ‘ uz",
      "「 」 『 』 ja yue zh-hant",
    ]
    var table: [String: QuotationMarks] = [:]
    for group in groups {
      let words = group.split(separator: " ").map(String.init)
      let marks = QuotationMarks(
        start: words[0], end: words[1], alternateStart: words[2], alternateEnd: words[3])
      for language in words[4...] { table[language] = marks }
    }
    return table
  }()
}
