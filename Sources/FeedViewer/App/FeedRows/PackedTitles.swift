import FeedViewerFeeds
import FeedViewerRows
import PangoText

/// The titles of consecutive rows in one piece of memory, so that sorting by them and searching them as one types reads
/// no file.
nonisolated struct PackedTitles: Sendable {
  /// The most bytes that are kept of what a row without a title shows instead.
  private static let replacementLength = 64

  private let texts: PackedTexts
  /// Which rows have no title; their preview begins with the text.
  private let untitled: UInt64

  /// The titles of at most 64 rows.
  init(_ texts: [RowTexts]) {
    precondition(texts.count <= UInt64.bitWidth, "A page has at most 64 rows.")
    self.texts = PackedTexts(texts.map { $0.title.isEmpty ? Self.beginning(of: $0.preview) : $0.title })
    untitled = texts.enumerated().reduce(0) { $1.element.title.isEmpty ? $0 | 1 << UInt64($1.offset) : $0 }
  }

  /// The title of an entry's row, or the beginning of what it shows instead.
  static func shownTitle(of entry: FeedEntry) -> String {
    let title = RowText.paragraph(entry.title ?? "")
    return title.isEmpty
      ? beginning(of: RowText.paragraph(entry.preview(maximumLength: RowContext.previewLength))) : title
  }

  private static func beginning(of text: String) -> String {
    let utf8 = text.utf8
    guard utf8.count > replacementLength else { return text }
    var end = utf8.index(utf8.startIndex, offsetBy: replacementLength)
    while end > utf8.startIndex, utf8[end] & 0xC0 == 0x80 { end = utf8.index(before: end) }
    return String(text[..<end])
  }

  private func hasTitle(_ index: Int) -> Bool { untitled & 1 << UInt64(index) == 0 }

  /// The title of a row; empty if it has none.
  func title(_ index: Int) -> String { hasTitle(index) ? texts[index] : "" }

  /// The title of a row, or the beginning of what it shows instead.
  func shownTitle(_ index: Int) -> String { texts[index] }

  /// The length of a row's title in bytes.
  func titleLength(_ index: Int) -> Int { hasTitle(index) ? texts.range(index).count : 0 }

  /// Passes the UTF-8 of a row's title, or of the beginning of what it shows instead, to `body`.
  func withShownTitle(_ index: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    texts.withBytes(index, body)
  }
}
