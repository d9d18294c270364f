/// A stretch of a text that looks different from its style.
public struct TextAttributeRun: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case bold
    case italic
    case monospace
    /// A multiple of the style's size, more than 0.
    case scale(Double)
    /// A size in points, more than 0.
    case size(Double)
    /// A language tag, as in `xml:lang`.
    case language(String)
    /// Underlined; it changes no size.
    case link
    /// Room between letters, in Pango units. Heights come from a full text layout.
    case letterSpacing(PangoUnits)
    /// The height of lines as a multiple of the font's, more than 0. Heights come from a full text layout.
    case lineHeight(Double)
  }

  /// Bytes of the text's UTF-8, at character boundaries.
  public var bytes: Range<Int>
  public var kind: Kind

  public init(_ kind: Kind, bytes: Range<Int>) {
    self.kind = kind
    self.bytes = bytes
  }
}
