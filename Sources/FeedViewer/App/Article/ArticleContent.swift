import Feeds
import GtkInterop

/// Everything that an article page shows, prepared off the main thread.
nonisolated struct ArticleContent: Sendable {
  private static let tagLimit = 12

  let title: String?
  let link: String?
  /// The lines above the text: title; author and date; source, contributors, duration; tags.
  let heading: [ArticleHeadingLine]
  /// Whether the heading is right-to-left.
  let isRightToLeft: Bool
  let blocks: [ArticleBlock]
  /// The elements of the page in order; texts are divided into pieces that are laid out one by one.
  let steps: [ArticleStep]
  /// The paths of local pictures, by block index.
  let pictures: [Int: String]
  let enclosures: [ArticleEnclosure]
  let language: String?

  /// - Parameters:
  ///   - row: The row of the entry.
  ///   - article: The text of the entry.
  ///   - columnWidth: In device pixels.
  ///   - clock: The reader's time zone.
  init(of row: FeedRow, article: Article, columnWidth: Int, clock: LocalClock = .current) {
    let entry = row.entry
    title = entry.title
    link = row.webLink
    blocks = article.blocks
    let heading = Self.heading(of: row, clock)
    self.heading = heading
    let start = entry.title ?? blocks.first { !$0.text.isEmpty }?.text ?? ""
    isRightToLeft = WritingDirection(of: String(start.unicodeScalars.prefix(1_000))) == .rightToLeft
    var pictures: [Int: String] = [:]
    var pictureCount = 0
    for (index, block) in blocks.enumerated() {
      guard case .image(let image) = block.kind else { continue }
      pictureCount += 1
      pictures[index] = LocalReference.path(
        of: image.reference(columnWidth: columnWidth), relativeTo: row.path)
    }
    self.pictures = pictures
    enclosures = entry.enclosures.map { ArticleEnclosure($0, of: row.path) }
    language = entry.language
    var steps: [ArticleStep] = []
    for (number, line) in heading.enumerated() {
      steps += line.block.pieces(number: number).map(ArticleStep.heading)
    }
    if link != nil { steps.append(.openButton) }
    if pictures.count < pictureCount { steps.append(.note(.picturesAreMissing)) }
    if blocks.isEmpty, enclosures.isEmpty { steps.append(.note(.noText)) }
    for (number, block) in blocks.enumerated() {
      steps += block.pieces(number: number).map(ArticleStep.block)
    }
    if article.isCut { steps.append(.note(.isCut)) }
    steps += enclosures.indices.map(ArticleStep.attachment)
    self.steps = steps
  }

  private static func heading(of row: FeedRow, _ clock: LocalClock) -> [ArticleHeadingLine] {
    var lines: [ArticleHeadingLine] = []
    if let title = row.entry.title {
      lines.append(ArticleHeadingLine(style: .title, block: ArticleBlock(text: title)))
    }
    let byline = byline(of: row, clock)
    if !byline.isEmpty { lines.append(ArticleHeadingLine(style: .byline, block: ArticleBlock(text: byline))) }
    let notes = noteLine(of: row.entry)
    if !notes.text.isEmpty { lines.append(ArticleHeadingLine(style: .note, block: notes)) }
    return lines
  }

  /// Source, duration, the link to the comments, and tags, on one line.
  private static func noteLine(of entry: FeedEntry) -> ArticleBlock {
    var line = ArticleBlock()
    func add(_ note: String, link: String? = nil) {
      if !line.text.isEmpty { line.text += " · " }
      // Isolates the direction of each part (Unicode Bidirectional Algorithm, FSI and PDI).
      line.text += "\u{2068}"
      let start = line.text.utf8.count
      line.text += note
      if let link { line.runs = [ArticleRun(range: start..<line.text.utf8.count, link: link)] }
      line.text += "\u{2069}"
    }
    for note in notes(of: entry) { add(note) }
    if let (label, address) = entry.details.comments.flatMap(comments) { add(label, link: address) }
    let tags = entry.tags.prefix(tagLimit).joined(separator: ", ")
    if !tags.isEmpty { add(tags) }
    return line
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
    // Isolates the direction of each part (Unicode Bidirectional Algorithm, FSI and PDI).
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

/// A file attached to an entry, as shown on its page.
nonisolated struct ArticleEnclosure: Sendable, Equatable {
  let name: String
  /// Its type and size.
  let description: String
  /// The address to open: on the web, or of a local file; `nil` if it is neither.
  let address: String?

  /// - Parameter path: The feed's file. Accesses the disk.
  init(_ enclosure: Enclosure, of path: String) {
    let file = LocalReference.path(of: enclosure.url, relativeTo: path)
    address =
      file.flatMap(FilePath.uri)
      ?? (WebAddress.isOpened(enclosure.url) ? enclosure.url : nil)
    name = UntrustedText.line(enclosure.title ?? WebAddress.fileName(of: enclosure.url) ?? enclosure.url)
    let size = enclosure.length.flatMap { $0 > 0 ? Self.size($0) : nil }
    description = [enclosure.type.map(UntrustedText.line), size].compactMap { $0 }.joined(separator: ", ")
  }

  /// Name and description, as shown on the page.
  var text: String { description.isEmpty ? name : "\(name)  \(description)" }

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
