import FeedViewerBase

/// The title of a list or an article in its header bar.
struct TitleText: Equatable {
  /// The most subtitles that are shorter than the first one.
  static let shorterCount = 3

  var title: String
  /// What is shown below the title, and shorter texts for less room, each shorter than the one before it; at least one.
  /// An empty one shows nothing.
  let subtitles: [String]

  var subtitle: String { subtitles[0] }

  /// The title and the subtitle, as far as there are any.
  var parts: [String] { [title, subtitle].filter { !$0.isEmpty } }

  init(title: String, subtitle: String, shorter: [String] = []) {
    precondition(shorter.count <= Self.shorterCount, "There are at most three shorter subtitles.")
    self.title = title
    subtitles = [subtitle] + shorter
  }

  /// - Parameters:
  ///   - feed: The file that is shown alone; nil if all are.
  ///   - filter: Which entries are shown.
  ///   - order: In which order they are. That of the files goes without saying.
  ///   - shown: What the list shows; nil if that is what a search has found, or is not known yet.
  init(
    of library: FeedLibrary, feed: FilePath? = nil, filter: Arrangement.Filter = .all,
    order: Arrangement.Order = .file, shown: [LibrarySection]? = nil
  ) {
    if let feed, let index = library.index(ofFile: feed) {
      title = UntrustedText.line(library.files[index].title)
      guard !library.isGrowing(library.files[index]) else {
        subtitles = [""]
        return
      }
      let own = library.sections.filter { $0.path == feed }
      let count = own.reduce(0) { $0 + $1.rows.count }
      let announced = library.files[index].announced
      let counts = Self.counts(
        in: own, known: count, expected: max(announced?.count ?? 0, count),
        isEstimate: announced?.isEstimate == true)
      // The entries of one feed are in its own order among feeds.
      subtitles = Self.adding(order == .feed ? .file : order, to: counts)
      return
    }
    let files = library.files
    let readable = files.filter { $0.error == nil }
    title =
      switch filter {
      case _ where readable.isEmpty: ApplicationInfo.name
      case .all where readable.count == 1: UntrustedText.line(readable[0].title)
      case .all: localized("All Entries")
      case .unread: localized("Unread")
      case .starred: localized("Starred")
      }
    let counts =
      if files.contains(where: library.isGrowing) {
        [""]
      } else if filter != .all {
        Self.counts(of: filter, in: library, shown: shown)
      } else if library.sections.isEmpty {
        [""]
      } else {
        Self.counts(
          in: library.sections, known: library.entryCount, expected: library.expectedEntryCount,
          isEstimate: files.contains { $0.announced?.isEstimate == true })
      }
    subtitles = Self.adding(order, to: counts)
  }

  /// Adds the order to the counts of a list that has entries: "54 entries, 3 unread · newest first", "3 unread · newest first".
  private static func adding(_ order: Arrangement.Order, to counts: [String]) -> [String] {
    guard let words = order.words, counts.count > 1 else { return counts }
    return counts.dropLast().map { "\($0) · \(words)" } + counts.suffix(2)
  }

  /// The number of entries in the list of a filter, and how many of them are unread.
  private static func counts(
    of filter: Arrangement.Filter, in library: FeedLibrary, shown: [LibrarySection]?
  ) -> [String] {
    // Those that were just read stay among the unread ones, which are all in the list.
    let unread = unread(in: filter == .unread ? library.sections : shown ?? [])
    guard let shown else {
      let count = filter == .unread ? unread?.unread : library.starredCount
      return [count.map { EntryCount.text($0) } ?? "", ""]
    }
    let count = shown.reduce(0) { $0 + $1.rows.count }
    guard count > 0 else { return [""] }
    return texts(
      unread.map { UnreadCount(entries: count, unread: min($0.unread, count), isExact: $0.isExact) },
      count: count)
  }

  /// The number of entries, and how many of them are unread if that is known of all; the second alone, and nothing.
  private static func counts(
    in sections: [LibrarySection], known: Int, expected: Int, isEstimate: Bool
  ) -> [String] {
    if isEstimate || sections.contains(where: \.isCountEstimated) {
      return [EntryCount.text(about: expected), ""]
    }
    return texts(expected > known ? nil : unread(in: sections), count: expected)
  }

  private static func texts(_ unread: UnreadCount?, count: Int) -> [String] {
    guard let unread else { return [EntryCount.text(count), ""] }
    return [unread.text] + (unread.shortText.map { [$0] } ?? []) + [""]
  }

  /// Nil unless that is known of all sections.
  private static func unread(in sections: [LibrarySection]) -> UnreadCount? {
    sections.reduce(UnreadCount() as UnreadCount?) { sum, section in
      sum.flatMap { sum in section.unread.map { sum + $0 } }
    }
  }
}

extension Arrangement.Order {
  /// The order after the number of entries; nil for the usual one.
  fileprivate var words: String? {
    switch self {
    case .file: nil
    case .newest: localized("newest first", context: "order of entries")
    case .oldest: localized("oldest first", context: "order of entries")
    case .title: localized("by title", context: "order of entries")
    case .feed: localized("by feed", context: "order of entries")
    case .unread: localized("unread first", context: "order of entries")
    }
  }
}
