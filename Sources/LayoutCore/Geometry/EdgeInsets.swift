/// Distances from the four edges in logical pixels; each may be `.infinity`, which pushes content away.
public struct EdgeInsets: Hashable, Sendable {
  public var top: Double
  /// The left edge where text runs from left to right.
  public var leading: Double
  public var bottom: Double
  public var trailing: Double

  public init(top: Double, leading: Double, bottom: Double, trailing: Double) {
    self.top = top
    self.leading = leading
    self.bottom = bottom
    self.trailing = trailing
  }

  /// The same distance from every edge.
  public init(_ all: Double) { self.init(top: all, leading: all, bottom: all, trailing: all) }

  /// The distances at the start and at the end of an axis.
  func edges(along axis: Axis) -> (start: Double, end: Double) {
    axis == .horizontal ? (leading, trailing) : (top, bottom)
  }
}
