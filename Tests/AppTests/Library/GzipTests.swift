import Feeds
import Foundation
import GtkInterop
import ProgramRuns
import Testing

@testable import FeedViewer

/// Gzip files, decompressed by GIO.
struct GzipTests {
  /// `<rss><channel><item><title>Packed</title></item></channel></rss>`, compressed by `gzip -n`.
  private static let packed = Data(
    base64Encoded: "H4sIAAAAAAAAA7MpKi62s0nOSMzLS82xs8ksSc21synJLMlJtQtITM5OTbHRh/Bs9CFy+nC1+iCtAAqOLMdAAAAA")!

  /// Decompresses one member in steps with limited input and output.
  private func unpacked(
    _ data: Data, room: Int = 64, piece: Int = .max
  ) -> (text: String, read: Int, outcome: GzipInflater.Outcome) {
    let inflater = GzipInflater()
    var output = [UInt8](repeating: 0, count: room)
    var text: [UInt8] = []
    var position = 0
    var available = min(piece, data.count)
    while true {
      let input = [UInt8](data)[position..<available]
      let step = input.withUnsafeBytes { input in
        output.withUnsafeMutableBytes {
          inflater.step(input, isLast: available == data.count, into: $0)
        }
      }
      text += output[..<step.written]
      position += step.read
      if step.outcome != .inProgress {
        return (String(decoding: text, as: UTF8.self), position, step.outcome)
      }
      if step.read == 0, step.written == 0 { available = min(data.count, available + piece) }
    }
  }

  @Test(arguments: [(64, Int.max), (7, Int.max), (64, 1), (1, 5)])
  func gzipMembersAreDecompressedInSteps(room: Int, piece: Int) {
    let one = unpacked(Self.packed + Data([0x1F, 0x8B, 0]), room: room, piece: piece)
    #expect(one.text == "<rss><channel><item><title>Packed</title></item></channel></rss>")
    #expect(one.outcome == .ended && one.read == Self.packed.count)
  }

  @Test func corruptDataIsReported() {
    var damaged = Self.packed
    damaged[damaged.count - 6] ^= 0xFF
    for data in [Self.packed.dropLast(9), Data(), damaged] {
      guard case .failed(let fault) = unpacked(Data(data)).outcome else {
        Issue.record("not told")
        continue
      }
      #expect(!fault.isEmpty)
    }
  }

  @Test func allMembersAreReadAsOneFile() throws {
    var damaged = Self.packed
    damaged[damaged.count - 6] ^= 0xFF
    for (data, warnings) in [(Self.packed, 0), (Self.packed + Self.packed, 0), (damaged, 1)] {
      let feed = try FeedReader.parse([UInt8](data), named: "t", decompressor: .gzip)
      #expect(feed.sections[0].entries.map(\.title) == ["Packed"])
      #expect(feed.warnings.count == warnings)
    }
  }

  @Test func programReadsGzipFiles() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("", to: "feed.xml.gz")
    try Self.packed.write(to: URL(fileURLWithPath: path))
    let result = try await Program.run(["inspect", path])
    #expect(result.output.contains("\"title\":\"Packed\""))
    #expect(result.status == 0)
  }
}
