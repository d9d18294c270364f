import PangoText

/// Divides a long text into pieces that end with the lines that a PangoLayout of the whole text has at one width.
///
/// Pango breaks lines greedily: what follows the start of a line is broken as it is without what precedes it. So the lines
/// are found from the beginning of the text onwards, in windows that begin at a line start and go a little beyond the place
/// where a piece is to end. Shaping, scripts, directions and the breaks of some languages depend on more than the line;
/// therefore a line start becomes the start of a piece only if a layout of what follows has the same lines there as the
/// layout before.
///
/// The white space at which the last line of a piece ends belongs to no piece: Pango does not count it there, but at the
/// end of a text it does.
nonisolated struct LineFlow {
  /// The bytes beyond the wanted end of a piece that are looked at first: some lines, whatever the script.
  private static let lookahead = 1_024
  /// The bytes beyond which a line is not looked for. A piece without a known line start in them ends where it was
  /// divided without knowing lines.
  private static let longestLookahead = 16 * lookahead
  /// The last lines of a window may be others in the whole text: what follows them decides.
  private static let uncertainLines = 2
  /// How many line starts before and after the wanted end are tried.
  private static let attempts = 8
  /// How far strong characters are looked for around a line start, in scalars.
  private static let reach = 200

  let text: LongText
  private let string: String
  /// The number of the next piece.
  private var number = 0
  /// Where it begins, with its separator.
  private var start: Int
  private var separator: ArticleText.Separator?
  /// Where the last piece with text ends.
  private var end: Int
  /// The certain lines after the next piece's start, if they are known.
  private var window: Window?
  /// Whether all pieces so far begin with lines of the whole text.
  private(set) var isExact = true

  /// The starts of lines after the first one of a part of the text.
  private struct Window {
    /// Those that are the same in the whole text, in bytes of the block.
    let lines: ArraySlice<Int>
    let reachesEnd: Bool
  }

  /// - Parameters:
  ///   - string: The text of the block.
  ///   - separator: The separator of the first piece.
  init(_ text: LongText, of string: String, separator: ArticleText.Separator?) {
    self.text = text
    self.string = string
    self.separator = separator
    start = text.bytes.lowerBound
    end = start
  }

  var isDone: Bool { number == text.rows.count }

  /// Where the piece after the last one begins, with its separator.
  var next: (start: Int, separator: ArticleText.Separator) { (start, separator ?? .none) }

  /// The next piece with its row.
  ///
  /// - Parameter lineStarts: The starts of the lines of a part of the text, which begins with a line, in bytes of the
  ///   block; the first one is the part's start.
  /// - Precondition: `isDone` is false.
  /// - Complexity: That of laying out twice the length of a piece.
  mutating func advance(_ lineStarts: (Range<Int>) -> [Int]) -> (row: Int, piece: ArticlePiece) {
    precondition(!isDone, "A text is divided once.")
    let row = text.rows.lowerBound + number
    number += 1
    let textEnd = text.bytes.upperBound
    let wanted = Int(text.starts[number])
    guard start < textEnd, number == text.rows.count || wanted > start else {
      // The piece before shows it, too.
      return (row, ArticlePiece(block: text.block, range: end..<end, separator: ArticleText.Separator.none))
    }
    let pieceStart = start
    let pieceSeparator = separator
    if number == text.rows.count {
      end = textEnd
      start = textEnd
    } else {
      divide(lineStarts)
    }
    return (
      row, ArticlePiece(block: text.block, range: pieceStart..<end, separator: pieceSeparator)
    )
  }

  /// Finds the end of the piece that begins at `start`, and the start of the next one.
  private mutating func divide(_ lineStarts: (Range<Int>) -> [Int]) {
    let wanted = Int(text.starts[number])
    let window = window ?? look(from: start, beyond: number, lineStarts)
    self.window = nil
    let candidates = candidates(in: window, near: wanted)
    guard let first = candidates.first else {
      // All of the text is on this line, or its end is out of reach.
      if window.reachesEnd {
        (start, end) = (text.bytes.upperBound, text.bytes.upperBound)
      } else {
        isExact = false
        (start, end, separator) = (wanted, wanted, ArticleText.Separator.none)
      }
      return
    }
    for candidate in candidates {
      let beyond = (number + 1..<text.rows.count).first { text.starts[$0] > candidate } ?? text.rows.count
      let next = look(from: candidate, beyond: beyond, lineStarts)
      if agree(window.lines.drop { $0 <= candidate }, next.lines) {
        set(candidate)
        self.window = next
        return
      }
    }
    isExact = false
    set(first)
  }

  private mutating func set(_ lineStart: Int) {
    start = lineStart
    let boundary = boundary(at: lineStart)
    separator = boundary.separator
    end = boundary.end
  }

  /// The certain lines of the text from a line start to some lines beyond the wanted start of a row.
  ///
  /// - Parameter next: The number of the row. No more than that row and the one after it are looked at if they are short:
  ///   they are limited because of the time that laying them out takes.
  private func look(from lineStart: Int, beyond next: Int, _ lineStarts: (Range<Int>) -> [Int]) -> Window {
    let wanted = Int(text.starts[next])
    let short = Int(text.starts[min(next + 2, text.rows.count)]) - wanted
    let longest = min(max(short, Self.lookahead), Self.longestLookahead)
    var lookahead = Self.lookahead
    while true {
      let end = min(characterStart(atOrAfter: wanted + lookahead), text.bytes.upperBound)
      let reachesEnd = end == text.bytes.upperBound
      let found = UnbrokenWords.lineStarts(lineStart..<end, of: string, lineStarts).dropFirst()
      let lines = reachesEnd ? found : found.dropLast(Self.uncertainLines)
      if reachesEnd || lookahead >= longest
        || lines.contains(where: { canDivide(at: $0, from: lineStart) })
      {
        return Window(lines: lines, reachesEnd: reachesEnd)
      }
      lookahead = min(4 * lookahead, longest)
    }
  }

  /// The line starts at which the text may be divided, the best ones first: the last ones before a place, then the first
  /// ones after it.
  private func candidates(in window: Window, near wanted: Int) -> [Int] {
    let possible = window.lines.filter { canDivide(at: $0, from: start) }
    let before = possible.prefix { $0 <= wanted }.suffix(Self.attempts).reversed()
    let near = Array(before) + possible.drop { $0 <= wanted }.prefix(Self.attempts)
    guard text.mayBeBidirectional else { return near }
    let settled = near.filter { isDirectionSettled(at: $0) }
    return settled + near.filter { !settled.contains($0) }
  }

  /// Whether two layouts have the same lines where both know them.
  private func agree(_ one: ArraySlice<Int>, _ other: ArraySlice<Int>) -> Bool {
    guard let last = one.last, let otherLast = other.last else { return true }
    let end = min(last, otherLast)
    return one.prefix { $0 <= end }.elementsEqual(other.prefix { $0 <= end })
  }

  // MARK: Boundaries

  /// Whether a piece that begins at `pieceStart` may end before a line.
  private func canDivide(at lineStart: Int, from pieceStart: Int) -> Bool {
    guard lineStart > pieceStart, let before = scalar(before: lineStart) else { return false }
    switch before.value {
    // A piece that ends with one of these has an empty line more.
    case 0x0B, 0x0C, 0x0D, 0x85, 0x2028, 0x2029: return false
    // White space without a separator of its own.
    case 0xA0, 0x1680, 0x2000...0x200A, 0x202F, 0x205F: return false
    default: break
    }
    let end = boundary(at: lineStart).end
    return end > pieceStart && scalar(before: end)?.value != 0x0D
  }

  /// The end of the piece before a line, and what is between both.
  private func boundary(at lineStart: Int) -> (end: Int, separator: ArticleText.Separator) {
    switch scalar(before: lineStart)?.value {
    case 0x0A: (lineStart - 1, .lineFeed)
    case 0x20: (lineStart - 1, .space)
    case 0x3000: (lineStart - 3, .ideographicSpace)
    default: (lineStart, .none)
    }
  }

  /// Whether the strong characters around a line start have the direction of the paragraph, so that the order of what is
  /// between them does not depend on what is on the other side (Unicode Bidirectional Algorithm, rules N1 and N2).
  private func isDirectionSettled(at lineStart: Int) -> Bool {
    let scalars = string.unicodeScalars
    let index = string.utf8.index(string.startIndex, offsetBy: lineStart)
    func direction(_ scalar: Unicode.Scalar) -> WritingDirection? { WritingDirection(of: String(scalar)) }
    let before = scalars[..<index].suffix(Self.reach).reversed().lazy.compactMap(direction).first
    let after = scalars[index...].prefix(Self.reach).lazy.compactMap(direction).first
    return before == text.direction && after == text.direction
  }

  private func scalar(before byte: Int) -> Unicode.Scalar? {
    guard byte > 0 else { return nil }
    let scalars = string.unicodeScalars
    return scalars[scalars.index(before: string.utf8.index(string.startIndex, offsetBy: byte))]
  }

  private func characterStart(atOrAfter byte: Int) -> Int {
    let bytes = string.utf8
    guard byte < bytes.count else { return bytes.count }
    var index = bytes.index(bytes.startIndex, offsetBy: byte)
    var byte = byte
    while index < bytes.endIndex, bytes[index] & 0xC0 == 0x80 {
      bytes.formIndex(after: &index)
      byte += 1
    }
    return byte
  }
}
