import Expectations
import RandomNumbers
import Testing

@testable import FeedViewerFeeds

/// The index keeps places in few bytes, whatever is between entries.
@Suite struct EntryIndexTests {
  private final class Context: EntryContext {
    func isSame(as other: any EntryContext) -> Bool { other === self }
    func read(
      _ text: TextSlice, _ request: ArticleRequest?, onRepairs: (([FeedWarning]) -> Void)?
    ) -> ParsedPart {
      var entries: [ReadEntry]?
      return ParsedPart(&entries, count: 0, isComplete: false)
    }
    func parser() -> @Sendable (_ text: TextSlice, _ isAfterEntry: Bool) -> ParsedPart {
      { text, _ in self.read(text, nil, onRepairs: nil) }
    }
  }

  /// Runs have the entries of a part in order, and are as long as they can be.
  private func checkRuns(_ index: EntryIndex, _ part: Range<Int>, _ expected: (Int) -> Range<Int>?) {
    var next = part.lowerBound
    var last: (any EntryContext)??
    index.forEachRun(in: part) { run, ranges, context in
      expect(run.lowerBound == next && !run.isEmpty)
      let isSame = last.map { $0 === context } ?? false
      expect(!isSame)
      if context == nil {
        let isKnown = run.contains { expected($0) != nil }
        expect(ranges.isEmpty && !isKnown)
      } else {
        expect(ranges, equals: run.compactMap(expected))
        let hasOther = run.contains { index.place(of: $0)?.context !== context }
        expect(!hasOther)
      }
      (next, last) = (run.upperBound, .some(context))
    }
    expect(next, equals: part.upperBound)
  }

  @Test(arguments: 0..<60)
  func placesAreThoseThatWereAdded(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let contexts = [Context(), Context()]
    var places: [EntryPlace?] = []
    var position = 0
    let regularity = [1.0, 0.98, 0.3][Int(seed % 3)]
    for _ in 0..<Int.random(in: 1..<600, using: &random) {
      position += random.chance(regularity) ? 1 : Int.random(in: 0..<9, using: &random)
      let length = random.chance(0.01) ? 5_000_000_000 : Int.random(in: 1..<2_000, using: &random)
      let context = contexts[random.chance(0.97) ? 0 : 1]
      places.append(random.chance(0.97) ? EntryPlace(offset: position, count: length, context: context) : nil)
      position += length
    }
    func index(of places: ArraySlice<EntryPlace?>, _ index: EntryIndex = EntryIndex()) -> EntryIndex {
      var index = index
      var rest = places
      while let place = rest.popFirst() {
        guard let place else {
          index.append(nil)
          continue
        }
        var ranges = [place.range]
        while let next = rest.first, let next, next.context === place.context, random.chance(0.9) {
          ranges.append(next.range)
          rest.removeFirst()
        }
        index.append(ranges, from: 0, place.context)
      }
      return index
    }
    func check(_ index: EntryIndex, _ count: Int) {
      expect(index.count, equals: count)
      var listed: [Range<Int>?] = []
      index.forEachRange(in: 0..<count) { listed.append($1) }
      for ordinal in 0..<count {
        let place = index.place(of: ordinal)
        // Longer entries can't be read alone.
        let expected = places[ordinal].flatMap { $0.count > Int(UInt32.max) ? nil : $0 }
        expect(place?.range == expected?.range && place?.context === expected?.context)
        expect(listed[ordinal], equals: expected?.range)
      }
      let first = Int.random(in: 0...count, using: &random)
      let part = first..<Int.random(in: first...count, using: &random)
      checkRuns(index, part) { listed[$0] }
      // As many entries that are unknown are before all others, or after them.
      var estimated = EntryIndex()
      estimated.appendUnknown(70)
      for ordinal in 0..<count { estimated.append(index.place(of: ordinal)) }
      checkRuns(estimated, part.lowerBound + 70..<part.upperBound + 70) { listed[$0 - 70] }
      estimated = index
      estimated.appendUnknown(70)
      checkRuns(estimated, part) { listed[$0] }
    }
    let whole = index(of: places[...])
    check(whole, places.count)
    let cut = Int.random(in: 0...places.count, using: &random)
    check(whole.prefix(cut), cut)
    check(index(of: places[cut...], whole.prefix(cut)), places.count)
    let same = whole.commonLengths(with: index(of: places[...]))
    expect(same.first == places.count && same.last == 0)
    expect(whole.commonLengths(with: whole.prefix(cut)).first, equals: cut)
  }
}
