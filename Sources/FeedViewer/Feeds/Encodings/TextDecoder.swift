import FeedViewerBase
import Glibc

/// Decodes a file piece by piece into valid UTF-8 whose only line terminators are line feeds, and removes other
/// control characters.
///
/// The encoding is detected as in formats.md, section 3: byte order mark, zero bytes beside the first `<`, XML
/// declaration, else UTF-8. A file that is UTF-8 by its declaration, or by none, is windows-1252 if its first megabyte holds
/// more ill-formed than well-formed sequences of several bytes. In all others, ill-formed sequences become U+FFFD: a
/// damaged byte does not change how others are read.
///
/// A declared single-byte encoding is used only if the first non-ASCII bytes are not valid UTF-8 (see
/// `UTF8Check.Tally`), because many programs write UTF-8 under an outdated declaration. Up to that byte the two
/// agree.
struct TextDecoder: ~Copyable {
  struct Repair {
    /// In the decoded text.
    var offset: Int
    /// Its place is not known.
    var warning: FeedWarning
  }

  fileprivate enum Mode {
    /// UTF-8, read directly into the target.
    case utf8
    /// UTF-8 with invalid bytes, which are decoded as `strays` or replaced with U+FFFD.
    case damagedUTF8(strays: SingleByteEncoding?)
    case singleByte(SingleByteEncoding)
    case converter(iconv_t, unit: Int)
  }

  /// The beginning of a file that tells whether it is windows-1252, in bytes.
  static let evidenceSize = 1 << 20

  /// The size of the pieces that are read from files that need conversion.
  private static let rawChunk = 65_536

  private(set) var source: ByteSource
  private var mode = Mode.utf8
  private var hasMark = false
  private var isFirst = true
  /// The first kilobyte of the file, as soon as it was read.
  private(set) var head: [UInt8] = []
  private var hasMultipleByteCharacters = false
  /// The declared encoding, while the file may still turn out to be UTF-8.
  private var declared: SingleByteEncoding?
  /// The number of multi-byte UTF-8 characters that disproves the declaration.
  private var evidenceThreshold = 1
  /// Whether the file is UTF-8 despite its declaration.
  private var isMislabelled = false
  /// The number of multi-byte characters so far in a file with a wrong declaration.
  private var characterCount = 0
  /// Bytes that were read but not decoded, starting at `rawStart`.
  private var raw = ByteBuffer(capacity: 0)
  private var rawStart = 0
  private var followsCarriageReturn = false
  /// The number of removed control characters. The first one is noted as a repair.
  private(set) var droppedCharacters = 0
  /// The offset in the file of the text's first byte, as long as all that was returned is in the file byte for byte.
  private(set) var verbatimShift: Int?
  /// Repairs in order of their offsets since the caller last emptied the list.
  var repairs: [Repair] = []

  init(_ source: consuming ByteSource) {
    verbatimShift = source.canReadAgain ? 0 : nil
    self.source = source
  }

  deinit {
    if case .converter(let converter, _) = mode { iconv_close(converter) }
  }

  /// Reads and decodes the next piece.
  /// - Parameters:
  ///   - target: A buffer of at least 64 bytes, `room` in all.
  ///   - offset: The offset of the piece in the decoded text.
  /// - Returns: The number of bytes written; 0 at the end.
  mutating func fill(_ target: UnsafeMutablePointer<UInt8>, room: Int, offset: Int) -> Int {
    while true {
      let produced: Int?
      switch mode {
      case .utf8:
        guard let count = fillUTF8(target, room, offset) else { return 0 }
        if count > 0 { return count }
        // The head was not UTF-8, or the piece held only control characters: neither is the end.
        continue
      case .damagedUTF8(let strays):
        produced = convert(target, room) { Self.repair(&$0, $1, $2, isLast: $3, strays) }
      case .singleByte(let encoding):
        produced = convert(target, room) { Self.read(encoding, &$0, $1, $2, isLast: $3) }
      case .converter(let converter, let unit):
        produced = convert(target, room) { Self.run(converter, unit, &$0, $1, $2, isLast: $3) }
      }
      guard let produced else { return 0 }
      let kept = clean(target, produced, offset)
      if kept > 0 { return kept }
    }
  }

  // MARK: UTF-8

  /// Whether all text so far is in the file byte for byte, and nothing suggests that the rest is not.
  var mayOmitChecks: Bool {
    guard case .utf8 = mode else { return false }
    return !isFirst && declared == nil && verbatimShift != nil
  }

  /// The file, if `mayOmitChecks`, and where its text begins in it.
  var verbatim: (bytes: SourceBytes, shift: Int)? {
    guard mayOmitChecks, let bytes = source.bytes, let verbatimShift else { return nil }
    return (bytes, verbatimShift)
  }

  /// Reads the next piece as it is in the file. It may hold anything.
  ///
  /// - Returns: The number of bytes written; 0 at the end. A character that is not complete is left for the next piece.
  mutating func fillUnchecked(_ target: UnsafeMutablePointer<UInt8>, room: Int) -> Int {
    precondition(mayOmitChecks, "Only text that is in the file byte for byte can be read without checks.")
    var total = takeRaw(target)
    while true {
      total += source.read(into: target + total, limit: room - total)
      let open = source.isAtEnd ? 0 : UTF8Check.openCount(target, count: total)
      guard total == open, total > 0 else {
        keepRaw(target + total - open, open)
        return total - open
      }
    }
  }

  /// Continues at a later offset of the text, before which all is as it is in the file. It may hold anything.
  mutating func jump(to offset: Int) {
    guard mayOmitChecks, let verbatimShift else {
      preconditionFailure("Only text that is in the file byte for byte can be skipped.")
    }
    raw.clear()
    rawStart = 0
    source.jump(to: offset + verbatimShift)
  }

  /// Returns `nil` at the end.
  private mutating func fillUTF8(_ target: UnsafeMutablePointer<UInt8>, _ room: Int, _ offset: Int) -> Int? {
    let carried = takeRaw(target)
    let got = source.read(into: target + carried, limit: room - carried)
    var total = carried + got
    if isFirst {
      isFirst = false
      // The head is short only if the whole file is.
      guard beginDecoding(target, &total) else { return 0 }
    }
    guard total > 0 else { return nil }
    guard mayBeUTF8(target, total, offset) else { return 0 }
    let check = UTF8Check.examine(target, count: total)
    if check.validCount == total || check.isIncomplete {
      hasMultipleByteCharacters = hasMultipleByteCharacters || check.hasMultipleByteCharacters
      if source.isAtEnd, check.isIncomplete {
        note(
          target, check.validCount, offset, Message("a character that is cut off"),
          Message("ignored at the end of the file"))
      } else {
        keepRaw(target + check.validCount, total - check.validCount)
      }
      return finishUTF8(target, check.validCount, check.isClean, offset)
    }
    return beginRepairing(target, total, check, offset)
  }

  /// Whether the bytes are UTF-8 despite the declaration. If not, they are queued for conversion.
  private mutating func mayBeUTF8(_ target: UnsafeMutablePointer<UInt8>, _ total: Int, _ offset: Int) -> Bool
  {
    guard let declared else { return true }
    let tally = UTF8Check.tally(target, count: total)
    guard let first = tally.first else { return true }
    if !isMislabelled {
      let isUndecided = tally.characters == 0 && tally.strays == 0 && !source.isAtEnd
      if isUndecided { return true }
      guard tally.meansUTF8, tally.characters >= evidenceThreshold else {
        mode = .singleByte(declared)
        keepRaw(target, total)
        return false
      }
      isMislabelled = true
      note(
        target, first, offset, Message("the declaration names another encoding than UTF-8"),
        Message("read as UTF-8"))
    }
    characterCount += tally.characters
    return true
  }

  /// Continues after a valid prefix with bytes that are not UTF-8.
  /// - Returns: The number of bytes that were decoded.
  private mutating func beginRepairing(
    _ target: UnsafeMutablePointer<UInt8>, _ total: Int, _ check: UTF8Check, _ offset: Int
  ) -> Int {
    let isHead = offset == 0
    let repair: Message
    // Bytes that were decoded already are right in either encoding if they were returned before or are ASCII.
    var good = check.validCount
    if let declared, isMislabelled {
      let name = declared.name.lowercased()
      if characterCount >= 10 * UTF8Check.tally(target, count: total).strays {
        mode = .damagedUTF8(strays: declared)
        repair = Message("read as \(name)")
      } else {
        mode = .singleByte(declared)
        repair = Message("read as \(name) from here on")
      }
    } else if hasMark || !isWindows1252(target, total, offset) {
      mode = .damagedUTF8(strays: nil)
      repair = Message("replaced with U+FFFD")
    } else {
      mode = .singleByte(.windows1252)
      repair = Message("the whole file read as windows-1252")
      if isHead { good = 0 }
    }
    note(
      target, check.validCount, offset,
      hasMark ? Message("bytes that are not UTF-8") : Message("a byte that is not UTF-8"),
      repair)
    keepRaw(target + good, total - good)
    return good > 0 ? finishUTF8(target, good, false, offset) : 0
  }

  /// Whether a piece with ill-formed sequences shows that the file is windows-1252.
  private func isWindows1252(_ bytes: UnsafePointer<UInt8>, _ count: Int, _ offset: Int) -> Bool {
    // What was returned as UTF-8 can't be read again.
    guard offset < Self.evidenceSize, !hasMultipleByteCharacters else { return false }
    let tally = UTF8Check.tally(bytes, count: min(count, Self.evidenceSize - offset))
    return tally.strays > tally.characters
  }

  /// Notes a repair at an index of a piece that is not cleaned yet.
  private mutating func note(
    _ bytes: UnsafePointer<UInt8>, _ index: Int, _ offset: Int, _ found: Message, _ repair: Message
  ) {
    var remaining = 0
    var previous: UInt8 = followsCarriageReturn ? 0x0D : 0
    for place in 0..<index {
      let byte = bytes[place]
      let isKept = byte >= 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A && previous != 0x0D
      remaining += isKept ? 1 : 0
      previous = byte
    }
    repairs.append(
      Repair(
        offset: offset + remaining, warning: FeedWarning(line: 1, column: 1, found: found, repair: repair)))
  }

  private mutating func finishUTF8(
    _ target: UnsafeMutablePointer<UInt8>, _ count: Int, _ isClean: Bool, _ offset: Int
  ) -> Int {
    if isClean, !followsCarriageReturn { return count }
    return clean(target, count, offset)
  }

  /// Detects the encoding. Returns false if the bytes read so far need conversion.
  private mutating func beginDecoding(_ target: UnsafeMutablePointer<UInt8>, _ total: inout Int) -> Bool {
    head = [UInt8](UnsafeBufferPointer(start: target, count: min(total, 1_024)))
    let encoding = Encoding.of(head)
    if let complaint = encoding.complaint {
      let warning = FeedWarning(line: 1, column: 1, found: complaint.found, repair: complaint.repair)
      repairs.append(Repair(offset: 0, warning: warning))
    }
    switch encoding.kind {
    case .utf8(let hasMark):
      self.hasMark = hasMark
      if hasMark {
        total -= 3
        if verbatimShift != nil { verbatimShift = 3 }
        memmove(target, target + 3, total)
      }
      return true
    case .singleByte(let encoding, let evidenceThreshold):
      declared = encoding
      self.evidenceThreshold = evidenceThreshold
      return true
    case .named(let label):
      keepRaw(target + encoding.markLength, total - encoding.markLength)
      mode = .named(label)
      return false
    }
  }

  // MARK: Conversion

  private mutating func keepRaw(_ bytes: UnsafePointer<UInt8>, _ count: Int) {
    raw.clear()
    rawStart = 0
    raw.append(bytes, count: count)
  }

  private mutating func takeRaw(_ target: UnsafeMutablePointer<UInt8>) -> Int {
    let count = raw.count - rawStart
    if count > 0 { memcpy(target, raw.base + rawStart, count) }
    raw.clear()
    rawStart = 0
    return count
  }

  private typealias Converter = (
    _ input: inout UnsafeBufferPointer<UInt8>, _ target: UnsafeMutablePointer<UInt8>, _ room: Int,
    _ isLast: Bool
  ) -> Int

  /// Converts queued bytes, or the next bytes of the file. Returns `nil` at the end.
  private mutating func convert(
    _ target: UnsafeMutablePointer<UInt8>, _ room: Int, _ converter: Converter
  ) -> Int? {
    verbatimShift = nil
    // An incomplete character may be left over for the next call.
    var isLast = false
    if raw.count - rawStart < 16 {
      let waiting = raw.count - rawStart
      memmove(raw.base, raw.base + rawStart, waiting)
      raw.truncate(to: waiting)
      rawStart = 0
      raw.reserve(Self.rawChunk)
      let got = source.read(into: raw.base + waiting, limit: Self.rawChunk)
      raw.advance(to: waiting + got)
      isLast = got == 0
      if raw.isEmpty { return nil }
    }
    var input = UnsafeBufferPointer(rebasing: raw.view[rawStart...])
    let before = input.count
    let produced = converter(&input, target, room, isLast)
    rawStart += before - input.count
    return produced
  }

  // MARK: Cleaning

  /// In place: turns CR LF and CR into LF, removes other control characters, and replaces U+FFFE and U+FFFF.
  private mutating func clean(_ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, _ offset: Int) -> Int {
    // Valid text that was looked at only because of other characters stays as it is.
    if verbatimShift != nil, !followsCarriageReturn, UTF8Check.isClean(bytes, count: count) { return count }
    verbatimShift = nil
    var follows = followsCarriageReturn
    let length = TextCleaning.clean(bytes, count, &follows) { byte, output in
      if droppedCharacters == 0 {
        let warning = FeedWarning(line: 1, column: 1, omitted: byte)
        repairs.append(Repair(offset: offset + output, warning: warning))
      }
      droppedCharacters += 1
    }
    followsCarriageReturn = follows
    return length
  }
}

extension TextDecoder.Mode {
  /// Uses iconv, or windows-1252 for names that iconv does not know.
  fileprivate static func named(_ label: String) -> TextDecoder.Mode {
    guard let converter = iconv_open("UTF-8", label), converter != iconv_t(bitPattern: -1) else {
      return .singleByte(.windows1252)
    }
    return .converter(converter, unit: label.hasPrefix("UTF-16") ? 2 : label.hasPrefix("UTF-32") ? 4 : 1)
  }
}
