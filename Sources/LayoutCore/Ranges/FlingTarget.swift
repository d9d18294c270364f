/// The rows that are loaded during a fast fling: only those at which it will come to rest.
///
/// The scheme is that of VVeboTableView: during a short fling all rows are loaded; during a longer one the rows in the
/// viewport at its target, and a few that are passed just before it.
package struct FlingTarget: Sendable {
  /// A fling by at most this number of rows loads all rows on its way.
  package static let nearRowCount = 8
  /// The number of rows that are loaded before the target, on the side from which it is reached.
  package static let extraRowCount = 3

  /// The rows to load, in order; nil if all rows near the viewport are loaded.
  package private(set) var elements: [ListElement]?

  /// Creates the state of a list at rest.
  package init() {}

  /// Call when the user lets go of the list during a fling.
  ///
  /// - Parameters:
  ///   - first: The first visible row.
  ///   - target: The offsets of the viewport when the list comes to rest, in device pixels.
  ///   - geometry: The rows of the list.
  /// - Complexity: O(k log n) for k rows in the target.
  package mutating func flung(from first: ListElement, to target: Range<Int>, in geometry: RowGeometry) {
    let limit = max(geometry.totalHeight - target.count, 0)
    let top = min(max(target.lowerBound, 0), limit)
    var rows = geometry.elements(in: top..<top + target.count)
    guard let firstOfTarget = rows.first, let lastOfTarget = rows.last,
      isFar(firstOfTarget, from: first, in: geometry)
    else {
      elements = nil
      return
    }
    let goesDown = firstOfTarget > first
    var edge = goesDown ? firstOfTarget : lastOfTarget
    for _ in 0..<Self.extraRowCount {
      guard let next = goesDown ? geometry.element(before: edge) : geometry.element(after: edge) else {
        break
      }
      if goesDown { rows.insert(next, at: 0) } else { rows.append(next) }
      edge = next
    }
    elements = rows
  }

  /// Call when the user takes hold of the list, or when it comes to rest: all rows near the viewport are loaded again.
  package mutating func dragBegan() { elements = nil }

  private func isFar(_ element: ListElement, from first: ListElement, in geometry: RowGeometry) -> Bool {
    var current = first
    for _ in 0...Self.nearRowCount {
      if current == element { return false }
      guard let next = element > first ? geometry.element(after: current) : geometry.element(before: current)
      else { return false }
      current = next
    }
    return true
  }
}
