/// Converts places in paragraphs, counted in characters, to byte offsets in the text's UTF-8.
///
/// Paragraphs end as Pango ends them (break.c, `pango_find_paragraph_boundary`): at a line feed, a carriage
/// return, both together, or U+2029; a NUL ends the text.
struct ParagraphBytes {
  private let bytes: [UInt8]
  private var position = 0

  init(_ string: String) { bytes = Array(string.utf8.prefix { $0 != 0 }) }

  mutating func nextParagraph(_ lines: [(characters: Range<Int>, width: Int)]) -> [TextLine] {
    var starts: [Int] = []
    while position < bytes.count, separatorLength == 0 {
      starts.append(position)
      repeat { position += 1 } while position < bytes.count && bytes[position] & 0xC0 == 0x80
    }
    starts.append(position)
    position += separatorLength
    return lines.map {
      TextLine(bytes: starts[$0.characters.lowerBound]..<starts[$0.characters.upperBound], width: $0.width)
    }
  }

  /// The number of bytes of a paragraph separator at the position; 0 if there is none.
  private var separatorLength: Int {
    guard position < bytes.count else { return 0 }
    switch bytes[position] {
    case 0x0A: return 1
    case 0x0D: return position + 1 < bytes.count && bytes[position + 1] == 0x0A ? 2 : 1
    case 0xE2: return bytes[position...].starts(with: [0xE2, 0x80, 0xA9]) ? 3 : 0
    default: return 0
    }
  }
}
