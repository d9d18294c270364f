import Foundation

/// An entry of the feeds that a model of the window knows: all that is in its file follows from its feed and its number.
nonisolated struct ModelEntry: Hashable, Sendable, CustomStringConvertible {
  let feed: Int
  let number: Int

  /// A Friday, at noon: the same week has days before.
  static let now: Int64 = 1_792_152_000
  static let words = ["alder", "birch", "cedar"]
  /// The days between an entry and `now`; nil for one without a date.
  private static let days: [Int?] = [0, 1, 2, 40, 400, nil]

  /// No two entries have the same one.
  var title: String { "\(Self.words[(feed + number) % Self.words.count]) \(feed)\(number)" }

  var description: String { title }

  private var day: Int? { Self.days[(number * 5 + feed) % Self.days.count] }

  var isOfToday: Bool { day == 0 }

  /// In seconds since 1970. No two entries have the same one.
  var date: Int64? { day.map { Self.now - Int64($0 * 86_400 + feed * 600 + number * 60) } }

  /// The part of a timeline to which it belongs.
  var period: String {
    switch day {
    case nil: "No Date"
    case 0: "Today"
    case 1: "Yesterday"
    case 2: "This Week"
    case 40: "September 2026"
    default: "September 2025"
    }
  }

  /// - Parameter text: Changes when the file is edited.
  func item(text: Int) -> String {
    let date = date.map {
      "<pubDate>\(Self.format.string(from: Date(timeIntervalSince1970: Double($0))))</pubDate>"
    }
    return "<item><guid>\(feed)-\(number)</guid><title>\(title)</title>\(date ?? "")"
      + "<description>\(Self.words(text: text))</description></item>\n"
  }

  static func words(text: Int) -> String { "Text \(text)." }

  private static let format = {
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.timeZone = TimeZone(identifier: "UTC")
    format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    return format
  }()
}

/// The file of a feed, as it is on the disk or as it was read.
nonisolated struct ModelFile: Hashable, Sendable {
  struct Item: Hashable, Sendable {
    let entry: ModelEntry
    var text: Int
  }

  let feed: Int
  var items: [Item]

  static func title(of feed: Int) -> String { "Feed \(feed)" }
  static func name(of feed: Int) -> String { "\(feed).xml" }

  init(feed: Int, count: Int) {
    self.feed = feed
    items = (0..<count).map { Item(entry: ModelEntry(feed: feed, number: $0), text: 0) }
  }

  var entries: [ModelEntry] { items.map(\.entry) }

  var rss: String {
    "<rss version=\"2.0\"><channel><title>\(Self.title(of: feed))</title>\n"
      + items.map { $0.entry.item(text: $0.text) }.joined() + "</channel></rss>"
  }
}
