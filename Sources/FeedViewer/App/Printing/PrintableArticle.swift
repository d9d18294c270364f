import FeedViewerBase
import FeedViewerFeeds
import FeedViewerRows
import GtkInterop
import VirtualList

/// All of an entry's article, with its pictures, for paper and for other programs.
struct PrintableArticle {
  /// The widest that pictures are decoded: about 220 dots per inch in a column of text.
  nonisolated static let pictureWidth = 1_240
  /// Beyond this size of all pictures in bytes, the others are decoded smaller; beyond the second, words stand for them.
  private static let pictureBudget = 200_000_000
  private static let pictureLimit = 400_000_000
  private static let smallPictureWidth = 400

  let row: FeedRow
  /// The text, in the language of the entry, else of its feed.
  let document: ArticleDocument
  private(set) var pictures: [FilePath: ScaledImage] = [:]
  /// Why pictures can't be shown, by path.
  private(set) var failures: [FilePath: String] = [:]

  /// Reads all of an entry's text.
  init(of row: FeedRow) async {
    self.row = row
    document = await Self.document(of: row)
  }

  /// The same on the calling thread, which the disk may block.
  init(reading row: FeedRow) {
    self.row = row
    document = Self.readDocument(of: row)
  }

  @concurrent
  private nonisolated static func document(of row: FeedRow) async -> ArticleDocument { readDocument(of: row) }

  private nonisolated static func readDocument(of row: FeedRow) -> ArticleDocument {
    let entry = ArticleLoader.readEntry(of: row)
    var document = ArticleContent(
      of: row, entry, article: entry.source.article(), columnWidth: pictureWidth, showsAddress: true
    ).document
    document.language = document.language ?? entry.source.language
    return document
  }

  /// Decodes the pictures, one after the other.
  mutating func loadPictures(_ decoder: PictureDecoder?) async {
    let loader = ImageLoader(decoder: decoder)
    var size = 0
    for path in document.picturePaths {
      guard size < Self.pictureLimit else {
        failures[FilePath(path)] = PictureFailure.memoryLimit.message
        continue
      }
      let width = size < Self.pictureBudget ? Self.pictureWidth : Self.smallPictureWidth
      switch await Self.picture(path, width, loader) {
      case .success(let image):
        pictures[FilePath(path)] = image
        size += image.byteCount
      case .failure(let reason): failures[FilePath(path)] = reason.message
      }
    }
  }

  /// The article on paper, which is not laid out yet.
  ///
  /// - Parameter feed: The title of the feed.
  func printed(on geometry: PrintGeometry, feed: String, fontFamily: String) -> PrintedArticle {
    let names = PrintedArticle.Names(
      title: ArticleFileName.title(of: row, feed: feed), feed: feed,
      author: row.author.map(UntrustedText.line), pageNumber: ArticlePrinter.pageNumber)
    return PrintedArticle(
      document, names, on: geometry, fontFamily: fontFamily, pictures: pictures, failures: failures
    ) { address in
      WebAddress.isOpened(address) ? LinkPreview.printed(address) : nil
    }
  }

  private static func picture(_ path: String, _ width: Int, _ loader: ImageLoader) async -> ImageLoader.Answer
  {
    var use: ImageLoader.Use?
    defer { withExtendedLifetime(use) {} }
    return await withCheckedContinuation { answer in
      use = loader.request(path: path, fittingWidth: width) { answer.resume(returning: $0) }
    }
  }
}
