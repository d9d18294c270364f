/// A text that several elements may provide, in the buffer of the entry's draft. As with `Ranked`, the text of the lowest
/// rank wins, and the first of equally ranked ones.
struct RankedText {
  /// Where the text is in the buffer.
  private(set) var range: Range<Int>?
  private(set) var rank = UInt8.max

  func wants(_ rank: UInt8) -> Bool { rank < self.rank }

  /// - Parameter bytes: Valid UTF-8; nil if there is no text.
  mutating func offer(_ bytes: UnsafeBufferPointer<UInt8>?, rank: UInt8, in buffer: inout ByteBuffer) {
    guard let bytes, rank < self.rank else { return }
    range = buffer.place(of: bytes)
    self.rank = rank
  }

  mutating func offer(_ text: String?, rank: UInt8, in buffer: inout ByteBuffer) {
    guard rank < self.rank, let range = buffer.place(of: text) else { return }
    self.range = range
    self.rank = rank
  }

  /// Offers a text that is in the buffer already.
  mutating func offer(_ range: Range<Int>?, rank: UInt8) {
    guard let range, rank < self.rank else { return }
    self.range = range
    self.rank = rank
  }

  /// Replaces the text regardless of rank.
  mutating func put(_ bytes: UnsafeBufferPointer<UInt8>?, rank: UInt8, in buffer: inout ByteBuffer) {
    guard let bytes else { return }
    range = buffer.place(of: bytes)
    self.rank = rank
  }

  /// Forgets the text, so that the next one of any rank is accepted.
  mutating func clear() { self = RankedText() }
}
