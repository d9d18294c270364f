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
    /// A link: underlined, in the text system's link colour, without effect on sizes.
    case link
    /// A line under the text, without effect on sizes.
    case underline
    /// A line through the text, without effect on sizes.
    case strikethrough
    /// A colour behind the text, as of a marker pen, without effect on sizes.
    case marked
    /// Raised and smaller, as in powers. Such a text is measured by a full text layout.
    case superscript
    /// Lowered and smaller, as in chemical formulas. Such a text is measured by a full text layout.
    case `subscript`
    /// Additional space between letters, in Pango units. Such a text is measured by a full text layout.
    case letterSpacing(PangoUnits)
    /// The height of lines as a multiple of the font's height; positive. Such a text is measured by a full text layout.
    case lineHeight(Double)
    /// No hyphen is added where a word is broken that is longer than a line, as in code. Such a text is measured by a full text
    /// layout.
    case unhyphenated
    /// The direction of the paragraph that the text is a part of, for all of the text. Without it, the first strong
    /// character decides.
    case baseDirection(isRightToLeft: Bool)
    /// Where lines stand that are shorter than the room, for all of the text. Without it, the direction of each paragraph
    /// decides. Without effect on sizes.
    case alignment(TextAlignment)
  }

  /// Whether the attribute may change the size of a text.
  public var affectsSize: Bool {
    switch kind {
    case .link, .underline, .strikethrough, .marked, .alignment: false
    default: true
    }
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

/// Where lines stand that are shorter than the room, whatever their direction.
public enum TextAlignment: Hashable, Sendable {
  /// At the left edge.
  case left
  /// In the middle.
  case center
  /// At the right edge.
  case right
}
