/// A field that several elements may give: the one of the best rank that has text wins, the first of equal ones.
struct Ranked<Value> {
  private(set) var value: Value?
  private(set) var rank = UInt8.max

  func wants(_ rank: UInt8) -> Bool { rank < self.rank }

  mutating func offer(_ value: Value?, rank: UInt8) {
    guard let value, rank < self.rank else { return }
    self.value = value
    self.rank = rank
  }
}

/// An entry while its elements are being read; which element wins is in the tables of formats.md, sections 5 to 7.
struct EntryDraft {
  var identifier = Ranked<String>()
  var title = Ranked<String>()
  var link = Ranked<String>()
  var content = Ranked<String>()
  var summary = Ranked<String>()
  var published = Ranked<FeedDate>()
  var updated = Ranked<FeedDate>()
  var dateText = Ranked<String>()
  var language = Ranked<String>()
  /// Names with the rank of the element they come from.
  var authors: [(name: String, rank: UInt8)] = []
  var tags: [String] = []
  var enclosures: [Enclosure] = []
  var thumbnails: [(url: String, width: Int)] = []
  /// Pictures with the place of their kind in the order of formats.md, section 9.
  var images: [(reference: String, rank: Int)] = []
  /// A `guid` that may stand for the link.
  var permalink: String?
  /// What a link that is relative is joined with, as far as `xml:base` says it.
  var base: String?

  var hasTitleOrBody: Bool { title.value != nil || content.value != nil || summary.value != nil }

  /// An entry without a title and a text is still shown if there is something to open or to see.
  var isEmpty: Bool {
    !hasTitleOrBody && link.value == nil && identifier.value == nil && enclosures.isEmpty && images.isEmpty
      && published.value == nil && updated.value == nil && authors.isEmpty && tags.isEmpty
  }

  mutating func addTag(_ tag: String) {
    if !tag.isEmpty, !tags.contains(tag) { tags.append(tag) }
  }

  mutating func addImage(_ reference: String, rank: Int) {
    if !reference.isEmpty, images.count < 64 { images.append((reference, rank)) }
  }

  /// The names of the best rank, each once.
  var author: String? {
    guard let best = authors.map(\.rank).min() else { return nil }
    var names: [String] = []
    for author in authors where author.rank == best && !names.contains(author.name) { names.append(author.name) }
    return names.joined(separator: ", ")
  }

  var finished: FeedEntry {
    var references: [String] = []
    for image in images.sorted(by: { $0.rank < $1.rank }) where !references.contains(image.reference) {
      references.append(image.reference)
    }
    var thumbnailAddresses: [String] = []
    for thumbnail in thumbnails where !thumbnailAddresses.contains(thumbnail.url) {
      thumbnailAddresses.append(thumbnail.url)
    }
    let hasDate = published.value != nil || updated.value != nil
    return FeedEntry(
      key: "", identifier: identifier.value, title: title.value, link: link.value, author: author,
      published: published.value, updated: updated.value, summary: summary.value, content: content.value,
      tags: tags, enclosures: enclosures, thumbnails: thumbnailAddresses, language: language.value,
      imageReferences: references, dateText: hasDate ? nil : dateText.value)
  }
}
