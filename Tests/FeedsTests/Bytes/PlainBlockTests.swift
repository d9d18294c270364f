import Testing

@testable import Feeds

@Suite struct PlainBlockTests {
  private func characters(_ text: String) -> (count: Int, lastSpace: Int)? {
    let bytes = Array(text.utf8) + [0x61, 0x61]
    return bytes.withUnsafeBufferPointer { PlainBlock.characters(at: $0.baseAddress!) }
  }

  /// Sixteen bytes that hold a scalar at some index, among other plain characters.
  private func block(with scalar: Unicode.Scalar, at index: Int) -> String {
    let start = String(repeating: "a", count: index) + String(scalar)
    return start + String(repeating: "b", count: max(0, PlainBlock.size - start.utf8.count))
  }

  @Test func onlyPlainScalarsAreCounted() {
    var countedScalars = 0
    for number in UInt32(0x00)...0x1_FFFF {
      guard let scalar = Unicode.Scalar(number) else { continue }
      var text = String(scalar)
      let isPlain = number == 0x20 || text.withUTF8 { PlainScalar.read($0.baseAddress!).kind == .base }
      for index in [1, 7, 13] {
        guard let found = characters(block(with: scalar, at: index)) else {
          // Letters of English are counted in any case.
          #expect(!(0x20...0x7E).contains(number), "U+\(String(number, radix: 16))")
          continue
        }
        #expect(isPlain, "U+\(String(number, radix: 16))")
        let length = text.utf8.count
        let whole = index + length <= PlainBlock.size
        #expect(found.count == (whole ? PlainBlock.size - length + 1 : index + 1))
        #expect(found.lastSpace == (number == 0x20 ? index : -1))
        countedScalars += 1
      }
    }
    // Ideographs and Hangul syllables alone are more than 30,000.
    #expect(countedScalars > 90_000)
  }

  @Test func twoSpacesAreLeftToOthers() {
    for index in 0..<15 {
      let text = String(repeating: "é", count: index / 2) + String(repeating: "a", count: index % 2) + "  "
      #expect(characters(text + String(repeating: "b", count: 16)) == nil)
    }
    // The second one is behind the block.
    #expect(characters(String(repeating: "a", count: 15) + "  ") == nil)
    #expect(characters(String(repeating: "a", count: 15) + " b")?.lastSpace == 15)
  }
}
