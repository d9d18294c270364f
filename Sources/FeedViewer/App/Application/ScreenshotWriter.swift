import CGtk
import FeedViewerBase
import FeedViewerFeeds
import GtkInterop
import LayoutCore

/// Writes a screenshot of a window once all of its content has loaded.
final class ScreenshotWriter {
  private static let interval: UInt32 = 30
  /// The number of consecutive checks that must find the window complete, with frames between them.
  private static let requiredCheckCount = 5

  private let window: ViewerWindow
  private let path: String
  private let finished: (String?) -> Void
  /// The row whose entry is to be opened first.
  private var article: RowPosition?
  /// The block of its text that is to be at the top.
  private var block: Int?
  private var timer: TimeoutSource?
  private var calm = 0
  private var painted: gulong = 0

  /// - Parameter finished: Called at the end, with an error message if the screenshot could not be written.
  init(window: ViewerWindow, options: ViewerOptions, path: String, finished: @escaping (String?) -> Void) {
    self.window = window
    self.path = path
    article = options.article
    if case .block(let block)? = options.scrollTo { self.block = block }
    self.finished = finished
    timer = TimeoutSource(milliseconds: Self.interval) { [weak self] in
      guard let self else { return .done }
      return self.look()
    }
  }

  private func look() -> IdleSource.Next {
    // The window never gets the focus, but should not look inactive in the screenshot.
    gtk_widget_unset_state_flags(window.pointer.cast(), GTK_STATE_FLAG_BACKDROP)
    // The border drawn on displays without compositing should not be part of the screenshot.
    gtk_widget_remove_css_class(window.pointer.cast(), "solid-csd")
    guard window.isComplete, gtk_widget_get_mapped(window.pointer.cast()) != 0 else {
      calm = 0
      return .again
    }
    if let wanted = article {
      article = nil
      let place = RowIndexPath(section: wanted.section, row: wanted.row)
      guard window.entries.row(at: place) != nil else {
        finished(localized("There is no row \(wanted.section):\(wanted.row) to open."))
        return .done
      }
      window.list.select(place)
      window.activate(place)
      return .again
    }
    if let wanted = block {
      block = nil
      guard window.article.view.scroll(to: ArticleAnchor(block: wanted)) else {
        finished(localized("The article has no block \(wanted) to scroll to."))
        return .done
      }
      return .again
    }
    calm += 1
    guard calm > Self.requiredCheckCount else { return .again }
    writeAfterPainting()
    return .done
  }

  private func writeAfterPainting() {
    let widget: WidgetPointer = window.pointer.cast()
    guard let clock = gtk_widget_get_frame_clock(widget) else {
      return finished(localized("The window can’t be drawn."))
    }
    painted = Signal.connect(clock, "after-paint") { [weak self] in
      guard let self, self.painted != 0 else { return }
      Signal.disconnect(clock, self.painted)
      self.painted = 0
      self.finished(self.write())
    }
    gtk_widget_queue_draw(widget)
  }

  /// - Returns: An error as a sentence; nil on success.
  private func write() -> String? {
    do throws(WidgetPicture.Failure) {
      let picture = try WidgetPicture.png(of: window.pointer.cast())
      do throws(FileReplacement.Failure) {
        let file = try FileReplacement(of: path)
        defer { file.abandon() }
        try file.write(picture)
        try file.commit()
        return nil
      } catch {
        return error.message
      }
    } catch {
      return error.message
    }
  }
}
