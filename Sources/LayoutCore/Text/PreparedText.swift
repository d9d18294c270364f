/// A text shaped once: its lines at any width are then sums and comparisons.
///
/// It is made by a text system that can shape (from `PreparedParagraph`s) and asked through `LineBreaker`. What
/// can't be told exactly from it is not told: the answer is then nil, and a full text layout must be asked.
public struct PreparedText: Sendable {
  let storage: TextStorage

  /// - Parameters:
  ///   - paragraphs: At least one; an empty text has one empty paragraph.
  ///   - classes: What the paragraphs' height classes stand for.
  ///   - tabWidth: The distance of tab stops in Pango units; 0 if the text has no tabs.
  ///   - keepsDetail: Whether everything is kept. Without it a paragraph that a walk over words can follow
  ///     keeps only its words: 2 or 4 bytes each where there is one font and one line height.
  public init(
    paragraphs: [PreparedParagraph], classes: [LineHeightClass], tabWidth: PangoUnits = 0,
    keepsDetail: Bool = true
  ) {
    precondition(!paragraphs.isEmpty, "A prepared text has at least one paragraph, be it empty.")
    precondition(
      (1...Int(Int16.max)).contains(classes.count), "Height classes are numbered in 16 bits.")
    let words = paragraphs.map { WordEnds($0) }
    if !keepsDetail, paragraphs.count == 1, let words = words[0],
      let packed = Self.pack(paragraphs[0], words, classes)
    {
      storage = packed
      return
    }
    let kept = zip(paragraphs, words).map { paragraph, words in
      !keepsDetail && words?.hasSpecialEnds == false ? paragraph.withoutDetail : paragraph
    }
    storage = TextStorage(paragraphs: kept, words: words, classes: classes, tabWidth: tabWidth)
  }

  /// A paragraph of words in one font whose lines, ellipses included, are all of one height, broken by nothing but
  /// widths.
  ///
  /// - Parameters:
  ///   - visibleEnds: Widths up to each place where a line may end, without the white space that is forgiven there.
  ///   - ends: The same with it: where the next line starts. The last one is the paragraph's width.
  /// - Returns: Nil if the words do not fit the small form: a wide paragraph, white space of several widths.
  public init?(visibleEnds: [Int32], ends: [Int32], heightClass: LineHeightClass) {
    precondition(
      visibleEnds.count == ends.count && !ends.isEmpty, "A place where a line may end has two widths.")
    guard let packed = Self.pack(visibleEnds, ends, height: heightClass) else { return nil }
    storage = packed
  }

  /// Whether all answers follow from widths and line heights alone. What depends on metrics (how far beyond a
  /// line's end Pango looks for a break that changes shapes) is left out of such a text, or is not there.
  public var needsNoFontMetrics: Bool {
    storage.header.form != .paragraphs
      || storage.withContents { $0.paragraphs.paragraphs.allSatisfy { !$0.pointers.hasDetail } }
  }

  /// The memory it takes beside the text, in bytes: a pointer and what was allocated for it.
  public var byteCount: Int { MemoryLayout<Self>.size + storage.byteCount }

  private static func pack(
    _ paragraph: PreparedParagraph, _ words: WordEnds, _ classes: [LineHeightClass]
  ) -> TextStorage? {
    guard paragraph.isEllipsisUniform, !words.hasSpecialEnds else { return nil }
    return pack(words.visibleEnds, words.ends, height: classes[Int(paragraph.items[0].heightClass)])
  }

  private static func pack(_ visibleEnds: [Int32], _ ends: [Int32], height: LineHeightClass) -> TextStorage? {
    // A line's box holds its baseline, always so for a font.
    guard height.top <= 0, height.top + height.height >= 0 else { return nil }
    return PackedWords<UInt16>.make(visibleEnds, ends, height: height, unit: 1024)
      ?? PackedWords<UInt32>.make(visibleEnds, ends, height: height, unit: 1)
  }
}
