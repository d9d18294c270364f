import CGtk
import FeedViewerBase
import FeedViewerFeeds
import FeedViewerRows
import GtkInterop
import LayoutCore
import VirtualList

/// Prints what the article page shows of the entries of a file, or writes the article of one entry.
struct ArticleCommand: Command {
  private static let entry = CommandOption(
    "entry", value: Message("N", context: "command line"),
    Message("Only this entry, counted from 0 as inspect lists them."))
  private static let format = CommandOption(
    "format", value: Message("FORMAT", context: "command line"),
    completion: .words(Format.allCases.map(\.rawValue)),
    Message("text (default), json, html or pdf; the last two need --entry."))
  private static let output = CommandOption(
    "output", value: Message("PATH", context: "command line"), completion: .files,
    Message("Write to a file, not to standard output."))

  static let description = CommandDescription(
    name: "article", summary: Message("Print what the pages of entries show, without a window."),
    discussion: Message(
      """
      json prints one object per entry, one per line. html and pdf are documents that load nothing and run nothing.
      """),
    options: [entry, format, output], files: Message("A feed file."))

  private nonisolated enum Format: String, CaseIterable, OptionValue {
    case text, json, html, pdf

    init?(argument: String) { self.init(rawValue: argument) }

    /// Whether a document has one entry.
    var needsEntry: Bool { self == .html || self == .pdf }
  }

  private let files: [String]
  private let entry: Int?
  private let format: Format
  private let output: String?

  init(_ arguments: CommandArguments) throws(UsageError) {
    files = arguments.files
    entry = try arguments.value(of: Self.entry)
    format = try arguments.value(of: Self.format) ?? .text
    output = try arguments.value(of: Self.output)
    if files.count > 1 {
      throw UsageError(
        localized("Unexpected argument “\(PathText.display(files[1]))”."), in: Self.description)
    }
    if let entry, entry < 0 {
      throw UsageError(localized("--entry must be a number from 0 on, not \(entry)."), in: Self.description)
    }
    if format.needsEntry, entry == nil {
      throw UsageError(
        localized("--format \(format.rawValue) needs the number of an entry: --entry N."),
        in: Self.description)
    }
  }

  func run() -> Int32 {
    HeapMemory.keepMemory()
    let argument = files[0]
    let isAddress = argument.hasPrefix("file:")
    guard let path = isAddress ? FilePath.absolute(argument) : FilePath(argument) else {
      return fail(FeedError(file: argument, reason: .notAFile).description)
    }
    switch Self.rows(of: path, entry: entry) {
    case .success(let (rows, feed)):
      if let entry, rows.isEmpty {
        return fail(localized("\(PathText.display(argument)) has no entry \(entry)."))
      }
      return write(rows, feed: feed)
    case .failure(let error): return fail(error.description)
    }
  }

  private func fail(_ message: String) -> Int32 {
    StandardError.write(message)
    return 1
  }

  /// The rows of all entries, or of one, and the title of the feed.
  nonisolated static func rows(of path: FilePath, entry: Int?) -> Result<([FeedRow], String), FeedError> {
    var rows: [FeedRow] = []
    var first = 0
    do throws(FeedError) {
      let feed = try FeedReader.stream(
        contentsOf: path.text, keepsText: true
      ) { batch in
        let title = batch.feed.title ?? FileName.of(path)
        for section in batch.sections {
          let numbers = first..<first + section.entries.count
          first = numbers.upperBound
          guard entry.map({ numbers.contains($0) }) ?? true else { continue }
          var maker = RowMaker(path: path, format: batch.feed.format, from: numbers.lowerBound)
          let found = maker.rows(for: section, of: batch.feed, feedTitle: title, text: batch.text)
          rows += entry.map { [found[$0 - numbers.lowerBound]] } ?? found
        }
        return true
      }
      return .success((rows, feed.title ?? FileName.of(path)))
    } catch {
      return .failure(error)
    }
  }

  private func write(_ rows: [FeedRow], feed: String) -> Int32 {
    var document: [UInt8] = []
    switch format {
    case .text:
      var isFirst = true
      for row in rows {
        let text = Self.content(of: row).document.copiedText
        guard !text.isEmpty else { continue }
        document += Array(((isFirst ? "" : "\n") + text + "\n").utf8)
        isFirst = false
        flush(&document)
      }
    case .json:
      for row in rows {
        ArticleInspection.write(title: row.entry.title, Self.blocks(of: row)) { document += $0 }
        document.append(UInt8(ascii: "\n"))
        flush(&document)
      }
    case .html: document = Array(PrintableArticle(reading: rows[0]).writtenHTML(feed: feed).utf8)
    case .pdf:
      guard let pages = pages(of: rows[0], feed: feed) else {
        return fail(localized("Can’t Save"))
      }
      document = pages
    }
    guard let output else {
      document.withUnsafeBytes { StandardOutput.write(json: $0) }
      return 0
    }
    do throws(FileReplacement.Failure) {
      let file = try FileReplacement(of: output)
      defer { file.abandon() }
      try file.write(document)
      try file.commit()
      return 0
    } catch {
      return fail(error.message)
    }
  }

  /// Writes what there is to standard output, unless it goes to a file.
  private func flush(_ document: inout [UInt8]) {
    guard output == nil else { return }
    if format == .text {
      // Without characters that a terminal would obey.
      StandardOutput.write(String(decoding: document, as: UTF8.self), terminator: "")
    } else {
      document.withUnsafeBytes { StandardOutput.write(json: $0) }
    }
    document.removeAll(keepingCapacity: true)
  }

  // MARK: Articles

  private nonisolated static let columnWidth = 1_240

  /// The rows of the page's text and attachments.
  private nonisolated static func content(of row: FeedRow) -> ArticleContent {
    let entry = ArticleLoader.readEntry(of: row)
    return ArticleContent(
      of: row, entry, article: entry.source.article(), columnWidth: columnWidth, isTextOnly: true)
  }

  nonisolated static func blocks(of row: FeedRow) -> [ArticleInspection.Block] {
    content(of: row).document.inspectedBlocks { image in
      let source = image.source(columnWidth: columnWidth)
      if let path = try? LocalReference.file(source.reference, of: row.path.text) {
        return FileName.of(FilePath(path))
      }
      return source.address
    }
  }

  /// Decodes the pictures of an article in a process of their own, and lays it out on pages.
  private func pages(of row: FeedRow, feed: String) -> [UInt8]? {
    var article = PrintableArticle(reading: row)
    if !article.document.picturePaths.isEmpty {
      MainQueueSource.attach()
      let loading = Loading(article)
      loading.start()
      while !loading.isDone { g_main_context_iteration(nil, 1) }
      article = loading.article
    }
    let printed = article.printed(
      on: PrintGeometry(paper: Self.paper), feed: feed, fontFamily: Self.fontFamily)
    guard printed.layOut() else { return nil }
    return PDFPages.document(
      width: Self.paper.width, height: Self.paper.height, count: printed.pages.count
    ) { page, cairo in printed.draw(page, in: cairo) }
  }

  /// ISO 216 A4, in points.
  private static let paper = Size(width: 595.28, height: 841.89)
  /// The font of the user interface is known to GTK only.
  private static let fontFamily = "Sans"

  /// Decodes the pictures of an article.
  private final class Loading {
    private(set) var article: PrintableArticle
    private(set) var isDone = false

    init(_ article: PrintableArticle) { self.article = article }

    func start() {
      Task {
        var loaded = article
        await loaded.loadPictures(PictureDecoder(program: "/proc/self/exe"))
        article = loaded
        isDone = true
      }
    }
  }
}
