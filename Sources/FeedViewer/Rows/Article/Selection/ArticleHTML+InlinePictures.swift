import FeedViewerFeeds

/// Small pictures in sentences. A picture without a block of its own is inline content (HTML Living Standard, section 15.4.2): on a
/// page it stands where it is in the text, in the place of the words for it.
nonisolated extension ArticleHTML {
  nonisolated struct InlinePicture {
    /// The bytes of the words in a text.
    var range: Range<Int>
    var html: String

    func moved(by bytes: Int) -> InlinePicture {
      InlinePicture(range: range.lowerBound + bytes..<range.upperBound + bytes, html: html)
    }
  }

  /// The element of a small picture. Without a declared size it is hardly higher than its line, as emoji are drawn.
  static func element(of image: ArticleImage, _ address: String) -> String {
    let words = escaped(image.alternative ?? image.title ?? "")
    var size = ""
    if let width = image.width { size += " width=\"\(width)\"" }
    if let height = image.height { size += " height=\"\(height)\"" }
    if size.isEmpty { size = " style=\"max-height: 2em; vertical-align: middle\"" }
    return "<img src=\"\(address)\" alt=\"\(words)\"\(size)>"
  }
}
