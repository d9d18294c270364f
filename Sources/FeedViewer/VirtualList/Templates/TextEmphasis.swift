import PangoText

/// How a text is drawn in place of its style: text that was read is lighter and paler than text that was not, and a date
/// stays whole at the end of a line that is too long. None of that
/// changes the lines or the height that were measured.
public nonisolated struct TextEmphasis: Hashable, Sendable {
  /// The opacity of the text in the widget's colour, from 0 to 1.
  public var opacity: Double
  /// The weight of the font; nil for that of the style. The style's weight stays if the lines of the text in this one
  /// do not fit.
  public var weight: TextStyle.Weight?
  /// If a text of one line is too long for it: the number of bytes at its end that are drawn all the same, after an ellipsis.
  public var keptEnd = 0

  /// Creates an emphasis; by default the weight is that of the style.
  public init(opacity: Double, weight: TextStyle.Weight? = nil, keptEnd: Int = 0) {
    self.keptEnd = keptEnd
    self.opacity = opacity
    self.weight = weight
  }
}
