/// A prepared text, and its size where it fits into one line: most titles and dates are never looked into.
///
/// Nothing here but the text itself is an optional or an enum, so that no reference is counted before the text is
/// looked into: in a long list each text is far away in memory.
struct CompiledText: Sendable {
  static let unknown: PangoUnits = -1
  /// Stands for no limit of the width: more than any width that a `LineConstraint` holds, and less than that of a text
  /// that is never one line.
  static let unlimitedWidth = PangoUnits(Int32.max) - 1

  /// Nil if the text was not prepared.
  let prepared: PreparedText?
  /// Pango units; at this width and above the text is one line. `Int32.max` if it never is.
  private let singleLineWidth: Int32
  /// Pango units.
  private let singleLineHeight: Int32

  init(_ prepared: PreparedText?) {
    self.prepared = prepared
    if let extents = prepared?.singleLineExtents {
      // Nothing fits into no width.
      singleLineWidth = Int32(max(extents.width, 1))
      singleLineHeight = Int32(extents.height)
    } else {
      singleLineWidth = .max
      singleLineHeight = 0
    }
  }

  /// The text's height in Pango units, or `unknown` if arithmetic can't tell.
  ///
  /// - Parameter width: In Pango units, `LineConstraint.greatestWidth` at most; or `unlimitedWidth`.
  @inline(__always)
  func height(width: PangoUnits, maximumLineCount: Int) -> PangoUnits {
    if width >= singleLineWidth { return PangoUnits(singleLineHeight) }
    return brokenHeight(width: width, maximumLineCount: maximumLineCount)
  }

  private func brokenHeight(width: PangoUnits, maximumLineCount: Int) -> PangoUnits {
    guard let prepared else { return Self.unknown }
    let constraint = LineConstraint(
      width: width == Self.unlimitedWidth ? nil : width, maximumLineCount: maximumLineCount)
    return LineBreaker.extents(of: prepared, in: constraint)?.height ?? Self.unknown
  }
}

extension PreparedText {
  /// The extents of a text that is one line wherever it has room for its whole width; nil for any other text.
  fileprivate var singleLineExtents: TextExtents? {
    // The width of a tab depends on where lines are broken.
    if case .full(let storage) = form, storage.text.tabWidth != 0 { return nil }
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

  private let first: InlineArray<3, CompiledText>
  private let rest: CompiledTextStorage?

  /// - Parameter texts: Of any number.
  init(_ texts: [CompiledText]) {
    first = InlineArray { $0 < texts.count ? texts[$0] : CompiledText(nil) }
    rest = texts.count > Self.inlineCount ? CompiledTextStorage(texts[Self.inlineCount...]) : nil
  }

  @inline(__always)
  func height(ofText index: Int, width: PangoUnits, maximumLineCount: Int) -> PangoUnits {
    if index < Self.inlineCount {
      return first[index].height(width: width, maximumLineCount: maximumLineCount)
    }
    guard let rest else { return CompiledText.unknown }
    return rest.texts[index - Self.inlineCount].height(width: width, maximumLineCount: maximumLineCount)
  }

  func prepared(_ index: Int) -> PreparedText? {
    index < Self.inlineCount ? first[index].prepared : rest?.texts[index - Self.inlineCount].prepared
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
  let texts: [CompiledText]

  init(_ texts: ArraySlice<CompiledText>) { self.texts = Array(texts) }
}
