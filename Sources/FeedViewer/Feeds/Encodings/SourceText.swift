import Glibc

/// The decoded text of a file as it passes by: valid UTF-8 with line feeds as the only line ends and no control
/// characters (see `TextDecoder`).
///
/// Only a window of it is in memory, from `start` to `end`, but places keep their offset from the beginning of the
/// text: `base[offset]` is the byte at an offset. Whoever reads on says from which offset on bytes are still needed.
struct SourceText: ~Copyable {
  /// The first piece is larger: bytes that are no UTF-8 in it decide about the encoding of the whole file.
  static let headSize = 4 << 20
  /// How much of the text decides what it is.
  static let beginningSize = 65_536
  /// Fits into the second-level cache, with the buffers that it is decoded to.
  static let chunkSize = 256 << 10
  /// Bytes behind `end` that may be looked at, though they mean nothing.
  static let slack = 32

  let chunkSize: Int
  private(set) var start = 0
  private(set) var end = 0
  /// Whether the text ends at `end`.
  private(set) var isComplete = false
  /// Bytes from this offset on are kept, whatever is asked for.
  var pin = Int.max
  private var buffer: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private var decoder: TextDecoder
  /// The place of `start`.
  private var startPlace = Place()
  /// The place that was asked for last.
  private var lastPlace = Place()

  struct Place: Equatable {
    var offset = 0
    /// 1-based.
    var line = 1
    /// 1-based, in Unicode scalars.
    var column = 1
  }

  /// - Parameters:
  ///   - headSize: Bytes of the first piece, 64 or more.
  ///   - chunkSize: Bytes of the others, 64 or more.
  init(_ source: consuming ByteSource, headSize: Int = Self.headSize, chunkSize: Int = Self.chunkSize) {
    precondition(headSize >= 64 && chunkSize >= 64, "A piece must have room for some characters.")
    self.chunkSize = chunkSize
    // More than the file, so that its end is seen at once.
    capacity = min(source.size + 64, headSize)
    buffer = .allocate(capacity: capacity + Self.slack)
    decoder = TextDecoder(source)
    _ = readMore(keeping: 0)
  }

  deinit { buffer.deallocate() }

  /// The bytes from `start` to `end` by their offsets, good until more is read.
  @inline(__always)
  var base: Window { Window(first: UnsafePointer(buffer), start: start) }

  /// A part of the text. Its memory begins at `start`, so that no pointer is ever formed to what is before it.
  struct Window {
    fileprivate let first: UnsafePointer<UInt8>
    fileprivate let start: Int

    @inline(__always)
    subscript(offset: Int) -> UInt8 { first[offset &- start] }

    /// Where the byte at an offset is.
    @inline(__always)
    static func + (window: Window, offset: Int) -> UnsafePointer<UInt8> {
      window.first + (offset &- window.start)
    }

    /// The offset of a byte.
    @inline(__always)
    func offset(of place: UnsafeRawPointer) -> Int { place - UnsafeRawPointer(first) + start }
  }

  /// The size of the file in bytes; of a compressed one an estimate of what it unpacks to.
  var fileSize: Int { decoder.size }

  /// How much of the file has been read: 0 to 1, about.
  func fraction(at offset: Int) -> Double {
    decoder.size == 0 ? 1 : min(1, Double(offset) / Double(decoder.size))
  }

  /// What decoding repaired so far, in order.
  private(set) var repairs: [FeedWarning] = []

  /// How many control characters were left out. Only the first of them is among the repairs.
  var droppedCharacters: Int { decoder.droppedCharacters }

  /// Why a compressed file may hold more than was read; complete only at the end of the text.
  var complaint: CompressedFile.Complaint? { decoder.complaint }

  var isCompressed: Bool { decoder.isCompressed }

  /// Why reading stopped before the end of the file.
  var failure: FeedError.Reason? { decoder.failure }

  /// The first kilobyte of the file as it is.
  var rawHead: [UInt8] { decoder.head }

  /// The beginning of the text behind its white space, up to 64 KB of it.
  ///
  /// To be asked for before reading on.
  var beginning: [UInt8] {
    let all = bytes(start..<end)
    let first = all.firstIndex { !ASCII.isSpace($0) } ?? all.endIndex
    return Array(all[first...].prefix(Self.beginningSize))
  }

  func bytes(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: base + range.lowerBound, count: range.count)
  }

  /// Reads on; bytes before `offset` go, `base` changes.
  /// - Returns: Whether there are new bytes; otherwise the text is complete.
  @inline(never)
  mutating func readMore(keeping offset: Int) -> Bool {
    guard !isComplete else { return false }
    let kept = max(start, min(offset, pin, end))
    if kept > start { slide(to: kept) }
    let isFirst = end == 0
    // What is needed of a long token is read in ever larger steps, since it is looked at from its start each time.
    let room = isFirst ? capacity : max(chunkSize, end - start)
    let needed = end - start + room
    if needed > capacity {
      move(toRoomOf: max(needed, 2 * (end - start)))
    } else if !isFirst, capacity > 4 * needed {
      // The head was large, or a token that is done with.
      move(toRoomOf: 2 * needed)
    }
    let count = decoder.fill(buffer + (end - start), room: min(room, capacity - (end - start)), offset: end)
    end += count
    if !decoder.repairs.isEmpty { placeRepairs() }
    isComplete = count == 0
    return count > 0
  }

  private mutating func slide(to offset: Int) {
    startPlace = place(offset, from: startPlace)
    memmove(buffer, buffer + (offset - start), end - offset)
    start = offset
  }

  private mutating func move(toRoomOf size: Int) {
    let other = UnsafeMutablePointer<UInt8>.allocate(capacity: size + Self.slack)
    memcpy(other, buffer, end - start)
    buffer.deallocate()
    buffer = other
    capacity = size
  }

  // MARK: Places

  private mutating func placeRepairs() {
    for repair in decoder.repairs {
      let place = place(of: repair.offset)
      repairs.append(
        FeedWarning(line: place.line, column: place.column, found: repair.found, repair: repair.repair))
    }
    decoder.repairs.removeAll()
  }

  /// Line and column of an offset in the window.
  /// - Complexity: O(distance from the last place asked for, or from the window's start).
  mutating func place(of offset: Int) -> Place {
    let offset = max(start, min(offset, end))
    if lastPlace.offset < start || lastPlace.offset > offset { lastPlace = startPlace }
    lastPlace = place(offset, from: lastPlace)
    return lastPlace
  }

  private func place(_ offset: Int, from earlier: Place) -> Place {
    var place = earlier
    let bytes = self.bytes(place.offset..<offset)
    if let lastLineFeed = bytes.lastIndex(of: 0x0A) {
      place.line += SourceText.count(bytes) { $0 == 0x0A }
      place.column =
        1
        + SourceText.count(UnsafeBufferPointer(rebasing: bytes[(lastLineFeed + 1)...])) { $0 & 0xC0 != 0x80 }
    } else {
      place.column += SourceText.count(bytes) { $0 & 0xC0 != 0x80 }
    }
    place.offset = offset
    return place
  }

  @inline(__always)
  private static func count(_ bytes: UnsafeBufferPointer<UInt8>, _ isCounted: (UInt8) -> Bool) -> Int {
    guard let base = bytes.baseAddress else { return 0 }
    var total = 0
    var index = 0
    while index < bytes.count {
      // Blocks that a byte can count, so that a vector holds as many counters as bytes.
      let blockEnd = min(bytes.count, index + 255)
      var block: UInt8 = 0
      while index < blockEnd {
        block &+= isCounted(base[index]) ? 1 : 0
        index += 1
      }
      total += Int(block)
    }
    return total
  }
}
