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
  private var names: [String] = []
  /// Counts where there is no other.
  private var lateName: String?
  var pages = FeedPages()
  /// The number of complete entries if the file ends in the middle.
  var completeCount: Int?
  var isCutOff: Bool { completeCount != nil }

  /// The names of the authors, each once: several vocabularies may name the same.
  var authors: [String] { names.isEmpty ? lateName.map { [$0] } ?? [] : names }

  /// Limits the number of names, because they are joined for every batch of entries.
  ///
  /// - Parameter isLate: Whether the name counts only where there is no other.
  mutating func addAuthor(_ name: String, isLate: Bool = false) {
    guard FeedDraft.isAuthorName(name) else { return }
    if isLate {
      lateName = lateName ?? name
    } else if names.count < 100, !names.contains(name) {
      names.append(name)
    }
  }

  /// Whether a text is short enough to be the name of one author.
  static func isAuthorName(_ text: String) -> Bool { text.utf8.count <= 1_000 }
}
