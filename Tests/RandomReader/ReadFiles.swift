import Foundation
import HostileFiles
import RandomNumbers
import WidgetTesting

/// The files that the program has open, and what happens to them on the disk.
final class ReadFiles {
  private struct Feed {
    let name: String
    let makeEntry: (inout SplitMix64) -> String
    var entries: [String] = []
  }

  private static let pictureCount = 200
  private static let mostEntries = 400

  private let folder: String
  private var feeds: [Feed]
  private var entryCount = 0

  /// Writes the files.
  ///
  /// - Parameter folder: The path of an empty folder.
  init(in folder: String, _ choices: inout SplitMix64) throws {
    self.folder = folder
    feeds = [
      Feed(name: "pictures.xml", makeEntry: Self.pictures), Feed(name: "tables.xml", makeEntry: Self.tables),
      Feed(name: "long.xml", makeEntry: Self.longTexts), Feed(name: "short.xml", makeEntry: Self.shortText),
      Feed(name: "mixed.xml") { choices in
        let kinds = [Self.pictures, Self.tables, Self.longTexts, Self.shortText]
        return kinds[Int.random(in: 0..<kinds.count, using: &choices)](&choices)
      },
    ]
    for number in 0..<Self.pictureCount { try writePicture(number) }
    for index in feeds.indices {
      let count = feeds[index].name == "short.xml" ? 300 : 16
      for _ in 0..<count { addEntry(to: index, atEnd: true, &choices) }
      try write(index)
    }
  }

  var paths: [String] { feeds.map { folder + "/" + $0.name } }

  // MARK: Changes

  /// Changes a file at random.
  ///
  /// - Returns: What was done.
  func change(_ choices: inout SplitMix64) throws -> String {
    let index = Int.random(in: 0..<feeds.count, using: &choices)
    let path = paths[index]
    switch Int.random(in: 0..<20, using: &choices) {
    case 0..<5:
      addEntry(to: index, atEnd: choices.chance(0.7), &choices)
      try write(index)
      return "append to \(feeds[index].name)"
    case 5..<9:
      guard !feeds[index].entries.isEmpty else { return "nothing" }
      let place = Int.random(in: 0..<feeds[index].entries.count, using: &choices)
      if choices.chance(0.4) {
        feeds[index].entries.remove(at: place)
      } else {
        feeds[index].entries[place] = entry(place, feeds[index].makeEntry(&choices))
      }
      try write(index)
      return "edit \(place) of \(feeds[index].name)"
    case 9..<12:
      feeds[index].entries.shuffle(using: &choices)
      try write(index, byRename: true)
      return "replace \(feeds[index].name)"
    case 12, 13:
      try? FileManager.default.removeItem(atPath: path)
      return "delete \(feeds[index].name)"
    case 14:
      let size = (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
      truncate(path, Int.random(in: 0...max(1, size), using: &choices))
      return "truncate \(feeds[index].name)"
    case 15:
      try Data("no feed any more".utf8).write(to: URL(filePath: path))
      return "spoil \(feeds[index].name)"
    case 16:
      let number = Int.random(in: 0..<Self.pictureCount, using: &choices)
      try? FileManager.default.removeItem(atPath: picturePath(number))
      if choices.chance(0.7) { try writePicture((number * 7 + 1) % Self.pictureCount, as: number) }
      return "change picture \(number)"
    default:
      feeds[index].entries = feeds[index].entries.suffix(16)
      try write(index)
      return "make \(feeds[index].name) again"
    }
  }

  private func addEntry(to index: Int, atEnd: Bool, _ choices: inout SplitMix64) {
    entryCount += 1
    let made = entry(entryCount, feeds[index].makeEntry(&choices))
    if feeds[index].entries.count >= Self.mostEntries { feeds[index].entries.removeFirst() }
    if atEnd { feeds[index].entries.append(made) } else { feeds[index].entries.insert(made, at: 0) }
  }

  private func entry(_ number: Int, _ html: String) -> String {
    """
    <item><guid>\(number)</guid><title>Entry \(number) of the words</title><link>https://a.example/\(number)</link>
    <pubDate>Mon, \(10 + number % 18) Jan 2024 10:00:00 GMT</pubDate><description><![CDATA[\(html)]]></description></item>

    """
  }

  private func write(_ index: Int, byRename: Bool = false) throws {
    let text =
      "<rss version='2.0'><channel><title>Feed \(feeds[index].name)</title><link>https://a.example/</link>"
      + feeds[index].entries.joined() + "</channel></rss>"
    try Data(text.utf8).write(to: URL(filePath: paths[index]), options: byRename ? .atomic : [])
  }

  // MARK: Pictures

  private func picturePath(_ number: Int) -> String {
    "\(folder)/\(number).\(number % 8 == 7 ? "gif" : "png")"
  }

  /// Large pictures take so long to decode that they arrive after the article has gone.
  private func writePicture(_ number: Int, as other: Int? = nil) throws {
    let bytes =
      number % 8 == 7
      ? AnimatedPicture.gif(
        width: 60, height: 40, isEndless: false, (0..<6).map { .init(color: UInt8($0 % 4)) })
      : PNG.black(side: [20, 200, 40, 900, 64, 2_500, 333][number % 7])
    try Data(bytes).write(to: URL(filePath: picturePath(other ?? number)))
  }

  // MARK: Entries

  private static func pictures(_ choices: inout SplitMix64) -> String {
    // An entry of one row after one with many.
    if choices.chance(0.4) { return "<p>short</p>" }
    return (0..<Int.random(in: 1...12, using: &choices)).map { number in
      // Some are missing.
      let picture = Int.random(in: 0..<pictureCount + 2, using: &choices)
      let widths = [
        "", "", " width=300", " width=92233720368547759", " height=-1", " width='100%' height=1e9",
      ]
      let width = widths[Int.random(in: 0..<widths.count, using: &choices)]
      return
        "<p>Picture \(number)</p><img src='\(picture).\(picture % 8 == 7 ? "gif" : "png")' alt='Words'\(width)>"
    }.joined()
  }

  private static func tables(_ choices: inout SplitMix64) -> String {
    let (columns, rows) = (Int.random(in: 1...14, using: &choices), Int.random(in: 1...25, using: &choices))
    let spans = ["", "", "", " colspan=3", " rowspan=2", " colspan=99999999999", " rowspan=0"]
    let table = (0..<rows).map { row in
      let cells = (0..<columns).map { column in
        "<td\(spans[Int.random(in: 0..<spans.count, using: &choices)])>Cell \(row) \(column) of the table"
      }
      return "<tr>" + cells.joined()
    }
    let code = (0..<Int.random(in: 1...30, using: &choices)).map {
      "let value\($0) = " + String(repeating: "words + ", count: Int.random(in: 0...40, using: &choices))
    }
    return
      "<table><tr><th>Heading\(table.joined())</table><pre><code>\(code.joined(separator: "\n"))</code></pre>"
      + "<ol start=9223372036854775807><li>One<li>Two<ul><li>Inner</ul></ol>"
  }

  private static let words = [
    "words", "the", "linux", "größer", "日本語のテキスト", "שלום", "العالم", "हिन्दी", "ภาษาไทย", "မြန်မာ", "👩‍👩‍👧", "a\u{301}",
    "<a href='https://b.example/x'>a link</a>", "<b>bold</b>", "<code>code</code>",
  ]

  private static func longTexts(_ choices: inout SplitMix64) -> String {
    let isOne = choices.chance(0.2)
    return (0..<Int.random(in: 1...(isOne ? 1 : 80), using: &choices)).map { _ in
      let count = isOne ? 6_000 : Int.random(in: 1...120, using: &choices)
      let text = (0..<count).map { _ in words[Int.random(in: 0..<words.count, using: &choices)] }
      return "<p>\(text.joined(separator: " "))</p>"
    }.joined()
  }

  private static func shortText(_ choices: inout SplitMix64) -> String {
    "A sentence of \(words[Int.random(in: 0..<words.count, using: &choices)]) and the rest."
  }
}
