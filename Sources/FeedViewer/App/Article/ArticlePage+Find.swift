import CGtk
import FeedViewerRows
import GtkInterop
import LayoutCore
import VirtualList

/// Finding text in the article.
extension ArticlePage {
  /// A selection of at most this many characters is what is looked for.
  private static let longestSelection = 100

  /// Opens the find bar; what is selected is looked for.
  func find() {
    guard isShown else { return }
    if !findBar.field.isOpen {
      view.finder.begin(at: view.selection.hasSelection ? view.selection.selection?.range.lowerBound : nil)
      if let selected = selectedWords { findBar.field.text = selected }
    }
    findBar.field.open()
    view.finder.search(for: findBar.field.text)
  }

  /// Goes to the next or the previous match, and opens the find bar if nothing is looked for.
  func findNext(forward: Bool) {
    guard isShown else { return }
    if findBar.field.isOpen, view.finder.find != nil { view.finder.advance(forward: forward) } else { find() }
  }

  /// A short selection on one line. All of a long article is not made for that.
  private var selectedWords: String? {
    guard let range = view.selection.selection?.range, range.lowerBound.row == range.upperBound.row,
      let text = view.selection.selectedText, !text.isEmpty, text.count <= Self.longestSelection,
      !text.contains(where: \.isNewline)
    else { return nil }
    return text
  }

  /// The current match stays selected, and the article has the keyboard again.
  func findBarClosed() {
    if isShown, let match = view.finder.find?.currentMatch {
      view.selection.set(ArticleSelection(.character, match.range))
      view.selection.setPrimarySelection()
    }
    view.finder.end()
    if isShown { gtk_widget_grab_focus(view.list.widget.pointer) }
  }
}
