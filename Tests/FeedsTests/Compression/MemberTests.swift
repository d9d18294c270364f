import Expectations
import Testing

@testable import FeedViewerFeeds

/// Decompressing in steps, with the real libraries.
struct MemberTests {
  private static let text = Array("<rss><channel><item><title>Packed</title></item></channel></rss>".utf8)

  private func member(_ format: CompressionFormat) -> any Decompressor.Member {
    switch format {
    case .gzip: GzipInflater()
    case .xz: XZDecoder()
    case .zstandard: ZstandardDecoder()
    }
  }

  /// Decompresses one member in steps with limited input and output.
  private func unpacked(
    _ data: [UInt8], _ format: CompressionFormat, room: Int = 64, piece: Int = .max
  ) -> (text: [UInt8], read: Int, outcome: Decompressor.Outcome) {
    let member = member(format)
    var output = [UInt8](repeating: 0, count: room)
    var text: [UInt8] = []
    var position = 0
    var available = min(piece, data.count)
    while true {
      let step = data[position..<available].withUnsafeBytes { input in
        output.withUnsafeMutableBytes { member.step(input, isLast: available == data.count, into: $0) }
      }
      text += output[..<step.written]
      position += step.read
      if step.outcome != .inProgress { return (text, position, step.outcome) }
      guard step.read == 0, step.written == 0 else { continue }
      if available == data.count { return (text, position, .inProgress) }
      available = min(data.count - available, piece) + available
    }
  }

  @Test(arguments: CompressionFormat.allCases, [(64, Int.max), (7, Int.max), (64, 1), (1, 5)])
  func membersAreDecompressedInSteps(_ format: CompressionFormat, steps: (room: Int, piece: Int)) {
    let packed = Packing.pack(Self.text, format)
    let one = unpacked(packed, format, room: steps.room, piece: steps.piece)
    expect(one.text, equals: Self.text)
    expect(one.outcome == .ended && one.read == packed.count)
  }

  @Test(arguments: [CompressionFormat.gzip, .zstandard])
  func whatFollowsAMemberIsNotRead(_ format: CompressionFormat) {
    let packed = Packing.pack(Self.text, format)
    let one = unpacked(packed + Array(packed.prefix(5)), format)
    expect(one.text == Self.text && one.outcome == .ended && one.read == packed.count)
  }

  /// Whatever byte is damaged: the text, a failure or a member that does not end, and never anything else.
  @Test(arguments: CompressionFormat.allCases)
  func eachDamagedByteIsSurvived(_ format: CompressionFormat) {
    let packed = Packing.pack(Self.text, format)
    var failures = 0
    for index in packed.indices {
      for flip in [0x01, 0x80, 0xFF] as [UInt8] {
        var damaged = packed
        damaged[index] ^= flip
        let result = unpacked(damaged, format)
        if case .failed(let fault) = result.outcome {
          failures += 1
          expect(!fault.isEmpty)
        }
      }
    }
    expect(failures > packed.count / 2)
  }

  @Test(arguments: CompressionFormat.allCases)
  func aTruncatedMemberKeepsWhatItHolds(_ format: CompressionFormat) {
    let packed = Packing.pack(Self.text, format)
    for count in 0..<packed.count {
      let result = unpacked(Array(packed[..<count]), format)
      expect(result.outcome, equals: .inProgress)
      expect(Self.text.starts(with: result.text))
    }
  }

  @Test func aFileThatAsksForTooMuchMemoryIsRefused() {
    // A frame header (RFC 8878, section 3.1.1.1) with a window of 2 GB.
    let frame: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0x00, 0xA8, 0x01, 0x00, 0x00]
    guard case .failed(let fault) = unpacked(frame, .zstandard).outcome else {
      Issue.record("The frame was accepted.")
      return
    }
    expect(fault.contains("memory"))
  }
}
