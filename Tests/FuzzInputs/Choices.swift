/// The random choices of a generator: from a seed, or from bytes, so that a fuzzer that mutates the bytes mutates the
/// choices.
public struct Choices: Sendable {
  private var state: UInt64
  private var bytes: ArraySlice<UInt8>?

  /// Choices determined by a seed (SplitMix64, Steele, Lea and Flood 2014).
  public init(seed: UInt64) { state = seed &* 0x2545_F491_4F6C_DD1D }

  /// Choices read from bytes; when these are used up, every choice is 0.
  public init(bytes: some Sequence<UInt8>) {
    state = 0
    self.bytes = Array(bytes)[...]
  }

  /// A number from 0 up to, but not including, `limit`, which must be positive.
  public mutating func below(_ limit: Int) -> Int {
    precondition(limit > 0, "The limit must be positive, not \(limit).")
    guard bytes == nil else { return read(below: limit) }
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ (mixed >> 31)) % UInt64(limit))
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
