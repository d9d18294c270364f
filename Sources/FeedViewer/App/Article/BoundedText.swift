import EntryRows
import VirtualList
import PangoText

/// Foreign texts of which only a line is shown: names, titles in labels, descriptions for assistive tools.
nonisolated enum BoundedText {
  /// The text as one line of at most 500 scalars, and "…" where more follows.
  static func line(_ text: String) -> String { RowText.label(text, maximumLength: 500) }
}
