/// Distances from the four edges in logical pixels. An infinite inset takes all spare room on its side.
public struct EdgeInsets: Hashable, Sendable {
  /// The distance from the top edge.
  public var top: Double
  /// The distance from the left edge where text runs from left to right, and from the right edge otherwise.
  public var leading: Double
  /// The distance from the bottom edge.
  public var bottom: Double
  /// The distance from the edge opposite to `leading`.
  public var trailing: Double

  /// Creates insets from four distances in logical pixels.
  public init(top: Double, leading: Double, bottom: Double, trailing: Double) {
    self.top = top
    self.leading = leading
    self.bottom = bottom
    self.trailing = trailing
  }

  /// Creates insets with the same distance, in logical pixels, from every edge.
  public init(_ all: Double) { self.init(top: all, leading: all, bottom: all, trailing: all) }
}
