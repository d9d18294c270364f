/// What a viewport holds on to while rows come, go and change their heights.
public enum ScrollPosition: Equatable, Sendable {
  /// The start of the list, whatever comes to stand there.
  case start
  /// The end of the list: what is added there pushes the rest up.
  case end
  /// A row, which keeps its place on the screen.
  case anchor(ScrollAnchor)

  /// Which ends of a list a viewport that rests on them holds on to; elsewhere, and without, it holds on to a row.
  public struct Rules: Hashable, Sendable {
    public var holdsStart: Bool
    public var holdsEnd: Bool

    /// - Parameters:
    ///   - holdsStart: New rows at the start are seen at once.
    ///   - holdsEnd: New rows at the end are seen at once, as in a log that is being written.
    public init(holdsStart: Bool = true, holdsEnd: Bool = false) {
      self.holdsStart = holdsStart
      self.holdsEnd = holdsEnd
    }
  }

  /// What the viewport whose top is at `offset` holds on to.
  ///
  /// - Parameters:
  ///   - offset: Device pixels; outside the content, its nearest row is held.
  ///   - viewportHeight: Device pixels.
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

  /// Where the viewport's top is, inside the content.
  ///
  /// - Complexity: O(log n).
  public func offset(viewportHeight: Int, in geometry: RowGeometry) -> Int {
    let last = max(geometry.totalHeight - viewportHeight, 0)
    return switch self {
    case .start: 0
    case .end: last
    case .anchor(let anchor): min(max(anchor.offset(in: geometry), 0), last)
    }
  }

  /// What is held after an edit: the same end, or the anchor as `ScrollAnchor.moved(by:from:)` says; the start if
  /// no row survived.
  ///
  /// - Parameter old: The geometry before the edit.
  public func moved(by change: ChangeSet, from old: RowGeometry) -> ScrollPosition {
    guard case .anchor(let anchor) = self else { return self }
    return anchor.moved(by: change, from: old).map { .anchor($0) } ?? .start
  }
}
