import CGtk
import Expectations
import Glibc
import GtkInterop
import Testing

@testable import FeedViewer

/// Printing and notifications in the pseudo-locale.
extension PseudoLocaleTests {
  @Test func noticesOfPrintingAndOfNewEntriesAreTranslated() async throws {
    try await withWindow([["alpha"]]) { fixture async throws in
      let window = fixture.window
      let row = try require(window.entries.sections.first?.rows.first)
      let printer = ArticlePrinter(over: window.pointer.cast(), decoder: nil)
      let folder = fixture.folder.path
      let saves: [(String, () -> Void)] = [
        ("PDF", { printer.savePDF(row, feed: "alpha", to: "\(folder)/none/a.pdf") }),
        ("HTML", { printer.saveHTML(row, feed: "alpha", to: "\(folder)/none/a.html") }),
      ]
      for (name, save) in saves {
        save()
        try await expect(fixture.settle { !printer.isBusy && DialogWindows.over(window).count == 1 })
        let dialog = try require(DialogWindows.over(window).first)
        try await expect(fixture.settle { gtk_widget_get_width(dialog.cast()) > 0 })
        check(dialog, "failure of saving \(name)")
        gtk_window_destroy(dialog)
        try await expect(fixture.settle { DialogWindows.over(window).isEmpty })
      }
      let notifier = NewEntryNotifier(of: window.pointer.cast())
      var bodies: [String] = []
      notifier.show = { bodies.append($0.body) }
      notifier.isActive = { false }
      notifier.found(1, in: "a.xml", feed: "alpha")
      notifier.found(4, in: "a.xml", feed: "alpha")
      expect(bodies.count == 2 && bodies.allSatisfy { $0.contains("⟦") }, "\(bodies)")
    }
  }

  /// GTK shows its own words while a long document is prepared, and nothing of ours.
  @Test func progressOfPrintingFits() async throws {
    try await withWindow([["alpha"]]) { fixture async throws in
      let window = fixture.window
      var words: [String] = []
      var least: Int32 = .max
      let start = g_get_monotonic_time()
      let document = PrintOperation.Document(
        name: "alpha", begin: { _ in },
        layOut: {
          usleep(20_000)
          // The window appears when laying out has taken more than a second.
          if let progress = DialogWindows.over(window).first {
            words = WidgetTree.labels(below: progress.cast()).map(WidgetTree.text)
            gtk_widget_measure(progress.cast(), GTK_ORIENTATION_HORIZONTAL, -1, &least, nil, nil, nil)
            return 1
          }
          return g_get_monotonic_time() > start + 8_000_000 ? 1 : nil
        }, draw: { _, _ in })
      var outcome: PrintOperation.Outcome?
      PrintOperation.run(
        document, to: .file(path: fixture.folder.path + "/a.pdf"), over: window.pointer.cast(),
        noPreviewer: {}, completion: { outcome = $0 })
      try await expect(fixture.settle { outcome == .printed })
      expect(!words.isEmpty && words.allSatisfy { !$0.contains("⟦") }, "\(words)")
      expect(least <= 360)
    }
  }

  @Test func pageNumbersAreTranslated() async throws {
    try await Translations.use(Translations.pseudo) {
      expect(ArticlePrinter.pageNumber(2, of: 1_000).contains("⟦"))
    }
  }
}
