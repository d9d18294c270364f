import FeedViewerRows
import LayoutCore
import RandomNumbers
import VirtualList

/// Any number of synthetic rows: titles of 20 to 120 characters, previews of 20 to 300.
///
/// All texts are parts of one long text, made on demand, so that a million rows take no more memory than one row. The
/// frequencies of its 20,000 words are those of natural language (Zipf's law).
final class BenchmarkRows: EntryListDataSource {
  /// The texts of one row.
  struct Texts {
    let title: String
    let preview: String
    let metadata: String
  }

  let count: Int
  /// The row's number is part of its revision, so that single rows can change.
  var revision: UInt64 = 0
  private static let text = makeText()
  private static let previewLimit = 300.0

  init(count: Int) { self.count = count }

  func texts(of row: Int) -> Texts {
    var random = Self.random(of: row)
    let titleLength = 20 + random.below(101)
    let previewLength = Self.previewLength(&random)
    return Texts(
      title: Self.stretch(from: random.below(Self.text.count - 600), length: titleLength),
      preview: Self.stretch(from: random.below(Self.text.count - 600), length: previewLength),
      metadata: Self.stretch(from: random.below(Self.text.count - 600), length: 12) + " · 3 days ago")
  }

  func numberOfSections(in list: ListView) -> Int { 1 }

  func listView(_ list: ListView, numberOfRowsInSection section: Int) -> Int { count }

  func listView(_ list: ListView, identityOf element: ListElement) -> ItemIdentity {
    guard case .row(let place) = element else {
      return ItemIdentity(template: .sectionHeader, key: "header", revision: 0)
    }
    return ItemIdentity(template: .entry, key: ItemKey("row-\(place.row)"), revision: revision)
  }

  func listView(_ list: ListView, rowContentOf element: ListElement) -> RowContent {
    guard case .row(let place) = element else {
      return RowContent(title: "Rows", metadata: "\(count) entries", accessibleName: "Rows")
    }
    let texts = texts(of: place.row)
    return RowContent(
      title: texts.title, preview: texts.preview, metadata: texts.metadata,
      accessibleName: texts.title)
  }

  func listView(_ list: ListView, textLengthsOf element: ListElement) -> TextLengths {
    guard case .row(let place) = element else { return TextLengths(title: 4, preview: 0) }
    var random = Self.random(of: place.row)
    return TextLengths(title: 20 + random.below(101), preview: Self.previewLength(&random))
  }

  private static func random(of row: Int) -> SplitMix64 {
    SplitMix64(seed: UInt64(row) &* 0xD134_2543_DE82_EF95 &+ 1)
  }

  /// Bodies are 20 to 1,500 characters long, more often short; longer ones are cut.
  private static func previewLength(_ random: inout SplitMix64) -> Int {
    let exponent = Double(random.below(1 << 20)) / Double(1 << 20)
    var length = 20.0
    // 20 * 75^exponent by squaring: 75 = 1500 / 20.
    var (base, rest) = (75.0, exponent)
    for _ in 0..<20 {
      base = base.squareRoot()
      rest *= 2
      if rest >= 1 {
        length *= base
        rest -= 1
      }
    }
    return Int(min(length, previewLimit))
  }

  /// A part that begins with a whole word and may end inside one.
  private static func stretch(from start: Int, length: Int) -> String {
    var first = start
    while text[first] != UInt8(ascii: " ") { first += 1 }
    return String(decoding: text[first + 1..<first + 1 + length], as: UTF8.self)
  }

  private static func makeText() -> [UInt8] {
    var random = SplitMix64(seed: 1)
    let syllables = [
      "a", "ba", "con", "de", "en", "fi", "ga", "ing", "ka", "lo", "ment", "no", "or", "per", "ra", "se",
      "ti", "un", "ver", "wa",
    ].map { Array($0.utf8) }
    let words = (0..<20_000).map { index -> [UInt8] in
      var word: [UInt8] = []
      for _ in 0...min(4, random.below(2 + index / 4_000)) {
        word += syllables[random.below(syllables.count)]
      }
      return word
    }
    var text: [UInt8] = []
    while text.count < 2_000_000 {
      // The frequency of the k-th most frequent word is about 1/k.
      var rank = 1.0
      for _ in 0..<random.below(15) { rank *= 2 }
      let index = min(Int(rank) - 1 + random.below(Int(rank)), words.count - 1)
      text += words[index]
      text.append(UInt8(ascii: " "))
    }
    return text
  }
}

nonisolated extension SplitMix64 {
  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
}
