/// A text shaped once: its height at any width is then sums and comparisons.
public struct PreparedText: Sendable {}
