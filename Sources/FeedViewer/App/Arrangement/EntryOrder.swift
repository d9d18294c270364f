import LayoutCore
import VirtualList

/// Where another arrangement shows entries of held files, most of which have no rows: four bytes for each place of the list, and
/// four for each entry.
nonisolated struct EntryOrder: Sendable {
  /// The entries of one file.
  struct Part: Sendable {
    let outline: FileOutline
    /// Their numbers in the file.
    let ordinals: Range<Int>
    /// The number of the first one in this order.
    let first: Int
  }

  /// The numbers of all entries, in the order of the list.
  private let numbers: [UInt32]
  /// The place in `numbers` where each section begins; in the end their count.
  private let starts: [Int]
  /// The place in `numbers` of each entry; `nowhere` for one that is not shown.
  private let places: [UInt32]
  private let parts: [Part]
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

  /// The entry of a held file that is shown at a place; nil if another one is.
  ///
  /// - Complexity: O(files).
  func entry(at place: RowIndexPath) -> (outline: FileOutline, ordinal: Int)? {
    let number = Int(numbers[index(of: place)])
    guard let part = parts.last(where: { $0.first <= number }) else { return nil }
    return (part.outline, part.ordinals.lowerBound + number - part.first)
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
    guard let part = parts.first(where: { $0.outline === outline }), part.ordinals.contains(ordinal) else {
      return nil
    }
    return index(of: part.first + ordinal - part.ordinals.lowerBound)
  }

  /// Where an entry is shown; nil if it is not.
  ///
  /// - Parameter number: Its number in this order.
  func place(of number: Int) -> RowIndexPath? { index(of: number).map(place(at:)) }

  private func index(of number: Int) -> Int? {
    let place = places[number]
    return place == Self.nowhere ? nil : Int(place)
  }

  private func place(at index: Int) -> RowIndexPath {
    let section = starts.partitionPoint { $0 <= index } - 1
    return RowIndexPath(section: section, row: index - starts[section])
  }
}
