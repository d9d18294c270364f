import Expectations
import RandomNumbers
import Testing

@testable import LayoutCore

@Suite("Numbers of a section's items against an array")
struct ItemNumbersTests {
  /// Rows after the last one with an item have none, as in the map.
  private func check(_ numbers: ItemSlotMap, _ model: [Int?], _ trace: Comment) {
    let rows = max(model.count, numbers.count) + 2
    expect(
      (0..<rows).map { numbers[$0] }, equals: (0..<rows).map { $0 < model.count ? model[$0] : nil }, trace)
    var items: [Int] = []
    numbers.forEachItem { items.append($0) }
    expect(items, equals: model.compactMap { $0 }, trace)
    // What is left out has no items.
    var parts: [Int?] = Array(repeating: nil, count: model.count)
    numbers.forEachNumberedPart(ofFirst: model.count) { row, part in
      for (offset, number) in part.enumerated() where number != ItemSlotMap.none {
        parts[row + offset] = Int(number)
      }
    }
    expect(parts, equals: model, trace)
    expect(numbers.chunks.reduce(0) { $0 + $1.count }, equals: numbers.count, trace)
    for chunk in numbers.chunks {
      expect(!chunk.isEmpty && chunk.count <= ItemSlotMap.chunkCapacity, trace)
    }
  }

  @Test(arguments: UInt64(0)..<8)
  func randomEditsAgreeWithAnArray(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var numbers = ItemSlotMap()
    var model: [Int?] = []
    var item = 0
    func next() -> Int? {
      item += 1
      return random.chance(0.2) ? nil : item
    }
    let growth = seed % 2 == 0 ? 0.6 : 0.4
    for step in 0..<600 {
      let trace: Comment = "seed \(seed), step \(step)"
      if random.chance(growth) {
        let size = random.chance(0.1) ? Int.random(in: 0...3000, using: &random) : 1
        let isEmpty = random.chance(0.2)
        let added = (0..<size).map { _ in isEmpty ? nil : next() }
        let row = Int.random(in: 0...model.count, using: &random)
        model.insert(contentsOf: added, at: row)
        if isEmpty {
          numbers.insertNone(size, at: row)
        } else {
          numbers.insert(added, at: row)
        }
      } else if !model.isEmpty {
        let low = Int.random(in: 0..<model.count, using: &random)
        let high = min(low + (random.chance(0.1) ? 2500 : 3), model.count)
        let expected = model[low..<high].compactMap { $0 }
        model.removeSubrange(low..<high)
        var removed: [Int] = []
        numbers.remove(low..<high) { removed.append($0) }
        expect(removed, equals: expected, trace)
      }
      if let row = model.indices.randomElement(using: &random) {
        let new = next()
        expect(numbers.set(new, at: row), equals: model[row], trace)
        model[row] = new
      }
      if step % 20 == 0 { check(numbers, model, trace) }
    }
    check(numbers, model, "seed \(seed), at the end")
  }

  @Test func emptyRowsBeforeAFarNumberShareTheirMemory() {
    var numbers = ItemSlotMap()
    numbers.set(1, at: 10)
    numbers.set(2, at: 10_000_000)
    numbers.set(3, at: 5_000_000)
    expect(numbers[10] == 1 && numbers[10_000_000] == 2 && numbers[5_000_000] == 3)
    expect(numbers[5_000_001] == nil && numbers[9_999_999] == nil && numbers.count == 10_000_001)
    let places = Set(numbers.chunks.map { $0.withUnsafeBufferPointer { $0.baseAddress } })
    expect(places.count <= 4)
  }

  @Test func rowsAfterTheLastNumberTakeNoMemory() {
    var numbers = ItemSlotMap()
    expect(numbers.set(nil, at: 5000) == nil)
    numbers.insert([nil, nil], at: 7000)
    numbers.remove(3..<9000) { _ in Issue.record("There is nothing to remove.") }
    expect(numbers.count, equals: 0)
    numbers.insert([nil, 7], at: 3000)
    expect(numbers[3001], equals: 7)
    expect(numbers.count, equals: 3002)
  }

  @Test func shrinkingALongSectionMergesItsChunks() {
    var numbers = ItemSlotMap()
    for row in 0..<100_000 { numbers.set(row, at: row) }
    for row in stride(from: 99_999, to: 0, by: -1) where row % 50 != 0 {
      numbers.remove(row..<row + 1) { _ in }
    }
    expect(numbers.count, equals: 2000)
    expect(numbers.chunks.count < 20)
    expect((0..<2000).allSatisfy { numbers[$0] == $0 * 50 })
  }

  @Test func rowsWithoutItemsAreLeftOut() {
    var numbers = ItemSlotMap()
    numbers.set(7, at: 500_000)
    numbers.set(8, at: 1_000_000)
    var parts: [Int] = []
    numbers.forEachNumberedPart(ofFirst: 2_000_000) { row, part in
      for (offset, number) in part.enumerated() where number != ItemSlotMap.none {
        parts.append(row + offset)
      }
      expect(part.count <= ItemSlotMap.chunkCapacity)
    }
    expect(parts, equals: [500_000, 1_000_000])
    // Of a part, what is beyond the rows of the section is left out.
    parts = []
    numbers.forEachNumberedPart(ofFirst: 500_001) { parts += [$0, $1.count] }
    expect(parts.count == 2 && parts[0] + parts[1] == 500_001)
  }
}
