/// A field that several elements may give: the one of the best rank that has text wins, with `offer` the
/// first of equal ones.
struct Ranked<Value> {
  private(set) var value: Value?
  private(set) var rank = UInt8.max

  func wants(_ rank: UInt8) -> Bool { rank < self.rank }

  mutating func offer(_ value: Value?, rank: UInt8) {
    guard let value, rank < self.rank else { return }
    self.value = value
    self.rank = rank
  }

  /// As `offer`, but of equal ranks the last one wins: repeated dates and channel elements override each other.
  mutating func replace(_ value: Value?, rank: UInt8) {
    guard let value, rank <= self.rank else { return }
    self.value = value
    self.rank = rank
  }
}

/// An entry while its elements are being read; which element wins is in the tables of formats.md, sections 5
/// to 7.
struct EntryDraft {
  var identifier = Ranked<String>()
  var title = Ranked<String>()
  var link = Ranked<String>()
  var content = Ranked<String>()
  var summary = Ranked<String>()
  var published = Ranked<FeedDate>()
  var updated = Ranked<FeedDate>()
  var created = Ranked<FeedDate>()
  var dateText = Ranked<String>()
  var language = Ranked<String>()
  /// Names with the rank of the element they come from; `inheritedAuthor` and what follows are only for the
  /// byline.
  var authors: [(name: String, rank: UInt8)] = []
  /// With several equal ones, the last is put first: person constructs override each other.
  var lastAuthorCounts = false
  var tags: [String] = []
  var enclosures: [Enclosure] = []
  var thumbnails: [(url: String, width: Int)] = []
  /// Pictures with the place of their kind in the order of formats.md, section 9.
  var images: [(reference: String, rank: Int)] = []
  /// A `guid` that may stand for the link.
  var permalink: String?

  var hasTitleOrBody: Bool { title.value != nil || content.value != nil || summary.value != nil }

  mutating func addAuthor(_ name: String, rank: UInt8) {
    if authors.count < EntryDraft.listLimit { authors.append((name, rank)) }
  }

  /// A file that several elements name is listed once.
  mutating func addEnclosure(_ enclosure: Enclosure) {
    guard enclosures.count < EntryDraft.listLimit else { return }
    if !enclosures.contains(where: { $0.url == enclosure.url }) { enclosures.append(enclosure) }
  }

  mutating func addThumbnail(_ url: String, width: Int) {
    if thumbnails.count < EntryDraft.listLimit { thumbnails.append((url, width)) }
  }

  mutating func addTag(_ tag: String) {
    if !tag.isEmpty, tags.count < EntryDraft.listLimit, !tags.contains(tag) { tags.append(tag) }
  }

  mutating func addImage(_ reference: String, rank: Int) {
    if !reference.isEmpty, images.count < 64 { images.append((reference, rank)) }
  }

  /// More tags, files or names than anybody shows; without a limit, looking for doubles takes quadratic time.
  static let listLimit = 1_000
  static let inheritedAuthor: UInt8 = 20

  /// The names of the best rank, each once.
  private var bestAuthors: (names: [String], areInherited: Bool) {
    if authors.count == 1 { return ([authors[0].name], authors[0].rank >= EntryDraft.inheritedAuthor) }
    guard let best = authors.map(\.rank).min() else { return ([], true) }
    var names: [String] = []
    for author in authors where author.rank == best && !names.contains(author.name) {
      names.append(author.name)
    }
    return (names, best >= EntryDraft.inheritedAuthor)
  }

  var finished: FeedEntry {
    var references: [String] = []
    let ordered = images.count < 2 ? images : images.sorted { $0.rank < $1.rank }
    for image in ordered where !references.contains(image.reference) {
      references.append(image.reference)
    }
    var thumbnailAddresses: [String] = []
    for thumbnail in thumbnails where !thumbnailAddresses.contains(thumbnail.url) {
      thumbnailAddresses.append(thumbnail.url)
    }
    let hasDate = published.value != nil || updated.value != nil || created.value != nil
    let (names, areInherited) = bestAuthors
    let author = areInherited ? nil : lastAuthorCounts ? names.last : names.first
    return FeedEntry(
      key: "", identifier: identifier.value, title: title.value, link: link.value, author: author,
      byline: names.count < 2 ? names.first : names.joined(separator: ", "), published: published.value,
      updated: updated.value, created: created.value, summary: summary.value, content: content.value,
      tags: tags, enclosures: enclosures, thumbnails: thumbnailAddresses, language: language.value,
      imageReferences: references, dateText: hasDate ? nil : dateText.value)
  }
}
