import Synchronization

/// Places of a gzip file from which it can be decompressed, so that any part of its text can be read again without
/// decompressing what is before it: the method of zlib's example zran.c.
///
/// The file is decompressed once from its beginning; every `spacing` bytes of text the state is kept: a place in the file
/// and the 32 KB of text that what follows may refer to.
final class RestartIndex: Sendable {
  /// The least text between two places, in bytes. To read a part of the text, half of this is decompressed on average.
  static let spacing = 2 << 20
  /// Rows that are shown, rows that are measured ahead and the comparison with a later state are read in turns.
  private static let readerLimit = 4

  fileprivate struct Place {
    var textOffset: Int
    /// The offset in the file of the first byte that was not used.
    var fileOffset: Int
    /// Nil at the start of a member.
    var bits: Int?
    var window = 0..<0
  }

  private struct State: ~Copyable {
    var places: [Place] = []
    var windows = Spool()
    /// Each goes on where it stopped, if the next part of the text follows; the one that was used last is the last one.
    var readers: [RestartReader] = []
  }

  private let spacing: Int
  private let state = Mutex(State())

  init(spacing: Int = RestartIndex.spacing) { self.spacing = spacing }

  /// The number of places.
  var count: Int { state.withLock { $0.places.count } }

  /// Whether a place is wanted.
  ///
  /// - Parameter offset: The number of bytes of text so far.
  func wantsPlace(atTextOffset offset: Int) -> Bool {
    state.withLock { state in
      !state.windows.isFull && state.places.last.map { offset - $0.textOffset >= spacing } != false
    }
  }

  /// Adds the start of a member, if a place is wanted.
  func addMember(textOffset: Int, fileOffset: Int) {
    guard wantsPlace(atTextOffset: textOffset) else { return }
    state.withLock { $0.places.append(Place(textOffset: textOffset, fileOffset: fileOffset)) }
  }

  /// Adds a place inside a member.
  func add(_ point: Decompressor.RestartPoint, textOffset: Int, fileOffset: Int) {
    state.withLock { state in
      let start = state.windows.count
      point.window.withUnsafeBufferPointer { state.windows.append($0) }
      guard !state.windows.isFull else { return }
      state.places.append(
        Place(
          textOffset: textOffset, fileOffset: fileOffset, bits: point.bits,
          window: start..<state.windows.count))
    }
  }

  /// Decompresses a part of the text.
  ///
  /// - Parameters:
  ///   - offset: The offset in the text, which must not be before the first place.
  ///   - file: The open file.
  /// - Returns: Whether it is there; if the file was written to, it may be another text.
  /// - Complexity: O(`spacing` + length).
  func read(into target: UnsafeMutableRawBufferPointer, at offset: Int, from file: OpenedFile) -> Bool {
    guard !target.isEmpty else { return true }
    return state.withLock { state in
      guard let place = state.places[..<state.places.firstIndex(after: offset)].last else { return false }
      let nearest = state.readers.indices.filter {
        (place.textOffset...offset).contains(state.readers[$0].textOffset)
      }.max { state.readers[$0].textOffset < state.readers[$1].textOffset }
      let known = nearest.map { state.readers.remove(at: $0) }
      guard let reader = known ?? Self.reader(from: place, state.windows, file),
        reader.read(into: target, at: offset)
      else { return false }
      if state.readers.count == Self.readerLimit { state.readers.removeFirst() }
      state.readers.append(reader)
      return true
    }
  }

  private static func reader(
    from place: Place, _ windows: borrowing Spool, _ file: OpenedFile
  ) -> RestartReader? {
    var member: GzipInflater?
    if let bits = place.bits {
      var window = [UInt8](repeating: 0, count: place.window.count)
      var byteBefore: UInt8 = 0
      guard window.withUnsafeMutableBytes({ windows.read(into: $0, at: place.window.lowerBound) }),
        withUnsafeMutableBytes(
          of: &byteBefore, { Spool.read(into: $0, from: file.descriptor, at: place.fileOffset - 1) })
      else { return nil }
      member = GzipInflater(
        resuming: Decompressor.RestartPoint(bits: bits, window: window), after: byteBefore)
    }
    // To whatever end it has by now.
    var source = ByteSource(SourceBytes(file, count: .max))
    source.jump(to: place.fileOffset)
    return RestartReader(
      CompressedFile(source, .gzip, resuming: member, sizeLimit: .max), textOffset: place.textOffset)
  }
}

extension [RestartIndex.Place] {
  /// The index of the first place after an offset of the text.
  fileprivate func firstIndex(after offset: Int) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].textOffset <= offset { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
