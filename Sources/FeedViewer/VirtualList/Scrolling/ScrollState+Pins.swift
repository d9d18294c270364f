import LayoutCore

/// The row that keeps its position during a layout.
extension ScrollState {
  /// The row that keeps its position, at the offset that the present value gives it.
  ///
  /// - Precondition: There is at least one element.
  func pinForThisLayout(in geometry: RowGeometry) -> ScrollAnchor {
    nearPin(in: geometry) ?? pinAtValue(in: geometry)
  }

  /// The pinned row of a jump or an edit, or else the last anchor, if it is in the viewport or near it. Content then moves
  /// by exactly the requested distance.
  private func nearPin(in geometry: RowGeometry) -> ScrollAnchor? {
    guard let pinned = pendingPin ?? anchor else { return nil }
    let inside = contentOffset - geometry.offset(of: pinned.element)
    let isStillSeen = inside > -pageHeight && inside < geometry.height(of: pinned.element).value
    guard isStillSeen || abs(inside - pinned.offsetInside) <= 2 * pageHeight else { return nil }
    return ScrollAnchor(element: pinned.element, offsetInside: inside)
  }

  private func pinAtValue(in geometry: RowGeometry) -> ScrollAnchor {
    let top = contentOffset
    let reachable = min(max(top, 0), max(geometry.totalHeight - 1, 0))
    guard let found = ScrollAnchor.capture(atOffset: reachable, in: geometry) else {
      guard let first = geometry.firstElement else { preconditionFailure("An empty list pins no row.") }
      return ScrollAnchor(element: first, offsetInside: 0)
    }
    return ScrollAnchor(element: found.element, offsetInside: top - geometry.offset(of: found.element))
  }

  /// Whether the viewport is at the end of content that is higher than it.
  func isAtEnd(in geometry: RowGeometry) -> Bool {
    let last = geometry.totalHeight - pageHeight
    return last > 0 && contentOffset == last
  }

  /// The end of the content at which the viewport is, if rows there are only estimated.
  ///
  /// Scrolling to an end stays there while estimates resolve: the scroll was clamped to the estimated end.
  func endOfEstimates(in geometry: RowGeometry) -> ListEnd? {
    let last = geometry.totalHeight - pageHeight
    let top = contentOffset
    guard pendingPin == nil, last > 0, top == 0 || top == last,
      geometry.elements(in: top..<top + pageHeight).contains(where: {
        if case .estimated = geometry.height(of: $0) { true } else { false }
      })
    else { return nil }
    return top == last ? .end : .start
  }

  /// The corrected position if the viewport was scrolled beyond the content's ends; nil if it was not.
  ///
  /// - Returns: The offset in device pixels, and the row to pin there.
  func clampedPlace(in geometry: RowGeometry) -> (offset: Int, pin: ScrollAnchor?)? {
    let top = contentOffset
    let clamped = min(max(top, 0), lastOffset(in: geometry))
    guard clamped != top else { return nil }
    // At the list's end the last row is pinned while rows above it are measured.
    let kept = clamped < top ? geometry.totalHeight - 1 : clamped
    let pin = geometry.element(atOffset: kept).map {
      ScrollAnchor(element: $0.element, offsetInside: clamped - geometry.offset(of: $0.element))
    }
    return (clamped, pin)
  }

  /// The position that the viewport keeps during an edit: an end of the list, or else a row.
  func position(in geometry: RowGeometry) -> ScrollPosition {
    let position = ScrollPosition.capture(
      atOffset: contentOffset, viewportHeight: pageHeight, in: geometry, rules: positionRules)
    if case .anchor = position { return .anchor(firstSeenPin(in: geometry)) }
    return position
  }

  /// The first visible row below the sticky header; rows hidden by the header are ignored.
  private func firstSeenPin(in geometry: RowGeometry) -> ScrollAnchor {
    let pin = pinForThisLayout(in: geometry)
    // Rows are where the user saw them only if nothing but the value has changed since the last layout.
    guard pendingPin == nil, let anchor, pin.element == anchor.element else { return pin }
    let seen = anchor.offset(in: geometry) + (stickyHeader?.bottom ?? 0)
    guard var element = geometry.element(atOffset: seen)?.element else { return pin }
    // At the top of a list that does not stay at its start, the first row keeps its position, not the header above it.
    if seen == 0, case .header = element, let row = geometry.row(from: element, step: 1) {
      element = .row(row)
    }
    return ScrollAnchor(
      element: element, offsetInside: pin.offset(in: geometry) - geometry.offset(of: element))
  }
}

/// An end of a list's content.
enum ListEnd { case start, end }
