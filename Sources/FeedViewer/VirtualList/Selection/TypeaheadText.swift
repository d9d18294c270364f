import FeedViewerBase

/// The beginning of a row's text, as it was typed: without the differences that `TextFolder` lists.
nonisolated struct TypeaheadText: Equatable {
  /// The number of Unicode scalars of a row's text that are folded beyond the length of the prefix, for combining marks.
  private static let maximumMarkCount = 32

  /// The folded text in UTF-8, with a space at its end if one was typed there.
  let bytes: [UInt8]

  init(_ text: String) {
    var text = text
    bytes = text.withUTF8(Self.fold)
  }

  /// Whether a row's text begins with this text; nothing begins with an empty one.
  ///
  /// - Complexity: O(this text's length), whatever the length of the row's text.
  func isPrefix(of text: String) -> Bool {
    guard let first = bytes.first else { return false }
    var text = text
    return text.withUTF8 { utf8 in
      // Most rows begin with another letter.
      if let letter = utf8.first.map({ $0 | 0x20 }), (0x61...0x7A).contains(letter), letter != first {
        return false
      }
      var end = min(utf8.count, 4 * (bytes.count + Self.maximumMarkCount))
      while end < utf8.count, utf8[end] & 0xC0 == 0x80 { end -= 1 }
      let folded = Self.fold(UnsafeBufferPointer(rebasing: utf8[..<end]))
      guard folded.starts(with: bytes) else { return false }
      return folded.count == bytes.count
        || !folded.withUnsafeBufferPointer { TextFolder.changesLetter($0.baseAddress! + bytes.count) }
    }
  }

  private static func fold(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var folder = TextFolder(capacity: text.count)
    folder.append(text)
    return Array(folder.view)
  }
}
