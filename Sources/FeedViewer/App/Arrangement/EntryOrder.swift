import FeedViewerFeeds
import FeedViewerSearch
import LayoutCore
import VirtualList

/// Where another arrangement shows entries of archives, most of which have no rows: four bytes for each place of the list, and
/// four for each entry.
nonisolated struct EntryOrder: Sendable {
  /// The entries of one file.
  struct Part: Sendable {
    /// The state of the file as it is.
    fileprivate(set) var outline: FileOutline
    /// Their numbers in the file when they were put in order.
    let ordinals: Range<Int>
    /// The number of the first one in this order.
    let first: Int
    /// What has changed in the file since then, one time after the other.
    fileprivate var changes: [[EntryHunk]] = []

    init(outline: FileOutline, ordinals: Range<Int>, first: Int) {
      self.outline = outline
      self.ordinals = ordinals
      self.first = first
    }

    /// The number that an entry has in the file as it is; nil if it is not there any more.
    fileprivate func ordinal(of number: Int) -> Int? {
      changes.reduce(Optional(ordinals.lowerBound + number - first)) { $0.flatMap($1.newOrdinal) }
    }

    /// The number that an entry of the file has in this order; nil if it was not there.
    fileprivate func number(ofEntry ordinal: Int) -> Int? {
      let old = changes.reversed().reduce(Optional(ordinal)) { $0.flatMap($1.oldOrdinal) }
      return old.flatMap { ordinals.contains($0) ? first + $0 - ordinals.lowerBound : nil }
    }
  }

  /// The numbers of all entries, in the order of the list.
  private let numbers: [UInt32]
  /// The place in `numbers` where each section begins; in the end their count.
  private var starts: [Int]
  /// The places in `numbers` of what is shown, if rows were deleted since all were put in order.
  private var edited: EntryPlaces?
  /// The place in `numbers` of each entry; `nowhere` for one that is not shown.
  private let places: [UInt32]
  private var parts: [Part]
  /// Whether the entries of each section are sorted by title.
  let isByTitle: Bool
  private static let nowhere = UInt32.max

  /// - Parameters:
  ///   - sections: The numbers of the entries of each section, in their order.
  ///   - count: The number of all entries, shown or not; less than 2³² - 1.
  ///   - isByTitle: Whether the entries of each section are sorted by title.
  /// - Complexity: O(`count`).
  init(_ sections: [[UInt32]], count: Int, parts: [Part], isByTitle: Bool) {
    precondition(count < Self.nowhere, "There are too many entries to be numbered.")
    numbers = sections.count == 1 ? sections[0] : Array(sections.joined())
    starts = sections.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.count) }
    var places = Array(repeating: Self.nowhere, count: count)
    for (place, number) in numbers.enumerated() { places[Int(number)] = UInt32(place) }
    self.places = places
    self.parts = parts
    self.isByTitle = isByTitle
  }

  /// The entry of an archive that is shown at a place; nil if another one is.
  ///
  /// - Complexity: O(files).
  func entry(at place: RowIndexPath) -> (outline: FileOutline, ordinal: Int)? {
    let index = index(of: place)
    let number = Int(numbers[edited?.entry(at: index) ?? index])
    guard let part = parts.last(where: { $0.first <= number }) else { return nil }
    return part.ordinal(of: number).map { (part.outline, $0) }
  }

  /// The entries of archives that are shown at consecutive places, by file, in the order of the file.
  ///
  /// - Parameter ranges: Numbers of entries that are shown before them.
  /// - Complexity: O(k) for k places, and very little for each entry of the files.
  func entries(at ranges: [Range<Int>]) -> [(outline: FileOutline, ordinals: [Range<Int>])] {
    var wanted = EntrySet(capacity: places.count)
    for range in ranges {
      for places in edited?.entries(at: range) ?? [range] {
        for number in numbers[places] { wanted.insert(Int(number)) }
      }
    }
    return parts.compactMap { part in
      let runs = wanted.runs(in: part.first..<part.first + part.ordinals.count)
      let ordinals =
        part.changes.isEmpty
        ? runs.map { run in
          let first = part.ordinals.lowerBound + run.lowerBound - part.first
          return first..<first + run.count
        } : runs.flatMap { $0.compactMap(part.ordinal).map { $0..<$0 + 1 } }
      return ordinals.isEmpty ? nil : (part.outline, ordinals)
    }
  }

  /// Call when a file has changed: its entries are found until all are put in order again.
  ///
  /// - Parameter outline: The state of the file as it is.
  /// - Returns: Whether it is known what has changed since the state before.
  mutating func follow(_ outline: FileOutline) -> Bool {
    let path = outline.placeholder.path
    guard let hunks = outline.change?.hunks,
      let index = parts.firstIndex(where: { $0.outline.placeholder.path == path }),
      parts[index].outline.number + 1 == outline.number
    else { return false }
    parts[index].outline = outline
    parts[index].changes.append(hunks)
    return true
  }

  /// The states of the files that it has entries of.
  var outlines: [FileOutline] { parts.map(\.outline) }

  /// How many entries are shown before a place.
  func index(of place: RowIndexPath) -> Int { starts[place.section] + place.row }

  /// Where an entry of a file is shown; nil if it is not.
  ///
  /// - Complexity: O(files + log s) for s sections.
  func place(ofEntry ordinal: Int, of outline: FileOutline) -> RowIndexPath? {
    index(ofEntry: ordinal, of: outline).map(place(at:))
  }

  /// How many entries are shown before one of a file; nil if it is not shown.
  ///
  /// - Complexity: O(files).
  func index(ofEntry ordinal: Int, of outline: FileOutline) -> Int? {
    parts.first { $0.outline === outline }?.number(ofEntry: ordinal).flatMap(index(of:))
  }

  /// Where an entry is shown; nil if it is not.
  ///
  /// - Parameter number: Its number in this order.
  func place(of number: Int) -> RowIndexPath? { index(of: number).map(place(at:)) }

  private func index(of number: Int) -> Int? {
    let place = places[number]
    guard place != Self.nowhere else { return nil }
    guard let edited else { return Int(place) }
    return edited.place(ofEntry: Int(place))
  }

  /// Removes rows.
  ///
  /// - Parameter rows: Their indices in the section, in order.
  /// - Returns: What `insert` brings back.
  /// - Complexity: O(k + n log n) for k rows that were removed before, and n ranges.
  mutating func remove(_ rows: [Range<Int>], inSection section: Int) -> [Range<Int>] {
    let start = starts[section]
    move(section, by: -rows.reduce(0) { $0 + $1.count })
    return edit { $0.remove(rows.map { $0.lowerBound + start..<$0.upperBound + start }) }
  }

  /// Brings rows back that were removed last.
  mutating func insert(_ removed: [Range<Int>], inSection section: Int) {
    move(section, by: removed.reduce(0) { $0 + $1.count })
    _ = edit { $0.insert(removed) }
  }

  private mutating func move(_ section: Int, by count: Int) {
    for next in section + 1..<starts.count { starts[next] += count }
  }

  private mutating func edit<Result>(_ body: (inout EntryPlaces) -> Result) -> Result {
    var places = edited ?? EntryPlaces(count: numbers.count)
    defer { edited = places.areAll ? nil : places }
    return body(&places)
  }

  private func place(at index: Int) -> RowIndexPath {
    let section = starts.partitionPoint { $0 <= index } - 1
    return RowIndexPath(section: section, row: index - starts[section])
  }
}
