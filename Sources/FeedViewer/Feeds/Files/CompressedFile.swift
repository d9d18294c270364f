import FeedViewerBase
import Glibc

/// Decompresses a file piece by piece.
///
/// A small file may decompress to a thousand times its size. Above `freeSize`, a ratio of more than `ratioLimit` is
/// treated as a decompression bomb: the text is truncated there, and the truncation is reported.
final class CompressedFile {
  /// Files may decompress to this many bytes whatever their compressed size.
  static let freeSize = 32 << 20
  /// Real feeds compress to about a twentieth, artificial ones to about a hundredth.
  static let ratioLimit = 200
  private static let inputSize = 64 << 10
  /// The length of the checksum and the size at the end of a gzip member (RFC 1952, section 2.3.1).
  private static let trailerSize = 8
  /// The most output that is lost before a damaged block, in bytes.
  private static let stepSize = 64 << 10

  /// A defect and how it was repaired.
  typealias Complaint = (found: Message, repair: Message)

  private var source: ByteSource
  private let format: CompressionFormat
  private var member: any Decompressor.Member
  /// Whether the member ends before its checksum.
  private var endsAtChecksum: Bool
  /// Where decompression can go on later; nil if nothing is to be read again.
  private let restarts: RestartIndex?
  private let limit: Int
  /// Compressed bytes that were read but not consumed, starting at `inputStart`.
  private var input = ByteBuffer(capacity: CompressedFile.inputSize)
  private var inputStart = 0
  private var compressedCount = 0
  private var unpackedCount = 0
  private(set) var isAtEnd = false
  /// Why the file may hold more than was decompressed.
  private(set) var complaint: Complaint?

  /// - Parameters:
  ///   - member: A gzip member that ends before its checksum, of which `source` is the rest; nil if a member begins.
  ///   - restarts: Where places in the file are kept, from which it can be read again.
  ///   - sizeLimit: The most bytes that it may decompress to, besides what its own size allows.
  init(
    _ source: consuming ByteSource, _ format: CompressionFormat,
    resuming member: GzipInflater? = nil, _ restarts: RestartIndex? = nil,
    sizeLimit: Int = FeedLimits.fileSize
  ) {
    limit = Self.sizeLimit(compressed: source.size, most: sizeLimit)
    self.source = source
    self.format = format
    self.restarts = restarts
    self.member = member ?? format.begin()
    endsAtChecksum = member != nil
    restarts?.addMember(textOffset: 0, fileOffset: 0)
  }

  /// Whether the text can be read again from the file.
  var canRestart: Bool { restarts != nil }

  /// The most bytes that a file of the given compressed size may decompress to.
  static func sizeLimit(compressed size: Int, most: Int = FeedLimits.fileSize) -> Int {
    // The size of a sparse file may be near the limit of its type.
    size > most / ratioLimit ? most : min(most, max(freeSize, size * ratioLimit))
  }

  /// Why reading the compressed file stopped before its end.
  var failure: FeedError.Reason? { source.failure }

  /// An estimate of the decompressed size, extrapolated from the ratio so far; the limit before anything was read.
  var estimatedSize: Int {
    guard compressedCount > 0, !isAtEnd else { return isAtEnd ? unpackedCount : limit }
    let size = Double(unpackedCount) * Double(source.size) / Double(compressedCount)
    return size < Double(limit) ? max(unpackedCount, Int(size)) : limit
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
    if let restarts, restarts.wantsPlace(atTextOffset: unpackedCount) { member.stopAtRestartPoint() }
    let waiting = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(input.view)[inputStart...])
    let step = member.step(waiting, isLast: source.isAtEnd, into: output)
    inputStart += step.read
    compressedCount += step.read
    unpackedCount += step.written
    switch step.outcome {
    case .inProgress:
      if step.read == 0, step.written == 0, source.isAtEnd { end(Message("it ends in the middle")) }
      if let restarts, let point = member.restartPoint {
        restarts.add(point, textOffset: unpackedCount, fileOffset: compressedCount)
      }
    case .ended: beginNextMember()
    case .failed(let fault): end(Message("\(fault)"))
    }
    return step.written
  }

  /// Another member may follow, or padding, which is ignored.
  private func beginNextMember() {
    refill()
    if endsAtChecksum { inputStart = min(inputStart + Self.trailerSize, input.count) }
    endsAtChecksum = false
    if format.begins(input.view[inputStart...]) {
      member = format.begin()
      restarts?.addMember(textOffset: unpackedCount, fileOffset: compressedCount)
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
