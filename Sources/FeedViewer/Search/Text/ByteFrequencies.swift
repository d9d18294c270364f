import FeedViewerBase

/// How often each byte occurs in a sample of folded text: a scanner looks for the rarest bytes of what it searches for.
struct ByteFrequencies: Sendable {
  /// One byte in so many is counted; a prime, so that no regular text is missed.
  private static let stride = 61

  private var counts: [UInt32] = Array(repeating: 0, count: 256)

  init() {}

  init(of bytes: FoldedBytes) {
    counts.withUnsafeMutableBufferPointer { counts in
      for index in Swift.stride(from: 0, to: bytes.count, by: Self.stride) {
        counts[Int(bytes.start[index])] += 1
      }
    }
  }

  mutating func add(_ other: ByteFrequencies) {
    for byte in counts.indices { counts[byte] &+= other.counts[byte] }
  }

  subscript(_ byte: UInt8) -> UInt32 { counts[Int(byte)] }
}
