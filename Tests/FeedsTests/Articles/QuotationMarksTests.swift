import Expectations
import Testing

@testable import FeedViewerFeeds

/// The marks of the languages that most web pages are written in, as in the Unicode CLDR 42 (`delimiters`).
@Suite struct QuotationMarksTests {
  /// The languages, in the order of their share of web pages, by the marks of a quotation with another one inside.
  private static let languages: [(marks: String, tags: [String])] = [
    (
      "“‘’”",
      [
        "en", "pt", "tr", "vi", "zh", "id", "ko", "th", "da", "lv", "hi", "bn", "ms", "ta", "fil", "sw", "az",
        "en-GB", "pt-BR", "zh-CN", "zh-Hans-HK", "es-MX", "es-419", "es-AR",
      ]
    ),
    ("«“”»", ["es", "it", "el", "ca", "sq", "eu", "kk", "es-ES", "pt-PT", "pt-AO", "it-CH"]),
    ("«„“»", ["ru", "uk", "be", "ru-RU", "uk-UA"]),
    ("„‚‘“", ["de", "cs", "sk", "hr", "sl", "et", "mk", "is", "de-AT", "de-CH", "cs-CZ"]),
    ("««»»", ["fr", "hy", "fr-FR", "fr-BE"]),
    ("«”“»", ["fr-CA"]),
    ("«‹›»", ["fa", "fr-CH", "fa-IR"]),
    ("「『』」", ["ja", "zh-Hant", "zh-TW", "zh-HK", "ja-JP"]),
    ("‘‘’’", ["nl", "nl-BE"]),
    ("„«»”", ["pl", "ro", "pl-PL"]),
    ("„»«”", ["hu"]),
    ("”’‘“", ["ar", "ur", "ar-EG"]),
    ("”’’”", ["he", "iw", "sv", "fi", "he-IL"]),
    ("„„““", ["bg", "lt"]),
    ("„‘‘“", ["sr", "sr-Latn"]),
    ("«‘’»", ["nb", "no", "nn"]),
    ("„‘’”", ["bs"]),
    ("„«»“", ["ka"]),
    ("“’‘”", ["uz"]),
  ]

  @Test(arguments: languages.flatMap { group in group.tags.map { ($0, group.marks) } })
  func quotationsHaveTheMarksOfTheCLDR(language: String, marks: String) {
    let article = ArticleReader.article(html: "<q>1<q>2</q>3</q>", language: language)
    let nested = Array(marks)
    expect(article.blocks.map(\.text), equals: ["\(nested[0])1\(nested[1])2\(nested[2])3\(nested[3])"])
  }

  @Test func tableHasTheMostFrequentLanguages() {
    expect(Set(Self.languages.flatMap(\.tags).map { $0.prefix(while: { $0 != "-" }) }).count >= 40)
  }
}
