/// The size of a text where it fits into one line: most titles and dates are never looked into.
///
/// It is a value of its own beside the text, so that reading it counts no references: in a long list each text is far
/// away in memory.
struct SingleLineSize: BitwiseCopyable, Sendable {
  /// Stands for no limit of a width: more than any width that a `LineConstraint` holds, and less than that of a text
  /// that is never one line.
  static let unlimitedWidth = PangoUnits(Int32.max) - 1

  /// Pango units; at this width and above the text is one line. `Int32.max` if it never is.
  let width: Int32
  /// Pango units.
  let height: Int32

  init(of prepared: PreparedText?) {
    if let extents = prepared?.singleLineExtents {
      // Nothing fits into no width.
      width = Int32(max(extents.width, 1))
      height = Int32(extents.height)
    } else {
      width = .max
      height = 0
    }
  }
}

extension PreparedText {
  /// The extents of a text that is one line wherever it has room for its whole width; nil for any other text.
  fileprivate var singleLineExtents: TextExtents? {
    // The width of a tab depends on where lines are broken.
    if storage.header.form == .paragraphs, storage.withContents({ $0.paragraphs.text.tabWidth != 0 }) {
      return nil
    }
    guard
      let extents = LineBreaker.extents(of: self, in: LineConstraint(width: nil)), extents.lineCount == 1,
      extents.width <= LineConstraint.greatestWidth, (0..<Int(Int32.max)).contains(extents.height)
    else { return nil }
    return extents
  }
}

/// The texts of an item, the first three in place, so that the rows of a list lie one after the other in memory.
struct CompiledTexts: Sendable {
  static let inlineCount = 3

  private let inline: InlineArray<3, PreparedText?>
  private let rest: CompiledTextStorage?
  /// Of the first three.
  let singleLines: InlineArray<3, SingleLineSize>

  /// - Parameter texts: Of any number; nil for a text that is not prepared.
  init(_ texts: [PreparedText?]) {
    func text(_ index: Int) -> PreparedText? { index < texts.count ? texts[index] : nil }
    inline = InlineArray(text)
    rest = texts.count > Self.inlineCount ? CompiledTextStorage(texts[Self.inlineCount...]) : nil
    singleLines = InlineArray { SingleLineSize(of: text($0)) }
  }

  func prepared(_ index: Int) -> PreparedText? {
    index < Self.inlineCount ? inline[index] : rest?.texts[index - Self.inlineCount]
  }

  /// Where the first three texts lie in the value, in bytes: references one behind the other.
  static var offset: Int {
    guard MemoryLayout<PreparedText?>.size == MemoryLayout<UnsafeRawPointer?>.size,
      let offset = MemoryLayout<Self>.offset(of: \.inline)
    else { preconditionFailure("A prepared text is a reference that lies in the value.") }
    return offset
  }

  /// The height of a text that is not one of the first three, or is not one line, in Pango units; nil if arithmetic
  /// can't tell.
  func height(_ query: WidthPlan.Query) -> PangoUnits? {
    if query.text >= Self.inlineCount, let rest {
      let size = rest.singleLines[query.text - Self.inlineCount]
      if query.wrapWidth >= size.width { return PangoUnits(size.height) }
    }
    return extents(ofText: query.text, width: query.width, maximumLineCount: query.maximumLineCount)?.height
  }
}

extension CompiledTexts: TextExtentsSource {
  func extents(ofText index: Int, width: PangoUnits?, maximumLineCount: Int) -> TextExtents? {
    prepared(index).flatMap {
      LineBreaker.extents(of: $0, in: LineConstraint(width: width, maximumLineCount: maximumLineCount))
    }
  }
}

/// The texts of an item that has more than a few.
private final class CompiledTextStorage: Sendable {
  let texts: [PreparedText?]
  let singleLines: [SingleLineSize]

  init(_ texts: ArraySlice<PreparedText?>) {
    self.texts = Array(texts)
    singleLines = texts.map { SingleLineSize(of: $0) }
  }
}
