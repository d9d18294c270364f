import CGtk
import GtkInterop

/// Adds the steps of an article to its page: the first screen at once, some more in idle time, and the rest when the
/// reader comes near the end.
///
/// A page holds a bounded part of the article, so that its widgets take bounded memory; another page follows it.
final class ArticleFiller {
  /// The time for filling the first screen, and the time of each idle slice after that, in microseconds.
  private static let firstTime = 40_000
  private static let sliceTime = 6_000
  /// Articles up to this weight are added completely, so that their scroll bar is exact.
  private static let eagerWeight = 100_000
  /// The greatest weight of a page.
  private static let pageWeight = 300_000
  /// In idle time, the page is filled when fewer than `least` viewport heights are left, up to `most`.
  private static let heightsAhead = (least: 2.0, most: 4.0)

  /// What follows the steps added so far.
  enum Remainder { case nothing, moreOnThisPage, anotherPage }

  /// Called after steps were added.
  var onFill: () -> Void = {}
  /// The next step to add.
  private(set) var next: Int
  private let content: ArticleContent
  private let adjustment: UnsafeMutablePointer<GtkAdjustment>
  private let append: (ArticleStep) -> WidgetPointer
  private var weight = 0
  /// The height of the steps added since the last layout, in logical pixels.
  private var pendingHeight = 0.0
  private var slices: IdleSource?

  /// - Parameters:
  ///   - first: The first step of the page.
  ///   - adjustment: The vertical adjustment of the scrolled window around the page.
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

  var rest: Remainder {
    if next == content.steps.count { return .nothing }
    return weight >= Self.pageWeight ? .anotherPage : .moreOnThisPage
  }

  /// Fills the first screen.
  func begin() {
    let height = max(gtk_adjustment_get_page_size(adjustment), 800)
    fill(for: Self.firstTime) { self.pendingHeight < height }
    onFill()
    fillIfNeeded()
  }

  /// Call when the page was scrolled or resized.
  func viewportChanged(isLaidOut: Bool) {
    if isLaidOut { pendingHeight = 0 }
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
    return below + pendingHeight < heights * height
  }

  /// Adds at least one step, and more for `time` microseconds while needed.
  private func fill(for time: Int, while isNeeded: () -> Bool) {
    let end = g_get_monotonic_time() + time
    repeat {
      guard rest == .moreOnThisPage, isNeeded() else { return }
      let step = content.steps[next]
      next += 1
      weight += content.weight(of: step)
      let widget = append(step)
      // GTK caches the sizes: the slow part is done here in a slice, not when the whole page is laid out.
      gtk_widget_measure(widget, GTK_ORIENTATION_HORIZONTAL, -1, nil, nil, nil, nil)
      let width = gtk_widget_get_parent(widget).map { gtk_widget_get_width($0) } ?? 0
      var height: Int32 = 0
      gtk_widget_measure(
        widget, GTK_ORIENTATION_VERTICAL, width > 0 ? width : -1, nil, &height, nil, nil)
      pendingHeight += Double(height)
    } while g_get_monotonic_time() < end
  }
}
