import FeedViewerBase
import FeedViewerReadingState
import FeedViewerRows
import LayoutCore
import VirtualList

/// Remembers the heights of large feeds' rows from one run of the program to the next, so that a feed that was measured
/// once opens with all heights exact.
///
/// A height is found by the content of its row, under the conditions in which it was measured: width, fonts and template.
final class HeightMemory {
  /// The heights of smaller feeds are measured as quickly as read.
  private static let smallestFeed = 500

  /// The heights of a feed under the present conditions.
  private struct Memory {
    var table: HeightTable?
    /// Whether heights were asked for that are not in the table.
    var misses = false
  }

  let folder: HeightFolder?
  let entries: ShownEntries
  let list: ListView
  private let style: EntryListStyle
  var library: FeedLibrary { entries.library }
  /// The present conditions, and a hash of them.
  private var conditions: (list: String, template: TemplateIdentifier, hash: UInt64)?
  private var memories: [FeedKey: Memory] = [:]
  /// The heights of archives' rows under the present conditions, by path.
  var columns: [FilePath: FileHeights] = [:]
  /// Changes with them.
  var columnVersion = 0
  /// The file of the row that was asked for last, and its feed.
  private var last: (path: FilePath, feed: String, key: FeedKey)?

  /// - Parameter folder: Nil remembers nothing.
  init(folder: HeightFolder?, _ entries: ShownEntries, in list: ListView, _ style: EntryListStyle) {
    self.folder = folder
    self.entries = entries
    self.list = list
    self.style = style
    entries.library.heights = self
  }

  /// The height of a row in device pixels; nil if it is not known.
  ///
  /// - Complexity: O(1), but for the first row of a feed, whose file is read: about 1 ms for 100,000 rows.
  func height(of row: FeedRow) -> Int? {
    guard let folder, let hash = presentConditions else { return nil }
    let (feed, key) = feed(of: row)
    if memories[key] == nil {
      let table = folder.table(named: Self.name(of: feed, hash), conditions: hash)
      memories[key] = Memory(table: table)
    }
    let height = memories[key]?.table?.height(of: row.heightRevision)
    if height == nil { memories[key]?.misses = true }
    return height
  }

  private func feed(of row: FeedRow) -> (feed: String, key: FeedKey) {
    if let last, last.path == row.path { return (last.feed, last.key) }
    let feed = library.feedKey(of: row)
    let key = FeedKey(feed)
    last = (row.path, feed, key)
    return (feed, key)
  }

  /// A hash of the present conditions; nil if the list has none yet.
  var presentConditions: UInt64? {
    guard let present = list.heightConditions else { return nil }
    let template = style.templates.row
    if let conditions, conditions.template == template, conditions.list == present { return conditions.hash }
    var fingerprint = Hash64()
    fingerprint.combine(present)
    fingerprint.combine(template.name)
    conditions = (present, template, fingerprint.value)
    memories = [:]
    columns = [:]
    last = nil
    return fingerprint.value
  }

  nonisolated static func name(of feed: String, _ conditions: UInt64) -> UInt64 {
    var fingerprint = Hash64(conditions)
    fingerprint.combine(feed)
    return fingerprint.value
  }

  /// Stores the heights of all feeds of which some were not known. Call when all heights are.
  ///
  /// - Parameter moment: The moment of which the dates of rows tell, in seconds since 1970; nil for when each file was read.
  /// - Complexity: O(rows) on a worker.
  func store(at moment: Int64?) {
    guard let folder, let conditions = presentConditions else { return }
    let sections = entries.sections
    var feeds: [FeedKey: [Int]] = [:]
    // Sections of a timeline have no file: they show entries of several feeds.
    for (index, section) in sections.enumerated() where section.path != nil {
      feeds[FeedKey(section.feedKey), default: []].append(index)
    }
    let wanted = feeds.filter { feed, own in
      // What is shown may be a part of the feed.
      let shown = own.reduce(0) { $0 + sections[$1].rows.count }
      guard memories[feed]?.misses == true, shown >= Self.smallestFeed,
        own.allSatisfy({ sections[$0].placeholderCount == 0 || library.isArchive(sections[$0].path!) })
      else { return false }
      return library.sections.reduce(0) { $0 + (FeedKey($1.feedKey) == feed ? $1.rows.count : 0) } == shown
    }
    guard !wanted.isEmpty else { return }
    for feed in wanted.keys { memories[feed]?.misses = false }
    let geometry = list.geometry
    let numbered = wanted.values.joined().compactMap {
      numberedHeights(ofSection: $0, sections[$0], conditions)
    }
    Task {
      await Self.store(Array(wanted.values), of: sections, geometry, in: folder, conditions, moment)
      for heights in numbered { await heights.store(sections, geometry, in: folder) }
    }
  }

  @concurrent
  private nonisolated static func store(
    _ feeds: [[Int]], of sections: [LibrarySection], _ geometry: RowGeometry, in folder: HeightFolder,
    _ conditions: UInt64, _ moment: Int64?
  ) async {
    for own in feeds {
      let feed = sections[own[0]].feedKey
      var heights: [(revision: UInt64, height: Int)] = []
      for section in own {
        sections[section].rows.forEachRead { number, row in
          // The height of another name of its date need not be that of its texts.
          if let moment, row.newDistance(at: moment) != nil { return }
          let element = ListElement.row(RowIndexPath(section: section, row: number))
          if case .measured(let height) = geometry.height(of: element) {
            heights.append((row.heightRevision, height))
          }
        }
      }
      folder.store(HeightTable(heights).file, named: name(of: feed, conditions), conditions: conditions)
    }
  }
}
