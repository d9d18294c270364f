import EntryRows
import VirtualList
import Feeds
import LayoutCore

/// Edits made in the window. They never change files.
extension FeedLibrary {
  /// Inserts a copy of a random entry above a row, or at the beginning; adds a section if there is none.
  /// - Returns: The index path of the new row.
  @discardableResult
  func insertRow(above selected: RowIndexPath?) -> RowIndexPath {
    guard !sections.isEmpty else {
      insertSection(before: nil)
      return RowIndexPath(section: 0, row: 0)
    }
    let place = selected.flatMap { row(at: $0) == nil ? nil : $0 } ?? RowIndexPath(section: 0, row: 0)
    sections[place.section].rows.insert(randomRow(), at: place.row)
    edited([.insertRows([place])])
    return place
  }

  /// Inserts a section with one random row before the section of the selected row, or at the beginning.
  /// - Returns: The index of the new section.
  @discardableResult
  func insertSection(before selected: RowIndexPath?) -> Int {
    let place = selected.map { min($0.section, sections.count) } ?? 0
    let row = randomRow()
    sections.insert(
      LibrarySection(
        key: ItemKey("inserted|\(insertionCount)"), path: nil, ownTitle: nil, title: "New Section",
        rows: [row],
        feedKey: "inserted"),
      at: place)
    knownPlaces = nil
    edited([.insertSections([place])])
    return place
  }

  func deleteRows(_ selected: some Sequence<RowIndexPath>) {
    let places = selected.filter { row(at: $0) != nil }.sorted()
    guard !places.isEmpty else { return }
    let numbers = Dictionary(grouping: places, by: \.section).mapValues { Set($0.map(\.row)) }
    for (section, deleted) in numbers {
      let kept = sections[section].rows.enumerated().filter { !deleted.contains($0.offset) }
      sections[section].rows = kept.map(\.element)
    }
    edited([.deleteRows(places)])
  }

  /// Deletes the section of the selected row, or the first one.
  func deleteSection(of selected: RowIndexPath?) {
    let place = selected?.section ?? 0
    guard sections.indices.contains(place) else { return }
    sections.remove(at: place)
    knownPlaces = nil
    edited([.deleteSections([place])])
  }

  /// Moves a row up (-1) or down (1) within its section.
  func moveRow(_ selected: RowIndexPath?, by distance: Int) {
    guard let selected, row(at: selected) != nil else { return }
    let to = RowIndexPath(section: selected.section, row: selected.row + distance)
    guard row(at: to) != nil else { return }
    let moved = sections[selected.section].rows.remove(at: selected.row)
    sections[to.section].rows.insert(moved, at: to.row)
    edited([.moveRow(from: selected, to: to)])
  }

  private func edited(_ edits: [ListEdit]) {
    delegate?.library(self, didEdit: edits)
    delegate?.libraryDidChangeFiles(self)
  }

  /// A copy of a random entry with a new key; if there are no entries, a placeholder.
  private func randomRow() -> LibrarySection.Row {
    insertionCount += 1
    let key = ItemKey("inserted|\(insertionCount)")
    guard entryCount > 0 else { return LibrarySection.Row(content: Self.firstRow(key: key), isRead: false) }
    var index = random(entryCount)
    for section in sections {
      if index < section.rows.count {
        return LibrarySection.Row(
          content: FeedRow(copying: section.rows[index].content, key: key), isRead: false)
      }
      index -= section.rows.count
    }
    preconditionFailure("A random row index must be less than the number of rows.")
  }

  private static func firstRow(key: ItemKey) -> FeedRow {
    var entry = FeedEntry(key: key.text)
    entry.title = "A row of its own"
    entry.content =
      "There is no feed to copy an entry from. Open one, and inserted rows will be copies of its entries."
    return FeedRow(
      entry: entry, path: "", ordinal: 0, key: key,
      preview: entry.preview(maximumLength: RowMaker.previewLength),
      author: "Feed Viewer",
      link: nil, metadata: "Feed Viewer",
      metadataTooltip: nil, thumbnail: .initial(.init(of: "Feed Viewer")), accessory: .disclosure)
  }
}
