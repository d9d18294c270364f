import CGtk
import FeedViewerRows
import Glibc
import GtkInterop
import LayoutCore
import VirtualList

/// Applies thousands of random steps to a list in a real window, and checks everything on screen after each.
package final class ThrashRun: EntryListDataSource {
  /// A step after which a check failed.
  package struct Failure: Error, CustomStringConvertible {
    let seed: UInt64
    let step: Int
    let firstStep: Int
    let actions: [ThrashAction]
    let difference: String

    /// The first words are the arguments with which `Benchmarks` does it again.
    package var description: String {
      "thrash \(step) \(seed)\(firstStep > 1 ? " \(firstStep)" : ""): \(difference) "
        + "after step \(step): \(actions.map { $0.description }.joined(separator: "; "))"
    }
  }

  let list = ListView.forEntries()
  let window: WidgetPointer
  let scroller: WidgetPointer
  let settings = DisplaySettings()
  var content: ThrashContent
  var check = ThrashCheck()
  private var script: ThrashScript
  /// Called before each step.
  package var trace: (String) -> Void = { _ in }
  private let seed: UInt64
  private let fling: Fling
  private var frames: gulong = 0
  private var place: ReadingPlace?
  private var position: SavedPosition?
  /// The fault that a painted frame showed.
  private var frameDifference: String?

  /// - Precondition: GTK has been initialized, with a display.
  package init(seed: UInt64) {
    self.seed = seed
    script = ThrashScript(seed: seed)
    content = script.content
    window = gtk_window_new()!
    scroller = gtk_scrolled_window_new()!
    gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    // With and without a scroll bar that takes width from the rows.
    gtk_scrolled_window_set_overlay_scrolling(scroller.opaque, seed.isMultiple(of: 2) ? 1 : 0)
    gtk_scrolled_window_set_child(scroller.opaque, list.widget.pointer)
    gtk_window_set_decorated(window.cast(), 0)
    gtk_window_set_child(window.cast(), scroller)
    guard let fling = Fling(scroller) else {
      preconditionFailure("A scrolled window learns of touchpads through a scroll controller.")
    }
    self.fling = fling
    list.dataSource = self
  }

  /// Applies the steps up to and including `steps`, counted from 1.
  ///
  /// - Parameter firstStep: Earlier steps are applied to the data alone, before the list is made.
  /// - Throws: The first `Failure`.
  package func run(steps: Int, firstStep: Int = 1) throws {
    var step = 1
    while step < firstStep {
      _ = script.nextStep()
      step += 1
    }
    content = script.content
    open()
    defer { close() }
    while step <= steps {
      let before = check.glance(of: self)
      let actions = script.nextStep()
      trace("\(step): \(actions.map { $0.description }.joined(separator: "; "))")
      var isInStep = true
      for action in actions where isInStep { isInStep = perform(action) }
      gtk_widget_set_visible(scroller, 1)
      let difference =
        isInStep
        ? settle() ?? check.difference(in: self, since: before, through: actions) : "no end of \(actions)"
      if let difference = difference ?? frameDifference {
        throw Failure(seed: seed, step: step, firstStep: firstStep, actions: actions, difference: difference)
      }
      step += 1
    }
  }

  private func open() {
    // Rows are checked at their final positions, not during an animation.
    settings.setAnimations(false)
    gtk_window_set_default_size(window.cast(), 480, 600)
    list.reloadData()
    gtk_window_present(window.cast())
    wait { list.isLaidOutAtItsOffset }
    frames = Signal.connect(clock, "after-paint") { [weak self] in
      guard let self, frameDifference == nil else { return }
      frameDifference = check.gap(in: self)
    }
  }

  private func close() {
    Signal.disconnect(clock, frames)
    // GTK warns of windows that are being closed while the display's scale changes.
    settings.restore()
    _ = drawFrames(2)
    gtk_window_destroy(window.cast())
    wait(seconds: 0.02) { false }
  }

  var clock: OpaquePointer { gtk_widget_get_frame_clock(window) }

  /// - Returns: false if the action did not end.
  private func perform(_ action: ThrashAction) -> Bool {
    switch action {
    case .edits(let edits, let after):
      // All edits of a step form one batch.
      list.performBatchUpdates {
        content = after
        for edit in edits { list.perform(edit) }
      }
    case .reload(let after, let invalidatesHeights):
      content = after
      list.reloadData(invalidatingHeights: invalidatesHeights)
    case .scroll(let distance): setValue(gtk_adjustment_get_value(adjustment) + Double(distance))
    case .thumb(let fraction):
      let lower = gtk_adjustment_get_lower(adjustment)
      let way = gtk_adjustment_get_upper(adjustment) - gtk_adjustment_get_page_size(adjustment) - lower
      fling.stop()
      setValue(lower + fraction * way)
    case .jump(let element, let alignment): list.scroll(to: element, alignment: alignment)
    case .fling(let velocity): fling.start(velocity: Double(velocity))
    case .frames(let count): return gtk_widget_get_visible(scroller) == 0 || drawFrames(count)
    case .animate(let element, let alignment): list.animateScroll(to: element, alignment: alignment)
    case .keepPlace:
      place = list.readingPlace
      position = list.savedPosition
    case .restorePlace: if let place { list.restore(place) }
    case .restorePosition: list.restore(position)
    case .hide: gtk_widget_set_visible(scroller, 0)
    case .selectAll: list.selectAll()
    case .select(let row): list.select(row)
    case .resize(let width, let height):
      gtk_window_set_default_size(window.cast(), Int32(width), Int32(height))
    case .font(let font): settings.setFont(font)
    case .textScale(let scale): settings.setTextScale(scale)
    case .scale(let scale): settings.setScale(scale)
    case .dark(let isDark): settings.setDark(isDark)
    case .rightToLeft(let isRightToLeft): settings.setRightToLeft(isRightToLeft)
    case .cacheMode(let mode): list.cacheMode = mode
    case .pausesPrecache(let isPaused): list.pausesPrecache = isPaused
    case .handleMemoryPressure: list.handleMemoryPressure()
    case .finishPrecache:
      list.pausesPrecache = false
      fling.stop()
      gtk_widget_set_visible(scroller, 1)
      return wait(seconds: 60) { list.isPrecacheFinished }
    }
    return true
  }

  var adjustment: UnsafeMutablePointer<GtkAdjustment> {
    gtk_scrolled_window_get_vadjustment(scroller.opaque)
  }

  private func setValue(_ value: Double) { gtk_adjustment_set_value(adjustment, value) }

  /// Waits for layout and drawing: two frames, or as many as a resize takes.
  /// - Returns: A description if they do not end.
  private func settle() -> String? {
    guard drawFrames(2) else { return "the window is not drawn any more" }
    guard wait({ list.isLaidOutAtItsOffset }) else {
      return "the list is not laid out where it was scrolled to"
    }
    guard wait({ check.isCommitted(in: self) && list.isLaidOutAtItsOffset }) else {
      return "the scroll bar is never told of \(list.geometry.totalHeight) px"
    }
    return nil
  }

  private func drawFrames(_ count: Int) -> Bool {
    let clock = clock
    let first = gdk_frame_clock_get_frame_counter(clock)
    return wait {
      gdk_frame_clock_request_phase(clock, GDK_FRAME_CLOCK_PHASE_LAYOUT)
      return gdk_frame_clock_get_frame_counter(clock) >= first + count
    }
  }

  @discardableResult
  private func wait(seconds: Double = 10, _ condition: () -> Bool) -> Bool {
    let deadline = ContinuousClock.now + .seconds(seconds)
    while !condition() {
      if ContinuousClock.now >= deadline { return false }
      if g_main_context_iteration(nil, 0) == 0 { usleep(100) }
    }
    return true
  }
}

extension ThrashRun {
  package func numberOfSections(in list: ListView) -> Int { content.list.sections.count }

  package func listView(_ list: ListView, numberOfRowsInSection section: Int) -> Int {
    content.list.sections[section].rows.count
  }

  package func listView(_ list: ListView, identityOf element: ListElement) -> ItemIdentity {
    content.identity(of: element)
  }

  package func listView(_ list: ListView, rowContentOf element: ListElement) -> RowContent {
    content.content(of: element)
  }

  package func listView(_ list: ListView, textLengthsOf element: ListElement) -> TextLengths {
    content.textLengths(of: element)
  }
}

extension ListView {
  /// Applies an edit by the list's method for it.
  fileprivate func perform(_ edit: ListEdit) {
    switch edit {
    case .reloadData: reloadData()
    case .insertSections(let sections): insertSections(sections)
    case .deleteSections(let sections): deleteSections(sections)
    case .reloadSections(let sections): reloadSections(sections)
    case .moveSection(let from, let to): moveSection(from: from, to: to)
    case .insertRows(let rows): insertRows(rows)
    case .deleteRows(let rows): deleteRows(rows)
    case .reloadRows(let rows): reloadRows(rows)
    case .moveRow(let from, let to): moveRow(from: from, to: to)
    }
  }
}
