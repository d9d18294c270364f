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
  /// The language of the body.
  private var bodyLanguage: String?
  /// The entry found at that index.
  private(set) var entry: FeedEntry?
  /// The pictures of the entry with their ranks, the best first.
  private var images: [(image: ArticleImage, rank: Int)] = []
  private var players: [String] = []
  private var mediaTexts: [MediaText] = []

  init(ordinal: Int) { self.ordinal = ordinal }

  /// The best body found, with the entry's link and language; nil if there is none.
  var source: ArticleSource? {
    let (pictures, thumbnails) = declaredPictures
    let hasMedia = !pictures.isEmpty || !thumbnails.isEmpty || !players.isEmpty || !mediaTexts.isEmpty
    guard var source = best.value ?? (hasMedia ? .empty : nil) else { return nil }
    (source.pictures, source.thumbnails, source.players) = (pictures, thumbnails, players)
    source.mediaTexts = mediaTexts
    if !mediaTexts.isEmpty, let entry {
      source.titles = (entry.title.map { [$0] } ?? []) + entry.enclosures.compactMap(\.title)
    }
    source.link = entry?.link
    source.base = AddressBases.joined(source.base, source.link, feedBase)
    source.language = bodyLanguage ?? entry?.language ?? feedLanguage
    return source
  }

  /// The pictures and the thumbnails that are not named in a text.
  private var declaredPictures: (pictures: [ArticleImage], thumbnails: [ArticleImage]) {
    let declared = images.filter { $0.rank < ImageRank.inContent }
    return (
      declared.filter { $0.rank >= ImageRank.media }.map(\.image),
      declared.filter { $0.rank < ImageRank.media }.map(\.image)
    )
  }

  /// Offers a body. One whose article would have no block is none, and one of only lines is the last choice: RSS 2.0 calls `description` the synopsis of an item
  /// whatever stands beside it, and RFC 4287, section 4.1.3, lets `summary` stand beside `content`.
  ///
  /// - Parameters:
  ///   - isXML: Whether the markup is nested in that of the feed.
  ///   - base: What counts more than the link of the entry: `xml:base`, else the `base` element of HTML.
  ///   - feedBase: The base of the references of all entries.
  ///   - language: The language of the body, if an element around it declares one (RFC 4287, section 2).
  ///   - feedLanguage: The language of the feed.
  func offer(
    _ format: ArticleSource.Format, _ text: UnsafeBufferPointer<UInt8>, isXML: Bool = false, base: String?,
    feedBase: String?, language: String? = nil, feedLanguage: String?, rank: UInt8
  ) {
    guard best.wants(rank) else { return }
    var source = ArticleSource(format: format, text: text.string, base: base)
    source.isXML = isXML
    guard source.hasBlocks else { return }
    best.offer(source, rank: source.hasOnlyRules ? .max - 1 : rank)
    self.feedLanguage = feedLanguage
    bodyLanguage = language.flatMap { $0.isEmpty ? nil : $0 }
    self.feedBase = feedBase
  }

  /// - Parameters:
  ///   - images: All pictures of the entry. For those outside of texts, only `xml:base` counts more than the base of the feed.
  ///   - players: The addresses of pages that play its media.
  ///   - feedBase: The base of the references of all entries.
  func offer(images: [EntryDraft.Picture], players: [String] = [], feedBase: String?) {
    self.players = players
    // The members of a group are the same picture (Media RSS 1.5.1, media:group), the best of which is shown.
    var groups: Set<Int> = []
    self.images = images.sorted { $0.rank < $1.rank }
      .filter { $0.group.map { groups.insert($0).inserted } ?? true }
      .map {
        // What is no reference stays as written.
        let base = Reference.isReference($0.reference) ? AddressBases.joined($0.base, feedBase) : nil
        let source = ArticleImage.Source(reference: $0.reference, base: base)
        return (ArticleImage(sources: [source], title: $0.title), $0.rank)
      }
  }

  func offer(_ text: MediaText) {
    if mediaTexts.count < MediaText.limit { mediaTexts.append(text) }
  }

  func finish(_ entry: FeedEntry) { self.entry = entry }
}

extension ArticleSource {
  /// No text.
  fileprivate static var empty: ArticleSource { ArticleSource(format: .plain, text: "") }
}
