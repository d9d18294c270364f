import Expectations
import FeedViewerBase
import FeedViewerFeeds
import GtkInterop
import LayoutCore
import ProgramRuns
import Testing

@testable import FeedViewerRows
@testable import FeedViewer

/// The catalogues, and what the program makes of them.
@Suite(.serialized) struct TranslationTests {
  @Test func allLanguagesHaveArgumentsPluralsAndContext() async throws {
    // The catalogue has all languages.
    let text = try String(contentsOfFile: PackageSources.root + "/data/po/LINGUAS", encoding: .utf8)
    expect(text.split(whereSeparator: \.isWhitespace).map(String.init), equals: Translations.languages)
    // Texts are translated with arguments, plurals and context.
    expect(localized("Open a Feed File"), equals: "Open a Feed File")
    try await Translations.use("de") {
      expect(localized("Open a Feed File"), equals: "Eine Feed-Datei öffnen")
      expect(EntryCount.text(1), equals: "1 Eintrag")
      expect(EntryCount.text(54, unread: 3), equals: "54 Einträge, 3 ungelesen")
      expect(localized("unread", context: "state of an entry"), equals: "ungelesen")
      expect(localized("Nobody has translated this"), equals: "Nobody has translated this")
    }
    expect(localized("Open a Feed File"), equals: "Open a Feed File")
  }

  @Test(arguments: [
    ("ru", ["1 запись", "2 записи", "5 записей", "21 запись", "11 записей"]),
    ("ar", ["مدخلة واحدة", "مدخلتان", "5 مدخلات", "21 مدخلة", "11 مدخلة"]),
    ("ja", ["1 件", "2 件", "5 件", "21 件", "11 件"]),
  ])
  func pluralsFollowTheLanguage(language: String, texts: [String]) async throws {
    try await Translations.use(language) {
      expect([1, 2, 5, 21, 11].map { EntryCount.text($0) }, equals: texts)
    }
  }

  /// The first letter decides where a text begins, and that of a file's name is mostly Latin.
  @Test(arguments: ["ar", "he", "de"]) func namesDoNotTurnMessages(language: String) async throws {
    try await Translations.use(language) {
      let reason = Message("The file is now empty.")
      let error = FeedError(file: "a.json", line: 2, column: 7, reason: .invalidJSON("no comma"))
      let entity = Message("\("&nbsp;"), which XML does not know")
      for text in [Message("\("a.xml"): \(reason)").localized, error.message.localized, entity.localized] {
        expect(text.hasPrefix("\u{200F}"), equals: language != "de", "\(text)")
      }
    }
  }

  @Test func messagesAreFilledInBothLanguagesAndMirroredInSome() async throws {
    // Arguments may change places.
    let message = Message("Of “\("a")”, only \("b") is a date.")
    let format = "%2$s ist in „%1$s“ zu 100 %% ein Datum."
    expect(message.fill(format, write: \.english), equals: "b ist in „a“ zu 100 % ein Datum.")
    expect(Message("\("x") is 100 % done").description, equals: "x is 100 % done")
    expect(Message("100 %").description, equals: "100 %")
    // Errors have English and translated words.
    let error = FeedError(
      file: "a.json", line: 2, column: 7, reason: .invalidJSON(Message.init("a comma is missing")))
    let english = "a.json, line 2, column 7: The JSON has an error: a comma is missing"
    try await Translations.use("de") {
      expect(
        error.message.localized,
        equals: "a.json, Zeile 2, Spalte 7: Das JSON hat einen Fehler: ein Komma fehlt")
      expect(error.description, equals: english)
    }
    // Only Arabic and Hebrew are mirrored.
    for language in Translations.languages {
      try await Translations.use(language) {
        expect(Catalogue.isRightToLeft, equals: ["ar", "he"].contains(language), "\(language)")
      }
    }
  }

  // MARK: Dates and numbers

  @Test func datesAreWrittenInTheLocale() async throws {
    // 12 March 2024, 14:03, a Tuesday.
    let moment: Int64 = 1_710_252_180
    let date = FeedDate(secondsSinceEpoch: moment)
    let clock = LocalClock(secondsFromUTC: 0)
    func texts() -> [String] {
      let dates = DateText(clock: clock)
      return [
        dates.full(date), dates.relative(date, now: moment + 30 * 86_400),
        dates.relative(date, now: moment + 5 * 60), dates.relative(date, now: moment + 86_400),
        dates.relative(date, now: moment - 2 * 3_600), DateText.month(3, year: 2024),
        DateText.day(12, month: 3, year: 2024), DateText.shortName(ofMonth: 3),
      ]
    }
    expect(
      texts(),
      equals: [
        "Tuesday, 12 March 2024, 14:03", "12 Mar 2024", "5 minutes ago", "yesterday", "in 2 hours",
        "March 2024",
        "12 March 2024", "Mar",
      ])
    try await TestLocale.use("de_DE", language: "de") {
      expect(
        texts(),
        equals: [
          "Dienstag, 12. März 2024, 14:03", "12. März 2024", "vor 5 Minuten", "gestern", "in 2 Stunden",
          "März 2024",
          "12. März 2024", "Mär",
        ])
    }
    try await TestLocale.use("ru_RU", language: "ru") {
      // The genitive with a day, the nominative without.
      expect(DateText.day(12, month: 3, year: 2024), equals: "12 марта 2024")
      expect(DateText.month(3, year: 2024), equals: "Март 2024")
    }
    try await TestLocale.use("ja_JP", language: "ja") {
      expect(DateText.day(12, month: 3, year: 2024), equals: "2024年3月12日")
      expect(DateText(clock: clock).relative(date, now: moment + 5 * 60), equals: "5 分前")
    }
  }

  /// Short names of months in the C library lack the point of an abbreviation in some languages.
  @Test(arguments: [
    ("ar_EG", "ar", "9 نوفمبر 2025"), ("de_DE", "de", "9. November 2025"), ("es_ES", "es", "9 nov 2025"),
    ("fr_FR", "fr", "9 nov. 2025"), ("he_IL", "he", "9 בנובמבר 2025"), ("ja_JP", "ja", "2025年11月9日"),
    ("ko_KR", "ko", "2025년 11월 9일"), ("pt_BR", "pt_BR", "9 de nov. de 2025"),
    ("ru_RU", "ru", "9 ноября 2025"),
    ("uk_UA", "uk", "9 листопада 2025"), ("zh_CN", "zh_CN", "2025年11月9日"),
  ])
  func datesInTheListReadAsTheLanguageWritesThem(locale: String, language: String, text: String) async throws
  {
    // 9 November 2025, 12:00.
    let moment: Int64 = 1_762_689_600
    try await TestLocale.use(locale, language: language) {
      let dates = DateText(clock: LocalClock(secondsFromUTC: 0))
      let date = FeedDate(secondsSinceEpoch: moment)
      expect(dates.relative(date, now: moment + 90 * 86_400), equals: text)
    }
  }

  @Test func numbersAndListsHaveTheirSeparators() async throws {
    // Numbers have the separators of the locale.
    expect(NumberText.grouped(1_234_567), equals: "1\u{202F}234\u{202F}567")
    expect(NumberText.decimal(tenths: 125), equals: "12.5")
    try await TestLocale.use("de_DE", language: "de") {
      expect(NumberText.grouped(1_234_567), equals: "1.234.567")
      expect(NumberText.decimal(tenths: 125), equals: "12,5")
      expect(EntryCount.text(1_234_567), equals: "1.234.567 Einträge")
      expect(ArticleEnclosure.size(3_400_000), equals: "3,4 MB")
    }
    // Debian 12 groups numbers of hi_IN by three digits.
    try await TestLocale.use("en_IN", language: "en") {
      expect(NumberText.grouped(1_234_567), equals: "12,34,567")
    }
    // Lists have the separator of the language.
    expect(ListText.joined(["a", "b"]), equals: "a, b")
    for (language, text) in [("ja", "a、b"), ("ar", "a، b"), ("de", "a, b")] {
      try await Translations.use(language) { expect(ListText.joined(["a", "b"]), equals: text) }
    }
  }

  @Test func arabicDateIsIsolatedFromALatinName() async throws {
    let date = FeedDate(secondsSinceEpoch: 1_710_252_180)
    let context = RowContext(
      path: "a.xml", format: .rss, now: date.secondsSinceEpoch + 300, clock: LocalClock(secondsFromUTC: 0),
      feedTitle: "Feed", feed: Feed(format: .rss, author: "Ann"))
    let entry = FeedEntry(key: "1", title: "Title", byline: "Ben", published: date)
    expect(
      context.texts(of: entry).detailLine().text,
      equals: "\u{2068}Ben\u{2069} · \u{2068}5 minutes ago\u{2069}")
    try await Translations.use("ar") {
      let context = RowContext(
        path: "a.xml", format: .rss, now: date.secondsSinceEpoch + 300, clock: LocalClock(secondsFromUTC: 0),
        feedTitle: "Feed", feed: Feed(format: .rss, author: "Ann"))
      let words = "\u{2068}قبل 5 دقائق\u{2069}"
      expect(context.texts(of: entry).detailLine().text, equals: "\u{2068}Ben\u{2069} · \(words)")
    }
  }

  // MARK: Menus

  /// The titles of each menu that opens as one.
  private func menus() -> [[String]] {
    func titles(_ items: [Menu.Item]) -> (own: [String], others: [[String]]) {
      var own: [String] = []
      var others: [[String]] = []
      for item in items {
        switch item {
        case .action(let title, _, _), .keyedAction(let title, _, _): own.append(title)
        case .section(_, let items):
          let inside = titles(items)
          own += inside.own
          others += inside.others
        case .submenu(let title, let items):
          own.append(title)
          let inside = titles(items)
          others += [inside.own] + inside.others
        case .liveSubmenu(let title, _): own.append(title)
        case .widget: break
        }
      }
      return (own, others)
    }
    let recent = Menu.make([])
    let opened =
      [
        MenuContents.primary(recent: recent), MenuContents.listOptions(singleKeys: true),
        MenuContents.entry(isRead: true, hasMarks: true, singleKeys: true),
        ArticlePage.menuItems(
          of: ArticleLink(
            row: RowIndexPath(section: 0, row: 0), text: 0, bytes: 0..<3, words: "one",
            address: "https://one.example/"), animation: .playing),
      ] + SidebarMenus.all + RowMenus.all
    return opened.flatMap { items in
      let (own, others) = titles(items)
      return [own] + others
    }.filter { !$0.isEmpty }
  }

  @Test func mnemonicsAreUniqueWithinAMenu() async throws {
    func check(_ language: String) {
      for menu in menus() {
        var known: [Character: String] = [:]
        for title in menu where title.contains("_") {
          guard let sign = title.firstIndex(of: "_"), title.index(after: sign) < title.endIndex else {
            continue
          }
          let letter = Character(title[title.index(after: sign)].lowercased())
          expect(known[letter] == nil, "\(language): “\(title)” and “\(known[letter] ?? "")”")
          known[letter] = title
        }
      }
    }
    check("en")
    for language in Translations.languages { try await Translations.use(language) { check(language) } }
  }

  // MARK: Programs

  private func environment(_ language: String) throws -> [String: String?] {
    let locale = try TestLocale.install(TestLocale.forMessages)
    return [
      "LANGUAGE": language, "LC_ALL": nil, "LC_MESSAGES": locale, "LC_CTYPE": locale,
      "LOCPATH": try TestLocale.path, "TEXTDOMAINDIR": try Translations.folder,
    ]
  }

  @Test func machineOutputIsNeverTranslated() async throws {
    let folder = try TemporaryFolder()
    let files = [
      try folder.write("<rss><channel><title>a & b</title><item><title>x</item>", to: "cut.xml"),
      try folder.write("{\"items\":[{\"id\":\"1\"},,]}", to: "broken.json"),
      try folder.write("words", to: "not.xml"),
      folder.path + "/missing.xml", folder.path,
    ]
    for command in [["inspect"], ["export"], ["measure", "--width", "300"]] {
      let german = try await Program.run(command + files, environment: try environment("de"))
      let english = try await Program.run(command + files, environment: try environment("en"))
      expect(german.output, equals: english.output)
      expect(german.errors, equals: english.errors)
      expect(!german.errors.isEmpty)
    }
  }
}
