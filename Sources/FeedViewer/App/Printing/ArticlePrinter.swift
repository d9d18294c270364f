import CGtk
import FeedViewerBase
import FeedViewerRows
import GtkInterop
import LayoutCore

/// Prints the article of an entry, and saves it as PDF or HTML.
final class ArticlePrinter {
  /// Between two looks at the clock, rows are laid out for at most this time, in microseconds.
  private static let sliceTime = 20_000

  private let window: UnsafeMutablePointer<GtkWindow>
  private let decoder: PictureDecoder?
  /// What is being prepared or saved; one at a time.
  private var work: Task<Void, Never>?

  /// Shows that something was not done.
  lazy var fail: (_ title: String, _ reason: String) -> Void = { [window] title, reason in
    NoticeDialog.present(title, [reason], over: window)
  }

  /// - Parameter window: Owns this object.
  init(over window: UnsafeMutablePointer<GtkWindow>, decoder: PictureDecoder?) {
    self.window = window
    self.decoder = decoder
  }

  /// Whether an article is being prepared or saved.
  var isBusy: Bool { work != nil }

  /// Prints an article, after the user has chosen a printer.
  ///
  /// - Parameter feed: The title of its feed.
  func print(_ row: FeedRow, feed: String) { start { await $0.print(row, feed, to: .printer) } }

  /// Shows an article in the desktop's print preview.
  func preview(_ row: FeedRow, feed: String) { start { await $0.print(row, feed, to: .preview) } }

  /// Saves an article as a PDF file.
  ///
  /// - Parameter path: The file, which is replaced when the new one is complete.
  func savePDF(_ row: FeedRow, feed: String, to path: String) {
    start { printer in
      await printer.save(to: path) { file in
        let outcome = await printer.pages(of: row, feed, to: .file(path: file.temporaryPath))
        if case .failed(let reason) = outcome {
          // Cairo tells only that something could not be written.
          if let code = file.writingError() { throw FileReplacement.Failure(path: path, code: code) }
          throw FileReplacement.Failure(path: path, reason: reason)
        }
        return outcome == .printed
      }
    }
  }

  /// Saves an article as an HTML document.
  ///
  /// - Parameter path: The file, which is replaced when the new one is complete.
  func saveHTML(_ row: FeedRow, feed: String, to path: String) {
    start { printer in
      await printer.save(to: path) { file in
        let article = await PrintableArticle(of: row)
        let page = await article.html(feed: feed)
        try file.write(page)
        return true
      }
    }
  }

  private func start(_ perform: @escaping (ArticlePrinter) async -> Void) {
    guard work == nil else { return }
    work = Task { [weak self] in
      guard let self else { return }
      await perform(self)
      self.work = nil
    }
  }

  private func print(_ row: FeedRow, _ feed: String, to destination: PrintOperation.Destination) async {
    if case .failed(let reason) = await pages(of: row, feed, to: destination) {
      fail(localized("Can’t Print"), reason)
    }
  }

  /// Writes a file under another name, and puts it in its place if that succeeds.
  ///
  /// - Parameter write: Returns whether the file is to be kept.
  private func save(
    to path: String, _ write: (FileReplacement) async throws -> Bool
  ) async {
    do {
      let file = try FileReplacement(of: path)
      defer { file.abandon() }
      if try await write(file) { try file.commit() }
    } catch let failure as FileReplacement.Failure {
      fail(localized("Can’t Save"), failure.message)
    } catch {
      preconditionFailure("Saving a file fails with a reason.")
    }
  }

  /// Lays out and prints the pages of an article.
  private func pages(
    of row: FeedRow, _ feed: String, to destination: PrintOperation.Destination
  ) async -> PrintOperation.Outcome {
    var article = await PrintableArticle(of: row)
    await article.loadPictures(decoder)
    let font = Self.fontFamily(of: window)
    var printed: PrintedArticle?
    let document = PrintOperation.Document(
      name: ArticleFileName.title(of: row, feed: feed),
      begin: { sheet in
        printed = article.printed(
          on: PrintGeometry(
            paper: Size(width: sheet.width, height: sheet.height), leastMargin: sheet.leastMargin),
          feed: feed, fontFamily: font)
      },
      layOut: {
        let end = g_get_monotonic_time() + Self.sliceTime
        guard let printed, printed.layOut(isTimeUp: { g_get_monotonic_time() > end }) else { return nil }
        return printed.pages.count
      },
      draw: { page, cairo in
        if let printed, page < printed.pages.count { printed.draw(page, in: cairo) }
      })
    return await withCheckedContinuation { answer in
      PrintOperation.run(
        document, to: destination, over: window,
        noPreviewer: { [fail] in
          fail(
            localized("No Print Preview"),
            localized("Install a document viewer or save as PDF."))
        }, completion: { answer.resume(returning: $0) })
    }
  }

  /// At the foot of a page.
  static func pageNumber(_ page: Int, of count: Int) -> String {
    localized("\(grouped: page) of \(grouped: count)", context: "page number")
  }

  /// The family of the font of the user interface.
  private static func fontFamily(of window: UnsafeMutablePointer<GtkWindow>) -> String {
    let context = gtk_widget_get_pango_context(window.cast())
    return pango_context_get_font_description(context)
      .flatMap { pango_font_description_get_family($0) }.map { String(cString: $0) } ?? "Sans"
  }
}
