import Expectations
import TestRuns
import Testing

@testable import FeedViewerFeeds

@Suite struct PlainRunTests {
  private struct Found: Equatable {
    var end: Int
    var characters: Int
    var lastStart = -1
    var lastSpace = -1
  }

  private func run(_ text: String, room: Int = 1_000, after previous: PlainScalar.Kind = .space) -> Found {
    Array(text.utf8).withUnsafeBufferPointer {
      let run = PlainScalar.run(in: $0, room: room, after: previous)
      return Found(
        end: run.end, characters: run.characters, lastStart: run.lastStart, lastSpace: run.lastSpace)
    }
  }

  /// Each scalar between letters, so that it is anywhere in a block of bytes that are counted at once, or in none.
  @Test func eachScalarIsCountedByItsKind() {
    var counts: [PlainScalar.Kind: Int] = [:]
    // Ideographs, Hangul syllables and what follows the first planes are many, and alike.
    let many = [0x3400...0x9FFF, 0xAC00...0xD7A3, 0x1_4000...0x1_FFFF] as [ClosedRange<UInt32>]
    let step = UInt32(TestRun.count(16, quick: 256, full: 1))
    for number in UInt32(0x00)...0x1_FFFF {
      if number % step > 0, many.contains(where: { $0.contains(number) }) { continue }
      guard let scalar = Unicode.Scalar(number) else { continue }
      var text = String(scalar)
      let length = text.utf8.count
      var kind = text.withUTF8 { PlainScalar.read($0.baseAddress!).kind }
      // Only runs with single spaces are plain.
      if kind == .space, number != 0x20 { kind = .other }
      counts[kind, default: 0] += 1
      for before in [0, 1, 7, 13, 15] {
        for after in [3, 40] {
          let whole = String(repeating: "a", count: before) + text + String(repeating: "b", count: after)
          let end = before + length + after
          let expected: Found =
            switch kind {
            case .base, .consonant: Found(end: end, characters: before + 1 + after, lastStart: end - 1)
            case .space where before > 0:
              Found(end: end, characters: before + 1 + after, lastStart: end - 1, lastSpace: before)
            case .mark where before > 0, .nukta where before > 0:
              Found(end: end, characters: before + after, lastStart: end - 1)
            case .mark, .nukta, .linker, .space, .sign, .other:
              Found(end: before, characters: before, lastStart: before - 1)
            }
          expect(run(whole), equals: expected, "U+\(String(number, radix: 16)) after \(before) letters")
        }
      }
    }
    // Ideographs and Hangul syllables alone are more than 30,000.
    expect(counts[.base, default: 0] > 30_000 / step)
    expect([.consonant, .mark, .nukta, .linker, .sign].allSatisfy { counts[$0, default: 0] > 0 })
  }

  @Test func runsEndBeforeTwoSpaces() {
    for index in 1..<40 {
      let word = String(repeating: "é", count: index / 2) + String(repeating: "a", count: index % 2)
      let found = run(word + "  " + String(repeating: "b", count: 30))
      expect(found.end == word.utf8.count + 1 && found.lastSpace == word.utf8.count)
      expect(run(word + " b").lastSpace, equals: word.utf8.count)
    }
    expect(run(" a"), equals: Found(end: 0, characters: 0))
    expect(run(" a", after: .base), equals: Found(end: 2, characters: 2, lastStart: 1, lastSpace: 0))
  }

  @Test func runsHaveNoMoreCharactersThanThereIsRoom() {
    for text in [String(repeating: "ab ", count: 30), String(repeating: "日", count: 60), "किसी ने भी नहीं कहा कि कब"]
    {
      for room in -1...80 {
        let found = run(text, room: room)
        expect(found.characters, equals: min(max(room, 0), text.count))
        expect(found.end <= text.utf8.count)
      }
    }
  }

  @Test func runsExtendTheCharacterBeforeThem() {
    // A vowel sign, and a consonant after a virama.
    expect(run("\u{93E}b"), equals: Found(end: 0, characters: 0))
    expect(run("\u{93E}b", after: .consonant), equals: Found(end: 4, characters: 1, lastStart: 3))
    expect(run("\u{93E}", after: .consonant), equals: Found(end: 3, characters: 0))
    expect(run("\u{915}b", after: .linker), equals: Found(end: 4, characters: 1, lastStart: 3))
    expect(run("\u{93E}b", after: .linker), equals: Found(end: 0, characters: 0))
  }
}
