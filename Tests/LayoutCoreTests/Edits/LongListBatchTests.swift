import Expectations
import RandomEdits
import RandomNumbers
import Testing

@testable import LayoutCore

/// Random batches over lists so long that their trees and chunks split and merge, one after the other on the same
/// geometry, cache and anchor.
@Suite("Random batches over long lists")
struct LongListBatchTests {
  private static let key = HeightKey(
    template: "row", width: 400, environment: LayoutEnvironment(), revision: 0)

  @Test(arguments: UInt64(0)..<12)
  func cachesGeometryAndAnchorFollowManyBatches(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var identity = 0
    var list = Self.list(using: &random, next: &identity)
    var geometry = RowGeometry()
    geometry.rebuild(sections: list.shapes, height: Self.heights(list))
    var cache = IndexPathHeightCache()
    for case (.row(let row), _) in list.elements { store(row, of: list, in: &cache) }
    for round in 0..<8 {
      let batch = RandomBatch(list, using: &random, next: &identity)
      let change = try ChangeSet(batch.edits, before: batch.before.counts, after: batch.after.counts)
      let trace: Comment = "seed \(seed), round \(round)"
      checkAnchor(change, batch, geometry, using: &random, trace)
      cache.apply(change)
      geometry.apply(change, height: Self.heights(batch.after))
      list = batch.after
      check(geometry, list, trace)
      check(cache, batch, change, trace)
      // Missing heights are stored again, so that the next batch starts with a full cache.
      for case (.row(let row), _) in list.elements where cache.height(at: row, for: Self.key) == nil {
        store(row, of: list, in: &cache)
      }
      expect(cache.count, equals: list.counts.reduce(0, +), trace)
    }
  }

  /// Up to five sections, some empty, some of hundreds of rows.
  private static func list(using random: inout SplitMix64, next identity: inout Int) -> NaiveList {
    var list = NaiveList()
    for _ in 0..<5 {
      var section = NaiveList.section(using: &random, next: &identity)
      if random.chance(0.7) {
        for _ in 0..<Int.random(in: 0...1500, using: &random) {
          section.rows.append(NaiveList.row(using: &random, next: &identity))
        }
      }
      list.sections.append(section)
    }
    return list
  }

  private static func heights(_ list: NaiveList) -> (ListElement) -> RowHeight {
    let heights = Dictionary(uniqueKeysWithValues: list.elements)
    return { heights[$0] ?? .estimated(0) }
  }

  private func store(_ row: RowIndexPath, of list: NaiveList, in cache: inout IndexPathHeightCache) {
    cache.store(list.identity(at: row), at: row, for: Self.key)
  }

  private func check(_ geometry: RowGeometry, _ list: NaiveList, _ trace: Comment) {
    let elements = list.elements
    var offset = 0
    var isRight = geometry.elementCount == elements.count
    for (element, height) in elements where isRight {
      isRight = geometry.height(of: element) == height && geometry.offset(of: element) == offset
      offset += height.value
      if height.value > 0 {
        isRight = isRight && geometry.element(atOffset: offset - 1)?.element == element
      }
    }
    expect(isRight && geometry.totalHeight == offset, trace)
  }

  private func check(
    _ cache: IndexPathHeightCache, _ batch: RandomBatch, _ change: ChangeSet, _ trace: Comment
  ) {
    let known = Set(batch.before.sections.flatMap(\.rows).map(\.identity)).subtracting(batch.reloadedRows)
    var wrong: [RowIndexPath] = []
    for case (.row(let row), _) in batch.after.elements {
      let identity = batch.after.identity(at: row)
      let expected = known.contains(identity) ? identity : nil
      if cache.height(at: row, for: Self.key) != expected { wrong.append(row) }
    }
    expect(wrong.isEmpty, trace)
  }

  /// The anchor moves with its element, or else to the next kept element, or else to the one before.
  private func checkAnchor(
    _ change: ChangeSet, _ batch: RandomBatch, _ geometry: RowGeometry, using random: inout SplitMix64,
    _ trace: Comment
  ) {
    let old = batch.before.elements.map(\.element)
    guard let start = old.indices.randomElement(using: &random) else { return }
    var places: [Int: ListElement] = [:]
    for case (.row(let row), _) in batch.after.elements {
      places[batch.after.identity(at: row)] = .row(row)
    }
    for (index, section) in batch.after.sections.enumerated() { places[-section.identity] = .header(index) }
    func place(_ element: ListElement) -> ListElement? {
      if case .row(let row) = element { return places[batch.before.identity(at: row)] }
      return places[-batch.before.sections[element.section].identity]
    }
    let expected =
      old[start...].lazy.compactMap(place).first ?? old[..<start].reversed().lazy.compactMap(place).first
    let moved = ScrollAnchor(element: old[start], offsetInside: 3).moved(by: change, from: geometry)
    expect(moved?.element, equals: expected, trace)
  }
}
