extension FeedEntry {
  /// The first characters of the body on one line.
  ///
  /// White space, line feeds included, is collapsed. A longer body is cut at the end of a word (or in a word
  /// that is longer than the limit) and closed with "…".
  /// - Parameter maximumLength: The greatest number of characters, the ellipsis included; 1 or more.
  /// - Complexity: O(`maximumLength`), however long the body is, apart from runs of white space and of marks.
  public func preview(maximumLength: Int) -> String {
    precondition(maximumLength > 0, "A preview needs room for at least one character.")
    guard let body else { return "" }
    var writer = PreviewWriter(maximumLength)
    return writer.preview(of: body)
  }
}

/// Writes a preview, character by character.
///
/// In most scripts it is plain where a character ends; asking Swift takes many times longer and is left for the rest.
private struct PreviewWriter: ~Copyable {
  private let limit: Int
  private var output = ByteBuffer(capacity: 1_024)
  private var length = 0
  /// The last end of a word that leaves room for the ellipsis.
  private var wordEnd: Int?
  /// The end of as many characters as leave room for the ellipsis.
  private var lastButOne = 0
  private var spaceIsPending = false
  private var isFull = false
  /// Where the last character begins in the text and in the output; nil behind white space.
  private var last: (input: Int, output: Int)?

  init(_ limit: Int) { self.limit = limit }

  mutating func preview(of text: String) -> String {
    var text = text
    text.makeContiguousUTF8()
    var position = 0
    while let stop = text.withUTF8({ writePlain($0, from: position) }) { position = write(text, from: stop) }
    return output.view.validString
  }

  // MARK: Pieces

  private mutating func space() {
    last = nil
    guard length > 0, !spaceIsPending else { return }
    spaceIsPending = true
    if length < limit { wordEnd = output.count }
  }

  /// Writes a character, or cuts the preview if it does not fit any more.
  @inline(__always)
  private mutating func character(_ bytes: UnsafePointer<UInt8>, _ count: Int, at position: Int) {
    if length + (spaceIsPending ? 2 : 1) > limit {
      output.truncate(to: wordEnd ?? lastButOne)
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

  // MARK: Plain text

  /// Writes up to the end of the text or of the preview, or up to a character about which the rules below say nothing:
  /// where that begins is returned.
  private mutating func writePlain(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    guard let base = bytes.baseAddress else { return nil }
    var position = start
    var previous = PlainScalar.Kind.other
    while position < bytes.count, !isFull {
      if position + 8 <= bytes.count, let length = writeASCII(base + position, at: position) {
        previous = .other
        position += length
        continue
      }
      let (kind, size) = PlainScalar.read(base + position)
      if kind == .base, size > 1, let end = writeBases(bytes, from: position) {
        previous = .base
        position = end
        continue
      }
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

  /// Writes characters beyond ASCII that are one scalar each, up to another kind or near to the limit; nil if that is
  /// near already. The first must be one of them.
  @inline(__always)
  private mutating func writeBases(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    guard let base = bytes.baseAddress else { return nil }
    // The last two of the limit need thought.
    let room = limit - 2 - length - (spaceIsPending ? 1 : 0)
    guard room > 0 else { return nil }
    if spaceIsPending {
      output.append(0x20)
      length += 1
      spaceIsPending = false
    }
    var position = start
    var lastStart = start
    var written = 0
    repeat {
      let (kind, size) = PlainScalar.read(base + position)
      guard kind == .base else { break }
      lastStart = position
      position += size
      written += 1
    } while written < room && position < bytes.count && base[position] >= 0x80
    last = (lastStart, output.count + lastStart - start)
    output.append(base + start, count: position - start)
    length += written
    return position
  }

  /// Writes the ASCII words at the start of eight bytes; nil if they have to be looked at one by one.
  @inline(__always)
  private mutating func writeASCII(_ start: UnsafePointer<UInt8>, at position: Int) -> Int? {
    guard start[0] > 0x20, length + 9 < limit else { return nil }
    let word = UnsafeRawPointer(start).loadUnaligned(as: UInt64.self)
    let spaces = WordSearch.exactMarks(0x20, in: word)
    let stops =
      WordSearch.controlMarks(in: word) | WordSearch.exactMarks(0x7F, in: word) | spaces & spaces << 8
      | WordSearch.beyondASCII(word)
    var count = WordSearch.index(of: stops)
    guard count > 1 else { return nil }
    // A space at the end is written with the word behind it.
    if start[count - 1] == 0x20 { count -= 1 }
    if spaceIsPending {
      output.append(0x20)
      length += 1
      spaceIsPending = false
    }
    let inside = spaces & (UInt64.max >> UInt64(64 - 8 * count))
    if inside != 0 { wordEnd = output.count + 7 - inside.leadingZeroBitCount >> 3 }
    last = (position + count - 1, output.count + count - 1)
    length += count
    output.append(word, count: count)
    return count
  }

  /// Takes the last character back, since it may not be complete.
  private mutating func takeBack() -> Int? {
    guard let last else { return nil }
    output.truncate(to: last.output)
    length -= 1
    self.last = nil
    return last.input
  }

  // MARK: All other text

  /// Writes Swift's characters up to the first one that begins with ASCII.
  private mutating func write(_ text: String, from start: Int) -> Int {
    var index = text.utf8.index(text.startIndex, offsetBy: start)
    var position = start
    repeat {
      let end = text.index(after: index)
      if text[index].isWhitespace, text[index] != "\u{A0}" {
        space()
      } else {
        var piece = String(text[index..<end])
        piece.withUTF8 { if let bytes = $0.baseAddress { character(bytes, $0.count, at: position) } }
      }
      position += text.utf8.distance(from: index, to: end)
      index = end
    } while index < text.endIndex && !isFull && text.utf8[index] >= 0x80
    // It was complete: what follows never belongs to it.
    last = nil
    return position
  }
}
