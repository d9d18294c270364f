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

  /// The heights of a held file's rows that were forgotten under the present conditions.
  private struct Forgotten {
    /// The state of the file: in others, entries have other numbers.
    weak var outline: FileOutline?
    var heights = ForgottenHeights()
  }

  private let folder: HeightFolder?
  private let library: FeedLibrary
  /// The present conditions, and a hash of them.
  private var conditions: (list: String, template: TemplateIdentifier, hash: UInt64)?
  private var memories: [String: Memory] = [:]
  private var forgotten: [String: Forgotten] = [:]
  /// The file of the row that was asked for last, and its feed.
  private var last: (path: String, feed: String)?

  /// - Parameter folder: Nil remembers nothing.
  init(folder: HeightFolder?, library: FeedLibrary) {
    self.folder = folder
    self.library = library
  }

  /// The height of a row in device pixels; nil if it is not known.
  ///
  /// - Complexity: O(1), but for the first row of a feed, whose file is read: about 1 ms for 100,000 rows.
  func height(of row: FeedRow, in list: ListView, _ template: TemplateIdentifier) -> Int? {
    guard let folder, let present = list.heightConditions else { return nil }
    let hash = hash(present, template)
    let feed = feed(of: row)
    if memories[feed] == nil {
      let table = folder.table(named: Self.name(of: feed, hash), conditions: hash)
      memories[feed] = Memory(table: table)
    }
    let height = memories[feed]?.table?.height(of: row.contentRevision)
    if height == nil { memories[feed]?.misses = true }
    return height
  }

  private func feed(of row: FeedRow) -> String {
    if let last, last.path == row.path { return last.feed }
    let feed = library.feedKey(of: row)
    last = (row.path, feed)
    return feed
  }

  private func hash(_ list: String, _ template: TemplateIdentifier) -> UInt64 {
    if let conditions, conditions.template == template, conditions.list == list { return conditions.hash }
    var fingerprint = Fingerprint()
    fingerprint.combine(list)
    fingerprint.combine(template.name)
    conditions = (list, template, fingerprint.value)
    memories = [:]
    forgotten = [:]
    last = nil
    return fingerprint.value
  }

  /// Keeps the heights of rows that are about to be forgotten.
  func keepHeights(
    of rows: [RowIndexPath], path: String, in list: ListView, _ template: TemplateIdentifier
  ) {
    guard let outline = library.readings[path]?.outlined?.outline, let present = list.heightConditions else {
      return
    }
    _ = hash(present, template)
    if forgotten[path]?.outline !== outline { forgotten[path] = Forgotten(outline: outline) }
    for place in rows where list.geometry.rowCount(inSection: place.section) > place.row {
      guard let row = library.row(at: place),
        case .measured(let height) = list.geometry.height(of: .row(place))
      else { continue }
      forgotten[path]!.heights.keep(height, ordinal: row.ordinal)
    }
  }

  /// The height of a row that was forgotten, in device pixels; nil if it is not known.
  func forgottenHeight(
    at place: RowIndexPath, of path: String?, in list: ListView, _ template: TemplateIdentifier
  ) -> Int? {
    forgotten(at: place, of: path, in: list, template).flatMap { $0.heights[$0.ordinal] }
  }

  /// How many rows from one on were not forgotten; 0 if it was, or one near it.
  func unforgottenRun(
    from place: RowIndexPath, of path: String?, in list: ListView, _ template: TemplateIdentifier
  ) -> Int {
    forgotten(at: place, of: path, in: list, template).map { $0.heights.unknownRun(from: $0.ordinal) } ?? .max
  }

  private func forgotten(
    at place: RowIndexPath, of path: String?, in list: ListView, _ template: TemplateIdentifier
  ) -> (heights: ForgottenHeights, ordinal: Int)? {
    guard !forgotten.isEmpty, let path, let outlined = library.readings[path]?.outlined,
      let known = forgotten[path], known.outline === outlined.outline, let present = list.heightConditions,
      conditions?.list == present, conditions?.template == template
    else { return nil }
    return (known.heights, place.row - outlined.shift)
  }

  private static func name(of feed: String, _ conditions: UInt64) -> UInt64 {
    var fingerprint = Fingerprint(conditions)
    fingerprint.combine(feed)
    return fingerprint.value
  }

  /// Stores the heights of all feeds of which some were not known. Call when all heights are.
  ///
  /// - Parameters:
  ///   - sections: What the list shows.
  ///   - moment: The moment of which the dates of rows tell, in seconds since 1970; nil for when each file was read.
  /// - Complexity: O(rows) on a worker.
  func store(
    _ sections: [LibrarySection], in list: ListView, _ template: TemplateIdentifier, at moment: Int64? = nil
  ) {
    guard let folder, let present = list.heightConditions else { return }
    let conditions = hash(present, template)
    var feeds: [String: [Int]] = [:]
    // Sections of a timeline have no file: they show entries of several feeds.
    for (index, section) in sections.enumerated() where section.path != nil {
      feeds[section.feedKey, default: []].append(index)
    }
    let wanted = feeds.filter { feed, own in
      // What is shown may be a part of the feed.
      let shown = own.reduce(0) { $0 + sections[$1].rows.count }
      guard memories[feed]?.misses == true, shown >= Self.smallestFeed,
        own.allSatisfy({ sections[$0].awaitedCount == 0 })
      else { return false }
      return library.sections.reduce(0) { $0 + ($1.feedKey == feed ? $1.rows.count : 0) } == shown
    }
    guard !wanted.isEmpty else { return }
    for feed in wanted.keys { memories[feed]?.misses = false }
    let geometry = list.geometry
    Task { await Self.store(wanted, of: sections, geometry, in: folder, conditions, moment) }
  }

  @concurrent
  private nonisolated static func store(
    _ feeds: [String: [Int]], of sections: [LibrarySection], _ geometry: RowGeometry, in folder: HeightFolder,
    _ conditions: UInt64, _ moment: Int64?
  ) async {
    for (feed, own) in feeds {
      var heights: [(revision: UInt64, height: Int)] = []
      for section in own {
        for (number, row) in sections[section].rows.known.enumerated() {
          // The height of another name of its date need not be that of its texts.
          if let moment, row.newDistance(at: moment) != nil { continue }
          let element = ListElement.row(RowIndexPath(section: section, row: number))
          if case .measured(let height) = geometry.height(of: element) {
            heights.append((row.contentRevision, height))
          }
        }
      }
      await folder.store(HeightTable(heights), named: name(of: feed, conditions), conditions: conditions)
    }
  }
}
