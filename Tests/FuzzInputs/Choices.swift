import RandomNumbers

/// The random choices of a generator: from a seed, or from bytes, so that a fuzzer that mutates the bytes mutates the
/// choices.
public struct Choices: Sendable {
  private var random: SplitMix64
  private var bytes: ArraySlice<UInt8>?

  /// Choices determined by a seed.
  public init(seed: UInt64) { random = SplitMix64(seed: seed &* 0x2545_F491_4F6C_DD1D) }

  /// Choices read from bytes; when these are used up, every choice is 0.
  public init(bytes: some Sequence<UInt8>) {
    random = SplitMix64(seed: 0)
    self.bytes = Array(bytes)[...]
  }

  /// A number from 0 up to, but not including, `limit`, which must be positive.
  public mutating func below(_ limit: Int) -> Int {
    precondition(limit > 0, "The limit must be positive, not \(limit).")
    guard bytes == nil else { return read(below: limit) }
    return Int(random.next() % UInt64(limit))
  }

  public mutating func number(in range: ClosedRange<Int>) -> Int {
    range.lowerBound + below(range.count)
  }

  /// True with a probability of 1 / `count`.
  public mutating func onceIn(_ count: Int) -> Bool { below(count) == count - 1 }

  public mutating func one<Element>(of elements: [Element]) -> Element { elements[below(elements.count)] }

  /// Reads as many bytes as the limit needs, most significant first.
  private mutating func read(below limit: Int) -> Int {
    var number = 0
    var rest = limit - 1
    while rest > 0 {
      number = number << 8 | Int(bytes?.popFirst() ?? 0)
      rest >>= 8
    }
    return number % limit
  }
}
