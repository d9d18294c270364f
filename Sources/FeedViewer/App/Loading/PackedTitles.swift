/// The titles of consecutive rows in one piece of memory, so that sorting by them and searching them as one types reads
/// no file.
nonisolated struct PackedTitles: Sendable {
  /// The most bytes that are kept of what a row without a title shows instead.
  private static let replacementLength = 64

  private let bytes: [UInt8]
  private let ends: [UInt32]
  /// Which rows have no title; their preview begins with the text.
  private let untitled: UInt64

  /// The titles of at most 64 rows.
  init(_ texts: [RowTexts]) {
    precondition(texts.count <= UInt64.bitWidth, "A page has at most 64 rows.")
    var bytes: [UInt8] = []
    var untitled: UInt64 = 0
    var ends: [UInt32] = []
    for (index, text) in texts.enumerated() {
      if text.title.isEmpty {
        untitled |= 1 << UInt64(index)
        bytes += Self.beginning(of: text.preview)
      } else {
        bytes += text.title.utf8
      }
      ends.append(UInt32(bytes.count))
    }
    // Without the room that arrays keep for growing.
    self.bytes = bytes.withUnsafeBufferPointer { Array($0) }
    self.ends = ends.withUnsafeBufferPointer { Array($0) }
    self.untitled = untitled
  }

  private static func beginning(of text: String) -> Substring.UTF8View {
    let utf8 = text.utf8
    guard utf8.count > replacementLength else { return text[...].utf8 }
    var end = utf8.index(utf8.startIndex, offsetBy: replacementLength)
    while end > utf8.startIndex, utf8[end] & 0xC0 == 0x80 { end = utf8.index(before: end) }
    return text[..<end].utf8
  }

  private func range(_ index: Int) -> Range<Int> { (index == 0 ? 0 : Int(ends[index - 1]))..<Int(ends[index]) }

  func hasTitle(_ index: Int) -> Bool { untitled & 1 << UInt64(index) == 0 }

  /// The title of a row; empty if it has none.
  func title(_ index: Int) -> String {
    hasTitle(index) ? String(decoding: bytes[range(index)], as: UTF8.self) : ""
  }

  /// The length of a row's title in bytes.
  func titleLength(_ index: Int) -> Int { hasTitle(index) ? range(index).count : 0 }

  /// Passes the UTF-8 of a row's title, or of the beginning of what it shows instead, to `body`.
  func withShownTitle(_ index: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[range(index)])) }
  }
}
