import RandomNumbers
import Testing

@testable import FeedViewer

@Suite("Places of entries after edits, against an array")
struct EntryPlacesTests {
  @Test(arguments: UInt64(0)..<40)
  func randomEditsAgreeWithAnArray(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let entryCount = Int.random(in: 1..<40, using: &random)
    var model: [Int?] = Array(0..<entryCount)
    var places = EntryPlaces(count: entryCount)
    // What was removed, to be brought back.
    var removed: [[EntryPlaces.Part]] = []
    for step in 0..<60 {
      let trace: Comment = "seed \(seed), step \(step)"
      switch Int.random(in: 0..<5, using: &random) {
      case 0, 1:
        var (ranges, first): ([Range<Int>], Int) = ([], 0)
        while first < model.count, ranges.count < 4 {
          let start = Int.random(in: first...model.count, using: &random)
          ranges.append(start..<Int.random(in: start...min(start + 5, model.count), using: &random))
          first = ranges[ranges.count - 1].upperBound
        }
        let parts = places.remove(ranges)
        let gone = ranges.flatMap { Array($0) }
        #expect(parts.flatMap { Array($0.places) } == gone, trace)
        #expect(parts.flatMap(entries) == gone.map { model[$0] }, trace)
        removed.append(parts)
        for index in gone.reversed() { model.remove(at: index) }
      case 2:
        let place = Int.random(in: 0...model.count, using: &random)
        let count = Int.random(in: 1..<4, using: &random)
        let new = EntryPlaces.Part(place: place, run: .init(count: count, entry: nil))
        #expect(places.insert([new]) == [place..<place + count], trace)
        model.insert(contentsOf: repeatElement(nil, count: count), at: place)
      default:
        // In any order, so that some come behind the end.
        guard let parts = removed.indices.randomElement(using: &random).map({ removed.remove(at: $0) }) else {
          break
        }
        let ranges = places.insert(parts)
        for (part, range) in zip(parts, ranges) {
          let start = min(part.place, model.count)
          #expect(range == start..<start + part.run.count, trace)
          model.insert(contentsOf: entries(of: part), at: start)
        }
      }
      check(places, model, entryCount, trace)
    }
  }

  private func entries(of part: EntryPlaces.Part) -> [Int?] {
    (0..<part.run.count).map { index in part.run.entry.map { $0 + index } }
  }

  private func check(_ places: EntryPlaces, _ model: [Int?], _ entryCount: Int, _ trace: Comment) {
    #expect(places.count == model.count, trace)
    #expect(model.indices.map { places.entry(at: $0) } == model, trace)
    for entry in 0..<entryCount {
      #expect(places.place(ofEntry: entry) == model.firstIndex(of: entry), trace)
      let next = (entry..<entryCount).lazy.compactMap { model.firstIndex(of: $0) }.first
      #expect(places.place(fromEntry: entry) == next ?? model.count, trace)
    }
    for index in model.indices {
      var end = index + 1
      while end < model.count, model[end] == model[end - 1].map({ $0 + 1 }) { end += 1 }
      #expect(places.run(from: index) == end - index, trace)
    }
    var end = 0
    while end < min(model.count, entryCount), model[model.count - 1 - end] == entryCount - 1 - end {
      end += 1
    }
    #expect(places.unchangedEnd(entryCount: entryCount) == end, trace)
    #expect(places.isUnchanged(entryCount: entryCount) == (model == Array(0..<entryCount)), trace)
    let (first, inserted) = (entryCount / 2, 1_000..<1_000 + model.count { $0 == nil })
    var next = inserted.lowerBound
    let numbers = model.compactMap { entry -> Int? in
      guard let entry else {
        next += 1
        return next - 1
      }
      return entry >= first ? entry - first + 100 : nil
    }
    #expect(
      places.numbers(entries: 100..<100 + entryCount - first, inserted: inserted, entryCount: entryCount)
        == numbers, trace)
  }
}
