import Expectations
import FuzzInputs
import RandomNumbers
import Testing

/// The fuzz inputs of a number are the same bytes for ever, so that a fault that is reported by its number is found again.
@Suite struct FuzzInputTests {
  /// FNV-1a.
  private func hash(_ files: [[UInt8]]) -> UInt64 {
    files.joined().reduce(14_695_981_039_346_656_037) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
  }

  @Test func generatorGivesThePublishedNumbers() {
    var random = SplitMix64(seed: 1_234_567)
    expect(
      (0..<5).map { _ in random.next() },
      equals: [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
        4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
      ])
  }

  @Test func inputsOfASeedStayTheSame() {
    let corpus = [
      "<rss><channel><item><title>A</title></item></channel></rss>", "{\"items\": [{\"id\": \"1\"}]}",
    ]
    let mutated = (1...20 as ClosedRange<UInt64>).flatMap { seed in
      var mutator = InputMutator(corpus: corpus.map { Array($0.utf8) }, seed: seed)
      return (0..<10).map { _ in mutator.next() } + [mutator.nextLarge(size: 2_000)]
    }
    expect(hash(mutated), equals: 11_460_551_743_307_678_397)
    let hostile = (1...50 as ClosedRange<UInt64>).map { seed in
      var choices = Choices(seed: seed)
      return HostileFeed.bytes(&choices)
    }
    expect(hash(hostile), equals: 8_524_139_999_986_077_585)
  }
}
