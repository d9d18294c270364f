/// A feed while its elements are being read.
struct FeedDraft: Equatable, Sendable {
  var identifier = Ranked<String>()
  var title = Ranked<String>()
  /// The title before it was decoded again, if it was encoded twice.
  var writtenTitle: String?
  /// The address of the feed itself, which identifies it if it has no identifier.
  var selfAddress: String?
  var link = Ranked<String>()
  var summary = Ranked<String>()
  var language = Ranked<String>()
  var icon = Ranked<String>()
  private(set) var authors: [String] = []
  var pages = FeedPages()
  /// The number of complete entries if the file ends in the middle.
  var completeCount: Int?
  var isCutOff: Bool { completeCount != nil }

  /// Limits the number of names, because they are joined for every batch of entries.
  mutating func addAuthor(_ name: String) {
    if authors.count < 100, FeedDraft.isAuthorName(name) { authors.append(name) }
  }

  /// Whether a text is short enough to be the name of one author.
  static func isAuthorName(_ text: String) -> Bool { text.utf8.count <= 1_000 }
}
