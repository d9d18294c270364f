import Expectations
import Testing

@testable import FeedViewerFeeds

/// Texts that are found in pieces of a file are those that a search in all of it finds.
@Suite struct PieceTextsTests {
  private let marker = Array("<ab".utf8)

  /// The places where entries seem to start.
  private func places(in bytes: [UInt8]) -> [Int] {
    bytes.indices.filter { bytes[$0...].starts(with: marker) }
  }

  private func find(_ range: Range<Int>, in bytes: [UInt8], isCertain: Bool = false, shift: Int = 0) -> Range<
    Int
  >? {
    bytes.withUnsafeBytes { raw in
      let text = UpcomingText(bytes: SourceBytes(raw), shift: shift)
      return PieceTexts().read(range, of: text, marker: marker, isCertain: isCertain) { text, offset in
        let found = offset..<offset + text.count
        expect(
          Array(UnsafeBufferPointer(start: text.base, count: text.count)),
          equals: Array(bytes[shift + offset..<shift + found.upperBound]))
        return found
      }
    }
  }

  @Test func everyRangeOfShortTexts() {
    for text in ["<ab1<ab23<<ab<a<ab4", "xx<ab", "<ab<ab<ab", "<a<b<ab", "", "é<abé<ab"] {
      let bytes = Array(text.utf8)
      let places = places(in: bytes)
      for start in 0..<max(1, bytes.count) {
        for end in start + 1..<bytes.count + 2 {
          let first = places.first { $0 >= start && $0 < end }
          let next = places.first { $0 >= end }
          let expected = first.flatMap { first in next.map { first..<$0 } }
          expect(find(start..<end, in: bytes), equals: expected, "\(text) \(start)..<\(end)")
        }
      }
    }
  }

  @Test func textThatIsNotInTheFileAsItIsIsNotFound() {
    for insertion: [UInt8] in [[0x0D], [0x00], [0xFF], [0xC3], [0xEF, 0xBF, 0xBF]] {
      let bytes = Array("<ab1".utf8) + insertion + Array("<ab2<ab3".utf8)
      expect(find(0..<1, in: bytes) == nil)
      // Nothing before and after the entries matters.
      expect(find(1..<5 + insertion.count, in: bytes), equals: 4 + insertion.count..<8 + insertion.count)
    }
  }

  @Test func theFirstEntryMayBeCertain() {
    let bytes = Array("..<ab1<ab2".utf8)
    expect(find(0..<3, in: bytes, isCertain: true), equals: 0..<6)
    expect(find(0..<3, in: bytes), equals: 2..<6)
  }

  @Test func theTextMayStartAfterAMark() {
    let bytes = Array("...<ab1<ab2".utf8)
    expect(find(0..<2, in: bytes, shift: 3), equals: 0..<4)
  }

  @Test func longEntriesAreReadOnUpToTheLengthOfTheRange() {
    for length in [100, 8_000, 9_000, 30_000, 60_000, 80_000, 200_000] {
      let bytes = Array("<ab".utf8) + Array(repeating: 0x2E, count: length) + Array("<ab".utf8)
      let found = find(0..<40_000, in: bytes)
      expect(found, equals: length + 3 >= 40_000 && length < 90_000 ? 0..<length + 3 : nil, "\(length)")
    }
  }
}
