/// Collects the lines that `PangoLineBreaker` finds, for callers that need more than extents.
final class LineRecorder {
  /// The characters of each line, counted from the paragraph's start, and its width in Pango units.
  private(set) var lines: [(characters: Range<Int>, width: Int)] = []

  func append(characters: Range<Int>, width: Int) { lines.append((characters, width)) }
}
