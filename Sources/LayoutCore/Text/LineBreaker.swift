/// Breaks prepared text into lines as PangoLayout 1.50 does (word wrapping, `process_line` of pango-layout.c),
/// by comparing widths that were computed once. It allocates nothing.
///
/// Pango offers whole items to a line and rolls back to the last break that fits. Where no break changes the
/// widths around it, that search finds the same lines as a greedy walk over word ends: a line takes words as
/// long as the width up to the word's end, less one forgiven white space, is within the limit.
public enum LineBreaker {
  /// The extents of the text wrapped at `width`.
  ///
  /// - Parameters:
  ///   - width: In Pango units; nil for no wrapping.
  ///   - maximumLineCount: Lines of a paragraph after which an ellipsis ends it; 0 for no limit.
  /// - Returns: nil if the answer can't be proven equal to Pango's: a word is wider than the line, a break
  ///   near the line's end changes the shapes around it, or an ellipsis has another height than its line.
  /// - Complexity: O(words).
  public static func extents(
    of text: PreparedText, width: PangoUnits?, maximumLineCount: Int = 0
  ) -> TextExtents? {
    var lines = LineStack()
    for paragraph in text.paragraphs {
      guard lines.append(paragraph, of: text, width: width, maximumLineCount: maximumLineCount) else {
        return nil
      }
    }
    return lines.extents
  }
}

/// The lines found so far, one below the other.
private struct LineStack {
  private var width = 0
  private var height = 0
  private var count = 0
  private var isTruncated = false
  private var firstBaseline = 0
  private var lastBaseline = 0

  var extents: TextExtents {
    TextExtents(
      width: width, height: height, lineCount: count, isTruncated: isTruncated,
      firstBaseline: firstBaseline, lastBaseline: lastBaseline)
  }

  /// False if the paragraph's lines can't be known exactly.
  mutating func append(
    _ paragraph: PreparedText.Paragraph, of text: PreparedText, width limit: PangoUnits?,
    maximumLineCount: Int
  ) -> Bool {
    guard let last = paragraph.words.last else {
      push(classes: paragraph.emptyClass, width: 0, of: text)
      return true
    }
    guard let limit else {
      push(classes: Self.classes(of: paragraph.words), width: Int(last.end), of: text)
      return true
    }
    return paragraph.words.withUnsafeBufferPointer { words in
      wrap(words, of: paragraph, in: text, width: limit, maximumLineCount: maximumLineCount)
    }
  }

  private mutating func wrap(
    _ words: UnsafeBufferPointer<PreparedText.Word>, of paragraph: PreparedText.Paragraph,
    in text: PreparedText, width: PangoUnits, maximumLineCount: Int
  ) -> Bool {
    var next = 0
    var start = 0
    var linesLeft = maximumLineCount == 0 ? Int.max : maximumLineCount
    while next < words.count {
      let first = next
      let limit = start &+ width
      var classes: UInt16 = 0
      while next < words.count, Int(words[next].visibleEnd) <= limit {
        classes |= words[next].classes
        next &+= 1
      }
      if linesLeft == 1 {
        // All that is left stands on the last line; it is cut if the whole of it is wider than the line.
        let whole = Int(words[words.count - 1].end)
        if next < words.count || whole > limit {
          guard paragraph.ellipsisKeepsHeight else { return false }
          isTruncated = true
          push(classes: words[first].classes, width: width, of: text)
        } else {
          push(classes: classes, width: whole - start, of: text)
        }
        return true
      }
      if next == first { return false }
      let isLast = next == words.count
      if paragraph.hasContextualBreaks, !isLast,
        words[next - 1].isContextual
          || Self.hasContextualBreak(words, near: limit, margin: paragraph.margin, from: first)
      {
        return false
      }
      let end = isLast ? words[next - 1].end : words[next - 1].visibleEnd
      push(classes: classes, width: Int(end) - start, of: text)
      start = Int(words[next &- 1].end)
      linesLeft -= 1
    }
    return true
  }

  private mutating func push(classes: UInt16, width: Int, of text: PreparedText) {
    var top = 0
    var bottom = 0
    var left = classes
    while left != 0 {
      let runs = text.classes[left.trailingZeroBitCount]
      top = min(top, Int(runs.top))
      bottom = max(bottom, Int(runs.bottom))
      left &= left &- 1
    }
    self.width = max(self.width, width)
    lastBaseline = height - top
    if count == 0 { firstBaseline = lastBaseline }
    height += bottom - top
    count += 1
  }

  private static func classes(of words: [PreparedText.Word]) -> UInt16 {
    words.reduce(0) { $0 | $1.classes }
  }

  /// Whether Pango, looking for the best break around `limit`, could meet one that changes the widths.
  private static func hasContextualBreak(
    _ words: UnsafeBufferPointer<PreparedText.Word>, near limit: Int, margin: Int, from first: Int
  ) -> Bool {
    var index = first
    while index < words.count, Int(words[index].visibleEnd) <= limit + margin {
      if words[index].isContextual, Int(words[index].visibleEnd) >= limit - margin { return true }
      index += 1
    }
    return false
  }
}
