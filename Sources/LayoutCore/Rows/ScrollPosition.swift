/// The position that a viewport keeps while rows are inserted or deleted and heights change.
public enum ScrollPosition: Equatable, Sendable {
  /// The start of the list: rows that are inserted there are visible at once.
  case start
  /// The end of the list: rows that are appended push the others up.
  case end
  /// A row, which keeps its position on the screen.
  case anchor(ScrollAnchor)

  /// The ends of a list at which a viewport stays. Elsewhere it keeps the position of a row.
  public struct Rules: Hashable, Sendable {
    /// Whether a viewport at the start stays there when rows are inserted before the first one.
    public var holdsStart: Bool
    /// Whether a viewport at the end stays there when rows are appended, as in a chat log.
    public var holdsEnd: Bool

    /// Creates rules; by default a viewport stays at the start, but not at the end.
    public init(holdsStart: Bool = true, holdsEnd: Bool = false) {
      self.holdsStart = holdsStart
      self.holdsEnd = holdsEnd
    }
  }

  /// The position of a viewport whose top is at `offset`.
  ///
  /// - Parameters:
  ///   - offset: In device pixels. Outside the content, the position is that of the nearest row.
  ///   - viewportHeight: In device pixels.
  ///   - geometry: The rows of the list.
  ///   - rules: The ends at which the viewport stays.
  /// - Complexity: O(log n).
  public static func capture(
    atOffset offset: Int, viewportHeight: Int, in geometry: RowGeometry, rules: Rules = Rules()
  ) -> ScrollPosition {
    let total = geometry.totalHeight
    if total == 0 || (offset <= 0 && rules.holdsStart) { return .start }
    if rules.holdsEnd, total > viewportHeight, offset + viewportHeight >= total { return .end }
    guard
      let anchor = ScrollAnchor.capture(atOffset: min(max(offset, 0), total - 1), in: geometry)
    else { return .start }
    return .anchor(
      ScrollAnchor(element: anchor.element, offsetInside: offset - geometry.offset(of: anchor.element)))
  }

  /// The offset of the viewport's top in device pixels, within the content.
  ///
  /// - Parameters:
  ///   - viewportHeight: In device pixels.
  ///   - geometry: The rows of the list.
  /// - Complexity: O(log n).
  public func offset(viewportHeight: Int, in geometry: RowGeometry) -> Int {
    let last = max(geometry.totalHeight - viewportHeight, 0)
    return switch self {
    case .start: 0
    case .end: last
    case .anchor(let anchor): min(max(anchor.offset(in: geometry), 0), last)
    }
  }

  /// The position after a batch of edits: the same end, or the anchor as ``ScrollAnchor/moved(by:from:)`` moves it; the
  /// start if no row was kept.
  ///
  /// - Parameters:
  ///   - change: The edits.
  ///   - old: The geometry before the edits.
  public func moved(by change: ChangeSet, from old: RowGeometry) -> ScrollPosition {
    guard case .anchor(let anchor) = self else { return self }
    return anchor.moved(by: change, from: old).map { .anchor($0) } ?? .start
  }
}
