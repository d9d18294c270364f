import Feeds
import Foundation
import GtkInterop
import Testing

/// Files compressed with gzip, unpacked by GIO.
struct GzipTests {
  /// `<rss><channel><item><title>Packed</title></item></channel></rss>`, as `gzip -n` writes it.
  private static let packed = Data(
    base64Encoded: "H4sIAAAAAAAAA7MpKi62s0nOSMzLS82xs8ksSc21synJLMlJtQtITM5OTbHRh/Bs9CFy+nC1+iCtAAqOLMdAAAAA")!

  private func unpacked(_ data: Data) -> (text: String, fault: String?) {
    var text: [UInt8] = []
    let fault = data.withUnsafeBytes { input in
      GzipInflater.inflate(input) {
        text += $0
        return true
      }
    }
    return (String(decoding: text, as: UTF8.self), fault)
  }

  @Test func allMembersOfAFileAreUnpacked() {
    let one = unpacked(Self.packed)
    #expect(one.text.hasPrefix("<rss><channel>") && one.text.hasSuffix("</rss>"))
    #expect(one.fault == nil)
    let two = unpacked(Self.packed + Self.packed + Data([0, 0, 0]))
    #expect(two.text == one.text + one.text)
    #expect(two.fault == nil)
  }

  @Test func damageIsTold() {
    #expect(unpacked(Self.packed.dropLast(9)).fault != nil)
    #expect(unpacked(Data()).fault != nil)
    var damaged = Self.packed
    damaged[damaged.count - 6] ^= 0xFF
    #expect(unpacked(damaged).fault != nil)
  }

  @Test func unpackingStopsWhenNoMoreIsWanted() {
    var calls = 0
    let fault = (Self.packed + Self.packed).withUnsafeBytes { input in
      GzipInflater.inflate(input) { _ in
        calls += 1
        return false
      }
    }
    #expect(calls == 1 && fault == nil)
  }

  @Test func theProgramReadsThem() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("", to: "feed.xml.gz")
    try Self.packed.write(to: URL(fileURLWithPath: path))
    let result = try await Program.run(["inspect", path])
    #expect(result.output.contains("\"title\":\"Packed\""))
    #expect(result.status == 0)
  }
}
