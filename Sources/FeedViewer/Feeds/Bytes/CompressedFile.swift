import Glibc

/// The text of a file compressed with gzip (RFC 1952), unpacked piece by piece as it is read.
///
/// A small file may unpack to a thousand times its size. Beyond a size that any feed may have, more than
/// `ratioLimit` times the file is taken for an attack: the text is cut there and the cut is told.
final class CompressedFile {
  /// Up to here, in bytes, a file may unpack to any multiple of its size.
  static let freeSize = 32 << 20
  /// Real feeds shrink to a twentieth, made-up ones to a hundredth.
  static let ratioLimit = 200
  private static let inputSize = 64 << 10
  /// What is lost at most of a damaged file before the damage.
  private static let stepSize = 64 << 10

  /// What is wrong, and what was done about it.
  typealias Complaint = (found: String, repair: String)

  /// What a file begins with.
  static let signature: [UInt8] = [0x1F, 0x8B]

  private var source: ByteSource
  private let decompressor: Decompressor
  private var unpack: Decompressor.Unpack
  private let limit: Int
  /// Bytes of the file that were not unpacked yet, from `inputStart` on.
  private var input = ByteBuffer(capacity: CompressedFile.inputSize)
  private var inputStart = 0
  private var compressedCount = 0
  private var unpackedCount = 0
  private(set) var isAtEnd = false
  /// Why there may be more than was unpacked.
  private(set) var complaint: Complaint?

  init(_ source: consuming ByteSource, with decompressor: Decompressor) {
    limit = Self.sizeLimit(compressed: source.size)
    self.source = source
    self.decompressor = decompressor
    unpack = decompressor.begin()
  }

  static func isCompressed(_ bytes: [UInt8]) -> Bool { bytes.starts(with: signature) }

  /// The greatest unpacked size of a file, in bytes.
  static func sizeLimit(compressed size: Int) -> Int {
    min(FeedLimits.fileSize, max(freeSize, size * ratioLimit))
  }

  /// Why reading the file stopped before its end.
  var failure: FeedError.Reason? { source.failure }

  /// What all of it will unpack to, judged by what did so far; at first the most that it may be.
  var estimatedSize: Int {
    guard compressedCount > 0, !isAtEnd else { return isAtEnd ? unpackedCount : limit }
    return max(unpackedCount, Int(Double(unpackedCount) * Double(source.size) / Double(compressedCount)))
  }

  /// Unpacks that many bytes; fewer only at the end.
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
    // The check sum stands in the last eight bytes: what is before them is unpacked first, since a step that fails
    // gives nothing.
    var step = unpack(holdingBack: source.isAtEnd ? 8 : 0, output)
    if step.read == 0, step.written == 0, step.outcome == .goesOn, source.isAtEnd {
      step = unpack(holdingBack: 0, output)
    }
    inputStart += step.read
    compressedCount += step.read
    unpackedCount += step.written
    switch step.outcome {
    case .goesOn:
      if step.read == 0, step.written == 0, source.isAtEnd { end("it ends in the middle") }
    case .ended: beginNextMember()
    case .failed(let fault): end(fault)
    }
    return step.written
  }

  private func unpack(holdingBack count: Int, _ output: UnsafeMutableRawBufferPointer) -> Decompressor.Step {
    let waiting = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(input.view)[inputStart...])
    let given = UnsafeRawBufferPointer(rebasing: waiting.prefix(max(0, waiting.count - count)))
    return unpack(given, source.isAtEnd && given.count == waiting.count, output)
  }

  /// Another member may follow, or padding, which gzip ignores.
  private func beginNextMember() {
    refill()
    if input.view[inputStart...].starts(with: Self.signature) {
      unpack = decompressor.begin()
    } else {
      isAtEnd = true
    }
  }

  private func end(_ fault: String) {
    isAtEnd = true
    complaint = ("the compressed file is damaged or cut off (\(fault))", "read up to there")
  }

  private func endAtLimit() {
    let written = withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { step($0) }
    unpackedCount = limit
    guard written > 0 else { return }
    isAtEnd = true
    complaint = (
      "the file unpacks to more than \(limit / max(1, source.size)) times its size", "cut off there"
    )
  }

  /// Reads on, so that a step always has something to work with.
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
