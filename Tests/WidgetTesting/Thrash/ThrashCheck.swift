import CGtk
import FeedViewerRows
import GtkInterop
import LayoutCore
import PangoText
import VirtualList

/// Checks a list against plain arrays and fresh measurements.
struct ThrashCheck {
  /// The positions of elements on screen, by the keys of their items.
  struct Glance {
    /// The first visible element: below the sticky header, which may cover others wholly.
    var first: (key: String, top: Int)?
    /// Tops in device pixels from the viewport's.
    var tops: [String: Int] = [:]
    var offset = 0
    /// Of all content, in device pixels.
    var totalHeight = 0
    var isAtEnd = false
    /// The adjustment's value in device pixels, as if its origin had never moved.
    var value = 0
  }

  /// Fresh measurements by row and revision, at one width and with one set of fonts.
  private var measured: [ItemIdentity: Int] = [:]
  private var measuredAt: (width: Int, scale: Double, generation: UInt32)?
  private var text: TextSystem?

  private struct Placed {
    let element: ListElement
    let top: Int
    let height: Int
    var bottom: Int { top + height }
  }

  /// Every element with the position that follows from the heights before it.
  private static func places(in run: ThrashRun) -> [Placed] {
    var top = 0
    return run.content.list.elements.map { element, _ in
      let height = run.list.geometry.height(of: element).value
      defer { top += height }
      return Placed(element: element, top: top, height: height)
    }
  }

  /// The sticky header of the section at the viewport's top.
  ///
  /// - Returns: Its position from the viewport's top; nil if no header sticks.
  private static func stickyHeader(in places: [Placed], atOffset top: Int) -> Placed? {
    guard top > 0, let first = places.first(where: { $0.height > 0 && $0.bottom > top }),
      let header = places.first(where: { $0.element == .header(first.element.section) }), header.top < top,
      header.height > 0
    else { return nil }
    let next = places.first { $0.element == .header(first.element.section + 1) }
    return Placed(
      element: header.element, top: min(0, (next?.top ?? .max) - top - header.height), height: header.height)
  }

  func glance(of run: ThrashRun) -> Glance {
    let scale = Double(gtk_widget_get_scale_factor(run.window))
    let top = run.list.contentOffset
    let page = Int((gtk_adjustment_get_page_size(run.adjustment) * scale).rounded())
    var glance = Glance()
    let places = Self.places(in: run)
    let firstSeen = top + (Self.stickyHeader(in: places, atOffset: top)?.bottom ?? 0)
    for place in places where place.height > 0 && place.bottom > top && place.top < top + page {
      let key = run.content.key(of: place.element)
      if glance.first == nil, place.bottom > firstSeen { glance.first = (key, place.top - top) }
      glance.tops[key] = place.top - top
    }
    glance.offset = top
    glance.totalHeight = places.last?.bottom ?? 0
    glance.isAtEnd = top >= (places.last?.bottom ?? 0) - page
    glance.value = Int((gtk_adjustment_get_value(run.adjustment) * scale).rounded()) - run.list.valueShift
    return glance
  }

  /// Whether a painted frame leaves a part of the viewport without a row.
  func gap(in run: ThrashRun) -> String? {
    let scale = Double(gtk_widget_get_scale_factor(run.window))
    let page = min(
      Int((gtk_adjustment_get_page_size(run.adjustment) * scale).rounded()), run.list.geometry.totalHeight)
    var covered = 0
    for shown in run.list.elementsOnScreen.sorted(by: { $0.top < $1.top }) {
      let top = Int((shown.top * scale).rounded())
      if top > covered { return "a frame was painted with nothing from \(covered) to \(top)" }
      covered = max(covered, top + (shown.layoutHeight ?? 0))
    }
    return covered < page ? "a frame was painted with nothing below \(covered) of \(page)" : nil
  }

  /// A description of the first inconsistency; nil if there is none.
  mutating func difference(in run: ThrashRun, since before: Glance, through actions: [ThrashAction])
    -> String?
  {
    geometryDifference(in: run) ?? scrollDifference(in: run) ?? screenDifference(in: run)
      ?? heightDifference(in: run) ?? motionDifference(in: run, since: before, through: actions)
      ?? restDifference(in: run, through: actions)
  }

  private func geometryDifference(in run: ThrashRun) -> String? {
    let geometry = run.list.geometry
    let counts = run.content.list.counts
    guard geometry.sectionCount == counts.count else {
      return "\(geometry.sectionCount) sections instead of \(counts.count)"
    }
    for (section, count) in counts.enumerated() where geometry.rowCount(inSection: section) != count {
      return "\(geometry.rowCount(inSection: section)) rows in section \(section) instead of \(count)"
    }
    let places = Self.places(in: run)
    guard geometry.elementCount == places.count else {
      return "\(geometry.elementCount) elements instead of \(places.count)"
    }
    guard geometry.totalHeight == places.last?.bottom ?? 0 else {
      return "a total of \(geometry.totalHeight) px instead of \(places.last?.bottom ?? 0)"
    }
    var unmeasured = 0
    for place in places {
      if case .estimated = geometry.height(of: place.element) { unmeasured += 1 }
      guard geometry.offset(of: place.element) == place.top else {
        return "\(place.element) at \(geometry.offset(of: place.element)) instead of \(place.top)"
      }
      guard place.height > 0 else { continue }
      for inside in [0, place.height - 1] {
        let found = geometry.element(atOffset: place.top + inside)
        if found?.element != place.element || found?.offsetInside != inside {
          return "\(String(describing: found)) at \(place.top + inside) instead of \(place.element)"
        }
      }
    }
    return geometry.unmeasuredCount == unmeasured
      ? nil : "\(geometry.unmeasuredCount) unmeasured elements instead of \(unmeasured)"
  }

  /// Whether the scroll bar includes all measured heights; commits are made a few times a second.
  func isCommitted(in run: ThrashRun) -> Bool {
    let scale = Double(gtk_widget_get_scale_factor(run.window))
    let range = gtk_adjustment_get_upper(run.adjustment) - gtk_adjustment_get_lower(run.adjustment)
    let page = gtk_adjustment_get_page_size(run.adjustment)
    return abs(range - max(Double(run.list.geometry.totalHeight) / scale, page)) < 0.001
  }

  /// The scroll bar shows the list's position and length.
  private func scrollDifference(in run: ThrashRun) -> String? {
    let scale = Double(gtk_widget_get_scale_factor(run.window))
    let page = gtk_adjustment_get_page_size(run.adjustment)
    let lower = gtk_adjustment_get_lower(run.adjustment)
    let upper = gtk_adjustment_get_upper(run.adjustment)
    let value = gtk_adjustment_get_value(run.adjustment)
    let total = run.list.geometry.totalHeight
    guard page == Double(gtk_widget_get_height(run.list.widget.pointer)) else {
      return "a page of \(page) px"
    }
    guard isCommitted(in: run) else {
      return "a range from \(lower) to \(upper) for \(total) px"
    }
    guard value >= lower, value <= upper - page else {
      return "a value of \(value) in \(lower)...\(upper - page)"
    }
    let offset = Int((value * scale).rounded()) - Int((lower * scale).rounded())
    guard offset == run.list.contentOffset else {
      return "a value of \(value) at \(run.list.contentOffset) px with a range from \(lower)"
    }
    // GTK's kinetic scrolling relies on it.
    return lower <= 0 && upper - page >= 0 ? nil : "value 0 outside \(lower)...\(upper - page)"
  }

  /// The elements on screen are the expected ones at their expected positions.
  private func screenDifference(in run: ThrashRun) -> String? {
    let scale = Double(gtk_widget_get_scale_factor(run.window))
    let page = Int((gtk_adjustment_get_page_size(run.adjustment) * scale).rounded())
    let top = run.list.contentOffset
    let places = Self.places(in: run)
    var expected: [ListElement: Int] = [:]
    for place in places where place.height > 0 && place.bottom > top && place.top < top + page {
      expected[place.element] = place.top - top
    }
    if let header = Self.stickyHeader(in: places, atOffset: top) { expected[header.element] = header.top }
    let shown = run.list.elementsOnScreen
    guard Set(shown.map(\.element)) == Set(expected.keys) else {
      return "\(shown.map(\.element)) on screen instead of \(expected.keys.sorted())"
    }
    for view in shown {
      let name = "\(view.element)"
      guard view.identity == run.content.identity(of: view.element),
        view.content as? RowContent == run.content.content(of: view.element)
      else { return "\(name) shows another item" }
      guard Int((view.top * scale).rounded()) == expected[view.element] else {
        return "\(name) is shown at \(view.top) instead of \(expected[view.element]!)"
      }
      guard case .measured(let height) = run.list.geometry.height(of: view.element) else {
        return "\(name) is shown without having been measured"
      }
      guard view.layoutHeight == height, view.height == Int((Double(height) / scale).rounded(.up)) else {
        return
          "\(name) is drawn \(view.layoutHeight ?? 0) px high, allocated \(view.height), measured \(height)"
      }
      if case .row(let row) = view.element, view.isSelected != run.list.selection.rows.contains(row) {
        return "\(name) is shown \(view.isSelected ? "" : "un")selected"
      }
    }
    return nil
  }

  /// Every measured row has the height that a fresh measurement gives.
  private mutating func heightDifference(in run: ThrashRun) -> String? {
    let text = text ?? TextSystem(widget: run.list.widget.pointer)
    self.text = text
    _ = text.refreshEnvironment()
    let width = Int(gtk_widget_get_width(run.list.widget.pointer))
    let scale = Double(gtk_widget_get_scale_factor(run.window))
    if measuredAt.map({ $0 != (width, scale, text.generation) }) ?? true {
      measured = [:]
      measuredAt = (width, scale, text.generation)
    }
    let truth = EntryHeights(width: width, text: text, scale: scale)
    for (element, _) in run.content.list.elements {
      guard case .row = element, case .measured(let height) = run.list.geometry.height(of: element) else {
        continue
      }
      let identity = run.content.identity(of: element)
      let fresh = measured[identity] ?? truth.height(of: run.content.content(of: element))
      measured[identity] = fresh
      guard height == fresh else {
        let content = run.content.content(of: element)
        let newest = EntryHeights(
          width: width, text: TextSystem(widget: run.list.widget.pointer), scale: scale
        ).height(of: content)
        return
          "\(element) \(identity.key.text) has \(height) px, measured afresh \(fresh), by a new text system "
          + "\(newest), in mode \(run.list.cacheMode), \(width) px wide: \(content)"
      }
    }
    return nil
  }

  /// Content moves exactly as requested, and not otherwise.
  private func motionDifference(
    in run: ThrashRun, since before: Glance, through actions: [ThrashAction]
  ) -> String? {
    let after = glance(of: run)
    if actions.allSatisfy(\.onlyScrolls) {
      var asked = after.value - before.value
      // A scroll to an end is clamped at the estimated end. The list goes to the real end, wherever that is found
      // to be when the rows there are measured: the distance follows from the rows, and is the same for all of them.
      let reachedEnd = after.isAtEnd && !before.isAtEnd || after.offset == 0 && before.offset > 0
      if reachedEnd, after.totalHeight != before.totalHeight,
        let distance = before.tops.compactMap({ key, top in after.tops[key].map { top - $0 } }).first
      {
        asked = distance
      }
      for (key, top) in before.tops {
        if let now = after.tops[key], now != top - asked {
          return "\(key) moved by \(now - top) px when \(-asked) were asked for"
        }
      }
      return nil
    }
    guard actions.count == 1, case .edits(let edits, _) = actions[0], !before.isAtEnd, !after.isAtEnd,
      !edits.contains(.reloadData), let first = before.first
    else { return nil }
    if before.offset == 0 { return after.offset == 0 ? nil : "an edit moved the list from its top" }
    guard after.offset > 0, after.value == before.value, let now = after.tops[first.key] else { return nil }
    return now == first.top ? nil : "an edit moved \(first.key) from \(first.top) to \(now)"
  }

  private func restDifference(in run: ThrashRun, through actions: [ThrashAction]) -> String? {
    guard actions.count == 1, case .finishPrecache = actions[0], run.list.cacheMode != HeightCacheMode.none,
      run.list.geometry.unmeasuredCount > 0
    else { return nil }
    return "\(run.list.geometry.unmeasuredCount) rows are left when all are said to be measured"
  }
}

extension ThrashAction {
  /// Whether only the scroll position may change.
  fileprivate var onlyScrolls: Bool {
    switch self {
    case .scroll, .thumb, .fling, .frames, .dark, .cacheMode, .pausesPrecache, .handleMemoryPressure,
      .finishPrecache, .keepPlace, .selectAll:
      true
    case .hide, .restorePlace, .restorePosition, .animate, .edits, .reload, .jump, .select, .resize, .font,
      .textScale, .scale, .rightToLeft:
      false
    }
  }
}
