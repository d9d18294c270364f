import RandomEdits

/// Repeatable random numbers for texts and widths, of the generator that random edits are made with.
package nonisolated struct SeededRandom {
  private var generator: SeededGenerator
  package init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  package mutating func next() -> UInt64 { generator.next() }

  package mutating func below(_ limit: Int) -> Int { Int(next() >> 11) % limit }
}
