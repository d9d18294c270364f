import CGtk
import FeedViewerBase
import GtkInterop

/// Printing and saving the article that is shown.
extension ViewerWindow {
  private static let actions = ["print", "print-preview", "save-pdf", "save-html"]

  func addPrintActions() {
    Action.add("print", to: pointer) { [weak self] in
      self?.withArticle { $0.printer.print($1, feed: $2) }
    }
    Action.add("print-preview", to: pointer) { [weak self] in
      self?.withArticle { $0.printer.preview($1, feed: $2) }
    }
    Action.add("save-pdf", to: pointer) { [weak self] in
      self?.save(
        title: localized("Save as PDF"), ending: ".pdf",
        FileChooser.Filter(
          name: localized("PDF Documents"), patterns: ["*.pdf"], mimeTypes: ["application/pdf"])
      ) { $0.printer.savePDF($1, feed: $2, to: $3) }
    }
    Action.add("save-html", to: pointer) { [weak self] in
      self?.save(
        title: localized("Save as HTML"), ending: ".html",
        FileChooser.Filter(
          name: localized("HTML Documents"), patterns: ["*.html", "*.htm"], mimeTypes: ["text/html"])
      ) { $0.printer.saveHTML($1, feed: $2, to: $3) }
    }
  }

  /// Enables printing and saving while an article is shown.
  func updatePrintActions() {
    for name in Self.actions { Action.setEnabled(article.isShown, name, in: pointer) }
  }

  private func withArticle(_ perform: (ViewerWindow, FeedRow, _ feed: String) -> Void) {
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
