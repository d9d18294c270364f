/// Decompresses a gzip file from a place on, over the ends of members. Not for use by two threads at a time: `RestartIndex`
/// uses it under its lock.
final class RestartReader: @unchecked Sendable {
  private static let inputSize = 64 << 10
  /// The length of the checksum and the size at a member's end (RFC 1952, section 2.3.1).
  private static let trailerSize = 8

  /// The number of bytes of text before the next one.
  private(set) var textOffset: Int
  private let file: Int32
  /// The offset in the file of the byte after `input`.
  private var fileOffset: Int
  private var member: any Decompressor.Member
  private var endsAtChecksum: Bool
  private var input: [UInt8] = []
  private var inputStart = 0
  /// Whether the file ends with `input`.
  private var isLastInput = false
  /// Whether nothing more can be read.
  private var isAtEnd = false

  /// - Parameters:
  ///   - file: The open file, which others may read at the same time.
  ///   - endsAtChecksum: Whether the member ends before its checksum.
  init(
    _ file: Int32, fileOffset: Int, textOffset: Int,
    _ member: any Decompressor.Member, endsAtChecksum: Bool
  ) {
    self.file = file
    self.fileOffset = fileOffset
    self.textOffset = textOffset
    self.member = member
    self.endsAtChecksum = endsAtChecksum
  }

  /// Decompresses up to an offset, and what follows it.
  ///
  /// - Parameter offset: At least `textOffset`.
  /// - Returns: Whether the text goes so far.
  func read(into target: UnsafeMutableRawBufferPointer, at offset: Int) -> Bool {
    precondition(offset >= textOffset, "A reader does not go back.")
    let isThere = withUnsafeTemporaryAllocation(byteCount: Self.inputSize, alignment: 1) { unwanted in
      while textOffset < offset {
        let rest = UnsafeMutableRawBufferPointer(rebasing: unwanted.prefix(offset - textOffset))
        guard let count = step(into: rest) else { return false }
        textOffset += count
      }
      return true
    }
    guard isThere else { return false }
    var done = 0
    while done < target.count {
      guard let count = step(into: UnsafeMutableRawBufferPointer(rebasing: target[done...])) else {
        return false
      }
      done += count
      textOffset += count
    }
    return true
  }

  /// - Returns: The number of bytes written, perhaps 0; nil at the end, or if the file is damaged.
  private func step(into output: UnsafeMutableRawBufferPointer) -> Int? {
    guard !isAtEnd else { return nil }
    refill()
    let step = input.withUnsafeBytes {
      member.step(UnsafeRawBufferPointer(rebasing: $0[inputStart...]), isLast: isLastInput, into: output)
    }
    inputStart += step.read
    switch step.outcome {
    case .inProgress: isAtEnd = step.read == 0 && step.written == 0
    case .ended: isAtEnd = !beginNextMember()
    case .failed: isAtEnd = true
    }
    return isAtEnd && step.written == 0 ? nil : step.written
  }

  /// - Returns: Whether another member follows.
  private func beginNextMember() -> Bool {
    refill()
    if endsAtChecksum { inputStart = min(inputStart + Self.trailerSize, input.count) }
    guard CompressionFormat.gzip.begins(input[inputStart...]) else { return false }
    member = CompressionFormat.gzip.begin()
    endsAtChecksum = false
    return true
  }

  /// Reads more of the file, so that each step has input.
  private func refill() {
    guard input.count - inputStart < Self.inputSize / 2, !isLastInput else { return }
    input.removeFirst(inputStart)
    inputStart = 0
    let waiting = input.count
    input.append(contentsOf: repeatElement(0, count: Self.inputSize - waiting))
    let count = input.withUnsafeMutableBytes {
      Spool.readSome(
        into: UnsafeMutableRawBufferPointer(rebasing: $0[waiting...]), from: file, at: fileOffset)
    }
    fileOffset += count
    isLastInput = count < Self.inputSize - waiting
    input.removeLast(Self.inputSize - waiting - count)
  }
}
