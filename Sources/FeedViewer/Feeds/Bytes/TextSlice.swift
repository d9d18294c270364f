import Glibc

/// A part of a text that holds consecutive entries, for any thread. It never changes.
final class TextSlice: Sendable {
  let count: Int
  /// The first control character that was left out of the text, and the number of bytes before it; nil if none was.
  let omitted: (byte: UInt8, offset: Int)?
  private let memory: TextMemory
  private let offset: Int

  /// `TextMemory.slack` bytes after the text may be read but have no meaning.
  var base: UnsafePointer<UInt8> { UnsafePointer(memory.start + offset) }

  /// A copy of a text.
  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    memory = TextMemory(capacity: bytes.count)
    if let start = bytes.baseAddress { memcpy(memory.start, start, bytes.count) }
    memset(memory.start + bytes.count, 0, TextMemory.slack)
    (count, offset, omitted) = (bytes.count, 0, nil)
  }

  /// A text in memory of others.
  ///
  /// - Parameter range: The bytes of the text. They and the `TextMemory.slack` bytes after them must not change.
  init(sharing memory: TextMemory, _ range: Range<Int>) {
    precondition(range.upperBound <= memory.capacity, "A text ends within its memory.")
    self.memory = memory
    (count, offset, omitted) = (range.count, range.lowerBound, nil)
  }

  /// A copy of valid UTF-8, cleaned.
  init(cleaning text: TextSlice) {
    memory = TextMemory(capacity: text.count)
    memcpy(memory.start, text.base, text.count)
    var followsCarriageReturn = false
    var omitted: (byte: UInt8, offset: Int)?
    count = TextCleaning.clean(memory.start, text.count, &followsCarriageReturn) {
      omitted = omitted ?? ($0, $1)
    }
    memset(memory.start + count, 0, TextMemory.slack)
    self.omitted = omitted
    offset = 0
  }

  /// - Parameter fill: Writes all bytes; returns false if it can't.
  init?(count: Int, fill: (UnsafeMutableRawBufferPointer) -> Bool) {
    memory = TextMemory(capacity: count)
    memset(memory.start + count, 0, TextMemory.slack)
    self.count = count
    (offset, omitted) = (0, nil)
    guard fill(UnsafeMutableRawBufferPointer(start: memory.start, count: count)) else { return nil }
  }
}
