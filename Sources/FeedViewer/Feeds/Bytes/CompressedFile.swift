import Glibc
import Messages

/// Decompresses a gzip file (RFC 1952) piece by piece.
///
/// A small file may decompress to a thousand times its size. Above `freeSize`, a ratio of more than `ratioLimit` is
/// treated as a decompression bomb: the text is truncated there, and the truncation is reported.
final class CompressedFile {
  /// Files may decompress to this many bytes whatever their compressed size.
  static let freeSize = 32 << 20
  /// Real feeds compress to about a twentieth, artificial ones to about a hundredth.
  static let ratioLimit = 200
  private static let inputSize = 64 << 10
  /// The most output that is lost before a damaged block, in bytes.
  private static let stepSize = 64 << 10

  /// A defect and how it was repaired.
  typealias Complaint = (found: Message, repair: Message)

  /// The first bytes of every gzip file.
  static let signature: [UInt8] = [0x1F, 0x8B]

  private var source: ByteSource
  private let decompressor: Decompressor
  private var unpack: Decompressor.Unpack
  private let limit: Int
  /// Compressed bytes that were read but not consumed, starting at `inputStart`.
  private var input = ByteBuffer(capacity: CompressedFile.inputSize)
  private var inputStart = 0
  private var compressedCount = 0
  private var unpackedCount = 0
  private(set) var isAtEnd = false
  /// Why the file may hold more than was decompressed.
  private(set) var complaint: Complaint?

  init(_ source: consuming ByteSource, with decompressor: Decompressor) {
    limit = Self.sizeLimit(compressed: source.size)
    self.source = source
    self.decompressor = decompressor
    unpack = decompressor.begin()
  }

  static func isCompressed(_ bytes: [UInt8]) -> Bool { bytes.starts(with: signature) }

  /// The most bytes that a file of the given compressed size may decompress to.
  static func sizeLimit(compressed size: Int) -> Int {
    min(FeedLimits.fileSize, max(freeSize, size * ratioLimit))
  }

  /// Why reading the compressed file stopped before its end.
  var failure: FeedError.Reason? { source.failure }

  /// An estimate of the decompressed size, extrapolated from the ratio so far; the limit before anything was read.
  var estimatedSize: Int {
    guard compressedCount > 0, !isAtEnd else { return isAtEnd ? unpackedCount : limit }
    return max(unpackedCount, Int(Double(unpackedCount) * Double(source.size) / Double(compressedCount)))
  }

  /// Decompresses up to `limit` bytes. Returns fewer only at the end.
  func read(into target: UnsafeMutablePointer<UInt8>, limit wanted: Int) -> Int {
    var count = 0
    while count < wanted, !isAtEnd {
      if unpackedCount == limit {
        endAtLimit()
      } else {
        let room = min(wanted - count, limit - unpackedCount, Self.stepSize)
        count += step(UnsafeMutableRawBufferPointer(start: target + count, count: room))
      }
    }
    return count
  }

  private func step(_ output: UnsafeMutableRawBufferPointer) -> Int {
    refill()
    // The last eight bytes are the checksum. Everything before them is decompressed first, because a failing step
    // returns no output at all.
    var step = unpack(holdingBack: source.isAtEnd ? 8 : 0, output)
    if step.read == 0, step.written == 0, step.outcome == .inProgress, source.isAtEnd {
      step = unpack(holdingBack: 0, output)
    }
    inputStart += step.read
    compressedCount += step.read
    unpackedCount += step.written
    switch step.outcome {
    case .inProgress:
      if step.read == 0, step.written == 0, source.isAtEnd { end(Message("it ends in the middle")) }
    case .ended: beginNextMember()
    case .failed(let fault): end(Message("\(fault)"))
    }
    return step.written
  }

  private func unpack(holdingBack count: Int, _ output: UnsafeMutableRawBufferPointer) -> Decompressor.Step {
    let waiting = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(input.view)[inputStart...])
    let given = UnsafeRawBufferPointer(rebasing: waiting.prefix(max(0, waiting.count - count)))
    return unpack(given, source.isAtEnd && given.count == waiting.count, output)
  }

  /// Another gzip member may follow, or padding, which gzip ignores.
  private func beginNextMember() {
    refill()
    if input.view[inputStart...].starts(with: Self.signature) {
      unpack = decompressor.begin()
    } else {
      isAtEnd = true
    }
  }

  private func end(_ fault: Message) {
    isAtEnd = true
    complaint = (Message("the compressed file is damaged or cut off (\(fault))"), Message("read up to there"))
  }

  private func endAtLimit() {
    let written = withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { step($0) }
    unpackedCount = limit
    guard written > 0 else { return }
    isAtEnd = true
    complaint = (
      Message("the file unpacks to more than \(limit / max(1, source.size)) times its size"),
      Message("cut off there")
    )
  }

  /// Reads more compressed bytes, so that each step has input.
  private func refill() {
    let waiting = input.count - inputStart
    guard waiting < Self.inputSize / 2, !source.isAtEnd else { return }
    memmove(input.base, input.base + inputStart, waiting)
    input.truncate(to: waiting)
    inputStart = 0
    input.reserve(Self.inputSize - waiting)
    let got = source.read(into: input.base + waiting, limit: Self.inputSize - waiting)
    input.advance(to: waiting + got)
  }
}
