/// Breaks prepared text into lines as PangoLayout does (Pango 1.50 to 1.56), by comparing widths that were measured once.
///
/// Computing extents allocates nothing. A walk over the ends of words finds most lines (`WordEnds`). Lines near a break
/// that changes widths, and paragraphs that are not simple, are computed by Pango's own algorithm (`PangoLineBreaker`,
/// after `process_line` of pango-layout.c). Both find the same lines.
public enum LineBreaker {
  /// The extents of a text in a constraint, in Pango units.
  ///
  /// - Parameters:
  ///   - text: The prepared text.
  ///   - constraint: The width and the other settings of the layout.
  /// - Returns: Nil if the answer can't be proven equal to Pango's.
  /// - Complexity: O(lines) where the lines have about as many words each, O(words) otherwise.
  public static func extents(of text: PreparedText, in constraint: LineConstraint) -> TextExtents? {
    text.storage.withContents { extents(of: $0, in: constraint) }
  }

  /// The extents of a text whose storage is kept alive by the caller: no references are counted.
  static func extents(of contents: TextContents, in constraint: LineConstraint) -> TextExtents? {
    var constraint = constraint
    constraint.spacing &+= PangoUnits(contents.header.pointee.lineSpacing)
    return switch contents.header.pointee.form {
    case .pixels:
      isForWords(constraint) ? contents.words(UInt16.self).extents(in: constraint, shift: 10) : nil
    case .units:
      isForWords(constraint) ? contents.words(UInt32.self).extents(in: constraint, shift: 0) : nil
    case .paragraphs: extents(of: contents.paragraphs, in: constraint)
    }
  }

  /// Whether a walk over the ends of words can give an answer.
  @inline(__always)
  private static func isForWords(_ constraint: LineConstraint) -> Bool {
    constraint.wrapMode != .character && constraint.indentation == 0
  }

  private static func extents(of table: ParagraphTable, in constraint: LineConstraint) -> TextExtents? {
    if constraint.lineSpacing != 0, !table.text.knowsFontHeights { return nil }
    var stack = LineStack(constraint)
    for paragraph in table.paragraphs {
      guard append(paragraph, of: table.text, constraint, to: &stack) else { return nil }
    }
    return stack.extents
  }

  /// The extents of a text whose lines are broken at a width, in Pango units. Words are broken only where they are
  /// wider than a line.
  ///
  /// - Parameters:
  ///   - text: The prepared text.
  ///   - width: The width in Pango units; nil for no wrapping.
  ///   - maximumLineCount: The number of lines after which an ellipsis ends a paragraph; 0 for no limit.
  /// - Returns: Nil if the answer can't be proven equal to Pango's.
  public static func extents(
    of text: PreparedText, width: PangoUnits?, maximumLineCount: Int = 0
  ) -> TextExtents? {
    extents(of: text, in: LineConstraint(width: width, maximumLineCount: maximumLineCount))
  }

  /// The lines of a text, with their widths. It allocates memory.
  ///
  /// - Parameters:
  ///   - text: A text that was prepared in full detail.
  ///   - string: The characters that were prepared as `text`.
  ///   - constraint: The width and the other settings of the layout.
  /// - Returns: Nil if the lines can't be proven equal to Pango's.
  /// - Complexity: O(bytes).
  public static func lines(
    of text: PreparedText, string: String, in constraint: LineConstraint
  ) -> [TextLine]? {
    guard text.storage.header.form == .paragraphs else { return nil }
    return text.storage.withContents { lines(of: $0.paragraphs, string: string, in: constraint) }
  }

  private static func lines(
    of table: ParagraphTable, string: String, in constraint: LineConstraint
  ) -> [TextLine]? {
    var bytes = ParagraphBytes(string)
    var lines: [TextLine] = []
    for paragraph in table.paragraphs {
      let recorder = LineRecorder()
      if paragraph.pointers.itemCount == 0 {
        recorder.append(characters: 0..<0, width: 0)
      } else {
        var stack = LineStack(constraint)
        guard breakLines(paragraph.pointers, table.text, constraint, into: &stack, record: recorder) else {
          return nil
        }
      }
      lines += bytes.nextParagraph(recorder.lines)
    }
    return lines
  }

  /// The width of the widest line without wrapping, in Pango units; nil if it can't be proven equal to Pango's.
  public static func naturalWidth(of text: PreparedText) -> PangoUnits? {
    extents(of: text, in: LineConstraint(width: nil))?.width
  }

  private static func append(
    _ paragraph: ParagraphTable.Paragraph, of text: TextPointers, _ constraint: LineConstraint,
    to stack: inout LineStack
  ) -> Bool {
    guard paragraph.pointers.itemCount > 0 else {
      let empty = text.classes[paragraph.emptyClass]
      stack.push(
        top: Int(empty.top), height: Int(empty.height), fontHeight: Int(empty.fontHeight), width: 0)
      return true
    }
    if let words = paragraph.words, isForWords(constraint) {
      let width = constraint.width ?? Int(Int32.max)
      let saved = stack
      var walk = WordWalk(paragraph.pointers, words, of: text, constraint: constraint, width: width)
      switch walk.append(to: &stack) {
      case .done: return true
      case .failed: return false
      case .notSimple: stack = saved
      }
    }
    return breakLines(paragraph.pointers, text, constraint, into: &stack, record: nil)
  }

  private static func breakLines(
    _ paragraph: ParagraphPointers, _ text: TextPointers, _ constraint: LineConstraint,
    into stack: inout LineStack, record: LineRecorder?
  ) -> Bool {
    guard paragraph.hasDetail else { return false }
    var breaker = PangoLineBreaker(paragraph, of: text, constraint: constraint)
    var line = 1
    while breaker.layOutLine(line, into: &stack, record: record) { line &+= 1 }
    return !breaker.hasFailed
  }
}
