/// Collects the lines that a simulation finds, for callers that want more than the height.
final class LineRecorder {
  /// Characters are counted from the paragraph's start.
  private(set) var lines: [(characters: Range<Int>, width: Int)] = []

  func append(characters: Range<Int>, width: Int) { lines.append((characters, width)) }
}
