import FeedViewerBase
import FeedViewerFeeds
import LayoutCore
import VirtualList

/// A file that has changed while only those of its entries were read that the list shows. Its entries are counted again, and
/// the list follows by the difference; what it shows of them is read again.
extension FeedLibrary {
  /// Shows the entries of a changed file.
  func replace(_ path: FilePath, by outline: FileOutline) {
    guard let reading = readings[path], let old = reading.replaced else { return }
    // A program that writes to the file may be between two writes. Of a guess it is not known whether there were more entries.
    if reading.isLive, outline.feed.isCutOff, outline.count < old.outline.count,
      old.outline.unknownEntries.isEmpty
    {
      _ = keepsArchiveRows(path, after: FeedError(file: path.text, reason: .isIncomplete))
      return
    }
    if let change = outline.change { return replace(path, old, by: outline, change) }
    let id = reading.id
    Task { [weak self] in
      let common = await outline.commonEntries(with: old.outline)
      let shown = await outline.read(
        Self.groups(old.needs.recent, of: old.outline.count, common, in: outline))
      guard let self, self.readings[path]?.id == id else { return }
      self.replace(path, old, by: outline, common, shown)
    }
  }

  /// Where groups of entries are after a change.
  private static func groups(
    _ entries: [Range<Int>], of count: Int, _ common: (first: Int, last: Int), in outline: FileOutline
  ) -> [Range<Int>] {
    var found: Set<Range<Int>> = []
    for entry in entries.flatMap({ [$0.lowerBound, $0.upperBound - 1] }) {
      let moved = entry < common.first ? entry : entry + outline.count - count
      if moved >= 0, moved < outline.count { found.insert(outline.group(ofEntry: moved)) }
    }
    return found.sorted { $0.lowerBound < $1.lowerBound }
  }

  /// Shows a file as an archive of which all entries were read before, or whose section is not as it was.
  func becomeArchive(_ path: FilePath, _ outline: FileOutline) {
    guard let index = index(ofFile: path), let reading = readings[path], var own = reading.collected else {
      return
    }
    let count = sections(of: path).reduce(0) { $0 + $1.rows.count }
    FeedRow.takeIdentities(own.flatMap(\.rows.known), from: sections(of: path).flatMap(\.rows.readRows))
    for index in own.indices { own[index].title = own[index].ownTitle ?? files[index].title }
    // No rows follow those of an archive.
    files[index].pages = VisitedFeedPages(isLoading: files[index].pages.isLoading)
    readings[path]!.collected = nil
    readings[path]!.replaced = nil
    readings[path]!.entryCount = own.reduce(0) { $0 + $1.rows.count }
    replace(sectionsOf: path, by: own)
    self.outline(path, by: outline)
    wasCounted(path, outline)
    if reading.isLive { follower?.follow(.newEntries(files[index]) { max(0, outline.count - count) }) }
    consumer?.apply(.files)
    readAgainIfOutdated(path)
  }

  /// Looks for what is replaced of an archive.
  ///
  /// - Returns: The file, its section, and what was read of its beginning; nil if the section is not as it was.
  func beginReplacing(
    _ path: FilePath, _ old: ListedFile, by outline: FileOutline
  ) -> (file: Int, section: Int, collected: LibrarySection)? {
    guard let index = index(ofFile: path), let collected = readings[path]?.collected, collected.count == 1,
      collected[0].ownTitle == nil, let place = places[path], place.count == 1,
      sections[place.first].key == old.section
    else {
      becomeArchive(path, outline)
      return nil
    }
    deliverEdits()
    return (index, place.first, collected[0])
  }

  private func replace(
    _ path: FilePath, _ old: ListedFile, by outline: FileOutline, _ common: (first: Int, last: Int),
    _ shown: FileOutline.Group
  ) {
    guard let (index, section, collected) = beginReplacing(path, old, by: outline) else { return }
    let before = sections.map(\.rows.count)
    let head = Array(collected.rows.prefix(outline.count))
    // Rows that were left out are there again until their entries are read.
    let first = old.isUnedited ? common.first : 0
    let last = min(common.last, old.unchangedEnd, outline.count - first)
    var new = LibrarySection(
      key: old.section, path: path, ownTitle: nil, title: files[index].title, rows: head,
      feedKey: collected.feedKey)
    new.append(outline.placeholder, awaiting: outline.count - head.count)
    sections[section] = new
    contentVersion += 1
    files[index].rowsVersion += 1
    let count = outline.count
    consumer?.apply(
      .change(
        ChangeSet(
          replacing: first..<before[section] - last, with: first..<count - last, inSection: section,
          before: before)))
    let isLive = readings[path]!.isLive
    readings[path]!.collected = nil
    readings[path]!.replaced = nil
    readings[path]!.listed = ListedFile(outline, section: old.section, first: head.count, shift: 0)
    // Entries that stay may have other texts.
    let known = sections[section].rows.known.indices.map { RowIndexPath(section: section, row: $0) }
    consumer?.apply(.read(known))
    showLoaded(shown.rows, of: path)
    noteRepairs(shown.repairs, by: outline, of: path)
    wasCounted(path, outline)
    if isLive { follower?.follow(.newEntries(files[index]) { max(0, count - old.outline.count) }) }
    consumer?.apply(.files)
    readAgainIfOutdated(path)
  }
}
