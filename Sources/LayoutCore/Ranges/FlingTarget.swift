/// Which rows are worth loading while a fast fling flies past all others: only those where it will come to rest.
///
/// The scheme of VVebo's table: a fling of few rows is none; a longer one loads the rows of its target and a few
/// of those that come into view last before it.
public struct FlingTarget: Sendable {
  /// A fling by at most so many rows loads everything on its way.
  public static let nearRowCount = 8
  /// Rows on the side from which the target is reached.
  public static let extraRowCount = 3

  /// The rows of the last fling's target, in order; nil when everything near the viewport is loaded.
  public private(set) var elements: [ListElement]?

  public init() {}

  /// The list was let go and will come to rest with its viewport at `target` (device pixels).
  ///
  /// - Parameter first: The first visible row.
  /// - Complexity: O(k log n) for k rows in the target.
  public mutating func flung(from first: ListElement, to target: Range<Int>, in geometry: RowGeometry) {
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

  /// The user took hold of the list, or it came to rest: everything near the viewport is loaded again.
  public mutating func dragBegan() { elements = nil }

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
