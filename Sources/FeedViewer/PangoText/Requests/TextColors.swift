/// The colours of text besides the colour of its widget.
public nonisolated struct TextColors: Hashable, Sendable {
  /// An sRGB colour with 16 bits a component, as Pango has them.
  public struct Color: Hashable, Sendable {
    /// The red component.
    public var red: UInt16
    /// The green component.
    public var green: UInt16
    /// The blue component.
    public var blue: UInt16
    /// The opacity.
    public var alpha: UInt16

    /// Creates a colour from components from 0 to 1; others are clamped.
    public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
      func component(_ value: Double) -> UInt16 { UInt16((min(max(value, 0), 1) * 65_535).rounded()) }
      self.red = component(red)
      self.green = component(green)
      self.blue = component(blue)
      self.alpha = component(alpha)
    }
  }

  /// The colour of links; nil for that of other text.
  public var link: Color?
  /// The colour behind marked text.
  public var mark: Color

  /// Creates colours; by default links have no colour of their own, and marked text is translucent yellow.
  public init(
    link: Color? = nil, mark: Color = Color(red: 0.965, green: 0.827, blue: 0.176, alpha: 0.38)
  ) {
    self.link = link
    self.mark = mark
  }
}
