import Glibc

/// The decoded text of a file as a sliding window: valid UTF-8 whose only line terminators are line feeds and that
/// holds no other control characters but tabs (see `TextDecoder`).
///
/// Only the bytes from `start` to `end` are in memory. Offsets count from the beginning of the text: `base[offset]`
/// is the byte at an offset. `readMore` takes the offset from which bytes are still needed.
struct SourceText: ~Copyable {
  /// The first piece is larger: invalid UTF-8 in it decides the encoding of the whole file.
  static let headSize = 4 << 20
  /// The length of the prefix that decides the format, in bytes.
  static let beginningSize = 65_536
  /// Fits the second-level cache together with the buffers it is decoded into.
  static let chunkSize = 256 << 10

  let chunkSize: Int
  private(set) var start = 0
  private(set) var end = 0
  /// Whether no text follows `end`.
  private(set) var isComplete = false
  /// Bytes from this offset on are kept, whatever `readMore` is passed.
  var pin = Int.max
  /// The memory that holds the text; nil if that is somebody else's.
  private var memory: TextMemory?
  private var buffer: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private var decoder: TextDecoder
  /// Where the text can be read again.
  private let kept: FeedText?
  /// Whether others have read parts of the text where it is in the file.
  private var hasReadParts = false
  /// Whether pieces were read without checks. Then lines and columns are not known.
  private(set) var hasUncheckedPieces = false
  /// The end of the text that is known to be as described above.
  private var checkedEnd = 0
  /// The position of `start`.
  private var startPlace = TextPlace()
  /// The position that was computed last.
  private var lastPlace = TextPlace()

  /// - Parameters:
  ///   - headSize: The size of the first piece in bytes; at least 64.
  ///   - chunkSize: The size of the other pieces in bytes; at least 64.
  ///   - kept: Where the text can be read again; nil if nothing is to be read again.
  init(
    _ source: consuming ByteSource, headSize: Int = Self.headSize, chunkSize: Int = Self.chunkSize,
    keptIn kept: FeedText? = nil
  ) {
    precondition(headSize >= 64 && chunkSize >= 64, "A piece must hold at least 64 bytes.")
    self.chunkSize = chunkSize
    // Larger than the file, so that the first read reaches its end.
    let memory = TextMemory(capacity: min(source.size + 64, headSize))
    (self.memory, buffer, capacity) = (memory, memory.start, memory.capacity)
    decoder = TextDecoder(source)
    self.kept = kept
    _ = readMore(keeping: 0)
  }

  /// A complete text that is in memory and decoded.
  /// - Parameter text: Must outlive this value, and be followed by `TextMemory.slack` bytes.
  init(decoded text: UnsafePointer<UInt8>, count: Int) {
    chunkSize = Self.chunkSize
    buffer = UnsafeMutablePointer(mutating: text)
    capacity = count
    end = count
    isComplete = true
    kept = nil
    decoder = TextDecoder(ByteSource(UnsafeRawBufferPointer(start: nil, count: 0)))
  }

  /// The bytes from `start` to `end`, indexed by offset. Valid until the next `readMore`.
  @inline(__always)
  var base: Window { Window(first: UnsafePointer(buffer), start: start) }

  /// A window onto the text. Its memory starts at `start`, so that no pointer to earlier bytes is ever formed.
  struct Window {
    fileprivate let first: UnsafePointer<UInt8>
    fileprivate let start: Int

    @inline(__always)
    subscript(offset: Int) -> UInt8 { first[offset &- start] }

    /// The address of the byte at `offset`.
    @inline(__always)
    static func + (window: Window, offset: Int) -> UnsafePointer<UInt8> {
      window.first + (offset &- window.start)
    }

    /// The offset of the byte at an address.
    @inline(__always)
    func offset(of place: UnsafeRawPointer) -> Int { place - UnsafeRawPointer(first) + start }
  }

  /// The size of the file in bytes; an estimate of the decompressed size if it is compressed.
  var fileSize: Int { decoder.source.size }

  /// Roughly how much of the file was read, from 0 to 1.
  func fraction(at offset: Int) -> Double {
    decoder.source.size == 0 ? 1 : min(1, Double(offset) / Double(decoder.source.size))
  }

  /// The repairs made while decoding, in file order.
  private(set) var repairs: [FeedWarning] = []

  /// The number of removed control characters. Only the first one is among the repairs.
  var droppedCharacters: Int { decoder.droppedCharacters }

  /// Why a compressed file may hold more than was read. Final only at the end of the text.
  var complaint: CompressedFile.Complaint? { decoder.source.complaint }

  var isCompressed: Bool { decoder.source.isCompressed }

  /// Why reading stopped before the end of the file.
  var failure: FeedError.Reason? { decoder.source.failure }

  /// The first kilobyte of the file, undecoded.
  var rawHead: [UInt8] { decoder.head }

  /// Up to 64 KB of the text after its leading white space. Call before `readMore`.
  var beginning: [UInt8] {
    let all = bytes(start..<end)
    let first = all.firstIndex { !ASCII.isSpace($0) } ?? all.endIndex
    return Array(all[first...].prefix(Self.beginningSize))
  }

  func bytes(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: base + range.lowerBound, count: range.count)
  }

  /// Reads the next piece. Bytes before `offset` are discarded, and `base` changes.
  /// - Returns: Whether there are new bytes; if not, the text is complete.
  @inline(never)
  mutating func readMore(keeping offset: Int) -> Bool { readMore(keeping: offset, isChecked: true) }

  /// Reads the next piece as it is in the file, if the text was so far. It must be checked before it is used as text.
  /// - Returns: Whether there are new bytes; if not, the text is complete.
  @inline(never)
  mutating func readUnchecked(keeping offset: Int) -> Bool {
    guard mayOmitChecks else { return readMore(keeping: offset) }
    hasUncheckedPieces = true
    return readMore(keeping: offset, isChecked: false)
  }

  /// Whether the text is in the file byte for byte so far, and was not repaired.
  var mayOmitChecks: Bool { decoder.mayOmitChecks && repairs.isEmpty && droppedCharacters == 0 }

  /// Checks the text in memory from an offset on, if it was not checked.
  /// - Returns: Whether it is valid, and what was read without checks was decoded right.
  mutating func check(from offset: Int) -> Bool {
    guard hasUncheckedPieces else { return true }
    guard mayOmitChecks else { return false }
    let first = max(offset, checkedEnd)
    guard first < end else { return true }
    checkedEnd = end
    return UTF8Check.isText(base + first, count: end - first)
  }

  /// Continues at an offset after `end`, before which others have looked at the text as it is in the file.
  mutating func jump(to offset: Int) {
    precondition(offset >= end && !isComplete, "Only what follows can be skipped.")
    decoder.jump(to: offset)
    if let kept, let shift = decoder.verbatimShift { kept.extend(to: offset, shift: shift) }
    hasUncheckedPieces = true
    (start, end) = (offset, offset)
  }

  /// What is in the file, if it is text as it is so far and probably stays so. Others may read any part of it.
  var upcoming: UpcomingText? {
    guard kept == nil, !hasUncheckedPieces, mayOmitChecks, let (bytes, shift) = decoder.verbatim else {
      return nil
    }
    return UpcomingText(bytes: bytes, shift: shift)
  }

  /// Continues after a part of the text that others have read from the file, in which it is text as it is.
  ///
  /// - Parameters:
  ///   - offset: The start of that part, in memory.
  ///   - length: The place after it, counted from its start.
  mutating func skip(from offset: Int, by length: TextPlace) {
    guard offset + length.offset > end else { return }
    startPlace = startPlace.after(bytes(start..<offset)).after(length)
    lastPlace = startPlace
    (start, end, checkedEnd) = (startPlace.offset, startPlace.offset, startPlace.offset)
    decoder.jump(to: end)
    hasReadParts = true
  }

  /// Whether text that follows parts that others have read suggests that these had to be decoded in another way.
  var isDoubtful: Bool { hasReadParts && !mayOmitChecks }

  private mutating func readMore(keeping offset: Int, isChecked: Bool) -> Bool {
    guard !isComplete else { return false }
    let kept = max(start, min(offset, pin, end))
    let isFirst = end == 0
    // A long token is read in growing steps, because it is scanned from its start each time.
    let room = isFirst ? capacity : max(chunkSize, end - kept)
    let needed = end - kept + room
    if needed > capacity {
      move(to: kept, roomFor: max(needed, 2 * (end - kept)))
    } else if !isFirst, capacity > 4 * needed {
      // The buffer holds the large first piece, or a long token that is no longer needed.
      move(to: kept, roomFor: 2 * needed)
    } else if kept > start {
      move(to: kept, roomFor: capacity)
    }
    let earlierEnd = end
    // All pieces but the first have one size, whatever is kept: what is in a piece can decide how it is decoded.
    let size = isFirst ? room : chunkSize
    repeat {
      let target = buffer + (end - start)
      let count =
        isChecked ? decoder.fill(target, room: size, offset: end) : decoder.fillUnchecked(target, room: size)
      if isChecked, checkedEnd == end { checkedEnd += count }
      end += count
      copy(last: count)
      if !decoder.repairs.isEmpty { placeRepairs() }
      isComplete = count == 0
    } while !isComplete && end - earlierEnd + size <= room
    return end > earlierEnd
  }

  /// Remembers where the last bytes can be read again.
  private func copy(last count: Int) {
    guard let kept, count > 0 else { return }
    kept.append(bytes(end - count..<end), shift: decoder.verbatimShift)
  }

  /// Reads on to the end of the piece that holds the last text that was needed. After parts that others have read, pieces begin
  /// elsewhere: what this one would have held decides, too, whether the text `isDoubtful`.
  ///
  /// - Parameter offset: The end of the text that was needed.
  mutating func readRestOfPiece(after offset: Int) {
    while hasReadParts, end - offset < chunkSize, readMore(keeping: end) {}
  }

  /// Forgets the repairs of text that was decoded, but not read, because what stands before it is broken.
  ///
  /// - Parameter end: The end of the text that was read.
  mutating func forgetRepairs(from end: TextPlace) {
    if end.isKnown { repairs.removeAll { ($0.line, $0.column) >= (end.line, end.column) } }
  }

  /// Discards the bytes before an offset, and makes room for `size` bytes.
  private mutating func move(to offset: Int, roomFor size: Int) {
    if offset > start, !hasUncheckedPieces {
      startPlace = startPlace.after(bytes(startPlace.offset..<offset))
    }
    let (source, count) = (buffer + (offset - start), end - offset)
    start = offset
    if size == capacity {
      memmove(buffer, source, count)
      return
    }
    let next = TextMemory(capacity: size)
    memcpy(next.start, source, count)
    (memory, buffer, capacity) = (next, next.start, size)
  }

  // MARK: Places

  private mutating func placeRepairs() {
    for repair in decoder.repairs {
      let place = place(of: repair.offset)
      var warning = repair.warning
      (warning.line, warning.column) = (place.line, place.column)
      repairs.append(warning)
    }
    decoder.repairs.removeAll()
  }

  /// The line and column of an offset in the window.
  /// - Complexity: O(distance from the last position computed, or from the start of the window).
  mutating func place(of offset: Int) -> TextPlace {
    if hasUncheckedPieces { return TextPlace(offset: offset, isKnown: false) }
    let offset = max(start, min(offset, end))
    if lastPlace.offset < start || lastPlace.offset > offset { lastPlace = startPlace }
    lastPlace = lastPlace.after(bytes(lastPlace.offset..<offset))
    return lastPlace
  }
}
