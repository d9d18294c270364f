import Expectations
import Testing

@testable import PangoText

struct CharacterMemoTests {
  /// Characters that differ by a multiple of 32 are remembered in the same place.
  @Test func everyCharacterHasItsOwnValue() throws {
    var memo = CharacterMemo(unused: UInt32(0))
    var found = 0
    func value(_ number: UInt32) throws -> UInt32 {
      let scalar = try require(Unicode.Scalar(number))
      return memo.value(of: scalar) {
        found += 1
        return $0.value &+ 7
      }
    }
    let characters: [UInt32] = [0, 32, 64, 0x301, 0x321, 0x301, 0xD7FF, 0xE000, 0x10_FFFF, 0x10_FFDF, 0]
    for character in characters { try expect(value(character), equals: character + 7) }
    // Those of a script's marks are found once.
    found = 0
    for _ in 0..<100 { for mark in UInt32(0x64B)..<0x660 { try expect(value(mark), equals: mark + 7) } }
    expect(found, equals: 21)
  }
}
