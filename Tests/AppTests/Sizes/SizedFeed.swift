import Foundation
import RandomNumbers

/// The entries of a feed, which a test writes.
nonisolated struct SizedFeed: Equatable, Sendable {
  struct Entry: Equatable, Sendable {
    /// The author, of whom each entry has another one: it stands in every row and names the entry in a test.
    var name: String
    /// Empty for an entry without one.
    var title: String
    var date: Date?
    var text: String

    /// As Atom (RFC 4287, section 4.1.2).
    fileprivate var xml: String {
      let date = date.map { "<published>\($0.ISO8601Format())</published>" } ?? ""
      return "<entry><id>urn:\(name)</id>\(title.isEmpty ? "" : "<title>\(title)</title>")\(date)"
        + "<author><name>\(name)</name></author>"
        + "<content type='html'>&lt;p&gt;\(text)&lt;/p&gt;&lt;p&gt;The end of \(name).&lt;/p&gt;</content></entry>\n"
    }
  }

  var title: String
  var entries: [Entry]

  /// As Atom (RFC 4287).
  var xml: String {
    "<feed xmlns='http://www.w3.org/2005/Atom'><id>urn:\(title)</id><title>\(title)</title>\n"
      + entries.map(\.xml).joined() + "</feed>\n"
  }

  var names: [String] { entries.map(\.name) }

  func names(where isIncluded: (Entry) -> Bool) -> [String] { entries.filter(isIncluded).map(\.name) }

  /// The names of the entries sorted by date; those without one are last, those of the same date stay in their order.
  func names(newestFirst: Bool) -> [String] {
    let dated = entries.enumerated().filter { $0.element.date != nil }.sorted { a, b in
      let (first, second) = (a.element.date!, b.element.date!)
      if first == second { return a.offset < b.offset }
      return newestFirst ? first > second : first < second
    }
    return dated.map(\.element.name) + names { $0.date == nil }
  }
}

nonisolated extension SizedFeed {
  /// The number of entries of most tests: several times what is prepared around the rows on screen.
  static let usualCount = 1_200
  /// The feed of most tests, another one, and one whose entries stand in the order of their dates.
  static let usual = generated()
  static let other = generated("Another feed", prefix: "f", count: 400, seed: 2)
  static let sorted = generated(isSorted: true)
  /// Equal titles and texts are searched for with these.
  static let (sharedTitle, rareWord, accentedWord) = ("Weekly notes", "needle", "Überraschung")

  private static let words = [
    "river", "Mountain", "letter", "glass", "election", "Naïve", "straße", "Ελλάδα", "θάλασσα", "Москва",
    "поезд",
    "שלום", "ספר", "مدينة", "كتاب", "東京", "電車", "한국", "हिन्दी", "ภาษา", "42", "zebra", "Apple",
  ]

  /// Entries with titles and texts of several scripts, made from a seed: some have no title, some share one, some have no date.
  ///
  /// - Parameter isSorted: Whether the newest entry is first and each has a date, as in most feeds.
  static func generated(
    _ title: String = "The feed", prefix: String = "e", count: Int = usualCount, seed: UInt64 = 1,
    isSorted: Bool = false
  ) -> SizedFeed {
    var random = SplitMix64(seed: seed)
    func sentence(_ count: Int) -> String {
      (0..<count).map { _ in words.randomElement(using: &random)! }.joined(separator: " ")
    }
    // Noon, which is on the same day in most time zones.
    let newest = Date(timeIntervalSince1970: 1_686_312_000)
    let entries = (0..<count).map { number -> Entry in
      var title = sentence(Int.random(in: 1...6, using: &random))
      if number % 11 == 5 { title = "" }
      if number % 10 == 7 { title = sharedTitle }
      if number % 50 == 33 { title = "\(accentedWord) \(number)" }
      // Two entries of each day; some are not where their date would put them.
      var days = number / 2 * 4
      if !isSorted, number % 20 == 9 { days -= 90 }
      let isDated = isSorted || number % 50 != 49
      var text = sentence(Int.random(in: 1...40, using: &random))
      if number % 37 == 12 { text += " \(rareWord) " + sentence(3) }
      return Entry(
        name: "\(prefix)\(number)", title: title,
        date: isDated ? newest.addingTimeInterval(-86_400 * Double(days)) : nil, text: text)
    }
    return SizedFeed(title: title, entries: entries)
  }

  /// An entry that no generated feed has.
  static func newEntry(_ name: String) -> Entry {
    Entry(name: name, title: "New: \(name)", date: nil, text: "This is new.")
  }
}
