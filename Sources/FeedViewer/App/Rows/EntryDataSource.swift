import FeedViewerBase
import FeedViewerRows
import LayoutCore
import PangoText
import VirtualList

/// Provides the shown entries to the list.
final class EntryDataSource: EntryListDataSource {
  private let entries: ShownEntries
  private let search: EntrySearch
  private let style: EntryListStyle
  private let heights: HeightMemory
  private let dates: DateFollower
  private var knownInOrder = KnownInOrder()

  init(
    _ entries: ShownEntries, _ search: EntrySearch, _ style: EntryListStyle, _ heights: HeightMemory,
    _ dates: DateFollower
  ) {
    self.dates = dates
    self.heights = heights
    self.entries = entries
    self.search = search
    self.style = style
  }

  var templates: EntryTemplates { style.templates }

  func sectionIndexEntries(in list: ListView) -> [SectionIndexEntry] {
    let (maker, sections) = (SectionIndexMaker(), entries.sections)
    if entries.order != nil {
      switch entries.orderStarts(then: { [weak list] in list?.sectionIndexChanged() }) {
      case .dates(let dates): return maker.entries(of: dates) { $0 }
      case .letters(let letters): return maker.entries(of: letters)
      case nil: return sections.count > 1 ? maker.entries(of: sections) : []
      }
    }
    guard sections.count == 1, sections[0].placeholderCount > 0, let path = sections[0].path else {
      return maker.entries(of: sections)
    }
    let found = entries.library.dateStarts(of: path) { [weak list] in list?.sectionIndexChanged() }
    return found.map { maker.entries(of: $0.dates, row: $0.row) } ?? []
  }

  func numberOfSections(in list: ListView) -> Int { entries.sectionCount }

  func listView(_ list: ListView, numberOfRowsInSection section: Int) -> Int {
    entries.section(at: section).rows.count
  }

  /// The header bar names a single feed, and tells how many of its entries are unread.
  func listView(_ list: ListView, hasHeaderInSection section: Int) -> Bool { !entries.isNamedInHeaderBar }

  func listView(_ list: ListView, identityOf element: ListElement) -> ItemIdentity {
    switch element {
    case .row(let place):
      let row = entries[place]
      if row.isPlaceholder {
        return ItemIdentity(
          template: style.templates.placeholder,
          key: entries.section(at: place.section).placeholderKey(place.row),
          revision: entries.isLost(place) ? 1 : 0)
      }
      return ItemIdentity(template: style.templates.row, key: row.key, revision: revision(of: row, at: place))
    case .header(let section), .footer(let section):
      let section = entries.section(at: section)
      return ItemIdentity(template: style.templates.header, key: section.key, revision: section.revision)
    }
  }

  func listView(_ list: ListView, nameOf element: ListElement) -> String {
    switch element {
    case .row(let place): "\(entries[place].path)|\(entries[place].entryKey)"
    case .header(let section), .footer(let section): entries.section(at: section).key.text
    }
  }

  private func revision(of row: FeedRow, at place: RowIndexPath) -> UInt64 {
    let revision = row.revision(at: dates.moment)
    let passage = search.passages.passage(of: row, at: place)
    let feed = entries.feedName(of: row, at: place)
    guard passage != nil || feed != nil else { return revision }
    var fingerprint = Hash64(revision)
    fingerprint.combine(passage ?? "")
    fingerprint.combine(feed ?? "")
    return fingerprint.value
  }

  func listView(_ list: ListView, rowContentOf element: ListElement) -> RowContent {
    switch element {
    case .row(let place) where entries[place].isPlaceholder: placeholderContent(at: place)
    case .row(let place):
      entries[place].content(
        preview: search.passages.passage(of: entries[place], at: place),
        feed: entries.feedName(of: entries[place], at: place), moment: dates.moment)
    case .header(let section), .footer(let section): entries.section(at: section).headerContent
    }
  }

  /// Rows are measured without their names, which take longer to make than all else.
  func listView(
    _ list: ListView, contentMakerOf place: RowIndexPath
  ) -> (@Sendable () -> any Sendable)? {
    let row = entries[place]
    guard !row.isPlaceholder else { return nil }
    let passage = search.passages.passage(of: row, at: place)
    let (feed, moment) = (entries.feedName(of: row, at: place), dates.moment)
    return { row.measuredContent(preview: passage, feed: feed, moment: moment) }
  }

  /// A row that is about to be shown is read at once, those around it when the list's ranges follow.
  private func placeholderContent(at place: RowIndexPath) -> RowContent {
    guard !entries.isLost(place) else {
      return RowContent(title: RowContext.missingText, accessibleName: RowContext.missingText)
    }
    entries.need([place])
    return RowContent(title: "", accessibleName: localized("Loading"))
  }

  func listView(_ list: ListView, estimateOf element: ListElement) -> RowEstimate {
    guard case .row(let place) = element else {
      return RowEstimate(
        template: style.templates.header, textLengths: listView(list, textLengthsOf: element))
    }
    let row = entries[place]
    if row.isPlaceholder {
      return RowEstimate(
        template: style.templates.placeholder, knownHeight: columnHeight(at: place), isExact: true)
    }
    // Rows that were found may show passages, and rows among those of other feeds name theirs.
    let isPlain =
      search.query == nil && !entries.section(at: place.section).namesFeeds
      && dates.moment.flatMap(row.newDistance) == nil
    let known =
      isPlain
      ? heights.height(of: row) ?? columnHeight(at: place) : nil
    return RowEstimate(template: style.templates.row, textLengths: row.textLengths, knownHeight: known)
  }

  func listView(_ list: ListView, numberOfRowsAlikeFrom row: RowIndexPath) -> Int {
    let rows = entries.section(at: row.section).rows
    // Rows whose entries were read in their turn may share estimates.
    if row.row < rows.known.count { return rows.known.count - row.row }
    let count = rows.placeholderRun(from: row.row)
    guard count > 1 else { return 1 }
    if let order = entries.order {
      knownInOrder.update(order, number: entries.orderNumber, heights)
      return max(1, min(count, knownInOrder.unknownRun(from: order.index(of: row))))
    }
    guard let (outline, entry) = entries.entry(at: row) else { return count }
    let run = heights.unknownRun(fromEntry: entry, of: outline)
    return max(1, min(count, run, entries.consecutiveRows(from: row)))
  }

  /// The height of a row of an entry after the head of an archive.
  private func columnHeight(at place: RowIndexPath) -> Int? {
    guard place.row >= entries.section(at: place.section).rows.known.count,
      !entries.section(at: place.section).namesFeeds,
      let (outline, entry) = entries.entry(at: place)
    else { return nil }
    return heights.columnHeight(ofEntry: entry, of: outline)
  }

  func listView(_ list: ListView, textLengthsOf element: ListElement) -> TextLengths {
    switch element {
    case .row(let place): return entries[place].textLengths
    case .header(let section), .footer(let section):
      return TextLengths(title: entries.section(at: section).title.utf8.count, preview: 0)
    }
  }
}

extension ShownEntries {
  /// Whether the header bar names the only section: that of the only feed, or of the one that is shown alone.
  var isNamedInHeaderBar: Bool {
    guard sectionCount == 1, let path = section(at: 0).path,
      let file = library.index(ofFile: path).map({ library.files[$0] }), section(at: 0).title == file.title
    else { return false }
    if arrangement.feed == path { return library.sections.count { $0.path == path } == 1 }
    return library.sections.count == 1 && library.files.count { $0.error == nil } == 1
  }
}

extension ShownEntries {
  /// Whether the entry of a row that waits can't be read any more.
  func isLost(_ place: RowIndexPath) -> Bool {
    entry(at: place).map { library.isLost($0.ordinal, of: $0.outline.placeholder.path) } ?? false
  }

  /// The most characters of a feed's name in a row.
  private static let maximumFeedNameLength = 40

  /// The name of the feed of a row, if it is shown among rows of other feeds.
  func feedName(of row: FeedRow, at place: RowIndexPath) -> String? {
    guard section(at: place.section).namesFeeds, let title = library.feedTitle(of: row) else { return nil }
    return RowText.label(title, maximumLength: Self.maximumFeedNameLength)
  }
}

extension LibrarySection {
  var headerContent: RowContent {
    let label = unread?.label ?? ""
    return RowContent(
      title: title, metadata: label, metadataTooltip: label.isEmpty ? nil : countText,
      accessibleName: accessibleName)
  }

  /// "TITLE, 12 unread".
  private var accessibleName: String {
    let title = RowText.label(title, maximumLength: 300)
    guard let unread, unread.unread > 0 else { return title }
    return localized(
      "\(title), \(grouped: unread.unread) unread", plural: "\(title), \(grouped: unread.unread) unread",
      count: unread.unread)
  }
}

extension FeedRow {
  /// For an estimate of the row's height.
  fileprivate var textLengths: TextLengths {
    TextLengths(title: page.titleLength(index), preview: page.previewLength(index))
  }

  var rowContent: RowContent { content(preview: nil) }

  /// - Parameters:
  ///   - passage: A passage of the entry's text to show; nil shows its beginning.
  ///   - feed: The name of the feed to show.
  ///   - moment: The moment of which the date tells, in seconds since 1970; nil for when the file was read.
  func content(preview passage: String?, feed: String? = nil, moment: Int64? = nil) -> RowContent {
    let texts = texts(at: moment)
    let state: ReadState = page.context.format == .opml ? .reference : isRead ? .read : .unread
    return RowContent(
      title: texts.title, preview: passage ?? texts.preview, isPassage: passage != nil,
      metadata: texts.detailLine(naming: feed).text, metadataTooltip: metadataTooltip(texts),
      thumbnail: texts.thumbnail, readState: state, isStarred: isStarred,
      accessibleName: accessibleName(texts, state, feed: feed, moment: moment))
  }

  /// What decides the height of the row; the parameters are those of `content`.
  nonisolated func measuredContent(preview passage: String?, feed: String?, moment: Int64?) -> RowContent {
    let texts = texts(at: moment)
    return RowContent(
      measuring: texts.title, preview: passage ?? texts.preview, isPassage: passage != nil,
      metadata: texts.detailLine(naming: feed).text, thumbnail: texts.thumbnail)
  }

  /// The most Unicode scalars of each part of an accessible name.
  private static let maximumNameLength = 300

  /// "TITLE, unread, starred, FEED, AUTHOR, DATE"; an entry without a title is named by its first words.
  private func accessibleName(
    _ texts: RowTexts, _ state: ReadState, feed: String?, moment: Int64?
  ) -> String {
    let title = RowText.label(
      texts.title.isEmpty ? texts.preview : texts.title,
      maximumLength: texts.title.isEmpty ? 80 : Self.maximumNameLength)
    let date = texts.date.map { page.context.spokenName(of: $0, at: moment) } ?? texts.dateText ?? ""
    let parts =
      [
        title, state == .unread ? localized("unread", context: "state of an entry") : "",
        isStarred ? localized("starred", context: "state of an entry") : "", feed ?? "",
      ] + texts.details.filter { $0 != feed } + [date]
    return ListText.joined(
      parts.filter { !$0.isEmpty }.map { RowText.label($0, maximumLength: Self.maximumNameLength) })
  }
}
