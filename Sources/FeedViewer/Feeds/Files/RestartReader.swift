/// Decompresses a gzip file from a place on, over the ends of members. Not for use by two threads at a time: `RestartIndex`
/// uses it under its lock.
final class RestartReader: @unchecked Sendable {
  /// The number of bytes of text before the next one.
  private(set) var textOffset: Int
  private let file: CompressedFile

  /// - Parameters:
  ///   - file: A file of which nothing was decompressed yet.
  ///   - textOffset: The number of bytes of text before that.
  init(_ file: CompressedFile, textOffset: Int) {
    self.file = file
    self.textOffset = textOffset
  }

  /// Decompresses up to an offset, and what follows it.
  ///
  /// - Parameter offset: At least `textOffset`.
  /// - Returns: Whether the text goes so far.
  func read(into target: UnsafeMutableRawBufferPointer, at offset: Int) -> Bool {
    precondition(offset >= textOffset, "A reader does not go back.")
    return withUnsafeTemporaryAllocation(byteCount: 64 << 10, alignment: 1) { unwanted in
      while textOffset < offset {
        let rest = min(unwanted.count, offset - textOffset)
        guard read(rest, into: unwanted) else { return false }
      }
      return read(target.count, into: target)
    }
  }

  /// - Returns: Whether there are so many bytes.
  private func read(_ count: Int, into target: UnsafeMutableRawBufferPointer) -> Bool {
    guard let start = target.baseAddress else { return true }
    let got = file.read(into: start.assumingMemoryBound(to: UInt8.self), limit: count)
    textOffset += got
    return got == count
  }
}
