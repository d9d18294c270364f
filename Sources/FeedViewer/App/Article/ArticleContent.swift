import Feeds
import FoundationEssentials

/// All that the page of an article shows, ready to be drawn; made away from the main thread.
nonisolated struct ArticleContent: Sendable {
  /// Blocks with more text are divided: a label is laid out as a whole.
  static let longestBlock = 20_000
  private static let tagLimit = 12

  let title: String?
  let link: String?
  /// Who wrote it and when.
  let byline: String
  /// Where it comes from, who helped, how long it plays.
  let notes: [String]
  /// What it is about, joined.
  let tags: String
  let blocks: [ArticleBlock]
  /// The files of the pictures, by the number of the block.
  let pictures: [Int: String]
  let enclosures: [ArticleEnclosure]
  /// Of the comments.
  let commentsLink: (label: String, address: String)?
  let isCut: Bool
  let language: String?

  /// - Parameters:
  ///   - row: The row of the entry.
  ///   - article: Its text.
  ///   - columnWidth: In device pixels.
  ///   - clock: Where the reader is.
  init(of row: FeedRow, article: Article, columnWidth: Int, clock: LocalClock = .current) {
    let entry = row.entry
    title = entry.title
    link = row.webLink
    byline = Self.byline(of: row, clock)
    notes = Self.notes(of: entry)
    tags = entry.tags.prefix(Self.tagLimit).joined(separator: ", ")
    blocks = article.blocks.flatMap { $0.divided(longest: Self.longestBlock) }
    var pictures: [Int: String] = [:]
    for (index, block) in blocks.enumerated() {
      guard case .image(let image) = block.kind else { continue }
      pictures[index] = LocalReference.path(
        of: image.reference(columnWidth: columnWidth), relativeTo: row.path)
    }
    self.pictures = pictures
    enclosures = entry.enclosures.map { ArticleEnclosure($0, of: row.path) }
    commentsLink = entry.details.comments.flatMap(Self.comments)
    isCut = article.isCut
    language = entry.language
  }

  private static func byline(of row: FeedRow, _ clock: LocalClock) -> String {
    var parts: [String] = []
    if let author = row.author { parts.append(author) }
    if let date = row.entry.date {
      parts.append(RelativeDate.fullText(for: date, clock: clock))
    } else if let text = row.entry.dateText {
      parts.append(text)
    }
    if let published = row.entry.published, let updated = row.entry.updated,
      updated.secondsSinceEpoch - published.secondsSinceEpoch >= 86_400
    {
      parts.append("changed \(RelativeDate.fullText(for: updated, clock: clock))")
    }
    // Each part keeps its own direction (Unicode Bidirectional Algorithm, FSI and PDI).
    return parts.map { "\u{2068}\($0)\u{2069}" }.joined(separator: " · ")
  }

  private static func notes(of entry: FeedEntry) -> [String] {
    var notes: [String] = []
    if let source = entry.details.source?.title { notes.append("From \(source)") }
    if !entry.details.contributors.isEmpty {
      notes.append("With \(entry.details.contributors.joined(separator: ", "))")
    }
    if let duration = entry.details.duration { notes.append("Plays \(clock(duration))") }
    return notes
  }

  /// `4:05` or `1:02:03`.
  static func clock(_ seconds: Int) -> String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let hours = seconds / 3_600
    let rest = "\(two(seconds % 60))"
    return hours > 0 ? "\(hours):\(two(seconds / 60 % 60)):\(rest)" : "\(seconds / 60):\(rest)"
  }

  private static func comments(_ comments: EntryComments) -> (label: String, address: String)? {
    guard let address = comments.address, WebAddress.isOpened(address) else { return nil }
    switch comments.count {
    case nil: return ("Comments", address)
    case 1: return ("1 comment", address)
    case let count?: return ("\(count) comments", address)
    }
  }
}

/// A file that belongs to an entry, as its page names it.
nonisolated struct ArticleEnclosure: Sendable, Equatable {
  let name: String
  /// Its type and size.
  let description: String
  /// What is opened: an address of the web, or of a file on this machine; `nil` if it is neither.
  let address: String?

  /// - Parameter path: The feed's file. Looks at the disk.
  init(_ enclosure: Enclosure, of path: String) {
    let file = LocalReference.path(of: enclosure.url, relativeTo: path)
    address =
      file.map { URL(fileURLWithPath: $0).absoluteString }
      ?? (WebAddress.isOpened(enclosure.url) ? enclosure.url : nil)
    name = enclosure.title ?? WebAddress.fileName(of: enclosure.url) ?? enclosure.url
    let size = enclosure.length.flatMap { $0 > 0 ? Self.size($0) : nil }
    description = [enclosure.type, size].compactMap { $0 }.joined(separator: ", ")
  }

  /// "640 bytes", "12 kB", "3.4 MB".
  static func size(_ bytes: Int64) -> String {
    if bytes < 1_000 { return "\(bytes) bytes" }
    var value = Double(bytes) / 1_000
    for unit in ["kB", "MB"] {
      if value < 999.5 { return "\(rounded(value)) \(unit)" }
      value /= 1_000
    }
    return "\(rounded(value)) GB"
  }

  private static func rounded(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return value < 9.95 && tenths % 10 != 0 ? "\(tenths / 10).\(tenths % 10)" : "\(Int(value.rounded()))"
  }
}

/// Addresses that other programs are asked to open.
nonisolated enum WebAddress {
  /// Whether an address of a feed is handed to the desktop: pages and mail, never programs or other schemes.
  static func isOpened(_ address: String) -> Bool {
    ["http", "https", "mailto"].contains(address.prefix { $0 != ":" }.lowercased())
  }

  /// The last part of an address's path as people write it; `nil` if there is none, or if it is no name of a file.
  static func fileName(of address: String) -> String? {
    guard !address.lowercased().hasPrefix("data:") else { return nil }
    let path = address.prefix { $0 != "?" && $0 != "#" }
    guard let last = path.split(separator: "/").last else { return nil }
    return PercentEncoding.decoded(last) ?? String(last)
  }
}

extension ArticleBlock {
  /// The block, or if it has more bytes of text than a limit several that follow each other, divided at spaces.
  nonisolated func divided(longest: Int) -> [ArticleBlock] {
    let bytes = Array(text.utf8)
    guard bytes.count > longest else { return [self] }
    var parts: [ArticleBlock] = []
    var start = 0
    while start < bytes.count {
      var end = min(bytes.count, start + longest)
      if end < bytes.count {
        let space = bytes[start..<end].lastIndex { $0 == 0x20 || $0 == 0x0A }
        if let space, space > start {
          end = space + 1
        } else {
          while end > start + 1, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        }
      }
      var part = self
      // Only the first one has the item's mark.
      if case .listItem = kind, start > 0 { part.kind = .paragraph }
      part.text = String(decoding: bytes[start..<end], as: UTF8.self)
      part.runs = runs.compactMap { run in
        let range = run.range.clamped(to: start..<end)
        guard !range.isEmpty else { return nil }
        var run = run
        run.range = range.lowerBound - start..<range.upperBound - start
        return run
      }
      parts.append(part)
      start = end
    }
    return parts
  }
}
