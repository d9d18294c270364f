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
    var subtags = language.lowercased().hyphenated.split(separator: "-")[...]
    if let parent = parent(of: subtags) { subtags = parent }
    while !subtags.isEmpty {
      if let marks = table[subtags.joined(separator: "-")] { return marks }
      subtags.removeLast()
    }
    return english
  }

  /// The parent locale of languages whose regions do not all write as the first one does; nil for others.
  private static func parent(of subtags: ArraySlice<Substring>) -> ArraySlice<Substring>? {
    let rest = subtags.dropFirst()
    switch subtags.first {
    // Traditional Chinese is known by its script or by its region.
    case "zh":
      return !rest.contains("hans") && rest.contains(where: traditionalChinese.contains)
        ? ["zh", "hant"] : nil
    // Latin America does not write as Spain, and other countries do not write as Brazil.
    case "es": return rest.contains { isRegion($0) && !spanish.contains($0) } ? ["es", "419"] : nil
    case "pt": return rest.contains { isRegion($0) && $0 != "br" } ? ["pt", "pt"] : nil
    default: return nil
    }
  }

  private static func isRegion(_ subtag: Substring) -> Bool {
    subtag.utf8.count == 2 || subtag.utf8.count == 3 && subtag.first?.isNumber == true
  }

  private static let english = QuotationMarks(start: "“", end: "”", alternateStart: "‘", alternateEnd: "’")
  private static let longestTag = 64
  /// Spain with its islands and towns, Equatorial Guinea and the Philippines.
  private static let spanish: Set<Substring> = ["es", "ic", "ea", "gq", "ph"]
  private static let traditionalChinese: Set<Substring> = ["hant", "tw", "hk", "mo"]

  /// quotationStart, quotationEnd, alternateQuotationStart and alternateQuotationEnd of the Unicode CLDR 42, followed by
  /// the languages that have them.
  private static let table: [String: QuotationMarks] = {
    let groups = [
      "“ ” ‘ ’ en af az bn cy ga gd gl gu hi id km kn ko lo ml mn mr ms mt my ne or pa pt si so sw ta te th",
      "“ ” ‘ ’ tr vi zh zu da lv es-419 fil ps sd uz-arab uz-cyrl yo yue-hans ig ha",
      "“ ” “ ” tk",
      "‘ ’ “ ” fur ia",
      "‘ ’ ‘ ’ nl",
      "« » “ ” ast br ca el es eu it kab kk mg pt-pt sc sq ti",
      "« » ‹ › am az-cyrl fa fr-ch gsw mzn rm wae",
      "« » « » fr hy",
      "« » ” “ fr-ca",
      "« » „ “ be cv ky os ru sah uk",
      "« » „ ” shi zgh",
      "« » ‘ ’ nb nn no rw",
      "„ “ ‚ ‘ bs-cyrl cs de dsb et hr hsb is ksh lb luy mk sk sl",
      "„ “ ‘ ‘ sr",
      "„ “ « » ka",
      "„ “ „ “ bg lt",
      "„ ” ‘ ’ bs",
      "„ ” ‚ ’ ff",
      "„ ” » « hu",
      "„ ” « » pl ro",
      "” ” ’ ’ fi he iw rn se sn sv yi",
      "” “ ’ ‘ ar ur",
      "“ ” ’ ‘ uz",
      "» « › ‹ ug",
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
