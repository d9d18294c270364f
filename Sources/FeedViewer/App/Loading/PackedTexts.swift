/// The texts of consecutive rows in one piece of memory.
nonisolated struct PackedTexts: Sendable {
  private let bytes: [UInt8]
  private let ends: [UInt32]

  init(_ texts: [String]) {
    var (bytes, ends): ([UInt8], [UInt32]) = ([], [])
    for text in texts {
      bytes += text.utf8
      ends.append(UInt32(bytes.count))
    }
    // Without the room that arrays keep for growing.
    self.bytes = bytes.withUnsafeBufferPointer { Array($0) }
    self.ends = ends.withUnsafeBufferPointer { Array($0) }
  }

  subscript(index: Int) -> String { String(decoding: bytes[range(index)], as: UTF8.self) }

  /// Where a text is in `withBytes`.
  func range(_ index: Int) -> Range<Int> { (index == 0 ? 0 : Int(ends[index - 1]))..<Int(ends[index]) }

  /// Passes the UTF-8 of a text to `body`.
  func withBytes(_ index: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[range(index)])) }
  }
}
