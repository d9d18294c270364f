import CGtk
import GtkInterop
import LayoutCore

/// The work itself, in slices between frames.
extension RowPreloader {
  func work() {
    guard !queue.isEmpty else {
      working = nil
      waking = nil
      if ranges.willWiden, !isHidden { setNeedsUpdate() }
      return
    }
    // The layout is followed by an update.
    guard isLaidOut, !isHidden else { return }
    switch budget.grant(at: MonotonicClock.now) {
    case .work:
      waking = nil
      guard working == nil else { return }
      working = IdleSource(priority: G_PRIORITY_DEFAULT_IDLE) { [weak self] in self?.slice() ?? .done }
    case .wait(let microseconds):
      guard waking == nil else { return }
      waking = TimeoutSource(milliseconds: UInt32(microseconds / 1_000 + 1)) { [weak self] in
        self?.waking = nil
        self?.work()
        return .done
      }
    }
  }

  private func slice() -> IdleSource.Next {
    guard let list, isLaidOut, !isHidden else {
      working = nil
      return .done
    }
    let began = MonotonicClock.now
    guard case .work(let deadline) = budget.grant(at: began) else {
      working = nil
      work()
      return .done
    }
    budget.sliceBegan(at: began)
    let unmeasured = list.geometry.unmeasuredCount
    var units = 0
    repeat {
      guard let (element, kind) = queue.next() else { break }
      prepare(element, for: kind, in: list)
      units += 1
    } while budget.fitsAnother(at: MonotonicClock.now, before: deadline)
    budget.sliceEnded(at: MonotonicClock.now, units: units)
    if list.geometry.unmeasuredCount != unmeasured {
      list.commitMeasuredAhead()
      // Heights that became known move the ranges.
      setNeedsUpdate()
    }
    guard queue.isEmpty else { return .again }
    working = nil
    work()
    return .done
  }

  private func prepare(_ element: ListElement, for kind: RangeKind, in list: ListView) {
    guard let dataSource = list.dataSource, let conditions = list.conditions else { return }
    let identity = dataSource.listView(list, identityOf: element)
    let measures = list.cacheMode != HeightCacheMode.none
    // The scroll bar maps the pointer to a fraction of the range: it must not change under a held thumb.
    if measures, case .estimated = list.geometry.height(of: element), !list.isThumbHeld {
      list.measureAhead(element)
    }
    if kind == .preload {
      guard ready.preloaded[element]?.identity != identity else { return }
      ready.preloaded[element] = ReadyRows.PreloadedRow(
        identity: identity,
        file: list.templates[identity.template].pictureFile(
          ofAny: dataSource.listView(list, contentOf: element)
        ).map { list.images.preload(path: $0) })
    } else if painter(of: element, identity, conditions) == nil {
      ready.displayed[element] = ReadyRows.DisplayedRow(
        identity: identity, conditions: conditions,
        painter: boundPainter(of: element, identity, conditions, in: list)
          ?? shapedPainter(
            of: element, dataSource.listView(list, contentOf: element), identity, conditions, in: list))
    }
  }

  /// A row on screen that was not ready when it came there has what it needs.
  private func boundPainter(
    of element: ListElement, _ identity: ItemIdentity, _ conditions: MeasurementContext,
    in list: ListView
  ) -> RowPainter? {
    guard let view = list.pool.view(of: element), let binding = view.binding,
      binding.identity == identity, binding.conditions == conditions
    else { return nil }
    return view.painter
  }

  private func shapedPainter(
    of element: ListElement, _ content: any Sendable, _ identity: ItemIdentity,
    _ conditions: MeasurementContext, in list: ListView
  ) -> RowPainter {
    let painter = list.makePainter(of: element, content: content, identity: identity, under: conditions)
    var color = GdkRGBA()
    gtk_style_context_get_color(gtk_widget_get_style_context(list.widget.pointer), &color)
    painter.drawAhead(color: color)
    return painter
  }
}
