import Expectations
import RandomNumbers
import Testing

@testable import FeedViewerFeeds

/// The searches in blocks and words of bytes agree with loops over bytes.
@Suite struct TextBlockTests {
  private static let blockSize = TextBlock.size

  @Test func theFirstMarkedByteIsFoundAtEveryPlace() {
    for place in 0...Self.blockSize {
      // Bytes after the first one do not matter.
      for last in place...Self.blockSize {
        var bytes = [UInt8](repeating: 0x61, count: Self.blockSize)
        for index in [place, last] where index < Self.blockSize { bytes[index] = 0x26 }
        let found = bytes.withUnsafeBufferPointer {
          TextBlock.first(TextBlock.load($0.baseAddress!) .== TextBlock.all(0x26))
        }
        expect(found, equals: place)
      }
    }
  }

  @Test func everyByteEndsRunsAsItShould() {
    for byte in UInt8.min...UInt8.max {
      for place in 0..<Self.blockSize {
        var bytes = [UInt8](repeating: 0x61, count: Self.blockSize + 1)
        bytes[place] = byte
        for (stopsAtMarkup, ends) in [
          (false, byte < 0x20), (true, byte < 0x20 || byte == 0x3C || byte == 0x26),
        ] {
          let length = bytes.withUnsafeBufferPointer {
            TextBlock.runLength(
              TextBlock.load($0.baseAddress!), at: $0.baseAddress!, stopsAtMarkup: stopsAtMarkup)
          }
          expect(length, equals: ends ? place : Self.blockSize, "\(byte) at \(place)")
        }
        // A space ends a run only before another one, which may be the byte after the block.
        bytes[place + 1] = 0x20
        guard byte == 0x20 else { continue }
        let length = bytes.withUnsafeBufferPointer {
          TextBlock.runLength(TextBlock.load($0.baseAddress!), at: $0.baseAddress!, stopsAtMarkup: true)
        }
        expect(length, equals: place)
      }
    }
  }

  @Test func nameEndsAreFoundAtEveryPlace() {
    let ends: Set<UInt8> = Set(0...0x20).union([0x2F, 0x3C, 0x3D, 0x3E])
    for byte in UInt8.min...UInt8.max {
      for other in [0x61, 0x2E, 0x30, 0x3A, 0x3F, 0x40, 0xE9, 0x2F] as [UInt8] {
        for place in 0..<8 {
          var word: UInt64 = 0
          for index in 0..<8 {
            let value = index == place ? byte : index < place ? 0x61 : other
            word |= UInt64(value) << UInt64(index * 8)
          }
          let expected =
            ends.contains(byte) ? place : ends.contains(other) && place < 7 ? place + 1 : 8
          expect(
            WordSearch.index(of: WordSearch.nameEndMarks(in: word)), equals: expected,
            "\(byte) \(other) \(place)")
        }
      }
    }
  }

  /// The five references of XML decoded byte by byte, up to any other reference.
  private func resolved(_ bytes: ArraySlice<UInt8>) -> (text: [UInt8], stop: Int) {
    var text: [UInt8] = []
    var rest = bytes
    while let first = rest.first {
      if first == 0x26 {
        let known: [(String, UInt8)] = [
          ("&lt;", 0x3C), ("&gt;", 0x3E), ("&amp;", 0x26), ("&quot;", 0x22), ("&apos;", 0x27),
        ]
        guard let (name, value) = known.first(where: { rest.starts(with: $0.0.utf8) }) else { break }
        text.append(value)
        rest = rest.dropFirst(name.utf8.count)
      } else {
        text.append(first)
        rest = rest.dropFirst()
      }
    }
    return (text, rest.startIndex)
  }

  @Test func referencesAreResolvedAsInALoopOverBytes() {
    var random = SplitMix64(seed: 21)
    let pieces = [
      "a", "word ", "longer than a block ", "é", "日本語", "&lt;", "&gt;", "&amp;", "&quot;", "&apos;", "\n",
    ]
    let stops = ["&", "&lt", "&nbsp;", "&#38;", "&;"]
    for round in 0..<20_000 {
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 0...14, using: &random) {
        bytes += pieces[Int.random(in: 0..<pieces.count, using: &random)].utf8
      }
      if round % 3 == 0 {
        let place = Int.random(in: 0...bytes.count, using: &random)
        bytes.insert(contentsOf: stops[Int.random(in: 0..<stops.count, using: &random)].utf8, at: place)
      }
      let end = Int.random(in: 0...bytes.count, using: &random)
      let start = Int.random(in: 0...end, using: &random)
      // What follows the end may look like the rest of a reference.
      let memory = bytes + Array("lt;&amp;gt;&lt;&lt;&lt;&lt;".utf8)
      var buffer = ByteBuffer(capacity: 1)
      buffer.append(0x21)
      let stop = memory.withUnsafeBufferPointer { memory in
        buffer.appendResolving(memory.baseAddress! + start, before: memory.baseAddress! + end) - memory
          .baseAddress!
      }
      let expected = resolved(bytes[start..<end])
      expect(stop, equals: expected.stop)
      expect(
        Array(buffer.view), equals: [0x21] + expected.text,
        "\(String(decoding: bytes[start..<end], as: UTF8.self))"
      )
    }
  }

  @Test func theTableOfScalarsAgreesWithItsRules() {
    for value in UInt32(0x80)...0xFFFF {
      guard let scalar = UnicodeScalar(value) else { continue }
      var text = String(scalar)
      let read = text.withUTF8 { PlainScalar.read($0.baseAddress!) }
      let rule = PlainScalar.rules.first { $0.scalars.contains(Int(value)) }
      expect(read.kind, equals: rule?.kind ?? .other, "U+\(String(value, radix: 16))")
      expect(read.length, equals: text.utf8.count)
    }
  }

  @Test func trimmingAStringAgreesWithTrimmingItsScalars() {
    let spaces: [UnicodeScalar] = (0...0xFFFF).compactMap(UnicodeScalar.init).filter {
      $0.properties.isWhitespace
    }
    expect(spaces.count, equals: 25)
    let others = [
      "", "a", "é", "\u{200B}", "\u{3001}", "\u{C2}", "\u{E1}", "日", "\u{2060}", "a\u{A0}b", "\u{1680}x", "ʟ",
    ]
    for first in spaces + ["x", "日"] {
      for last in spaces + ["x", "。", "\u{2010}"] {
        for other in others {
          for text in ["\(first)\(other)\(last)", "\(other)\(last)", "\(first)\(other)", other] {
            expect(text.trimmingSpaces, equals: Substring(text).trimmingSpaces, "\(text.debugDescription)")
          }
        }
      }
    }
  }
}
