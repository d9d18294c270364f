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
  ///   - scope: Which entries are shown.
  ///   - order: In which order they are. That of the files goes without saying.
  ///   - shown: What the list shows; nil if that is what a search has found, or is not known yet.
  init(
    of library: FeedLibrary, scope: Scope = .all, order: Arrangement.Order = .file,
    shown: [LibrarySection]? = nil
  ) {
    let own = library.files(of: scope.feeds)
    let files = library.files.filter { own?.contains($0.path) ?? true }
    let readable = library.files.filter { $0.error == nil }
    let isOfAll = scope.feeds == .all
    title =
      if isOfAll, readable.isEmpty {
        ApplicationInfo.name
      } else if scope == .all, readable.count == 1 {
        UntrustedText.line(readable[0].title)
      } else {
        library.name(of: scope)
      }
    let sections =
      library.sections(of: scope.feeds).map { $0.map { library.sections[$0] } } ?? library.sections
    let known = sections.reduce(0) { $0 + $1.entryCount }
    let counts =
      if files.contains(where: library.isGrowing) || sections.isEmpty {
        [""]
      } else if let condition = scope.condition {
        Self.counts(of: condition, in: library, shown: shown)
      } else if known == 0, sections.contains(where: { $0.isOfOutlines && !$0.rows.isEmpty }) {
        [EntryCount.text(ofFeeds: sections.reduce(0) { $0 + $1.rows.count }), ""]
      } else {
        Self.counts(
          in: sections, known: known,
          expected: isOfAll
            ? library.expectedEntryCount : max(files.reduce(0) { $0 + ($1.announced?.count ?? 0) }, known),
          isEstimate: files.contains { $0.announced?.isEstimate == true })
      }
    // The entries of one feed are in its own order among feeds.
    subtitles = Self.adding(order == .feed && files.count == 1 && !isOfAll ? .file : order, to: counts)
  }

  /// Adds the order to the counts of a list that has entries: "54 entries, 3 unread · newest first", "3 unread · newest first".
  private static func adding(_ order: Arrangement.Order, to counts: [String]) -> [String] {
    guard let words = order.words, counts.count > 1 else { return counts }
    return counts.dropLast().map { "\($0) · \(words)" } + counts.suffix(2)
  }

  /// The number of entries in the list of a condition, and how many of them are unread.
  private static func counts(
    of condition: Scope.Condition, in library: FeedLibrary, shown: [LibrarySection]?
  ) -> [String] {
    // Those that were just read stay among the unread ones, which are all in the list.
    let unread = unread(in: condition == .unread ? library.sections : shown ?? [])
    guard let shown else {
      let count =
        switch condition {
        case .unread: unread?.unread
        case .starred: library.starredCount
        case .today: nil as Int?
        }
      return count.map { [EntryCount.text($0), ""] } ?? [""]
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
