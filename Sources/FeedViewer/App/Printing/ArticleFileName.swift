/// The title of an article outside the window.
enum ArticleFileName {
  /// In bytes; file systems allow 255.
  private static let longestName = 120

  /// The title of an entry, else that of its feed.
  static func title(of row: FeedRow, feed: String) -> String {
    let title = UntrustedText.line(row.title)
    return title.isEmpty ? feed : title
  }

  /// A name for a file, without characters that a file system may not allow or that can't be seen.
  static func suggested(for row: FeedRow, feed: String, ending: String) -> String {
    var name = String.UnicodeScalarView()
    for scalar in title(of: row, feed: feed).unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .privateUse, .surrogate, .unassigned: continue
      case .lineSeparator, .paragraphSeparator, .spaceSeparator: name.append(" ")
      default: name.append("/\\:*?\"<>|".unicodeScalars.contains(scalar) ? " " : scalar)
      }
    }
    var words = String(name).split(separator: " ").joined(separator: " ")
    // Else the file would be hidden.
    while words.hasPrefix(".") { words.removeFirst() }
    while words.utf8.count > longestName { words.removeLast() }
    return (words.isEmpty ? "article" : words) + ending
  }
}
