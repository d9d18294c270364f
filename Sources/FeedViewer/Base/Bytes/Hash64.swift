/// A 64-bit hash that is the same in every run, unlike `Hasher`.
///
/// It multiplies and folds eight bytes per step, because whole bodies are hashed. It does not resist crafted collisions.
/// Databases hold hashes: the algorithm never changes.
public struct Hash64: Sendable {
  public private(set) var value: UInt64

  /// - Parameter start: What else the hash depends on, such as another hash.
  public init(_ start: UInt64 = 0xcbf2_9ce4_8422_2325) { value = start }

  /// Combines a text, or what stands for a missing one.
  ///
  /// - Complexity: O(length of the text).
  public mutating func combine(_ text: String?) {
    guard var text else { return combineNothing() }
    text.withUTF8 { combine($0) }
  }

  /// Combines what stands for a text that is missing.
  public mutating func combineNothing() { mix(0x9e37_79b9) }

  /// Combines a text of these bytes.
  ///
  /// - Complexity: O(number of bytes).
  public mutating func combine(_ bytes: UnsafeBufferPointer<UInt8>) {
    mix(UInt64(bytes.count) &+ 1)
    var position = 0
    let raw = UnsafeRawBufferPointer(bytes)
    while position + 8 <= bytes.count {
      mix(UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: position, as: UInt64.self)))
      position += 8
    }
    var rest: UInt64 = 0
    while position < bytes.count {
      rest = rest << 8 | UInt64(bytes[position])
      position += 1
    }
    mix(rest)
  }

  /// Combines a number, or what stands for a missing one.
  public mutating func combine(_ number: Int64?) {
    mix(number.map { UInt64(bitPattern: $0) &+ 1 } ?? 0x51_7cc1)
  }

  public mutating func combine(_ number: UInt64) { mix(number) }

  private mutating func mix(_ word: UInt64) {
    let product = (value ^ word).multipliedFullWidth(by: 0x9e37_79b9_7f4a_7c15)
    value = product.high ^ product.low &+ 0x632b_e59b_d9b4_e019
  }
}
