import FeedViewerBase

/// The title of a list or an article in its header bar.
struct TitleText: Equatable {
  /// The most subtitles that are shorter than the first one.
  static let shorterCount = 2

  var title: String
  /// What is shown below the title, and shorter texts for less room, each shorter than the one before it; at least one.
  /// An empty one shows nothing.
  let subtitles: [String]

  var subtitle: String { subtitles[0] }

  init(title: String, subtitle: String, shorter: [String] = []) {
    precondition(shorter.count <= Self.shorterCount, "There are at most two shorter subtitles.")
    self.title = title
    subtitles = [subtitle] + shorter
  }

  /// - Parameters:
  ///   - feed: The file that is shown alone; nil if all are.
  ///   - filter: Which entries are shown.
  init(of library: FeedLibrary, feed: FilePath? = nil, filter: Arrangement.Filter = .all) {
    if let feed, let index = library.index(ofFile: feed) {
      title = UntrustedText.line(library.files[index].title)
      let own = library.sections.filter { $0.path == feed }
      let count = own.reduce(0) { $0 + $1.rows.count }
      let announced = library.files[index].announced
      subtitles = Self.counts(
        in: own, known: count, expected: max(announced?.count ?? 0, count),
        isGuess: announced?.isGuess == true)
      return
    }
    let files = library.files
    let shown = files.filter { $0.error == nil }
    title =
      switch filter {
      case _ where shown.isEmpty: ApplicationInfo.name
      case .all where shown.count == 1: UntrustedText.line(shown[0].title)
      case .all: localized("All Entries")
      case .unread: localized("Unread")
      case .starred: localized("Starred")
      }
    subtitles =
      library.sections.isEmpty
      ? [""]
      : Self.counts(
        in: library.sections, known: library.entryCount, expected: library.expectedEntryCount,
        isGuess: files.contains { $0.announced?.isGuess == true })
  }

  /// The number of entries, and how many of them are unread if that is known of all; the second alone, and nothing.
  private static func counts(
    in sections: [LibrarySection], known: Int, expected: Int, isGuess: Bool
  ) -> [String] {
    if isGuess || sections.contains(where: \.isCountGuessed) {
      return [EntryCount.text(about: expected), ""]
    }
    let unread =
      expected > known
      ? nil
      : sections.reduce(UnreadCount() as UnreadCount?) { sum, section in
        sum.flatMap { sum in section.unread.map { sum + $0 } }
      }
    guard let unread else { return [EntryCount.text(expected), ""] }
    return [unread.text] + (unread.shortText.map { [$0] } ?? []) + [""]
  }
}
