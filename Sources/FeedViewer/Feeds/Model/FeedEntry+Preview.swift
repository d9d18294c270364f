extension FeedEntry {
  /// The beginning of the body, on one line. Of an entry that has neither a title nor a body, what is known of its picture, file
  /// or link: RSS 2.0 has items of nothing else, and they must be told apart.
  ///
  /// White space, including line feeds, is collapsed. A longer body is cut at the end of a word, or inside a word
  /// that is longer than the limit, and ends with "…". A point or comma before the cut is left out: "end.…" would look
  /// like four points.
  /// - Parameter maximumLength: The most characters, including the ellipsis; at least 1.
  /// - Complexity: O(`maximumLength`) whatever the length of the body, apart from runs of white space and marks.
  public func preview(maximumLength: Int) -> String {
    precondition(maximumLength > 0, "A preview must be at least one character long.")
    let beginning = record.withUTF8(of: bodyText) { body in
      // A text of so few bytes has no more characters.
      if body.count <= maximumLength, LineSearch.isSingleLine(body) { return body.validString }
      var writer = PreviewWriter(maximumLength)
      return writer.preview(of: body)
    }
    if let beginning { return beginning }
    guard !record.has(.title), var words = wordsWithoutText else { return "" }
    return words.withUTF8 { words in
      var writer = PreviewWriter(maximumLength)
      return writer.preview(of: words)
    }
  }

  /// What stands for the texts of an entry that has neither a title nor a body; nil if it has nothing else to show.
  var wordsWithoutText: String? {
    if let words = details.pictureWords { return words }
    if let file = enclosures.first {
      return file.title ?? LocalReference.fileName(of: file.url) ?? file.url
    }
    return imageAddresses.lazy.compactMap { LocalReference.fileName(of: $0) }.first ?? link
  }
}

/// Writes a preview character by character.
///
/// Uses simple rules for character boundaries in most scripts, and Swift's grapheme breaking, which is many times
/// slower, for the rest.
private struct PreviewWriter: ~Copyable {
  private let limit: Int
  private let kinds = PlainScalar.kinds
  /// A size that `malloc` recycles quickly, because each preview allocates one buffer.
  private var output = ByteBuffer(capacity: 960)
  private var length = 0
  /// The end of the last word after which the ellipsis still fits.
  private var wordEnd: Int?
  /// The end of the last character after which the ellipsis still fits.
  private var lastButOne = 0
  private var spaceIsPending = false
  private var isFull = false
  /// Where the last character starts in the input and in the output; nil after white space.
  private var last: (input: Int, output: Int)?

  init(_ limit: Int) { self.limit = limit }

  mutating func preview(of text: UnsafeBufferPointer<UInt8>) -> String {
    var position = 0
    // Made when the first character needs it.
    var string: String?
    while let stop = writePlain(text, from: position) {
      let all = string ?? text.validString
      string = all
      position = write(all, from: stop)
    }
    return output.view.validString
  }

  // MARK: Pieces

  private mutating func space() {
    last = nil
    guard length > 0, !spaceIsPending else { return }
    spaceIsPending = true
    if length < limit { wordEnd = output.count }
  }

  /// Writes a character, or cuts the preview if it does not fit.
  @inline(__always)
  private mutating func character(_ bytes: UnsafePointer<UInt8>, _ count: Int, at position: Int) {
    if length + (spaceIsPending ? 2 : 1) > limit {
      output.truncate(to: wordEnd ?? lastButOne)
      dropTrailingSigns()
      output.append("…")
      isFull = true
      return
    }
    if spaceIsPending {
      output.append(0x20)
      length += 1
      spaceIsPending = false
    }
    if length == limit - 1 { lastButOne = output.count }
    last = (position, output.count)
    length += 1
    for index in 0..<count { output.append(bytes[index]) }
  }

  /// Removes signs from the end that do not stand before an ellipsis, unless nothing else was written.
  private mutating func dropTrailingSigns() {
    let bytes = output.view
    var end = bytes.count
    while end > 0 {
      let length = Self.signLength(in: bytes, before: end)
      if length == 0 { return output.truncate(to: end) }
      end -= length
    }
  }

  /// The length of the point, comma, colon, dash, ellipsis or space before an index; 0 for anything else.
  private static func signLength(in bytes: UnsafeBufferPointer<UInt8>, before end: Int) -> Int {
    func number(_ count: Int) -> Int {
      end < count ? 0 : bytes[(end - count)..<end].reduce(0) { $0 << 8 | Int($1) }
    }
    if bytes[end - 1] < 0x80 { return ".,;:- ".utf8.contains(bytes[end - 1]) ? 1 : 0 }
    switch number(2) {
    case 0xD88C, 0xD89B, 0xDB94: return 2  // ، ؛ ۔
    default: break
    }
    switch number(3) {
    case 0xE28093, 0xE28094, 0xE280A6: return 3  // – — …
    case 0xE38081, 0xE38082, 0xEFBC8C, 0xEFBC8E, 0xEFBC9A, 0xEFBC9B: return 3  // 、 。 ， ． ： ；
    case 0xE0A5A4: return 3  // ।
    default: return 0
    }
  }

  // MARK: Plain text

  /// Writes up to the end of the text or the preview, or up to a character that the simple rules do not cover, whose
  /// index is returned.
  private mutating func writePlain(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    guard let base = bytes.baseAddress else { return nil }
    var position = start
    var previous = PlainScalar.Kind.other
    while position < bytes.count, !isFull {
      if let (end, last) = writeRun(bytes, from: position, after: previous) {
        previous = last
        position = end
        continue
      }
      let (kind, size) = PlainScalar.read(base + position, kinds)
      switch kind {
      case .sign where position + size == bytes.count || base[position + size] < 0x80:
        character(base + position, size, at: position)
      case .space: space()
      case .consonant where previous == .linker: output.append(base + position, count: size)
      case .base, .consonant: character(base + position, size, at: position)
      case .mark where last != nil && previous != .linker,
        .nukta where last != nil && previous != .linker,
        .linker where previous == .consonant || previous == .nukta:
        output.append(base + position, count: size)
      case .mark, .nukta, .linker, .sign, .other:
        return takeBack() ?? position
      }
      previous = kind
      position += size
    }
    return nil
  }

  /// Writes words with single spaces between them, up to anything that the rules for runs do not cover or until shortly
  /// before the limit. Returns nil if there are none.
  ///
  /// - Parameter previous: The kind of the scalar before `start`.
  /// - Returns: The end of the run, and the kind of its last scalar.
  @inline(__always)
  private mutating func writeRun(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, after previous: PlainScalar.Kind
  ) -> (end: Int, last: PlainScalar.Kind)? {
    let text = UnsafeBufferPointer(rebasing: bytes[start...])
    // The last two characters before the limit may belong to one grapheme.
    let room = limit - 2 - length - (spaceIsPending ? 1 : 0)
    let run = PlainScalar.run(in: text, room: room, after: last == nil ? .space : previous, kinds)
    guard run.end > 0 else { return nil }
    // A trailing space is written together with the next word.
    let endsInSpace = run.lastSpace == run.end - 1
    if spaceIsPending {
      output.append(0x20)
      length += 1
    }
    if run.lastSpace >= 0 { wordEnd = output.count + run.lastSpace }
    if endsInSpace {
      last = nil
    } else if run.lastStart >= 0 {
      last = (start + run.lastStart, output.count + run.lastStart)
    }
    output.append(UnsafeBufferPointer(rebasing: text[..<(run.end - (endsInSpace ? 1 : 0))]))
    length += run.characters - (endsInSpace ? 1 : 0)
    spaceIsPending = endsInSpace
    return (start + run.end, PlainScalar.Kind(rawValue: run.kind) ?? .other)
  }

  /// Removes the last character, which may be incomplete.
  private mutating func takeBack() -> Int? {
    guard let last else { return nil }
    output.truncate(to: last.output)
    length -= 1
    self.last = nil
    return last.input
  }

  // MARK: All other text

  /// Writes Swift characters up to the first one that starts with ASCII.
  private mutating func write(_ text: String, from start: Int) -> Int {
    var index = text.utf8.index(text.startIndex, offsetBy: start)
    var position = start
    repeat {
      let end = text.index(after: index)
      let first = text.unicodeScalars[index]
      // A no-break space is a part of its word.
      if first.isSpace, first.value != 0xA0 {
        space()
      } else {
        var piece = String(text[index..<end])
        piece.withUTF8 { if let bytes = $0.baseAddress { character(bytes, $0.count, at: position) } }
      }
      position += text.utf8.distance(from: index, to: end)
      index = end
    } while index < text.endIndex && !isFull && text.utf8[index] >= 0x80
    // The character was complete: what follows starts a new one.
    last = nil
    return position
  }
}
