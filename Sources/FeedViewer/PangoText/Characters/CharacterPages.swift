/// A table with a small value for each Unicode character, in pages of 256 that are allocated on first write.
///
/// A look-up takes two loads. Not thread-safe.
nonisolated final class CharacterPages<Value: BitwiseCopyable> {
  /// The value of characters that were not set.
  private let unknown: Value
  /// Indexed by the upper bits of a character.
  private let pages = UnsafeMutablePointer<UnsafeMutablePointer<Value>?>.allocate(capacity: pageCount)
  private static var pageCount: Int { 0x11_0000 >> 8 }

  init(unknown: Value) {
    self.unknown = unknown
    pages.initialize(repeating: nil, count: Self.pageCount)
  }

  deinit {
    for index in 0..<Self.pageCount { pages[index]?.deallocate() }
    pages.deallocate()
  }

  /// - Parameter character: Below U+110000.
  @inline(__always)
  subscript(character: UInt32) -> Value {
    get { pages[Int(character >> 8)]?[Int(character & 255)] ?? unknown }
    set { write(newValue, for: character) }
  }

  private func write(_ value: Value, for character: UInt32) {
    if pages[Int(character >> 8)] == nil {
      let page = UnsafeMutablePointer<Value>.allocate(capacity: 256)
      page.initialize(repeating: unknown, count: 256)
      pages[Int(character >> 8)] = page
    }
    pages[Int(character >> 8)]![Int(character & 255)] = value
  }
}
