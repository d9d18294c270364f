/// A table with a small value for each Unicode character, in pages of 256 that are allocated on first write.
///
/// A look-up takes two loads in the Basic Multilingual Plane. The list of the pages beyond it, which is long, is allocated on
/// first write as well: there is a table for each font and language. Not thread-safe.
nonisolated final class CharacterPages<Value: BitwiseCopyable> {
  private typealias Page = UnsafeMutablePointer<Value>

  /// The value of characters that were not set.
  private let unknown: Value
  /// Indexed by the upper bits of a character.
  private let basicPages = UnsafeMutablePointer<Page?>.allocate(capacity: basicPageCount)
  /// The address of the same list of all pages beyond.
  private let otherPages = UnsafeMutablePointer<UnsafeMutablePointer<Page?>?>.allocate(capacity: 1)

  private static var basicPageCount: Int { 0x1_0000 >> 8 }
  private static var otherPageCount: Int { (0x11_0000 >> 8) - basicPageCount }

  init(unknown: Value) {
    self.unknown = unknown
    basicPages.initialize(repeating: nil, count: Self.basicPageCount)
    otherPages.initialize(to: nil)
  }

  deinit {
    for index in 0..<Self.basicPageCount { basicPages[index]?.deallocate() }
    basicPages.deallocate()
    if let pages = otherPages.pointee {
      for index in 0..<Self.otherPageCount { pages[index]?.deallocate() }
      pages.deallocate()
    }
    otherPages.deallocate()
  }

  /// - Parameter character: Below U+110000.
  @inline(__always)
  subscript(character: UInt32) -> Value {
    get {
      let number = Int(character >> 8)
      let page =
        number < Self.basicPageCount
        ? basicPages[number] : otherPages.pointee.flatMap { $0[number &- Self.basicPageCount] }
      return page?[Int(character & 255)] ?? unknown
    }
    set { write(newValue, for: character) }
  }

  private func write(_ value: Value, for character: UInt32) {
    let number = Int(character >> 8)
    let place =
      number < Self.basicPageCount ? basicPages + number : makeOtherPages() + number - Self.basicPageCount
    let page = place.pointee ?? makePage()
    place.pointee = page
    page[Int(character & 255)] = value
  }

  private func makeOtherPages() -> UnsafeMutablePointer<Page?> {
    if let made = otherPages.pointee { return made }
    let made = UnsafeMutablePointer<Page?>.allocate(capacity: Self.otherPageCount)
    made.initialize(repeating: nil, count: Self.otherPageCount)
    otherPages.pointee = made
    return made
  }

  private func makePage() -> Page {
    let page = Page.allocate(capacity: 256)
    page.initialize(repeating: unknown, count: 256)
    return page
  }
}
