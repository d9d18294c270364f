import CGtk
import GtkInterop

/// Puts the steps of an article on its page: the first screen at once, some more in idle time, and the rest only as its
/// reader comes near the end.
///
/// A page holds a bounded part of the article, so that its widgets take bounded memory; behind that another page begins.
final class ArticleFiller {
  /// How long the main thread fills the first screen, and how long each idle slice after that, in microseconds.
  private static let firstTime = 40_000
  private static let sliceTime = 6_000
  /// Articles up to this weight are shown whole, so that their scroll bar is right.
  private static let eagerWeight = 100_000
  /// What a page holds at most.
  private static let pageWeight = 300_000
  /// In idle time the page is filled when less than the first number of its heights is left, up to the second.
  private static let heightsAhead = (least: 2.0, most: 4.0)

  /// What comes after what is shown.
  enum Rest { case nothing, moreOnThisPage, anotherPage }

  /// Called after steps were added.
  var onFill: () -> Void = {}
  /// The next step to add.
  private(set) var next: Int
  private let content: ArticleContent
  private let adjustment: UnsafeMutablePointer<GtkAdjustment>
  private let append: (ArticleStep) -> WidgetPointer
  private var weight = 0
  /// The height of what was added since the page was last laid out, in logical pixels.
  private var heightInWaiting = 0.0
  private var slices: IdleSource?

  /// - Parameters:
  ///   - first: The first step of the page.
  ///   - adjustment: Of the view in which the page is scrolled.
  ///   - append: Adds a step's widget to the page and returns it.
  init(
    content: ArticleContent, from first: Int, adjustment: UnsafeMutablePointer<GtkAdjustment>,
    append: @escaping (ArticleStep) -> WidgetPointer
  ) {
    self.content = content
    self.adjustment = adjustment
    self.append = append
    next = first
  }

  /// Whether steps are being added.
  var isFilling: Bool { slices?.isAttached == true }

  var rest: Rest {
    if next == content.steps.count { return .nothing }
    return weight >= Self.pageWeight ? .anotherPage : .moreOnThisPage
  }

  /// Fills the first screen.
  func begin() {
    let height = max(gtk_adjustment_get_page_size(adjustment), 800)
    fill(for: Self.firstTime) { self.heightInWaiting < height }
    onFill()
    fillIfNeeded()
  }

  /// Call when the page has been scrolled or has a new size.
  func placesChanged(isLaidOut: Bool) {
    if isLaidOut { heightInWaiting = 0 }
    fillIfNeeded()
  }

  private func fillIfNeeded() {
    guard !isFilling, needsMore(Self.heightsAhead.least) else { return }
    slices = IdleSource { [weak self] in
      guard let self else { return .done }
      self.fill(for: Self.sliceTime) { self.needsMore(Self.heightsAhead.most) }
      let goesOn = self.needsMore(Self.heightsAhead.most)
      self.onFill()
      return goesOn ? .again : .done
    }
  }

  private func needsMore(_ heights: Double) -> Bool {
    guard rest == .moreOnThisPage else { return false }
    if weight < Self.eagerWeight { return true }
    let height = gtk_adjustment_get_page_size(adjustment)
    let below = gtk_adjustment_get_upper(adjustment) - gtk_adjustment_get_value(adjustment) - height
    return below + heightInWaiting < heights * height
  }

  /// Adds steps for some microseconds, at least one, while there is a need.
  private func fill(for time: Int, while isNeeded: () -> Bool) {
    let end = g_get_monotonic_time() + time
    repeat {
      guard rest == .moreOnThisPage, isNeeded() else { return }
      let step = content.steps[next]
      next += 1
      weight += content.weight(of: step)
      let widget = append(step)
      // GTK keeps the sizes: what takes long is done here, in a slice, and not when the whole page is laid out.
      gtk_widget_measure(widget, GTK_ORIENTATION_HORIZONTAL, -1, nil, nil, nil, nil)
      let width = gtk_widget_get_parent(widget).map { gtk_widget_get_width($0) } ?? 0
      var height: Int32 = 0
      gtk_widget_measure(
        widget, GTK_ORIENTATION_VERTICAL, width > 0 ? width : -1, nil, &height, nil, nil)
      heightInWaiting += Double(height)
    } while g_get_monotonic_time() < end
  }
}
