import Glibc

/// A member's key as written in the file, compared with known names without making a string.
struct JSONKey {
  let bytes: UnsafeBufferPointer<UInt8>

  @inline(__always)
  static func ~= (name: StaticString, key: JSONKey) -> Bool {
    guard key.bytes.count == name.utf8CodeUnitCount, let base = key.bytes.baseAddress else { return false }
    return memcmp(base, name.utf8Start, key.bytes.count) == 0
  }
}
