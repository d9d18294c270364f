import CGtk
import GtkInterop
import LayoutCore

/// Lays out and shapes the rows that are about to come into view, between frames, so that the frame that shows them
/// has only to draw them.
final class PaintAhead {
  /// How much of a page is made ready in the direction of travel.
  private static let reach = 0.75

  weak var list: ListView?
  private var budget = SliceBudget()
  private var idle: IdleSource?
  private var wakeUp: TimeoutSource?
  private var lastTop: Int?
  /// Device pixels that the content moved in the last frame that moved it.
  private var travel = 0

  /// Called at the end of each layout.
  ///
  /// - Parameter top: The content's offset at the viewport's top, in device pixels.
  func viewportChanged(top: Int) {
    defer { lastTop = top }
    guard let lastTop, top != lastTop else { return }
    travel = top - lastTop
    schedule()
  }

  /// A frame of the list's window begins.
  func frameBegan(interval: Int64) { budget.frameDrawn(at: now, interval: interval) }

  func stop() {
    idle = nil
    wakeUp = nil
  }

  private var now: Int64 { Int64(g_get_monotonic_time()) }

  private func schedule() {
    guard idle == nil, wakeUp == nil else { return }
    idle = IdleSource { [weak self] in self?.slice() ?? .done }
  }

  private func slice() -> IdleSource.Next {
    guard let list, let deadline = deadline() else {
      idle = nil
      return .done
    }
    budget.sliceBegan(at: now)
    var units = 0
    while let element = list.nextElementToPaint(travel: travel, reach: Self.reach) {
      list.makePainterAhead(of: element)
      units += 1
      guard budget.fitsAnother(at: now, before: deadline) else {
        budget.sliceEnded(at: now, units: units)
        return .again
      }
    }
    budget.sliceEnded(at: now, units: units)
    idle = nil
    return .done
  }

  /// The end of a slice that may begin now; nil if the next frame must be waited for.
  private func deadline() -> Int64? {
    switch budget.grant(at: now) {
    case .work(let deadline): return deadline
    case .wait(let microseconds):
      wakeUp = TimeoutSource(milliseconds: UInt32(microseconds / 1000 + 1)) { [weak self] in
        self?.wakeUp = nil
        self?.schedule()
        return .done
      }
      return nil
    }
  }
}

extension ListView {
  /// The next row that will be seen if the content moves on as it did, and is not ready to be drawn.
  ///
  /// - Parameter reach: How much of a page beyond that is wanted too.
  func nextElementToPaint(travel: Int, reach: Double) -> ListElement? {
    let page = Int(Double(pageHeight) * reach)
    // Far jumps land in one place; small steps pass over all that lies ahead.
    let isFar = abs(travel) > pageHeight
    let (start, end) =
      travel > 0
      ? (
        contentOffset + (isFar ? travel : pageHeight),
        contentOffset + travel + pageHeight + (isFar ? 0 : page)
      )
      : (contentOffset + travel - (isFar ? 0 : page), contentOffset + (isFar ? travel + pageHeight : 0))
    var place = geometry.element(atOffset: max(start, 0))
    var y = max(start, 0) - (place?.offsetInside ?? 0)
    while let (element, _) = place, y < end {
      if pool.view(of: element) == nil, !hasPainter(of: element) { return element }
      y += geometry.height(of: element).value
      place = geometry.element(after: element).map { ($0, 0) }
    }
    return nil
  }

  private func hasPainter(of element: ListElement) -> Bool {
    guard let conditions, let dataSource else { return true }
    return painters.holds(dataSource.listView(self, identityOf: element), under: conditions)
  }

  func makePainterAhead(of element: ListElement) {
    guard let conditions, let dataSource else { return }
    measureAhead(element)
    let identity = dataSource.listView(self, identityOf: element)
    painters.store(
      makePainter(
        of: element, content: dataSource.listView(self, contentOf: element), identity: identity,
        under: conditions, isAhead: true),
      of: identity, under: conditions)
  }

  func makePainter(
    of element: ListElement, content: RowContent, identity: ItemIdentity,
    under conditions: RowMeasurer.Conditions, isAhead: Bool = false
  ) -> RowPainter {
    let painter = RowPainter(
      content: content,
      layout: measurer.layout(of: element, content: content, identity: identity, under: conditions),
      environment: conditions.environment, text: text, images: images)
    if isAhead { painter.shape() }
    return painter
  }
}
