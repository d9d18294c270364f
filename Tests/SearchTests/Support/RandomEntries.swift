import FeedViewerFeeds
import FuzzInputs

/// Entries with hostile texts, and queries that find some of them.
struct RandomEntries {
  var choices: Choices

  init(seed: UInt64) { choices = Choices(seed: seed) }

  mutating func entry(_ number: Int) -> FeedEntry {
    FeedEntry(
      key: "\(number)", title: text(40), byline: choices.onceIn(3) ? nil : text(20),
      published: choices.onceIn(4) ? nil : FeedDate(secondsSinceEpoch: Int64(choices.below(1_700_000_000))),
      content: text(choices.onceIn(20) ? 2_000 : 120),
      tags: (0..<choices.below(3)).map { _ in text(12) ?? "" })
  }

  private mutating func text(_ limit: Int) -> String? {
    switch choices.below(8) {
    case 0: nil
    case 1: ""
    case 2: String(repeating: choices.one(of: ["ab", "a", "ab ", "がか"]), count: choices.below(limit))
    default: HostileText.string(limit: limit, &choices)
    }
  }

  /// A word or phrase, most often one that an entry has.
  mutating func needle(in entries: [FeedEntry]) -> String {
    if entries.isEmpty || choices.onceIn(6) { return HostileText.string(limit: 3, &choices) }
    let entry = choices.one(of: entries)
    let texts = [entry.title, entry.byline, entry.body].compactMap { $0 } + entry.tags
    let scalars = Array((texts.isEmpty ? "none" : choices.one(of: texts)).unicodeScalars)
    guard !scalars.isEmpty else { return "a" }
    let start = choices.below(scalars.count)
    let end = min(scalars.count, start + 1 + choices.below(choices.onceIn(5) ? 60 : 6))
    let piece = String(String.UnicodeScalarView(scalars[start..<end]))
    return choices.onceIn(4) ? piece.uppercased() : piece
  }

  mutating func term(in entries: [FeedEntry]) -> NaiveSearch.Term {
    let isExcluded = choices.onceIn(5)
    let minus = isExcluded ? "-" : ""
    switch choices.below(10) {
    case 0:
      let state = choices.one(of: ["read", "unread", "starred"])
      return .init(text: minus + "is:" + state, condition: .state(state), isExcluded: isExcluded)
    case 1:
      let year = 1970 + choices.below(55)
      let start = FeedDate(startOfDay: 1, month: 1, year: year, clock: LocalClock(secondsFromUTC: 0))
      let isBefore = choices.onceIn(2)
      return .init(
        text: "\(minus)\(isBefore ? "before" : "AFTER"):\(year)",
        condition: isBefore ? .before(start.secondsSinceEpoch) : .after(start.secondsSinceEpoch),
        isExcluded: isExcluded)
    default:
      let field = choices.onceIn(3) ? choices.one(of: ["title", "author", "tag"]) : nil
      let prefix = minus + (field.map { $0 + ":" } ?? "")
      let value = String(String.UnicodeScalarView(needle(in: entries).unicodeScalars.filter { $0 != "\"" }))
      let isWord =
        !value.unicodeScalars.contains { $0.properties.isWhitespace || $0 == ":" } && value.first != "-"
        && value != ""
      return .init(
        text: prefix + (isWord && choices.onceIn(2) ? value : "\"\(value)\""),
        condition: .text(value, field: field), isExcluded: isExcluded)
    }
  }
}
