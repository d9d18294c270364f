import Expectations
import RandomNumbers
import Testing

@testable import LayoutCore

@Suite("Rows paired by their keys")
struct KeyMatchesTests {
  private func rows(_ keys: [Int]) -> [SectionKeys.Row] {
    keys.map { SectionKeys.Row(key: "key \($0)", revision: 0) }
  }

  /// Lists with repeated keys, nearly equal ones and quite different ones.
  @Test(arguments: UInt64(0)..<20)
  func asManyRowsArePairedAsBothListsHave(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for round in 0..<100 {
      let trace: Comment = "seed \(seed), round \(round)"
      let variety = Int.random(in: 1...60, using: &random)
      let old = (0..<Int.random(in: 0...40, using: &random)).map { _ in
        Int.random(in: 0..<variety, using: &random)
      }
      var new = old
      for _ in 0..<Int.random(in: 0...(random.chance(0.3) ? 40 : 3), using: &random) {
        if random.chance(0.5), let place = new.indices.randomElement(using: &random) { new.remove(at: place) }
        if random.chance(0.5) {
          new.insert(
            Int.random(in: 0..<variety, using: &random), at: Int.random(in: 0...new.count, using: &random))
        }
        if random.chance(0.3) { new.shuffle(using: &random) }
      }
      // The slices do not start at index 0.
      let matches = KeyMatches(rows([-1] + old).dropFirst(), rows([-2, -3] + new).dropFirst(2))
      check(matches, old, new, trace)
    }
  }

  private func check(_ matches: KeyMatches, _ old: [Int], _ new: [Int], _ trace: Comment) {
    for (from, to) in matches.pairs { expect(old[from], equals: new[to], trace) }
    expect(Set(matches.pairs.map(\.from)).count, equals: matches.pairs.count, trace)
    expect(Set(matches.pairs.map(\.to)).count, equals: matches.pairs.count, trace)
    let counts = Dictionary(grouping: old) { $0 }.mapValues(\.count)
    let both = Dictionary(grouping: new) { $0 }.reduce(0) { $0 + min($1.value.count, counts[$1.key] ?? 0) }
    expect(matches.pairs.count, equals: both, trace)
    expect(old.indices.filter { matches.isPaired[$0] }, equals: matches.pairs.map(\.from).sorted(), trace)
    expect(new.indices.filter { matches.hasSource($0) }, equals: matches.pairs.map(\.to), trace)
    // Applying the deletes and the inserts to one list must give the other one.
    var result = old.indices.filter { !matches.shift.deletes.contains($0) }.map { old[$0] }
    for place in matches.shift.inserts { result.insert(new[place], at: place) }
    expect(result, equals: new, trace)
    expect(matches.shift.deletes.count, equals: old.count - matches.pairs.count + matches.moves.count, trace)
  }

  @Test func aHundredThousandEqualKeysArePairedInLinearTime() {
    let same = rows(Array(repeating: 1, count: 50_000))
    let other = rows([2] + Array(repeating: 3, count: 10)) + same
    expect(KeyMatches(same[...], other[...]).pairs.count, equals: 50_000)
    let reversed = rows(Array((0..<20_000).reversed()))
    expect(KeyMatches(rows(Array(0..<20_000))[...], reversed[...]).moves.count, equals: 19_999)
  }
}
