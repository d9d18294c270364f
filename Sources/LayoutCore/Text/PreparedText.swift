/// A text shaped once: its lines at any width are then sums and comparisons.
///
/// It is made by a text system that can shape (from `PreparedParagraph`s) and asked through `LineBreaker`. What
/// can't be told exactly from it is not told: the answer is then nil, and a full text layout must be asked.
public struct PreparedText: Sendable {
  let form: Form

  /// From the smallest to the most general.
  enum Form: Sendable {
    case pixels(PackedWords<UInt16>)
    case units(PackedWords<UInt32>)
    case full(TextStorage)
  }

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
      form = packed
      return
    }
    let kept = zip(paragraphs, words).map { paragraph, words in
      !keepsDetail && words?.hasSpecialEnds == false ? paragraph.withoutDetail : paragraph
    }
    form = .full(TextStorage(paragraphs: kept, words: words, classes: classes, tabWidth: tabWidth))
  }

  /// Whether all answers follow from widths and line heights alone. What depends on metrics (how far beyond a
  /// line's end Pango looks for a break that changes shapes) is left out of such a text, or is not there.
  public var needsNoFontMetrics: Bool {
    switch form {
    case .pixels, .units: true
    case .full(let storage): storage.paragraphs.allSatisfy { !$0.pointers.hasDetail }
    }
  }

  /// The memory it takes beside the text, in bytes: a pointer and what was allocated for it.
  public var byteCount: Int {
    let pointer = MemoryLayout<Form>.size
    return switch form {
    case .pixels(let words): pointer + words.byteCount
    case .units(let words): pointer + words.byteCount
    case .full(let storage): pointer + storage.byteCount
    }
  }

  private static func pack(
    _ paragraph: PreparedParagraph, _ words: WordEnds, _ classes: [LineHeightClass]
  ) -> Form? {
    guard paragraph.isEllipsisUniform, !words.hasSpecialEnds else { return nil }
    let height = classes[Int(paragraph.items[0].heightClass)]
    // A line's box holds its baseline, always so for a font.
    guard height.top <= 0, height.top + height.height >= 0 else { return nil }
    return PackedWords<UInt16>.make(words, height: height, unit: 1024).map { .pixels($0) }
      ?? PackedWords<UInt32>.make(words, height: height, unit: 1).map { .units($0) }
  }
}
