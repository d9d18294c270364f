/// A fast hash of a text's bytes: it multiplies and folds eight bytes at a time (as wyhash does, Wang Yi 2019).
///
/// Texts come from untrusted files, so tables that find keys by this hash alone start it with a random number.
struct TextHash {
  var start: UInt64 = 0x9E37_79B9_7F4A_7C15

  func hash(_ text: String) -> UInt64 {
    var text = text
    return text.withUTF8 { hash(UnsafeRawBufferPointer($0)) }
  }

  private func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var hash = start ^ UInt64(bytes.count)
    var place = 0
    while place + 8 <= bytes.count {
      hash = Self.fold(hash ^ bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
      place += 8
    }
    var rest: UInt64 = 0
    while place < bytes.count {
      rest = rest << 8 | UInt64(bytes[place])
      place += 1
    }
    return Self.fold(hash ^ rest)
  }

  private static func fold(_ number: UInt64) -> UInt64 {
    let product = number.multipliedFullWidth(by: 0xA076_1D64_78BD_642F)
    return product.high ^ product.low
  }
}
