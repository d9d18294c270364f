import FeedViewerBase
import FeedViewerFeeds
import FeedViewerRows
import GtkInterop
import LayoutCore
import PangoText

/// The rows of an article's page, and what else the page has to know, prepared off the main thread.
nonisolated struct ArticleContent: Sendable {
  private static let tagLimit = 12

  let title: String?
  let link: String?
  /// The rows of the page.
  let document: ArticleDocument
  let enclosures: [ArticleEnclosure]
  /// Whether there are pictures on the web, which are not loaded.
  private let missesPictures: Bool

  /// - Parameters:
  ///   - row: The row of the entry.
  ///   - read: The entry as it is in its file.
  ///   - article: The text of the entry, or its beginning.
  ///   - beginning: What is shown of the entry, if that is only its beginning.
  ///   - columnWidth: In device pixels.
  ///   - isTextOnly: Whether what stands above the text and the viewer's own messages are left out.
  ///   - showsAddress: Whether the address of the entry follows its heading: on paper there is no button for it.
  ///   - clock: The reader's time zone.
  init(
    of row: FeedRow, _ read: ArticleEntry, article: Article, beginning: ArticleContent? = nil,
    columnWidth: Int, isTextOnly: Bool = false, showsAddress: Bool = false, clock: LocalClock = .current
  ) {
    let entry = read.entry
    title = entry.title
    link = row.webLink
    let shown = entry.enclosures.isEmpty ? [] : article.fileIdentities
    // Files that the text shows are not attached as well.
    enclosures = entry.enclosures.filter { !$0.identities.contains(where: shown.contains) }.map {
      ArticleEnclosure($0, of: row.path)
    }
    let start = entry.title ?? article.blocks.first { !$0.text.isEmpty }?.text ?? ""
    let isRightToLeft = WritingDirection(of: String(start.unicodeScalars.prefix(1_000))) == .rightToLeft
    var document = ArticleDocument(title: entry.title, language: entry.language)
    document.isRightToLeft = isRightToLeft
    for row in isTextOnly ? [] : Self.heading(of: row, entry, clock) {
      document.append(row, isRightToLeft: isRightToLeft)
    }
    if showsAddress, let link { document.append(.action(opening: link), isRightToLeft: isRightToLeft) }
    var pictures: [Int: ArticlePicture] = [:]
    var placeholders: [Int: ArticleRow] = [:]
    var misses = false
    // The pictures that the row of the entry looks for are found as it finds them.
    let ownReferences = Set(entry.imageReferences)
    for (index, block) in article.blocks.enumerated() {
      switch block.kind {
      case .image(let image):
        let source = image.source(columnWidth: columnWidth)
        do throws(LocalReference.Refusal) {
          let path =
            image.isData(source.reference)
            ? source.reference
            : try LocalReference.file(
              source.reference, of: row.path.text,
              endings: ownReferences.contains(source.reference) ? LocalImage.endings : [""])
          pictures[index] = ArticlePicture(image, path: path)
        } catch {
          placeholders[index] =
            isTextOnly ? .words(of: image, source) : .placeholder(of: image, source, refused: error)
          misses = misses || error == .remote || WebAddress.isPage(source.address)
        }
      case .embed(let embed):
        let isLocal =
          !WebAddress.isOpened(embed.address)
          && (try? LocalReference.file(embed.address, of: row.path.text)) != nil
        var placeholder = ArticleRow.placeholder(of: embed, isLocal: isLocal)
        if let poster = embed.poster {
          do throws(LocalReference.Refusal) {
            let path = try LocalReference.file(poster.reference, of: row.path.text)
            pictures[index] = ArticlePicture(path: path, words: embed.title ?? "", hasAlternative: false)
          } catch {
            if error == .outside, !isTextOnly, !WebAddress.isPage(poster.address) {
              placeholder.text += "\n" + PictureFailure.outsideFolder.message
            }
          }
        }
        placeholders[index] = placeholder
      default: break
      }
    }
    // The rows of a beginning are the first ones of the whole.
    let showsNoteFirst = !isTextOnly && (beginning.map(\.missesPictures) ?? misses)
    missesPictures = misses
    if showsNoteFirst { document.append(.note(.picturesAreMissing), isRightToLeft: isRightToLeft) }
    if !isTextOnly, article.blocks.isEmpty, enclosures.isEmpty {
      document.append(.note(read.isPresent ? .noText : .isMissing), isRightToLeft: isRightToLeft)
      if !showsAddress, let link { document.append(.action(opening: link), isRightToLeft: isRightToLeft) }
    }
    document.append(article, pictures: pictures, placeholders: placeholders)
    if article.isPartial {
      self.document = document
      return
    }
    if !isTextOnly, misses, !showsNoteFirst {
      document.append(.note(.picturesAreMissing), isRightToLeft: isRightToLeft)
    }
    if !isTextOnly, article.isCut { document.append(.note(.isCut), isRightToLeft: isRightToLeft) }
    for enclosure in enclosures { document.append(.attachment(enclosure), isRightToLeft: isRightToLeft) }
    self.document = document
  }

  /// The rows above the text: title; author and date; source, contributors, duration and tags.
  private static func heading(of row: FeedRow, _ entry: FeedEntry, _ clock: LocalClock) -> [ArticleRow] {
    var rows: [ArticleRow] = []
    func append(_ kind: ArticleRow.Kind, _ block: ArticleBlock, spaceAbove: Double) {
      for piece in block.pieces(number: 0) {
        let (text, runs) = block.content(of: piece)
        var row = ArticleRow(kind, text, runs: runs)
        row.separator = piece.separator ?? (kind == .note ? .lineFeed : .blankLine)
        if piece.isFirst { row.spaceAbove = spaceAbove }
        rows.append(row)
      }
    }
    if let title = entry.title { append(.title, ArticleBlock(text: title), spaceAbove: 24) }
    let byline = byline(of: row, entry, clock)
    if !byline.isEmpty { append(.byline, ArticleBlock(text: byline), spaceAbove: rows.isEmpty ? 24 : 9) }
    let notes = noteLine(of: entry)
    if !notes.text.isEmpty { append(.note, notes, spaceAbove: rows.isEmpty ? 24 : 4) }
    return rows
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
    for tag in entry.tags.prefix(tagLimit) where !tag.isEmpty { add(tag) }
    return line
  }

  private static func byline(of row: FeedRow, _ entry: FeedEntry, _ clock: LocalClock) -> String {
    var parts: [String] = []
    if let author = row.author { parts.append(author) }
    if let date = entry.date {
      parts.append(DateText(clock: clock).full(date))
    } else if let text = entry.dateText {
      parts.append(text)
    }
    if let published = entry.published, let updated = entry.updated,
      updated.secondsSinceEpoch - published.secondsSinceEpoch >= 86_400
    {
      parts.append(localized("updated \(DateText(clock: clock).full(updated))"))
    }
    // Isolates the direction of each part (Unicode Bidirectional Algorithm, FSI and PDI).
    return parts.map { "\u{2068}\($0)\u{2069}" }.joined(separator: " · ")
  }

  private static func notes(of entry: FeedEntry) -> [String] {
    var notes: [String] = []
    if let source = entry.details.source?.title { notes.append(localized("via \(source)")) }
    if !entry.details.contributors.isEmpty {
      notes.append(localized("with \(ListText.joined(entry.details.contributors))"))
    }
    if let duration = entry.details.duration { notes.append(localized("Length \(clock(duration))")) }
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
    case nil: return (localized("Comments"), address)
    case let count?:
      return (
        localized("\(grouped: count) comment", plural: "\(grouped: count) comments", count: count), address
      )
    }
  }
}

/// A file attached to an entry, as shown on its page.
nonisolated struct ArticleEnclosure: Sendable, Equatable {
  enum Kind: Sendable { case audio, video, other }

  let name: String
  let kind: Kind
  /// Its type and size.
  let description: String
  /// The address to open: on the web, or of a local file; `nil` if it is neither.
  let address: String?
  /// Why a local file is not opened; nil if it is, or if there is none.
  let refusal: String?

  /// - Parameter path: The feed's file. Accesses the disk.
  init(_ enclosure: Enclosure, of path: FilePath) {
    do throws(LocalReference.Refusal) {
      address = FilePath.uri(of: try LocalReference.file(enclosure.reference ?? enclosure.url, of: path.text))
      refusal = nil
    } catch {
      address = WebAddress.isOpened(enclosure.url) ? enclosure.url : nil
      refusal = error == .outside && address == nil ? LinkedFile.Refusal.elsewhere.message : nil
    }
    name = UntrustedText.line(enclosure.title ?? WebAddress.fileName(of: enclosure.url) ?? enclosure.url)
    let type = enclosure.type?.lowercased() ?? ""
    kind = type.hasPrefix("audio/") ? .audio : type.hasPrefix("video/") ? .video : .other
    let size = enclosure.length.flatMap { $0 > 0 ? Self.size($0) : nil }
    description = ListText.joined([enclosure.type.map(UntrustedText.line), size].compactMap { $0 })
  }

  /// "640 bytes", "12 kB", "3.4 MB".
  static func size(_ bytes: Int64) -> String {
    if bytes < 1_000 {
      return localized("\(Int(bytes)) byte", plural: "\(Int(bytes)) bytes", count: Int(bytes))
    }
    let thousands = Double(bytes) / 1_000
    if thousands < 999.5 { return localized("\(rounded(thousands)) kB") }
    if thousands / 1_000 < 999.5 { return localized("\(rounded(thousands / 1_000)) MB") }
    return localized("\(rounded(thousands / 1_000_000)) GB")
  }

  private static func rounded(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return value < 9.95 && tenths % 10 != 0
      ? NumberText.decimal(tenths: tenths) : NumberText.grouped(Int(value.rounded()))
  }
}
