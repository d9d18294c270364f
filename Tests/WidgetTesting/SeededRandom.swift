import RandomNumbers

/// Repeatable random numbers for texts and widths, of the generator that random edits are made with.
package nonisolated struct SeededRandom {
  private var generator: SplitMix64
  package init(seed: UInt64) { generator = SplitMix64(seed: seed) }

  package mutating func next() -> UInt64 { generator.next() }

  package mutating func below(_ limit: Int) -> Int { Int(next() >> 11) % limit }
}
