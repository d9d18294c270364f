import FeedViewerFeeds
import FeedViewerReadingState

/// What is known of a feed besides its entries.
nonisolated struct FeedHeading: Sendable, Equatable {
  var title: String?
  var format: FeedFormat
  /// The address of the feed's website, as the feed has it.
  var link: String?
  /// The description, as one paragraph.
  var summary: String?
  /// Identifies the feed, wherever its file is: see `Feed.key(path:)`.
  var feedKey: String
  /// The repairs of the file, as far as it was read; nil if there were none.
  var repairs: FeedRepairs?
  /// The location of the next page; nil if there is none.
  var nextPage: PageLocation?
  /// Notes to show to the user.
  var notes: [FeedNote] = []
  /// The number of complete entries of a file that ends in the middle; nil for a whole one.
  var completeCount: Int?
  /// What an OPML file names; nil of another file, and until all of it was read.
  var outlines: OutlineTree?

  /// Whether the file ends in the middle.
  var isCutOff: Bool { completeCount != nil }

  /// The same without a remark that reading all of a large file takes long.
  var withoutSizeRemark: FeedHeading {
    var heading = self
    heading.notes.removeAll { if case .largeFile = $0 { true } else { false } }
    return heading
  }
}

/// Consecutive rows under one title, which is bounded like all texts of rows.
nonisolated struct LoadedSection: Sendable {
  var title: String?
  var rows: [FeedRow]
  /// The marks that the rows have; nil if they have none yet.
  var marking: RowMarking?
  /// Whether perhaps not all entries of the file are read, so that twins are not known: see `FeedMarks.isRead`.
  var isOfArchive = false
  /// The place of the folder in an OPML file: see `OutlineTree`. Empty for none.
  var folder: [Int] = []
}

/// When rows got the marks of which feed.
nonisolated struct RowMarking: Sendable, Equatable {
  var feedKey: String
  /// `ReadingState.changeCount`.
  var changeCount: Int

  /// A feed without an identifier has the path of its file as its key, which is compared by its bytes.
  static func == (one: RowMarking, other: RowMarking) -> Bool {
    one.changeCount == other.changeCount && one.feedKey.utf8.elementsEqual(other.feedKey.utf8)
  }
}

/// The events of reading a file: any number of parts, then one of the last two; or, of an archive, the first parts and where its
/// entries are.
nonisolated enum LoadEvent: Sendable {
  /// Where the entries of an archive are, first by a guess. Parts that follow tell that its entries have to be read as those of
  /// other files.
  case listed(FileOutline)
  /// How many entries a compressed archive seems to have, long before they are counted.
  case estimated(Int)
  /// What a later state of the file is compared with; comes before the last event, or just before the counted entries of an
  /// archive are listed.
  case loaded(LoadedFile)
  /// The next rows; the first section continues the previous one if titles and folders are equal.
  case part(FeedHeading, [LoadedSection])
  case finished(FeedHeading)
  case failed(FeedError)

  var isLast: Bool {
    switch self {
    case .finished, .failed: true
    case .listed, .estimated, .loaded, .part: false
    }
  }

  /// Whether it is a part with entries.
  var hasRows: Bool {
    if case .part(_, let sections) = self { sections.contains { !$0.rows.isEmpty } } else { false }
  }

  /// The same without a remark that reading all of a large file takes long.
  var withoutSizeRemark: LoadEvent {
    guard case .part(let heading, let sections) = self else { return self }
    return .part(heading.withoutSizeRemark, sections)
  }
}
