/// The size of a text that fits on one line, so that most titles and dates need not be broken into lines.
///
/// It is stored beside the text, so that reading it counts no references and touches no other memory.
struct SingleLineSize: BitwiseCopyable, Sendable {
  /// Stands for a width without limit: larger than any width of a `LineConstraint`, and smaller than `Int32.max`, which
  /// stands for a text that is never one line.
  static let unlimitedWidth = PangoUnits(Int32.max) - 1

  /// The smallest width at which the text is one line, in Pango units; `Int32.max` if it never is.
  let width: Int32
  /// The height of the line in Pango units.
  let height: Int32

  init(of prepared: PreparedText?) {
    if let extents = prepared?.singleLineExtents {
      // No text fits into a width of 0.
      width = Int32(max(extents.width, 1))
      height = Int32(extents.height)
    } else {
      width = .max
      height = 0
    }
  }
}

extension PreparedText {
  /// The extents of a text that is one line whenever the width is at least its own; nil for any other text.
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

/// The texts of an item. The first three are stored inline, so that the rows of a list are contiguous in memory.
struct CompiledTexts: Sendable {
  static let inlineCount = 3

  private let inline: InlineArray<3, PreparedText?>
  private let rest: CompiledTextStorage?
  /// The single-line sizes of the first three texts.
  let singleLines: InlineArray<3, SingleLineSize>

  /// - Parameter texts: Any number of texts; nil for a text that is not prepared.
  init(_ texts: [PreparedText?]) {
    func text(_ index: Int) -> PreparedText? { index < texts.count ? texts[index] : nil }
    inline = InlineArray(text)
    rest = texts.count > Self.inlineCount ? CompiledTextStorage(texts[Self.inlineCount...]) : nil
    singleLines = InlineArray { SingleLineSize(of: text($0)) }
  }

  func prepared(_ index: Int) -> PreparedText? {
    index < Self.inlineCount ? inline[index] : rest?.texts[index - Self.inlineCount]
  }

  /// The memory of the texts in bytes, beside the value.
  var byteCount: Int {
    var count = 0
    for index in 0..<Self.inlineCount { count += inline[index]?.storage.byteCount ?? 0 }
    guard let rest else { return count }
    return rest.texts.reduce(count + CompiledTextStorage.byteCount(texts: rest.texts.count)) {
      $0 + ($1?.storage.byteCount ?? 0)
    }
  }

  /// The offset in bytes of the first three texts in the value, which are consecutive references.
  static var offset: Int {
    guard MemoryLayout<PreparedText?>.size == MemoryLayout<UnsafeRawPointer?>.size,
      let offset = MemoryLayout<Self>.offset(of: \.inline)
    else { preconditionFailure("A prepared text must be a single reference that is stored in the value.") }
    return offset
  }

  /// The height in Pango units of a text that is not one of the first three, or is not one line; nil if arithmetic
  /// gives none.
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

/// The texts of an item after the first three.
private final class CompiledTextStorage: Sendable {
  let texts: [PreparedText?]
  let singleLines: [SingleLineSize]

  init(_ texts: ArraySlice<PreparedText?>) {
    self.texts = Array(texts)
    singleLines = texts.map { SingleLineSize(of: $0) }
  }

  /// The memory of an object with two arrays, in bytes.
  static func byteCount(texts count: Int) -> Int {
    3 * 48 + count * (MemoryLayout<PreparedText?>.stride + MemoryLayout<SingleLineSize>.stride)
  }
}
