/// A range of a text with an attribute that its style does not have.
public struct TextAttributeRun: Hashable, Sendable {
  /// An attribute of text.
  public enum Kind: Hashable, Sendable {
    /// Bold weight.
    case bold
    /// Italic style.
    case italic
    /// The monospace family.
    case monospace
    /// A multiple of the style's font size; positive.
    case scale(Double)
    /// A font size in points; positive.
    case size(Double)
    /// A language tag as in `xml:lang` (BCP 47), which may change shapes and line breaks.
    case language(String)
    /// A link: underlined, without effect on sizes.
    case link
    /// Additional space between letters, in Pango units. Such a text is measured by a full text layout.
    case letterSpacing(PangoUnits)
    /// The height of lines as a multiple of the font's height; positive. Such a text is measured by a full text layout.
    case lineHeight(Double)
  }

  /// The range in the text's UTF-8, in bytes, at character boundaries.
  public var bytes: Range<Int>
  /// The attribute.
  public var kind: Kind

  /// Creates a run of an attribute over a range of bytes.
  public init(_ kind: Kind, bytes: Range<Int>) {
    self.kind = kind
    self.bytes = bytes
  }
}
