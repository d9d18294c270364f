import Expectations
import RandomNumbers
import Testing

@testable import FeedViewer

@Suite("Places of entries after deletions, against an array")
struct EntryPlacesTests {
  @Test(arguments: UInt64(0)..<40)
  func randomDeletionsAgreeWithAnArray(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let entryCount = Int.random(in: 1..<40, using: &random)
    var model = Array(0..<entryCount)
    var places = EntryPlaces(count: entryCount)
    // What was removed, to be brought back.
    var removed: [[Range<Int>]] = []
    for step in 0..<60 {
      let trace: Comment = "seed \(seed), step \(step)"
      switch Int.random(in: 0..<4, using: &random) {
      case 0, 1:
        var (ranges, first): ([Range<Int>], Int) = ([], 0)
        while first < model.count, ranges.count < 4 {
          let start = Int.random(in: first...model.count, using: &random)
          ranges.append(start..<Int.random(in: start...min(start + 5, model.count), using: &random))
          first = ranges[ranges.count - 1].upperBound
        }
        let gone = ranges.flatMap { Array($0) }
        expect(ranges.flatMap { places.entries(at: $0).joined() }, equals: gone.map { model[$0] }, trace)
        let entries = places.remove(ranges)
        expect(entries.flatMap { Array($0) }, equals: gone.map { model[$0] }, trace)
        removed.append(entries)
        for index in gone.reversed() { model.remove(at: index) }
      default:
        // In any order.
        guard let entries = removed.indices.randomElement(using: &random).map({ removed.remove(at: $0) })
        else { break }
        let ranges = places.insert(entries)
        model = (model + entries.joined()).sorted()
        expect(ranges.flatMap { $0.map { model[$0] } }, equals: entries.flatMap { Array($0) }, trace)
      }
      check(places, model, entryCount, trace)
    }
  }

  private func check(_ places: EntryPlaces, _ model: [Int], _ entryCount: Int, _ trace: Comment) {
    expect(places.count, equals: model.count, trace)
    expect(model.indices.map { places.entry(at: $0) }, equals: model, trace)
    for entry in 0..<entryCount {
      expect(places.place(ofEntry: entry), equals: model.firstIndex(of: entry), trace)
      expect(places.place(fromEntry: entry), equals: model.firstIndex { $0 >= entry } ?? model.count, trace)
      let some = entry..<min(entry + 7, entryCount)
      expect(places.places(ofEntries: some).map { model[$0] }, equals: model.filter(some.contains), trace)
    }
    for index in model.indices {
      var end = index + 1
      while end < model.count, model[end] == model[end - 1] + 1 { end += 1 }
      expect(places.run(from: index), equals: end - index, trace)
    }
    var end = 0
    while end < model.count, model[model.count - 1 - end] == entryCount - 1 - end { end += 1 }
    expect(places.unchangedEnd, equals: end, trace)
    expect(places.areAll, equals: model.count == entryCount, trace)
  }
}
