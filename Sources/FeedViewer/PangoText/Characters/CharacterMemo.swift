/// Remembers what was found out about the characters of a text: looking one up in Unicode's tables takes long, and a text uses
/// the same few again and again.
///
/// It takes no allocation, so that each text may have its own; `CharacterPages` is for values that outlast a text.
package nonisolated struct CharacterMemo<Value: BitwiseCopyable> {
  @usableFromInline struct Known: BitwiseCopyable {
    @usableFromInline var character: UInt32
    @usableFromInline var value: Value

    @inlinable init(character: UInt32, value: Value) {
      self.character = character
      self.value = value
    }
  }

  /// At the lowest bits of the character: the marks of a script have different ones.
  @usableFromInline var known: InlineArray<32, Known>

  /// - Parameter value: Any value: that of no character.
  @inlinable package init(unused value: Value) {
    known = InlineArray(repeating: Known(character: .max, value: value))
  }

  /// The value of a character.
  ///
  /// - Parameter find: Finds the value if it is not remembered.
  @inlinable @inline(__always)
  package mutating func value(of scalar: Unicode.Scalar, find: (Unicode.Scalar) -> Value) -> Value {
    let place = Int(scalar.value & 31)
    if known[place].character == scalar.value { return known[place].value }
    let value = find(scalar)
    known[place] = Known(character: scalar.value, value: value)
    return value
  }
}
