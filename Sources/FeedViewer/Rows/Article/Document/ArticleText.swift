/// How the texts of an article are joined when they are copied.
package nonisolated enum ArticleText {
  /// What stands between a text and the one before it.
  package enum Separator: String, Sendable {
    case blankLine = "\n\n", lineFeed = "\n", tab = "\t", none = ""
    /// The white space at which a line ends that is the last one of a piece, and which takes no room there.
    case space = " ", ideographicSpace = "\u{3000}"

    /// Whether the texts are in one line.
    var isInLine: Bool { self == .none || isSpace }
    /// Whether the texts are parts of one line of text.
    var isSpace: Bool { self == .space || self == .ideographicSpace }
  }
}
