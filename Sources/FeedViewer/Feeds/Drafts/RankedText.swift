/// A text that several elements may provide: where it is in the buffer of the entry's draft.
typealias RankedText = Ranked<Range<Int>>

extension RankedText {
  var range: Range<Int>? { value }

  /// - Parameter bytes: Valid UTF-8; nil if there is no text.
  mutating func offer(_ bytes: UnsafeBufferPointer<UInt8>?, rank: UInt8, in buffer: inout ByteBuffer) {
    if wants(rank), let bytes { put(bytes, rank: rank, in: &buffer) }
  }

  mutating func offer(_ text: String?, rank: UInt8, in buffer: inout ByteBuffer) {
    if wants(rank) { offer(buffer.place(of: text), rank: rank) }
  }

  /// Replaces the text regardless of rank.
  mutating func put(_ bytes: UnsafeBufferPointer<UInt8>?, rank: UInt8, in buffer: inout ByteBuffer) {
    if let bytes { put(buffer.place(of: bytes), rank: rank) }
  }

  /// Forgets the text, so that the next one of any rank is accepted.
  mutating func clear() { self = RankedText() }
}
