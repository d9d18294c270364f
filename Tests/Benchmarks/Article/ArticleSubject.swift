import CGtk
import FeedViewerFeeds
import FeedViewerRows
import GtkInterop
import LayoutCore
import VirtualList

/// A window with an article.
final class ArticleSubject: ScrollSubject {
  /// The times of an article from the request to its painted first screen, in milliseconds.
  struct Opening {
    /// CPU time of the main thread.
    let mainThread: Double
    let wall: Double
  }

  let window: BenchmarkWindow
  let view = ArticleView()
  private var loading: Task<Void, Never>?
  /// The list from which the article is opened, its scrolled window, and the stack with both; nil if there is only the
  /// article.
  private var beside: (list: ListView, rows: BenchmarkRows, scroller: WidgetPointer, stack: WidgetPointer)?

  init() {
    window = BenchmarkWindow(
      width: ArticleBenchmark.width, height: ArticleBenchmark.height, scroller: view.scroller)
    window.present()
    Loop.spin(0.2)
  }

  /// Shows a list beside the article.
  convenience init(besideRows count: Int) {
    self.init()
    let list = ListView.forEntries()
    let rows = BenchmarkRows(count: count)
    list.dataSource = rows
    list.reloadData()
    let stack = gtk_stack_new()!
    let scroller = list.makeScrolledWindow()
    g_object_ref(view.scroller)
    gtk_window_set_child(window.window.cast(), stack)
    gtk_stack_add_child(stack.opaque, scroller)
    gtk_stack_add_child(stack.opaque, view.scroller)
    g_object_unref(view.scroller)
    beside = (list, rows, scroller, stack)
    Loop.spin(1)
  }

  /// Returns to the list.
  ///
  /// - Returns: CPU time of the main thread until the list is painted, in milliseconds.
  func goBack() throws -> Double {
    guard let beside else { preconditionFailure("Without a list there is no way back.") }
    let meter = FrameMeter(window)
    defer { meter.stop() }
    var isPainted = false
    meter.onPainted = {
      isPainted = gtk_widget_get_mapped(beside.scroller) != 0 && beside.list.isComplete
    }
    let start = FrameMeter.threadTime
    gtk_stack_set_visible_child(beside.stack.opaque, beside.scroller)
    guard Loop.spin(60, until: { isPainted }) else { throw ArticleBenchmark.Failure.notShown("The list") }
    return FrameMeter.threadTime - start
  }

  func close() { window.close() }

  /// Reads an article on another thread, as the program does, and shows it.
  func open(_ html: String) throws -> Opening {
    let meter = FrameMeter(window)
    defer { meter.stop() }
    var isPainted = false
    meter.onPainted = { [view] in isPainted = isPainted || (view.document.count > 0 && view.isComplete) }
    let wallStart = ContinuousClock.now
    let start = FrameMeter.threadTime
    view.show(ArticleDocument())
    if let beside { gtk_stack_set_visible_child(beside.stack.opaque, view.scroller) }
    loading?.cancel()
    loading = Task { [view] in
      await view.load(Self.documents(of: html))
    }
    guard Loop.spin(60, until: { isPainted }) else { throw ArticleBenchmark.Failure.notShown("An article") }
    return Opening(
      mainThread: FrameMeter.threadTime - start, wall: (ContinuousClock.now - wallStart) / .milliseconds(1))
  }

  private nonisolated static func documents(of html: String) -> AsyncStream<ArticleDocument> {
    @Sendable func document(_ article: Article) -> ArticleDocument {
      var document = ArticleDocument(title: "An Article")
      document.append(ArticleRow(.title, "An Article"))
      document.append(article)
      return document
    }
    return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { documents in
      Task.detached {
        let article = ArticleSource(format: .html, text: html).article { beginning in
          documents.yield(document(beginning))
          return true
        }
        documents.yield(document(article))
        documents.finish()
      }
    }
  }

  /// Waits until all of the article is read and every height is exact.
  func waitUntilMeasured() throws {
    guard Loop.spin(60, until: { !self.view.document.article.isPartial }) else {
      throw ArticleBenchmark.Failure.notShown("All of an article")
    }
    // The rest is laid out.
    Loop.spin(0.3)
    guard Loop.spin(120, until: { self.view.list.isPrecacheFinished }) else {
      throw ScrollBenchmark.Failure.precacheNotFinished
    }
  }

  /// The longest CPU time of one turn of the main loop, in milliseconds.
  func longestTurn(for seconds: Double) -> Double {
    var longest = 0.0
    let deadline = ContinuousClock.now + .seconds(seconds)
    while ContinuousClock.now < deadline {
      let start = FrameMeter.threadTime
      if g_main_context_iteration(nil, 0) == 0 {
        g_usleep(1_000)
      } else {
        longest = max(longest, FrameMeter.threadTime - start)
      }
    }
    return longest
  }

  /// The longest CPU time of one turn of the main loop while the first block on screen that scrolls sideways is scrolled to
  /// its end, in milliseconds; nil if nothing does.
  func longestTurnScrollingSideways() -> Double? {
    let list = view.list.widget.pointer
    let x = Double(gtk_widget_get_width(list)) / 2
    let places = stride(from: 10, to: Double(gtk_widget_get_height(list)), by: 10).map { Point(x: x, y: $0) }
    guard let place = places.first(where: { view.scrollSideways(at: $0, toRightBy: 1) }) else { return nil }
    var longest = 0.0
    for distance in Array(repeating: 1_000.0, count: 40) + [1e9, -1e9] {
      view.scrollSideways(at: place, toRightBy: distance)
      longest = max(longest, longestTurn(for: 0.03))
    }
    // At rest, too.
    return max(longest, longestTurn(for: 0.5))
  }

  /// The bytes of the article's text.
  var textBytes: Int { (0..<view.document.count).reduce(0) { $0 + view.document.textLength(at: $1) } }

  func picture() -> [Int: Double] {
    let list = view.list
    var found: [Int: Double] = [:]
    let top = list.contentOffset
    let page = Int(gtk_adjustment_get_page_size(window.adjustment))
    var place = list.geometry.element(atOffset: max(top, 0))?.element
    while let element = place {
      let y = list.geometry.offset(of: element) - top
      guard y < page else { break }
      if case .row(let row) = element { found[row.row] = Double(y) }
      place = list.geometry.element(after: element)
    }
    return found
  }

  // MARK: Texts

  /// Paragraphs of 20 to 300 characters, every tenth with emphasis and a link, every hundredth below a heading.
  static func prose(_ count: Int, seed: Int = 0) -> String {
    let rows = BenchmarkRows(count: count)
    var html = ""
    for number in 0..<count {
      let texts = rows.texts(of: number + seed)
      if number % 100 == 99 { html += "<h2>\(texts.title)</h2>" }
      html += "<p>\(texts.preview)"
      if number % 10 == 9 {
        html += " <em>\(texts.metadata)</em> <a href=\"https://a.example/\(number)\">\(texts.title)</a>"
      }
    }
    return html
  }

  /// Words of about a number of characters in all.
  static func words(_ length: Int) -> String {
    let rows = BenchmarkRows(count: 1)
    var text = ""
    var number = 0
    while text.utf8.count < length {
      text += rows.texts(of: number).preview + " "
      number += 1
    }
    return text
  }
}
