import CGtk
import FeedViewerBase
import FeedViewerRows
import GtkInterop
import PangoText
import VirtualList

/// Messages at the top of the window: one bar for each file that failed or was repaired, or for many of them, until it is
/// dismissed.
final class MessageArea {
  /// The height above which the messages scroll, in logical pixels.
  private static let maximumHeight: Int32 = 180
  /// The most messages with a bar of their own; the others are counted in one bar.
  private static let barLimit = 12

  let widget: WidgetPointer = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
  /// Called with the problems of a bar whose close button was pressed.
  var onDismiss: (Set<LibraryProblem.ID>) -> Void = { _ in }
  /// Called when the user asks for all repairs of a file, or for the page where the feed continues.
  var onDetails: (LibraryProblem) -> Void = { _ in }
  private let box: WidgetPointer = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
  /// Created with the first message, because most files have none.
  private lazy var scroller = makeScroller()
  private var fitting: IdleSource?
  private var bars: [LibraryProblem.ID: MessageBar] = [:]
  private var groupBars: [ProblemGroup.Kind: ProblemGroupBar] = [:]
  /// The bar that counts the messages without a bar of their own.
  private var restBar: MessageBar?
  private var rest: Set<LibraryProblem.ID> = []

  init() { gtk_widget_set_visible(widget, 0) }

  private func makeScroller() -> WidgetPointer {
    let widget = AccessibleContainer.makeScrolledWindow()
    let scroller = widget.opaque
    gtk_scrolled_window_set_policy(scroller, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    gtk_scrolled_window_set_propagate_natural_height(scroller, 1)
    gtk_scrolled_window_set_max_content_height(scroller, Self.maximumHeight)
    gtk_scrolled_window_set_child(scroller, box)
    gtk_box_append(self.widget.cast(), widget)
    // The width changes during allocation, so the height follows afterwards.
    Signal.connect(gtk_scrolled_window_get_hadjustment(scroller)!, "changed") { [weak self] in
      guard let self, self.fitting?.isAttached != true else { return }
      self.fitting = IdleSource(priority: G_PRIORITY_DEFAULT) { [weak self] in
        self?.fitHeight()
        return .done
      }
    }
    return widget
  }

  /// Shows these messages, and removes the bars of all others.
  func show(_ problems: [LibraryProblem]) {
    guard !problems.isEmpty || !bars.isEmpty || !groupBars.isEmpty else { return }
    let (groups, problems) = ProblemGroup.split(problems)
    let hasNewGroups = show(groups)
    let shown = problems.prefix(Self.barLimit)
    let wanted = Set(shown.map(\.id))
    let before = (Set(bars.keys), restBar == nil)
    for (id, bar) in bars where !wanted.contains(id) {
      gtk_box_remove(box.cast(), bar.widget)
      bars[id] = nil
    }
    for problem in shown where bars[problem.id] == nil { add(problem) }
    showRest(problems.dropFirst(Self.barLimit))
    guard hasNewGroups || before != (wanted, restBar == nil) else { return }
    fitHeight()
    gtk_widget_set_visible(widget, bars.isEmpty && groupBars.isEmpty ? 0 : 1)
  }

  /// Shows a bar for each group, before the others.
  ///
  /// - Returns: Whether the bars have changed.
  private func show(_ groups: [ProblemGroup]) -> Bool {
    var isChanged = false
    let kinds = Set(groups.map(\.kind))
    for (kind, bar) in groupBars where !kinds.contains(kind) {
      gtk_box_remove(box.cast(), bar.widget)
      groupBars[kind] = nil
      isChanged = true
    }
    for group in groups {
      let bar = groupBars[group.kind] ?? makeGroupBar(group.kind)
      if bar.show(group) { isChanged = true }
    }
    return isChanged
  }

  private func makeGroupBar(_ kind: ProblemGroup.Kind) -> ProblemGroupBar {
    let bar = ProblemGroupBar()
    bar.onDismiss = { [weak self] in self?.onDismiss($0) }
    bar.onResize = { [weak self] in self?.fitHeight() }
    gtk_box_prepend(box.cast(), bar.widget)
    groupBars[kind] = bar
    return bar
  }

  /// Counts the messages without a bar of their own.
  private func showRest(_ problems: ArraySlice<LibraryProblem>) {
    guard !problems.isEmpty else {
      if let restBar { gtk_box_remove(box.cast(), restBar.widget) }
      restBar = nil
      return rest = []
    }
    rest = Set(problems.map(\.id))
    let text = localized(
      "\(grouped: problems.count) more message", plural: "\(grouped: problems.count) more messages",
      count: problems.count)
    if let restBar {
      // After the bars added since.
      gtk_box_reorder_child_after(box.cast(), restBar.widget, gtk_widget_get_last_child(box))
      return gtk_label_set_text(restBar.label.opaque, text)
    }
    let bar = MessageBar(text, type: GTK_MESSAGE_WARNING)
    bar.onDismiss = { [weak self] in
      if let self { self.onDismiss(self.rest) }
    }
    gtk_box_append(box.cast(), bar.widget)
    restBar = bar
  }

  /// Sets the height explicitly; otherwise the content below would squeeze the messages. The height depends on the
  /// width at which they wrap.
  private func fitHeight() {
    let width = gtk_widget_get_width(scroller)
    for bar in bars.values { bar.fit(width: width) }
    for bar in groupBars.values { bar.fit(width: width) }
    var natural: Int32 = 0
    gtk_widget_measure(
      box, GTK_ORIENTATION_VERTICAL, width > 0 ? width : -1, nil, &natural, nil, nil)
    gtk_scrolled_window_set_min_content_height(scroller.opaque, min(natural, Self.maximumHeight))
  }

  private func add(_ problem: LibraryProblem) {
    let bar = MessageBar(problem.message, type: problem.messageType, detailsLabel: problem.detailsLabel)
    gtk_widget_set_tooltip_text(bar.label, problem.path.display)
    bar.onDetails = { [weak self] in self?.onDetails(problem) }
    bar.onDismiss = { [weak self] in self?.onDismiss([problem.id]) }
    gtk_box_append(box.cast(), bar.widget)
    bars[problem.id] = bar
  }
}

extension LibraryProblem {
  fileprivate var messageType: GtkMessageType {
    switch kind {
    case .failed: GTK_MESSAGE_ERROR
    case .outdated, .repaired, .note, .notWatched, .gone, .state: GTK_MESSAGE_WARNING
    case .continuesRemotely: GTK_MESSAGE_INFO
    }
  }

  /// The label of the button for details; nil if there are none.
  fileprivate var detailsLabel: String? {
    switch kind {
    case .repaired(let repairs): repairs.count > 1 ? localized("_Details") : nil
    case .continuesRemotely(let address): WebAddress.isOpened(address) ? localized("_Open in Browser") : nil
    case .failed, .outdated, .note, .notWatched, .gone, .state: nil
    }
  }
}
