import CGtk
import FeedViewerFeeds
import GtkInterop

/// The same text with a GtkLabel for each paragraph.
enum LabelArticle {
  /// - Returns: CPU time of the main thread until the first painted frame with the text, in milliseconds.
  static func open(_ html: String) -> Double {
    let texts = ArticleSource(format: .html, text: html).article().blocks.map(\.text)
    return ArticlePeer.open { window in
      let box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 14)!
      for text in texts {
        let label = gtk_label_new(text)!
        gtk_label_set_wrap(label.opaque, 1)
        gtk_label_set_xalign(label.opaque, 0)
        gtk_box_append(box.cast(), label)
      }
      window.child = box
    }
  }
}

/// The same text in one GtkTextView.
final class TextViewArticle: ScrollSubject {
  let window: BenchmarkWindow

  /// Shows a text, and waits until all of its lines are laid out.
  init(_ html: String) {
    window = BenchmarkWindow(width: ArticleBenchmark.width, height: ArticleBenchmark.height)
    window.child = Self.view(html)
    window.present()
    var height = 0.0
    repeat {
      height = gtk_adjustment_get_upper(window.adjustment)
      Loop.spin(0.3)
    } while height != gtk_adjustment_get_upper(window.adjustment)
  }

  func close() { window.close() }

  /// It has no rows.
  func picture() -> [Int: Double] { [:] }

  /// - Returns: CPU time of the main thread until the first painted frame with the text, in milliseconds.
  static func open(_ html: String) -> Double {
    ArticlePeer.open { $0.child = view(html) }
  }

  private static func view(_ html: String) -> WidgetPointer {
    let text = ArticleSource(format: .html, text: html).article().blocks.map(\.text).joined(separator: "\n\n")
    let view = gtk_text_view_new()!
    gtk_text_view_set_wrap_mode(view.cast(), GTK_WRAP_WORD_CHAR)
    gtk_text_view_set_editable(view.cast(), 0)
    gtk_text_buffer_set_text(gtk_text_view_get_buffer(view.cast()), text, -1)
    return view
  }
}

private enum ArticlePeer {
  static func open(_ fill: (BenchmarkWindow) -> Void) -> Double {
    let window = BenchmarkWindow(width: ArticleBenchmark.width, height: ArticleBenchmark.height)
    window.present()
    Loop.spin(0.2)
    let meter = FrameMeter(window)
    var painted = 0
    meter.onPainted = { painted += 1 }
    let start = FrameMeter.threadTime
    fill(window)
    // The text view validates its lines after the first frame, which shows them.
    _ = Loop.spin(60, until: { painted > 0 })
    let time = FrameMeter.threadTime - start
    meter.stop()
    window.close()
    return time
  }
}
