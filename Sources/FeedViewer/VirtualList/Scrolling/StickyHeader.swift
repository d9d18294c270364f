import LayoutCore

/// The header that stays at the viewport's top while its section scrolls by.
struct StickyHeader: Equatable {
  private(set) var section: Int
  /// From the viewport's top in device pixels; negative while the section's end pushes it out.
  let y: Int
  let height: Int

  var bottom: Int { y + height }

  /// The same header after an edit, until the next layout places it anew; nil if it is gone.
  func moved(by change: ChangeSet) -> StickyHeader? {
    guard case .header(let section) = change.newElement(for: .header(section)) else { return nil }
    var moved = self
    moved.section = section
    return moved
  }
}

extension ScrollState {
  /// The section whose header is above the viewport's top while its rows continue below; nil if there is none.
  func sectionWithStickyHeader(in geometry: RowGeometry) -> Int? {
    let top = contentOffset
    guard top > 0, let first = geometry.element(atOffset: top)?.element,
      geometry.hasHeader(inSection: first.section),
      geometry.offset(of: .header(first.section)) < top
    else { return nil }
    return first.section
  }

  /// The sticky header's present position; nil if there is none.
  func placedStickyHeader(in geometry: RowGeometry) -> StickyHeader? {
    guard let section = sectionWithStickyHeader(in: geometry) else { return nil }
    let height = geometry.height(of: .header(section)).value
    guard height > 0 else { return nil }
    var y = 0
    if section + 1 < geometry.sectionCount {
      y = min(y, geometry.offsets(ofSection: section).upperBound - contentOffset - height)
    }
    return StickyHeader(section: section, y: y, height: height)
  }

  /// Whether the sticky header covers a point of the list, given in logical pixels from the list's top.
  func isUnderStickyHeader(y: Double) -> Bool {
    guard let stickyHeader else { return false }
    return y * origin.scale < Double(stickyHeader.bottom)
  }

  /// The position of an element, from the viewport's top in device pixels.
  func placedY(of element: ListElement, in geometry: RowGeometry) -> Int {
    if let stickyHeader, element == .header(stickyHeader.section) { return stickyHeader.y }
    return geometry.offset(of: element) - contentOffset
  }
}
