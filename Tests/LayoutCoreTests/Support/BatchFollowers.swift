import Expectations
import RandomEdits
import RandomNumbers
import Testing

@testable import LayoutCore

/// Everything that follows a list's edits, compared with plain arrays over many batches.
///
/// The tree of heights has small nodes, so that it splits and merges them often.
struct BatchFollowers {
  private static let key = HeightKey(
    template: "row", width: 400, environment: LayoutEnvironment(), revision: 0)
  private static let narrowKey = HeightKey(
    template: "row", width: 300, environment: LayoutEnvironment(), revision: 0)

  private var cache = IndexPathHeightCache()
  private var geometry = RowGeometry(leafCapacity: 8, branchCapacity: 4)
  private var anchor: ScrollAnchor?
  private var selection = RowSelection()

  /// The rows and headers whose heights are cached. Each height is the identity of its row, so that a height in the
  /// wrong place is detected.
  private var cached: Set<Int> = []
  /// The identity of the anchor's row, or of its section if it is a header, and the offset inside.
  private var anchored: (identity: Int, inside: Int)?
  private var selected: Set<Int> = []
  private var cursor: Int?

  init(_ list: NaiveList, using random: inout SplitMix64) {
    geometry.rebuild(sections: list.shapes) { list.height(of: $0) ?? .estimated(0) }
    cacheHeights(of: list)
    scrollAndSelect(in: list, using: &random)
  }

  /// Every third element is not cached, and every third one is cached at a second width too.
  private mutating func cacheHeights(of list: NaiveList) {
    for (element, _) in list.elements {
      let identity = Self.identity(of: element, in: list)
      guard identity % 3 != 0 else { continue }
      cache.store(identity, of: element, for: Self.key)
      if identity % 3 == 1 { cache.store(identity + 1_000_000, of: element, for: Self.narrowKey) }
      cached.insert(identity)
    }
  }

  mutating func scrollAndSelect(in list: NaiveList, using random: inout SplitMix64) {
    if random.chance(0.3) { cacheHeights(of: list) }
    if random.chance(0.5) || anchor == nil {
      anchor =
        geometry.totalHeight == 0
        ? nil : .capture(atOffset: .random(in: 0..<geometry.totalHeight, using: &random), in: geometry)
      anchored = anchor.map { (Self.identity(of: $0.element, in: list), $0.offsetInside) }
    }
    guard random.chance(0.5) || selection.cursor == nil else { return }
    let rows = list.placesByIdentity.sorted { $0.key < $1.key }
    guard let one = rows.randomElement(using: &random), let other = rows.randomElement(using: &random) else {
      return
    }
    selection.select(one.value)
    if random.chance(0.5) { selection.extend(to: other.value, rowCounts: list.counts) }
    if random.chance(0.3) { selection.toggle(other.value) }
    selected = Set(selection.rows.map { list.identity(at: $0) })
    cursor = selection.cursor.map { list.identity(at: $0) }
  }

  mutating func apply(_ change: ChangeSet, of batch: RandomBatch) {
    cache.apply(change)
    anchor = anchor?.moved(by: change, from: geometry)
    geometry.apply(change) { batch.after.height(of: $0) ?? .estimated(0) }
    selection.apply(change)
    follow(batch)
  }

  /// Applies the batch to the arrays.
  private mutating func follow(_ batch: RandomBatch) {
    let surviving = Set(batch.before.placesByIdentity.keys).intersection(batch.after.placesByIdentity.keys)
    let sections = Set(batch.after.sections.map(\.identity))
    cached.formIntersection(surviving.union(sections))
    cached.subtract(batch.reloadedRows.union(batch.reloadedSections))
    let elements = batch.before.elements.map { Self.identity(of: $0.element, in: batch.before) }
    anchored = anchored.flatMap { anchored in
      Self.survivor(of: anchored.identity, in: elements, surviving: surviving.union(sections))
        .map { ($0, anchored.inside) }
    }
    let rows = elements.filter { batch.before.placesByIdentity[$0] != nil }
    let hadSelection = !selected.isEmpty
    selected.formIntersection(surviving)
    cursor = cursor.flatMap { Self.survivor(of: $0, in: rows, surviving: surviving) }
    if hadSelection, selected.isEmpty, let cursor { selected = [cursor] }
  }

  private static func survivor(of identity: Int, in old: [Int], surviving: Set<Int>) -> Int? {
    guard let place = old.firstIndex(of: identity) else { return nil }
    return old[place...].first(where: surviving.contains) ?? old[..<place].last(where: surviving.contains)
  }

  private static func identity(of element: ListElement, in list: NaiveList) -> Int {
    switch element {
    case .row(let row): list.identity(at: row)
    case .header(let section), .footer(let section): list.sections[section].identity
    }
  }

  func check(against list: NaiveList, _ trace: Comment) {
    checkCache(list, trace)
    checkGeometry(list, trace)
    let element = anchor.map { Self.identity(of: $0.element, in: list) }
    expect(element, equals: anchored?.identity, trace)
    expect(anchor?.offsetInside, equals: anchored?.inside, trace)
    expect(Set(selection.rows.map { list.identity(at: $0) }), equals: selected, trace)
    expect(selection.cursor.map { list.identity(at: $0) }, equals: cursor, trace)
  }

  private func checkCache(_ list: NaiveList, _ trace: Comment) {
    for (element, _) in list.elements {
      let identity = Self.identity(of: element, in: list)
      let isKnown = cached.contains(identity)
      expect(cache.height(of: element, for: Self.key), equals: isKnown ? identity : nil, trace)
      expect(
        cache.height(of: element, for: Self.narrowKey),
        equals: isKnown && identity % 3 == 1 ? identity + 1_000_000 : nil, trace)
    }
    expect(cache.count, equals: cached.count, trace)
  }

  private func checkGeometry(_ list: NaiveList, _ trace: Comment) {
    geometry.heights.checkInvariants(trace)
    let elements = list.elements
    expect(geometry.elementCount, equals: elements.count, trace)
    var offset = 0
    for (element, height) in elements {
      expect(geometry.height(of: element), equals: height, trace)
      expect(geometry.offset(of: element), equals: offset, trace)
      if height.value > 0 {
        expect(geometry.element(atOffset: offset)?.element, equals: element, trace)
        expect(geometry.element(atOffset: offset + height.value - 1)?.element, equals: element, trace)
      }
      offset += height.value
    }
    expect(geometry.totalHeight, equals: offset, trace)
  }
}
