import LayoutCore

/// Computes where jumps put the viewport. The element that a jump leads to is measured, so that the position is exact.
struct JumpPlanner {
  let viewport: any MeasuredViewport

  init(_ viewport: any MeasuredViewport) { self.viewport = viewport }

  /// The last offset that the viewport's top can have, in device pixels.
  private var lastOffset: Int { max(viewport.geometry.totalHeight - viewport.pageHeight, 0) }

  /// The scroll position that shows an element; nil if `nearest` finds it in view already.
  ///
  /// The position may lie beyond the ends of the content; the layout clamps it.
  func position(for element: ListElement, _ alignment: ScrollAlignment) -> ScrollAnchor? {
    guard let side = side(for: element, alignment) else { return nil }
    let height = viewport.measuredHeight(of: element)
    let inside = side == .bottom ? height - viewport.pageHeight : -viewport.insetAbove(element)
    return ScrollAnchor(element: element, offsetInside: inside)
  }

  /// The scroll position in which a list begins that has not been laid out yet: the nearest side is the top.
  func firstPosition(for element: ListElement, _ alignment: ScrollAlignment) -> ScrollAnchor? {
    position(for: element, alignment == .nearest ? .top : alignment)
  }

  /// The side of the viewport at which a jump puts an element, `top` or `bottom`; nil if `nearest` finds it in view.
  func side(for element: ListElement, _ alignment: ScrollAlignment) -> ScrollAlignment? {
    guard alignment == .nearest else { return alignment }
    let height = viewport.measuredHeight(of: element)
    let inset = viewport.insetAbove(element)
    let y = viewport.geometry.offset(of: element) - viewport.contentOffset
    if y < inset || height > viewport.pageHeight - inset { return .top }
    return y + height > viewport.pageHeight ? .bottom : nil
  }

  /// The scroll position at a distance from the present one in device pixels, but not beyond the content's ends; nil
  /// without content.
  ///
  /// Heights above the viewport may be estimates. Upward, the row at its top is what moves by the distance, as long as it
  /// stays in view.
  func position(movedBy distance: Int) -> ScrollAnchor? {
    let offset = viewport.contentOffset
    let target = min(max(offset + distance, 0), lastOffset)
    if target < offset, offset - target < viewport.pageHeight,
      let top = ScrollAnchor.capture(atOffset: offset, in: viewport.geometry)
    {
      return ScrollAnchor(element: top.element, offsetInside: top.offsetInside + target - offset)
    }
    return ScrollAnchor.capture(atOffset: target, in: viewport.geometry)
  }

  /// How far the adjustment's value is from showing a position, in logical pixels.
  ///
  /// - Parameters:
  ///   - origin: Converts offsets to values of the adjustment.
  ///   - value: The adjustment's present value.
  func distance(to position: ScrollAnchor, from value: Double, origin: ScrollOrigin) -> Double {
    let target = min(max(position.offset(in: viewport.geometry), 0), lastOffset)
    return origin.value(atContentOffset: target) - value
  }

  /// The scroll position at the list's end: the bottom of the last row, header or footer at the viewport's bottom.
  ///
  /// - Parameter measures: Whether the last element is measured. If not, its estimate counts.
  /// - Precondition: The list is not empty.
  func positionAtEnd(measures: Bool = true) -> ScrollAnchor {
    guard let last = viewport.geometry.lastElement else {
      preconditionFailure("An empty list has no last element to scroll to.")
    }
    let height =
      measures ? viewport.measuredHeight(of: last) : viewport.geometry.height(of: last).value
    return ScrollAnchor(element: last, offsetInside: height - viewport.pageHeight)
  }
}
