/// A request for the article of one entry, and its result. Feeds keep only plain text of their entries, so the file
/// is read again for their markup.
final class ArticleRequest {
  /// The entry's index in its file, counted from 0.
  let ordinal: Int
  private var best = Ranked<ArticleSource>()
  /// The base of the references of all entries.
  private var feedBase: String?
  /// The language of the feed, as far as it was read.
  private var feedLanguage: String?
  /// The entry found at that index.
  private(set) var entry: FeedEntry?

  init(ordinal: Int) { self.ordinal = ordinal }

  /// The best body found, with the entry's link and language; nil if there is none.
  var source: ArticleSource? {
    guard var source = best.value else { return nil }
    source.link = entry?.link
    source.base = AddressBases.joined(source.base, source.link, feedBase)
    source.language = entry?.language ?? feedLanguage
    return source
  }

  /// - Parameters:
  ///   - base: What counts more than the link of the entry: `xml:base`, else the `base` element of HTML.
  ///   - feedBase: The base of the references of all entries.
  ///   - language: The language of the feed.
  func offer(
    _ format: ArticleSource.Format, _ text: UnsafeBufferPointer<UInt8>, base: String?,
    feedBase: String?, language: String?,
    rank: UInt8
  ) {
    guard best.wants(rank) else { return }
    best.offer(ArticleSource(format: format, text: text.string, base: base), rank: rank)
    feedLanguage = language
    self.feedBase = feedBase
  }

  func finish(_ entry: FeedEntry) { self.entry = entry }
}
