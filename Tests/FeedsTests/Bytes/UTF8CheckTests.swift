import Expectations
import RandomNumbers
import Testing

@testable import FeedViewerFeeds

@Suite struct UTF8CheckTests {
  /// The length of the valid prefix, according to Swift.
  private func validCount(_ bytes: [UInt8]) -> (count: Int, isIncomplete: Bool) {
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    var count = 0
    while true {
      switch decoder.decode(&iterator) {
      case .scalarValue(let scalar): count += String(scalar).utf8.count
      case .emptyInput: return (count, false)
      case .error:
        // An incomplete character can be completed by adding some byte.
        let rest = Array(bytes[count...])
        guard rest.count < 4 else { return (count, false) }
        let endings: [[UInt8]] = [
          [0x80], [0x80, 0x80], [0x80, 0x80, 0x80], [0xBF], [0xBF, 0x80], [0xBF, 0x80, 0x80],
        ]
        return (
          count, endings.contains { String(validating: rest + $0, as: UTF8.self)?.unicodeScalars.count == 1 }
        )
      }
    }
  }

  /// Every pair of bytes at every place of the blocks' borders, and every character that is next to what is not allowed.
  @Test func allPairsOfBytesAreCheckedAsSwiftDoes() {
    var text = [UInt8](repeating: 0x61, count: 200)
    func check(_ piece: [UInt8], at place: Int) {
      text.replaceSubrange(place..<place + piece.count, with: piece)
      defer {
        text.replaceSubrange(place..<place + piece.count, with: repeatElement(0x61, count: piece.count))
      }
      let found = text.withUnsafeBufferPointer { UTF8Check.examine($0.baseAddress!, count: $0.count) }
      let isValid = String(validating: text, as: UTF8.self) != nil
      let expected = isValid ? text.count : validCount(text).count
      if found.validCount != expected { Issue.record("\(piece) at \(place): \(found.validCount)") }
    }
    for pair in 0...0xFFFF {
      let bytes = [UInt8(pair >> 8), UInt8(pair & 0xFF)]
      for place in [34, 66] { check(bytes, at: place) }
      if bytes[0] >= 0xE0 { for place in [33, 64, 65, 66, 97] { check(bytes + [0x80], at: place) } }
      if bytes[0] >= 0xF0 {
        for place in [32, 63, 64, 65, 66, 97] { check(bytes + [0x80, 0xBF], at: place) }
      }
    }
  }

  @Test func blockValidationAgreesWithSwift() {
    var random = SplitMix64(seed: 11)
    let pieces: [[UInt8]] = [
      Array("plain words in a row, ".utf8), Array("é".utf8), Array("Привет ".utf8), Array("日本".utf8),
      Array("हिन्दी".utf8), Array("😀".utf8), Array("\u{FFFD}\u{FFC0}".utf8), Array("\u{7FF}\u{800}\u{FFFF}".utf8),
      Array("\u{D7FF}\u{E000}\u{10000}\u{10FFFF}".utf8), [0x0A], [0x09], [0x61],
    ]
    let faults: [[UInt8]] = [
      [0x80], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xE0, 0x9F, 0xBF], [0xE2, 0x82], [0xED, 0xA0, 0x80],
      [0xF0, 0x8F, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF],
      [0xF0, 0x9F, 0x98],
    ]
    for round in 0..<20_000 {
      var bytes: [UInt8] = []
      let length = Int.random(in: 0...200, using: &random)
      while bytes.count < length { bytes += pieces[Int.random(in: 0..<pieces.count, using: &random)] }
      if round % 2 == 1 {
        let place = Int.random(in: 0...bytes.count, using: &random)
        bytes.insert(contentsOf: faults[Int.random(in: 0..<faults.count, using: &random)], at: place)
      }
      if round % 5 == 0 { bytes.removeLast(min(bytes.count, Int.random(in: 0...3, using: &random))) }
      let check = bytes.withUnsafeBufferPointer { buffer in
        buffer.baseAddress.map { UTF8Check.examine($0, count: buffer.count) } ?? UTF8Check(validCount: 0)
      }
      let expected = validCount(bytes)
      expect(check.validCount, equals: expected.count, "\(bytes)")
      expect(check.isIncomplete, equals: expected.isIncomplete, "\(bytes)")
      expect(
        check.hasMultipleByteCharacters, equals: bytes.prefix(expected.count).contains { $0 >= 0x80 },
        "\(bytes)")
    }
  }

  @Test func unwantedCharactersAreFoundAtEveryPosition() {
    for (piece, isClean) in [
      ("\r", false), ("\u{1}", false), ("\u{0}", false), ("\u{FFFE}", false), ("\u{FFFF}", false),
      ("\n", true),
      ("\t", true), ("\u{7F}", true), ("é", true), ("\u{FFBF}", true),
    ] {
      // ASCII is checked in larger blocks.
      for place in 0..<160 {
        for rest in [String(repeating: "日", count: 20), String(repeating: "b", count: 150)] {
          var text = String(repeating: "a", count: place) + piece + rest
          let check = text.withUTF8 { UTF8Check.examine($0.baseAddress!, count: $0.count) }
          expect(check.isClean, equals: isClean, "\(piece.debugDescription) at \(place)")
          expect(check.validCount, equals: text.utf8.count)
        }
      }
    }
  }
}
