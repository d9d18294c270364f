/// The wish for the article of one entry, and what came of it: feeds keep only the words of their entries, so the file
/// is read again for how they are set.
final class ArticleRequest {
  /// The entry's number in its file, counted from 0.
  let ordinal: Int
  private var best = Ranked<Article>()
  /// The entry that was found there.
  private(set) var entry: FeedEntry?

  init(ordinal: Int) { self.ordinal = ordinal }

  /// The best body that was found, with its links joined to the entry's own.
  var article: Article? {
    guard var article = best.value else { return nil }
    article.resolveLinks(against: entry?.link)
    return article
  }

  func offer(_ article: Article, rank: UInt8) { best.offer(article, rank: rank) }

  func finish(_ entry: FeedEntry) { self.entry = entry }
}
