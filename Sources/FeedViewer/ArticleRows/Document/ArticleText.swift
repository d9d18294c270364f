/// How the texts of an article are joined when they are copied.
package nonisolated enum ArticleText {
  /// What stands between a text and the one before it.
  package enum Separator: String, Sendable { case blankLine = "\n\n", lineFeed = "\n", tab = "\t", none = "" }
}
