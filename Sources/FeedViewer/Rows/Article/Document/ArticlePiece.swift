import FeedViewerFeeds
import PangoText

/// Part of a block's text that gets a label of its own.
///
/// Pango shapes the rest of a word again for each line that it is broken into, so a label takes time in proportion to
/// the square of its longest word, and nothing is drawn until all of it is laid out. Pieces are therefore limited in
/// characters, lines, tabs and runs. The pieces of a block, joined by their separators, are its text. At first they end with
/// sentences or words, which needs no width; `LineFlow` then moves their ends to the ends of lines.
package nonisolated struct ArticlePiece: Sendable, Equatable {
  /// The limits of a piece.
  package struct Limits: Sendable {
    /// The Unicode scalars of a piece. Few paragraphs are longer. A piece ends with a line as soon as lines are known.
    package var scalars = 8_000
    /// The Unicode scalars without a space in between.
    package var scalarsWithoutSpace = 2_000
    /// The Unicode scalars of a piece that ends inside a word.
    package var scalarsOfWord = 1_000
    /// The joiners in one chain of letters (Indic conjuncts): HarfBuzz takes time quadratic in its length.
    package var linksOfChain = 32
    /// The combining marks in a row: more than twice the limit of Unicode's Stream-Safe Text Format (UAX #15).
    package var marks = 64
    /// The tabs between two line feeds: Pango adds up the runs of the line before each of them (pango-layout.c,
    /// `shape_tab`), which takes time quadratic in their number.
    package var tabsOfLine = 500
    package var lines = 200
    /// The runs and links.
    package var runs = 400

    package init() {}

    static func of(_ kind: ArticleBlock.Kind) -> Limits {
      var limits = Limits()
      // Cells are narrow.
      if case .tableRow = kind { limits.scalars = 1_000 }
      return limits
    }
  }

  /// The longest table row that is laid out as cells, and the longest word in it, in bytes.
  fileprivate static let lengthOfCells = 24_000
  fileprivate static let lengthOfWordInCell = 500

  /// The index of the block.
  package let block: Int
  /// A byte range of the block's text.
  package let range: Range<Int>
  /// The separator from the previous piece of the block; `nil` for the first one.
  package let separator: ArticleText.Separator?

  package var isFirst: Bool { separator == nil }
}

extension ArticleBlock {
  /// Divides the block's text into pieces: at line feeds, else after sentences, else after spaces, else between
  /// graphemes. A line of code that does not fit into one piece has pieces of its own. A grapheme is divided only if it is a
  /// longer chain of letters, or has more combining marks, than a piece may have.
  ///
  /// - Parameter number: The index of the block.
  /// - Returns: At least one piece. A line feed between two pieces belongs to neither.
  /// - Complexity: O(length).
  package nonisolated func pieces(
    number: Int, limits: ArticlePiece.Limits? = nil
  ) -> [ArticlePiece] {
    let limits = limits ?? .of(kind)
    let text = text.utf8
    if case .tableRow = kind, fitsInCells {
      return [ArticlePiece(block: number, range: 0..<text.count, separator: nil)]
    }
    guard text.count > min(limits.scalars, limits.lines) || runs.count > limits.runs else {
      return [ArticlePiece(block: number, range: 0..<text.count, separator: nil)]
    }
    var pieces: [ArticlePiece] = []
    var cutter = TextCutter(
      Array(text), limits: limits, runEnds: runs.map(\.range.upperBound), keepsLines: kind == .preformatted)
    while let piece = cutter.next(ofBlock: number) { pieces.append(piece) }
    return pieces
  }

  /// Whether all of a table row can be laid out at once: neither very long nor with very long words.
  private nonisolated var fitsInCells: Bool {
    let bytes = text.utf8
    guard bytes.count <= ArticlePiece.lengthOfCells, runs.count <= ArticlePiece.lengthOfCells / 8 else {
      return false
    }
    var word = 0
    for byte in bytes {
      word = byte <= 0x20 ? 0 : word + 1
      if word > ArticlePiece.lengthOfWordInCell { return false }
    }
    return true
  }

  /// The part of the block that a piece shows, with the block's direction.
  /// - Complexity: O(length of the piece + log(runs)).
  package nonisolated func part(_ piece: ArticlePiece) -> ArticleBlock {
    guard !piece.isFirst || piece.range.upperBound < text.utf8.count else { return self }
    var part = self
    (part.text, part.runs) = content(of: piece)
    // Only the first piece has the item's marker.
    if case .listItem = kind, !piece.isFirst { part.kind = .paragraph }
    if direction == nil {
      part.direction =
        WritingDirection(of: String(text.unicodeScalars.prefix(ArticlePiece.Limits().scalarsWithoutSpace)))
          == .rightToLeft
        ? .rightToLeft : .leftToRight
    }
    return part
  }

  /// The text and the runs of a piece.
  /// - Complexity: O(length of the piece + log(runs)).
  package nonisolated func content(of piece: ArticlePiece) -> (text: String, runs: [ArticleRun]) {
    (String(text.part(bytes: piece.range)), ArticleRun.clamped(runs, to: piece.range))
  }
}

extension ArticleRun {
  /// The parts of runs within a range, relative to its start.
  /// - Complexity: O(log(runs) + parts).
  nonisolated static func clamped(_ runs: [ArticleRun], to range: Range<Int>) -> [ArticleRun] {
    var low = 0
    var high = runs.count
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].range.upperBound <= range.lowerBound { low = middle + 1 } else { high = middle }
    }
    var parts: [ArticleRun] = []
    for var run in runs[low...] {
      guard run.range.lowerBound < range.upperBound else { break }
      let part = run.range.clamped(to: range)
      guard !part.isEmpty else { continue }
      run.range = part.lowerBound - range.lowerBound..<part.upperBound - range.lowerBound
      parts.append(run)
    }
    return parts
  }
}

/// Divides a long text into pieces, from start to end.
private nonisolated struct TextCutter {
  private let bytes: [UInt8]
  private let limits: ArticlePiece.Limits
  private let runEnds: [Int]
  /// Whether a line that is divided has pieces of its own.
  private let keepsLines: Bool
  /// The first run that ends after the next piece's start.
  private var run = 0
  private var start = 0
  private var separator: ArticleText.Separator?
  private var kinds = CharacterMemo(unused: LetterChain.Kind.other)

  init(_ bytes: [UInt8], limits: ArticlePiece.Limits, runEnds: [Int], keepsLines: Bool) {
    self.keepsLines = keepsLines
    self.bytes = bytes
    self.limits = limits
    self.runEnds = runEnds
  }

  /// The next piece and its separator.
  mutating func next(ofBlock block: Int) -> ArticlePiece? {
    guard start < bytes.count else { return nil }
    while run < runEnds.count, runEnds[run] <= start { run += 1 }
    let runLimit = run + limits.runs - 1
    let stop = runLimit < runEnds.count - 1 ? runEnds[runLimit] : bytes.count
    let (end, cut) = self.end(before: stop)
    let piece = ArticlePiece(
      block: block, range: start..<end, separator: separator)
    start = cut == .atLineFeed ? end + 1 : end
    separator = cut == .atLineFeed ? .lineFeed : ArticleText.Separator.none
    return piece
  }

  private enum Cut {
    /// At a line feed, which the boundary itself shows.
    case atLineFeed
    case betweenWords, inWord
  }

  /// The end of the piece that starts at `start`.
  private mutating func end(before stop: Int) -> (end: Int, cut: Cut) {
    var position = start
    var scalars = 0
    var lines = 1
    var tabs = 0
    var lineFeed: Int?
    /// Whether the piece begins inside a line.
    let continuesLine = separator == ArticleText.Separator.none
    var sentence: Int?
    var space: Int?
    var chain = LetterChain()
    var scalarsWithoutSpace = 0
    var wordEnd: Int?
    while position < stop, scalars < limits.scalars, scalarsWithoutSpace < limits.scalarsWithoutSpace,
      tabs < limits.tabsOfLine
    {
      let plain = plainLength(
        from: position,
        limit: min(
          stop - position, limits.scalars - scalars, limits.scalarsWithoutSpace - scalarsWithoutSpace))
      if plain > 0 {
        position += plain
        scalars += plain
        scalarsWithoutSpace += plain
        chain = LetterChain()
        continue
      }
      let byte = bytes[position]
      var next = position + 1
      while next < bytes.count, bytes[next] & 0xC0 == 0x80 { next += 1 }
      if !chain.take(kind(of: position..<next), limits) {
        if scalars <= limits.scalarsOfWord, !keepsLines || lineFeed == nil { return (position, .inWord) }
        break
      }
      scalars += 1
      let isSpace = byte == 0x20 || byte == 0x0A || byte == 0x09
      // A line may end after nearly every Chinese and Japanese character.
      let endsWord = isSpace || (0xE3...0xE9).contains(byte)
      scalarsWithoutSpace = endsWord ? 0 : scalarsWithoutSpace + 1
      if endsWord { wordEnd = next }
      if byte == 0x0A {
        // The end of the text needs no other piece, and a line break of two characters is not divided.
        let isInside = next < bytes.count && position > start && bytes[position - 1] != 0x0D
        if isInside, lines >= limits.lines || keepsLines && continuesLine { return (position, .atLineFeed) }
        if isInside, keepsLines || scalars > limits.scalars / 2 { lineFeed = position }
        lines += 1
        tabs = 0
      }
      if byte == 0x09 { tabs += 1 }
      if scalars > limits.scalars / 2 {
        if isSpace { space = next }
        if endsSentence(position..<next) { sentence = next }
      }
      position = next
    }
    guard position < stop else { return endOfRun(at: stop, lineFeed) }
    if let lineFeed { return (lineFeed, .atLineFeed) }
    if let end = sentence ?? space ?? wordEnd { return (end, .betweenWords) }
    return (endInWord(), .inWord)
  }

  /// How many letters, digits and symbols of ASCII follow each other.
  private func plainLength(from start: Int, limit: Int) -> Int {
    bytes.withUnsafeBufferPointer { bytes in
      var end = start
      while end < start + limit, bytes[end] > 0x20, bytes[end] < 0x80 { end += 1 }
      return end - start
    }
  }

  private mutating func kind(of scalar: Range<Int>) -> LetterChain.Kind {
    let first = bytes[scalar.lowerBound]
    if let kind = LetterChain.kind(startingWith: first) { return kind }
    var value = UInt32(first) & (scalar.count == 2 ? 0x1F : scalar.count == 3 ? 0x0F : 0x07)
    for index in scalar.dropFirst() { value = value << 6 | UInt32(bytes[index] & 0x3F) }
    guard let decoded = Unicode.Scalar(value) else { return .other }
    return kinds.value(of: decoded, find: LetterChain.kind)
  }

  /// The end of the piece where it has as many runs as it may, or the text ends.
  ///
  /// - Parameter lineFeed: Where the piece can end before.
  private func endOfRun(at stop: Int, _ lineFeed: Int?) -> (end: Int, cut: Cut) {
    guard stop < bytes.count else { return (stop, .betweenWords) }
    // The end of a line may be that of a run.
    if bytes[stop] == 0x0A, stop + 1 < bytes.count, stop > start, bytes[stop - 1] != 0x0D {
      return (stop, .atLineFeed)
    }
    if keepsLines, let lineFeed { return (lineFeed, .atLineFeed) }
    return (stop, .betweenWords)
  }

  /// Whether a scalar is a space after a sentence in Latin script, or a Chinese or Japanese full stop.
  private func endsSentence(_ scalar: Range<Int>) -> Bool {
    switch bytes[scalar.lowerBound] {
    case 0x20:
      guard scalar.lowerBound > start else { return false }
      return [0x2E, 0x21, 0x3F].contains(bytes[scalar.lowerBound - 1])
    case 0xE3: return scalar.count == 3 && bytes[scalar].elementsEqual([0xE3, 0x80, 0x82])
    case 0xEF:
      return scalar.count == 3
        && (bytes[scalar].elementsEqual([0xEF, 0xBC, 0x81])
          || bytes[scalar].elementsEqual([0xEF, 0xBC, 0x9F]))
    default: return false
    }
  }

  /// The end of a piece inside a word: a grapheme boundary if there is one.
  private func endInWord() -> Int {
    var end = start
    for _ in 0..<limits.scalarsOfWord {
      end += 1
      while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
      if end >= bytes.count { break }
    }
    // The last character may continue after the piece, so the piece ends before it. Scanning from `start`, which is a
    // boundary, keeps the work for the whole text linear.
    let word = String(decoding: bytes[start..<end], as: UTF8.self)
    let last = word.utf8.distance(from: word.startIndex, to: word.index(before: word.endIndex))
    return last > 0 ? start + last : end
  }
}

/// The chain of letters and marks at the end of a text, which is shaped as a whole.
private nonisolated struct LetterChain {
  private var links = 0
  private var marks = 0
  /// Whether the next letter continues the chain.
  private var isLinked = false

  /// Adds a scalar.
  ///
  /// - Returns: False if the chain would exceed the limits.
  mutating func take(_ kind: Kind, _ limits: ArticlePiece.Limits) -> Bool {
    switch kind {
    case .separate: self = LetterChain()
    case .other:
      // Divides before a letter, so that the joiner after it stays with it.
      if isLinked, links >= limits.linksOfChain { return false }
      if !isLinked { links = 0 }
      marks = 0
      isLinked = false
    case .mark:
      if marks >= limits.marks { return false }
      marks += 1
    case .link:
      if marks >= limits.marks { return false }
      marks += 1
      links += 1
      isLinked = true
    case .format: break
    }
    return true
  }

  enum Kind { case separate, other, mark, link, format }

  /// The kind of all scalars whose UTF-8 starts with a byte; nil if they are of several kinds.
  static func kind(startingWith byte: UInt8) -> Kind? {
    switch byte {
    // Spaces, and letters without joiners.
    case ..<0x80: .separate
    // Latin, Greek and Cyrillic letters, most Chinese characters and Korean syllables, but no marks.
    case ..<0xCC, 0xCE..<0xD2, 0xE4..<0xEA, 0xEB..<0xED: .other
    default: nil
    }
  }

  static func kind(of scalar: Unicode.Scalar) -> Kind {
    let properties = scalar.properties
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark:
      return properties.canonicalCombiningClass == .virama ? .link : .mark
    case .format: return .format
    default: return .other
    }
  }
}
