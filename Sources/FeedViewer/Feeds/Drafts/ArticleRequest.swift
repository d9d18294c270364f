/// A request for the article of one entry, and its result. Feeds keep only plain text of their entries, so the file
/// is read again for their markup.
final class ArticleRequest {
  /// The entry's index in its file, counted from 0.
  let ordinal: Int
  private var best = Ranked<Article>()
  /// The entry found at that index.
  private(set) var entry: FeedEntry?

  init(ordinal: Int) { self.ordinal = ordinal }

  /// The best body found, with its links resolved against the entry's link.
  var article: Article? {
    guard var article = best.value else { return nil }
    article.resolveLinks(against: entry?.link)
    return article
  }

  func offer(_ article: Article, rank: UInt8) { best.offer(article, rank: rank) }

  func finish(_ entry: FeedEntry) { self.entry = entry }
}
