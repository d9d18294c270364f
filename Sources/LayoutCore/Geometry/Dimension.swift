/// A width or a height that an element asks for.
public enum Dimension: Hashable, Sendable {
  /// The extent follows from the element's content and from its parent.
  case auto
  /// Logical pixels, finite and not negative.
  case points(Double)
  /// A fraction of the parent's extent, from 0 to 1; `auto` while that extent is unknown.
  case fraction(Double)

  /// Parses "12pt", "50%" or "auto". Everything else gives `auto`, including a fraction above 100 %.
  ///
  /// - Parameter text: The dimension as a style sheet writes it, without white space.
  public init(_ text: String) {
    if text.hasSuffix("pt"), let value = Double(text.dropLast(2)), value >= 0, value.isFinite {
      self = .points(value)
    } else if text.hasSuffix("%"), let value = Double(text.dropLast()), (0...100).contains(value) {
      self = .fraction(value / 100)
    } else {
      self = .auto
    }
  }

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
