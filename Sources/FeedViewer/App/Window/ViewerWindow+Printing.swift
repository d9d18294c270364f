import CGtk
import FeedViewerBase
import GtkInterop

/// Printing and saving the article that is shown.
extension ViewerWindow {
  func savePDF() {
    save(
      title: localized("Save as PDF"), ending: ".pdf",
      FileChooser.Filter(
        name: localized("PDF Documents"), patterns: ["*.pdf"], mimeTypes: ["application/pdf"])
    ) { $0.printer.savePDF($1, feed: $2, to: $3) }
  }

  func saveHTML() {
    save(
      title: localized("Save as HTML"), ending: ".html",
      FileChooser.Filter(
        name: localized("HTML Documents"), patterns: ["*.html", "*.htm"], mimeTypes: ["text/html"])
    ) { $0.printer.saveHTML($1, feed: $2, to: $3) }
  }

  func withArticle(_ perform: (ViewerWindow, FeedRow, _ feed: String) -> Void) {
    if let row = article.row { perform(self, row, feedTitle(of: row)) }
  }

  /// Asks where to save the article. It is the one that is shown now, whatever is shown when the dialog is answered.
  private func save(
    title: String, ending: String, _ filter: FileChooser.Filter,
    perform: @escaping (ViewerWindow, FeedRow, _ feed: String, _ path: String) -> Void
  ) {
    withArticle { window, row, feed in
      FileChooser.save(
        title: title, name: ArticleFileName.suggested(for: row, feed: feed, ending: ending),
        parent: window.pointer, filters: [filter]
      ) { [weak window] path in
        if let window { perform(window, row, feed, path) }
      }
    }
  }
}
