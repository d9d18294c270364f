/// A text shaped once: its line count and height at any width are then sums and comparisons.
///
/// It holds, for each paragraph, where lines may end and how wide the text is up to there. It is made by a text
/// system that can shape (see `PreparedText.Paragraph`), and asked through `LineBreaker`. What can't be told
/// exactly from it is not told: the answer is then nil, and a full text layout must be asked.
public struct PreparedText: Sendable {
  let paragraphs: [Paragraph]
  let classes: [LineHeightClass]

  /// - Parameters:
  ///   - paragraphs: At least one; an empty text has one empty paragraph.
  ///   - classes: What `Word.classes` bits stand for; at most 16.
  public init(paragraphs: [Paragraph], classes: [LineHeightClass]) {
    precondition(!paragraphs.isEmpty, "A prepared text has at least one paragraph, be it empty.")
    precondition(classes.count <= 16, "A prepared text has at most 16 line height classes.")
    self.paragraphs = paragraphs
    self.classes = classes
  }

  /// The vertical extents of a run of text relative to its baseline, in Pango units.
  ///
  /// A line is as high as the union of its runs: a fallback font changes the height of the lines it is on.
  public struct LineHeightClass: Equatable, Sendable {
    /// The top, negative above the baseline.
    public var top: Int32
    /// The bottom, positive below the baseline.
    public var bottom: Int32

    public init(top: Int32, bottom: Int32) {
      self.top = top
      self.bottom = bottom
    }
  }

  /// The text up to a place where a line may end.
  public struct Word: Sendable {
    /// Width from the paragraph's start to here, without the white space character that a line's end forgives.
    public var visibleEnd: Int32
    /// Width from the paragraph's start to here: where the next line starts.
    public var end: Int32
    /// The classes of the runs between the previous word's end and here, one bit each.
    public var classes: UInt16
    /// Whether breaking here changes the widths (kerning, contextual forms, a hyphen).
    public var isContextual: Bool

    public init(visibleEnd: Int32, end: Int32, classes: UInt16, isContextual: Bool) {
      self.visibleEnd = visibleEnd
      self.end = end
      self.classes = classes
      self.isContextual = isContextual
    }
  }

  /// One paragraph of the text.
  public struct Paragraph: Sendable {
    let words: [Word]
    let emptyClass: UInt16
    let hasUniformHeight: Bool
    let ellipsisKeepsHeight: Bool
    let hasContextualBreaks: Bool
    let margin: Int

    /// - Parameters:
    ///   - words: In order, the paragraph's end last; empty for an empty paragraph.
    ///   - emptyClass: The class bit of the paragraph's line when it has no words.
    ///   - ellipsisClass: The class bit of an ellipsis, wherever it is put; 0 if that is not known.
    ///   - margin: How far beyond a line's end (Pango units) Pango may look for a better place to break.
    public init(words: [Word], emptyClass: UInt16, ellipsisClass: UInt16, margin: Int) {
      self.words = words
      self.emptyClass = emptyClass
      self.margin = margin
      let first = words.first?.classes ?? emptyClass
      hasUniformHeight = first.nonzeroBitCount == 1 && words.allSatisfy { $0.classes == first }
      ellipsisKeepsHeight = hasUniformHeight && ellipsisClass == first
      hasContextualBreaks = words.contains(where: \.isContextual)
    }
  }
}
