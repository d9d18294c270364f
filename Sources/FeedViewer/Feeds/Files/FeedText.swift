import Glibc
import Synchronization

/// The decoded text of a file, of which pieces can be read again after the file was read.
///
/// The part of the text that is in the file byte for byte is read from there; the text of a gzip file counts as that, too,
/// because it can be decompressed again. What had to be decoded, or is compressed in another format, is copied, from the
/// first byte that differs.
///
/// The file stays open, so that it can be read after it was moved, deleted or replaced. If it was truncated or written to,
/// what is read is wrong or missing: callers must check it.
public final class FeedText: Sendable {
  private struct State: ~Copyable {
    /// The end of the text that is in the file byte for byte, at `shift`.
    var verbatimEnd = 0
    var shift = 0
    /// The end of the text.
    var end = 0
    /// The text after `verbatimEnd`.
    var copy = Spool()
    /// Whether pieces after the end can be read.
    var isReadAhead = false
    /// Where a gzip file can be decompressed again.
    var restarts: RestartIndex?
  }

  /// Nil if all of the text is copied.
  let file: OpenedFile?
  private var descriptor: Int32? { file?.descriptor }
  /// Whether text that is not in the file is copied.
  private let keepsCopy: Bool
  private let state = Mutex(State())
  private let lines = LineCounter()

  /// - Parameters:
  ///   - file: The open file; nil if all of the text is to be copied.
  ///   - keepsCopy: Whether text that is not in the file is copied; otherwise it can't be read.
  init(_ file: OpenedFile?, keepsCopy: Bool = true) {
    self.file = file
    self.keepsCopy = keepsCopy
  }

  /// Says that the text is that of a gzip file.
  ///
  /// - Returns: An index, to which whoever reads the file must add its places; nil if the file is not open.
  func restartIndex() -> RestartIndex? {
    guard descriptor != nil else { return nil }
    let index = RestartIndex()
    state.withLock { $0.restarts = index }
    return index
  }

  /// Takes the next piece of the text.
  ///
  /// - Parameter shift: The offset in the file of the text's first byte, if the text up to the end of the piece is in the
  ///   file byte for byte; else nil.
  func append(_ bytes: UnsafeBufferPointer<UInt8>, shift: Int?) {
    state.withLock { state in
      if let shift, descriptor != nil, state.verbatimEnd == state.end {
        state.shift = shift
        state.end += bytes.count
        state.verbatimEnd = state.end
        return
      }
      guard keepsCopy else {
        state.end += bytes.count
        return
      }
      state.copy.append(bytes)
      state.end = state.verbatimEnd + state.copy.count
    }
  }

  /// Takes text that is in the file byte for byte, as all of the text before.
  ///
  /// - Parameters:
  ///   - end: Its end.
  ///   - shift: As in `append(_:shift:)`.
  func extend(to end: Int, shift: Int) {
    state.withLock { state in
      guard descriptor != nil, state.verbatimEnd == state.end, end > state.end else { return }
      (state.shift, state.end, state.verbatimEnd) = (shift, end, end)
    }
  }

  /// Says that pieces are read before the text up to them, as long as all of it is in the file byte for byte.
  func readAhead() { state.withLock { $0.isReadAhead = true } }

  /// Reads the file where the text continues, if all of the text so far is in it byte for byte.
  ///
  /// - Parameter offset: Of the text; may be after its end.
  /// - Returns: The number of bytes that are there.
  func upcoming(into target: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
    let shift = state.withLock { $0.restarts == nil && $0.verbatimEnd == $0.end ? $0.shift : nil }
    guard let descriptor, let shift else { return 0 }
    return Spool.readSome(into: target, from: descriptor, at: offset + shift)
  }

  /// Whether a part of the text that is in the file byte for byte seems to be in the system's memory, so that reading it does
  /// not wait for a disk.
  func seemsToBeInMemory(_ range: Range<Int>) -> Bool {
    descriptor.map { PageCache.seemsToHold(range, of: $0) } ?? true
  }

  /// The end of the text, as far as it was read.
  var end: Int { state.withLock { $0.end } }

  /// Reads the text from an offset on, up to its end or as much as there is room for.
  ///
  /// - Returns: The number of bytes; 0 if they can't be read.
  func read(into target: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
    let (restarts, end, verbatimEnd, shift) = state.withLock {
      ($0.restarts, $0.end, $0.verbatimEnd, $0.shift)
    }
    if restarts == nil, verbatimEnd == end { return upcoming(into: target, at: offset) }
    let wanted = UnsafeMutableRawBufferPointer(rebasing: target.prefix(max(0, end - offset)))
    let isKept = keepsCopy || offset + wanted.count <= verbatimEnd
    return isKept && read(into: wanted, at: offset, verbatimEnd, shift: shift, restarts) ? wanted.count : 0
  }

  /// The line and column of an offset.
  ///
  /// - Returns: Nil if the text before can't be read.
  /// - Complexity: O(`offset`), read from the disk; less if a place near it was found before.
  func place(of offset: Int) -> TextPlace? {
    lines.place(of: offset) { read(into: $0, at: $1) == $0.count }
  }

  /// Whether a piece of the text can be read.
  func holds(_ range: Range<Int>) -> Bool { state.withLock { range.upperBound <= $0.end } }

  /// The size of the temporary file that holds a copy of the text, in bytes.
  var copiedSize: Int { state.withLock { $0.copy.fileSize } }

  /// Reads a piece of the text; nil if it is not there, or no UTF-8, such as after the file was written to.
  ///
  /// - Complexity: O(length of the piece); reads the disk. Of a gzip file, up to some megabytes are decompressed.
  func piece(_ range: Range<Int>) -> TextSlice? {
    let (restarts, verbatimEnd, shift, end) = state.withLock { state in
      let isAhead = state.isReadAhead && state.restarts == nil && state.verbatimEnd == state.end
      let end = isAhead ? max(state.end, range.upperBound) : state.end
      return (state.restarts, isAhead ? end : state.verbatimEnd, state.shift, end)
    }
    guard range.upperBound <= (keepsCopy ? end : verbatimEnd) else { return nil }
    let text = TextSlice(count: range.count) { target in
      read(into: target, at: range.lowerBound, verbatimEnd, shift: shift, restarts)
    }
    guard let text else { return nil }
    if UTF8Check.isText(text.base, count: text.count) { return text }
    guard UTF8Check.examine(text.base, count: text.count).validCount == text.count else { return nil }
    // The text was not decoded when its place was found.
    return TextSlice(cleaning: text)
  }

  /// Reads text of which nothing is after its end.
  ///
  /// - Parameter verbatimEnd: The end of the text that is in the file.
  private func read(
    into target: UnsafeMutableRawBufferPointer, at offset: Int, _ verbatimEnd: Int, shift: Int,
    _ restarts: RestartIndex?
  ) -> Bool {
    let split = min(max(verbatimEnd - offset, 0), target.count)
    let verbatim = UnsafeMutableRawBufferPointer(rebasing: target[..<split])
    let copied = UnsafeMutableRawBufferPointer(rebasing: target[split...])
    return readFile(into: verbatim, at: offset + shift, restarts)
      && state.withLock { copied.isEmpty || $0.copy.read(into: copied, at: offset + split - verbatimEnd) }
  }

  private func readFile(
    into target: UnsafeMutableRawBufferPointer, at offset: Int, _ restarts: RestartIndex?
  ) -> Bool {
    guard !target.isEmpty else { return true }
    guard let file else { return false }
    if let restarts { return restarts.read(into: target, at: offset, from: file) }
    return Spool.read(into: target, from: file.descriptor, at: offset)
  }
}
