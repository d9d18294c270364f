/// A text that was shaped once: its lines at any width follow by sums and comparisons.
///
/// A text system that can shape text creates it, and ``LineBreaker`` computes extents from it. Where the exact extents
/// do not follow, the result is nil, and a full text layout must be made. The value is immutable and can be used by all
/// threads.
public struct PreparedText: Sendable {
  let storage: TextStorage

  /// Creates a prepared text from paragraphs.
  ///
  /// - Parameters:
  ///   - paragraphs: At least one; an empty text has one empty paragraph.
  ///   - classes: The height classes that the paragraphs refer to by index.
  ///   - tabWidth: The distance between tab stops in Pango units; 0 if the text has no tabs.
  ///   - keepsDetail: Whether the widths of single characters are kept. Otherwise a simple paragraph keeps only its
  ///     words: two or four bytes for each word if it has one font and one line height.
  public init(
    paragraphs: [PreparedParagraph], classes: [LineHeightClass], tabWidth: PangoUnits = 0,
    keepsDetail: Bool = true
  ) {
    precondition(!paragraphs.isEmpty, "A prepared text has at least one paragraph, which may be empty.")
    precondition(
      (1...Int(Int16.max)).contains(classes.count),
      "A prepared text has from 1 to 32,767 height classes, not \(classes.count).")
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

  /// Creates a prepared text from one paragraph in one font, in which lines and ellipses have one height and breaks
  /// change no widths.
  ///
  /// - Parameters:
  ///   - visibleEnds: The width up to each place where a line may end, without the white space that is dropped there,
  ///     in Pango units.
  ///   - ends: The width up to the same place with that white space: where the next line starts. The last one is the
  ///     paragraph's width.
  ///   - heightClass: The vertical extents of every line.
  /// - Returns: Nil if the words do not fit a compact form: a wide paragraph, or white space of several widths.
  public init?(visibleEnds: [Int32], ends: [Int32], heightClass: LineHeightClass) {
    precondition(
      visibleEnds.count == ends.count && !ends.isEmpty,
      "Each place where a line may end has a width with and without white space.")
    guard let packed = Self.pack(visibleEnds, ends, height: heightClass) else { return nil }
    storage = packed
  }

  /// The largest space between lines that a text can have, in Pango units: almost 32 pixels.
  package static let greatestLineSpacing: PangoUnits = PangoUnits(Int16.max)

  /// Sets the space between lines, which all extents contain in addition to that of their constraints.
  ///
  /// - Parameter spacing: In Pango units, from 0 to `greatestLineSpacing`.
  /// - Precondition: The text was prepared just now: all copies of the value get the space, and no other thread has one.
  package func setLineSpacing(_ spacing: PangoUnits) { storage.setLineSpacing(Int16(spacing)) }

  /// Whether the margin in which Pango looks for a break that changes shapes is known wherever extents depend on it, and not on
  /// widths and line heights alone.
  package var knowsSearchMargins: Bool {
    storage.header.form != .paragraphs
      || storage.withContents { contents in
        contents.paragraphs.paragraphs.allSatisfy { paragraph in
          !paragraph.pointers.hasDetail
            || (0..<paragraph.pointers.itemCount).allSatisfy {
              paragraph.pointers.items[$0].searchMargin >= 0
            }
        }
      }
  }

  /// The memory that the value takes beside the string, in bytes: a pointer and its allocations.
  public var byteCount: Int { MemoryLayout<Self>.size + storage.byteCount }

  private static func pack(
    _ paragraph: PreparedParagraph, _ words: WordEnds, _ classes: [LineHeightClass]
  ) -> TextStorage? {
    guard paragraph.isEllipsisUniform, !words.hasSpecialEnds else { return nil }
    return pack(words.visibleEnds, words.ends, height: classes[Int(paragraph.items[0].heightClass)])
  }

  private static func pack(_ visibleEnds: [Int32], _ ends: [Int32], height: LineHeightClass) -> TextStorage? {
    // A line's box contains its baseline; this is true for every font.
    guard height.top <= 0, height.top + height.height >= 0 else { return nil }
    return PackedWords<UInt16>.make(visibleEnds, ends, height: height, unit: 1024)
      ?? PackedWords<UInt32>.make(visibleEnds, ends, height: height, unit: 1)
  }
}
