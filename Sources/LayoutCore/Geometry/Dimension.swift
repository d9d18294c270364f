/// A width or a height that an element asks for.
public enum Dimension: Hashable, Sendable {
  /// The extent follows from the element's content and from its parent.
  case auto
  /// Logical pixels, finite and not negative.
  case points(Double)
  /// A fraction of the parent's extent, from 0 to 1; `auto` while that extent is unknown.
  case fraction(Double)

  /// Checks that a number of points is finite and not negative, and a fraction from 0 to 1.
  func checkPreconditions() {
    switch self {
    case .auto: break
    case .points(let value):
      precondition(value >= 0 && value.isFinite, "A dimension in points is finite and not negative.")
    case .fraction(let part):
      precondition((0...1).contains(part), "A dimension's fraction is from 0 to 1, not \(part).")
    }
  }
}
