import RandomNumbers
import Testing

@testable import Feeds

/// The index keeps places in few bytes, whatever is between entries.
@Suite struct EntryIndexTests {
  private final class Context: EntryContext {
    func isSame(as other: any EntryContext) -> Bool { other === self }
    func entries(in text: GroupText) -> [(entry: FeedEntry, end: Int)]? { nil }
    func repairedEntry(in text: GroupText) -> (entry: FeedEntry, repairs: [FeedWarning])? { nil }
    func articleSource(in text: GroupText) -> ArticleSource? { nil }
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
      #expect(index.count == count)
      var listed: [Range<Int>?] = []
      index.forEachRange(in: 0..<count) { listed.append($1) }
      for ordinal in 0..<count {
        let place = index.place(of: ordinal)
        // Longer entries can't be read alone.
        let expected = places[ordinal].flatMap { $0.count > Int(UInt32.max) ? nil : $0 }
        #expect(place?.range == expected?.range && place?.context === expected?.context)
        #expect(listed[ordinal] == expected?.range)
      }
    }
    let whole = index(of: places[...])
    check(whole, places.count)
    let cut = Int.random(in: 0...places.count, using: &random)
    check(whole.prefix(cut), cut)
    check(index(of: places[cut...], whole.prefix(cut)), places.count)
    let same = whole.commonLengths(with: index(of: places[...]))
    #expect(same.first == places.count && same.last == 0)
    #expect(whole.commonLengths(with: whole.prefix(cut)).first == cut)
  }
}
