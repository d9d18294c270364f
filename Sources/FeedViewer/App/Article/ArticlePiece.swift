import Feeds

/// A part of a block's text that gets a label of its own.
///
/// Pango shapes the rest of a word again for every line that it breaks it into, so the time for a label grows with the
/// square of its longest word, and nothing is drawn before all of it is laid out. A piece is bounded in characters,
/// lines and runs; the pieces of a block, each behind its separator, are its text.
nonisolated struct ArticlePiece: Sendable, Equatable {
  /// What bounds a piece.
  struct Limits: Sendable {
    /// Unicode scalars of a piece.
    var scalars = 2_000
    /// Unicode scalars of a piece that has to end inside a word.
    var scalarsOfWord = 1_000
    /// Signs that join letters into one chain (Indic conjuncts): HarfBuzz takes time by the square of its length.
    var linksOfChain = 32
    /// Combining marks in a row, more than twice as many as Unicode's Stream-Safe Text Format (UAX #15) allows.
    var marks = 64
    var lines = 200
    /// Styled parts and links.
    var runs = 100

    static func of(_ kind: ArticleBlock.Kind) -> Limits {
      var limits = Limits()
      // Cells are narrow.
      if case .tableRow = kind { limits.scalars = 1_000 }
      return limits
    }
  }

  /// The number of the block.
  let block: Int
  /// Bytes of the block's text.
  let range: Range<Int>
  /// What stands between the piece and the one before in the block; `nil` for the first one.
  let separator: ArticleText.Separator?
  /// The piece ends inside a word, so that it has no place where a line can be broken, or few.
  var endsInWord = false

  var isFirst: Bool { separator == nil }
}

extension ArticleBlock {
  /// The block's text in pieces: cut at line feeds, else behind sentences, else behind spaces, else between two
  /// characters. Inside a character it is cut only if that is a longer chain of letters, or has more combining marks,
  /// than a piece may have.
  ///
  /// - Parameter number: The number of the block, for the pieces.
  /// - Returns: At least one piece. A line feed at a cut is in neither piece.
  /// - Complexity: O(length).
  nonisolated func pieces(
    number: Int, limits: ArticlePiece.Limits? = nil
  ) -> [ArticlePiece] {
    let limits = limits ?? .of(kind)
    let text = text.utf8
    guard text.count > min(limits.scalars, limits.lines) || runs.count > limits.runs else {
      return [ArticlePiece(block: number, range: 0..<text.count, separator: nil)]
    }
    var pieces: [ArticlePiece] = []
    var cutter = TextCutter(Array(text), limits: limits, runEnds: runs.map(\.range.upperBound))
    while let piece = cutter.next(ofBlock: number) { pieces.append(piece) }
    return pieces
  }

  /// The part of the block that a piece shows, in the block's direction.
  /// - Complexity: O(length of the piece + log(runs)).
  nonisolated func part(_ piece: ArticlePiece) -> ArticleBlock {
    guard !piece.isFirst || piece.range.upperBound < text.utf8.count else { return self }
    let bytes = text.utf8
    let start = bytes.index(bytes.startIndex, offsetBy: piece.range.lowerBound)
    let end = bytes.index(start, offsetBy: piece.range.count)
    var part = self
    part.text = String(text[start..<end])
    part.runs = ArticleRun.clamped(runs, to: piece.range)
    // Only the first one has the item's mark.
    if case .listItem = kind, !piece.isFirst { part.kind = .paragraph }
    if direction == nil {
      part.direction =
        WritingDirection(of: String(text.unicodeScalars.prefix(ArticlePiece.Limits().scalars)))
          == .rightToLeft
        ? .rightToLeft : .leftToRight
    }
    return part
  }
}

extension ArticleRun {
  /// The parts of runs that lie in a range, counted from its start.
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

/// Finds the places where a long text is cut, from its start to its end.
private nonisolated struct TextCutter {
  private let bytes: [UInt8]
  private let limits: ArticlePiece.Limits
  private let runEnds: [Int]
  /// The first run that ends behind the next piece's start.
  private var run = 0
  private var start = 0
  private var separator: ArticleText.Separator?

  init(_ bytes: [UInt8], limits: ArticlePiece.Limits, runEnds: [Int]) {
    self.bytes = bytes
    self.limits = limits
    self.runEnds = runEnds
  }

  /// The next piece, and what stands before it.
  mutating func next(ofBlock block: Int) -> ArticlePiece? {
    guard start < bytes.count else { return nil }
    while run < runEnds.count, runEnds[run] <= start { run += 1 }
    let runLimit = run + limits.runs - 1
    let stop = runLimit < runEnds.count - 1 ? runEnds[runLimit] : bytes.count
    let (end, cut) = self.end(before: stop)
    let piece = ArticlePiece(
      block: block, range: start..<end, separator: separator, endsInWord: cut == .inWord)
    start = cut == .atLineFeed ? end + 1 : end
    separator = cut == .atLineFeed ? .lineFeed : ArticleText.Separator.none
    return piece
  }

  private enum Cut {
    /// A line feed stands there, which the cut itself shows.
    case atLineFeed
    case betweenWords, inWord
  }

  /// Where the piece at `start` ends.
  private func end(before stop: Int) -> (end: Int, cut: Cut) {
    var position = start
    var scalars = 0
    var lines = 1
    var lineFeed: Int?
    var sentence: Int?
    var space: Int?
    var chain = LetterChain()
    while position < stop, scalars < limits.scalars {
      let byte = bytes[position]
      var next = position + 1
      while next < bytes.count, bytes[next] & 0xC0 == 0x80 { next += 1 }
      if !chain.take(bytes[position..<next], limits) {
        if scalars <= limits.scalarsOfWord { return (position, .inWord) }
        break
      }
      scalars += 1
      if byte == 0x0A {
        // At the end of the text it has no piece behind it.
        let isInside = next < bytes.count && position > start
        if isInside, lines >= limits.lines { return (position, .atLineFeed) }
        if isInside, scalars > limits.scalars / 2 { lineFeed = position }
        lines += 1
      }
      if scalars > limits.scalars / 2 {
        if byte == 0x20 || byte == 0x0A || byte == 0x09 { space = next }
        if endsSentence(position..<next) { sentence = next }
      }
      position = next
    }
    guard position < stop else { return (position, .betweenWords) }
    if let lineFeed { return (lineFeed, .atLineFeed) }
    if let end = sentence ?? space { return (end, .betweenWords) }
    return (endInWord(), .inWord)
  }

  /// Whether a scalar is the space behind a sentence in Latin script, or the full stop of one in Chinese or Japanese.
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

  /// The end of a piece of a word: between two characters as Unicode has them (grapheme clusters), if there are two.
  private func endInWord() -> Int {
    var end = start
    for _ in 0..<limits.scalarsOfWord {
      end += 1
      while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
      if end >= bytes.count { break }
    }
    // The last character may go on behind the piece, so the end is before it. Seen from `start`, where a character
    // begins, it takes no look at what was cut before: the whole of a text costs no more than its length.
    let word = String(decoding: bytes[start..<end], as: UTF8.self)
    let last = word.utf8.distance(from: word.startIndex, to: word.index(before: word.endIndex))
    return last > 0 ? start + last : end
  }
}

/// The chain of letters and marks at the end of a text: what is shaped as a whole, however long it is.
private nonisolated struct LetterChain {
  private var links = 0
  private var marks = 0
  /// Whether the next letter belongs to the chain.
  private var isLinked = false

  /// Adds a scalar.
  /// - Parameter scalar: Its bytes.
  /// - Returns: False if the chain would be longer than the limits allow.
  mutating func take(_ scalar: ArraySlice<UInt8>, _ limits: ArticlePiece.Limits) -> Bool {
    switch Self.kind(of: scalar) {
    case .separate: self = LetterChain()
    case .other:
      // Cut before a letter, so that the sign behind it stays with it.
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

  private enum Kind { case separate, other, mark, link, format }

  private static func kind(of scalar: ArraySlice<UInt8>) -> Kind {
    switch scalar.first ?? 0 {
    // Spaces, and letters that no sign joins to others.
    case ..<0x80: return .separate
    // Latin letters, Greek and Cyrillic ones, most Chinese characters and Korean syllables: there are no marks there.
    case ..<0xCC, 0xCE..<0xD2, 0xE4..<0xEA, 0xEB..<0xED: return .other
    default: break
    }
    guard let properties = String(decoding: scalar, as: UTF8.self).unicodeScalars.first?.properties else {
      return .other
    }
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark:
      return properties.canonicalCombiningClass == .virama ? .link : .mark
    case .format: return .format
    default: return .other
    }
  }
}
