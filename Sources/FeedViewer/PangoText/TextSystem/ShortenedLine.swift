import CGtk
import Glibc
import GtkInterop

/// A measured line that is too long, drawn with the ellipsis before its last words, which stay whole.
package struct ShortenedLine {
  /// The layout that draws the line.
  package let layout: GObjectReference<OpaquePointer>
  /// What is left out of the measured text, in bytes.
  private let cut: Range<Int>
  /// The number of bytes in its place.
  private let filledCount: Int

  private static let ellipsis = "…"
  /// A part of a line with a direction of its own (Unicode Bidirectional Algorithm, FSI and PDI).
  private static let (isolate, end): (Character, Character) = ("\u{2068}", "\u{2069}")

  /// - Parameters:
  ///   - measured: A layout of one paragraph without attributes, in one line.
  ///   - text: The text of the layout.
  ///   - keptEnd: The number of bytes at the end of the text that stay.
  /// - Returns: Nil if the whole line fits, if only its end would be left, or if the line would have another height.
  package init?(of measured: OpaquePointer, text: String, keptEnd: Int) {
    // Of a very long text the layout has only the beginning.
    guard keptEnd > 0, keptEnd < text.utf8.count, pango_layout_is_ellipsized(measured) != 0,
      strlen(pango_layout_get_text(measured)) == text.utf8.count
    else { return nil }
    let tail = text.utf8.index(text.endIndex, offsetBy: -keptEnd)
    guard let tail = String.Index(tail, within: text) else { return nil }
    let ends = text[..<tail].indices.filter { Self.isLetter(text[$0]) }.map { text.index(after: $0) }
    let copy = GObjectReference(adopting: pango_layout_copy(measured)!)
    func filling(after beginning: Substring) -> String {
      let isolates = beginning.count { $0 == Self.isolate } - beginning.count { $0 == Self.end }
      return Self.ellipsis + String(repeating: Self.end, count: max(0, isolates))
    }
    func fits(_ end: String.Index) -> Bool {
      let beginning = text[..<end]
      let string = beginning + filling(after: beginning) + text[tail...]
      pango_layout_set_text(copy.pointer, String(string), Int32(clamping: string.utf8.count))
      GraphemeBreaks.remove(GraphemeBreaks.ranges(in: String(string)), from: copy.pointer)
      return pango_layout_is_ellipsized(copy.pointer) == 0
    }
    // The longest beginning that fits.
    var (low, high) = (0, ends.count)
    while low < high {
      let middle = (low + high + 1) / 2
      if fits(ends[middle - 1]) { low = middle } else { high = middle - 1 }
    }
    guard low > 0, fits(ends[low - 1]) else { return nil }
    var (before, after) = (PangoRectangle(), PangoRectangle())
    pango_layout_get_extents(measured, nil, &before)
    pango_layout_get_extents(copy.pointer, nil, &after)
    // What is left of the line may be in other fonts.
    guard before.height == after.height else { return nil }
    let beginning = text[..<ends[low - 1]]
    layout = copy
    cut = beginning.utf8.count..<text.utf8.count - keptEnd
    filledCount = filling(after: beginning).utf8.count
  }

  /// Where a part of the measured text is in the drawn one, both in bytes.
  package func range(of part: Range<Int>) -> Range<Int> {
    let start = offset(of: part.lowerBound)
    return start..<max(start, offset(of: part.upperBound))
  }

  private func offset(of offset: Int) -> Int {
    if offset <= cut.lowerBound { return offset }
    return offset < cut.upperBound ? cut.lowerBound : offset - cut.count + filledCount
  }

  /// Whether a line may be cut after a character.
  private static func isLetter(_ character: Character) -> Bool {
    character != isolate && character != end && !character.isWhitespace && character != "·"
  }
}
