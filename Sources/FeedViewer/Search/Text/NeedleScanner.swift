/// Finds the places of a needle in folded text.
///
/// Compares 64 places at a time with two bytes of the needle, the rarest ones in the text, and then the few places that
/// remain with all of it (the method of W. Muła, "SIMD-friendly algorithms for substring searching", 2018, with the choice
/// of bytes by their frequency).
struct NeedleScanner {
  private typealias Vector = SIMD16<UInt8>

  private let needle: [UInt8]
  private let firstIndex: Int
  private let secondIndex: Int
  private let firstByte: Vector
  private let secondByte: Vector
  /// About how often the two bytes occur: the fewer, the quicker is the scan.
  let frequency: UInt32

  init(_ needle: Needle, frequencies: ByteFrequencies) {
    let bytes = needle.bytes
    self.needle = bytes
    var order = Array(bytes.indices)
    order.sort { (frequencies[bytes[$0]], $0) < (frequencies[bytes[$1]], $1) }
    // Two equal bytes tell less than two different ones.
    let first = order[0]
    let second = order.first { bytes[$0] != bytes[first] } ?? order[order.count > 1 ? 1 : 0]
    firstIndex = first
    secondIndex = second
    firstByte = Vector(repeating: bytes[first])
    secondByte = Vector(repeating: bytes[second])
    frequency = frequencies[bytes[first]]
  }

  /// The first place of the needle that begins at `start` or later and ends at `end` or earlier.
  ///
  /// - Parameter base: Text of which `FoldedBytes.slack` bytes after `end` may be read.
  /// - Complexity: O(`end` - `start`), unless nearly every place looks like the needle.
  @inline(__always)
  func firstPlace(in base: UnsafePointer<UInt8>, from start: Int, to end: Int) -> Int? {
    let limit = end - needle.count
    var place = start
    while place <= limit {
      let first = UnsafeRawPointer(base + place + firstIndex)
      let second = UnsafeRawPointer(base + place + secondIndex)
      let a = candidates(first, second, 0)
      let b = candidates(first, second, 16)
      let c = candidates(first, second, 32)
      let d = candidates(first, second, 48)
      if Self.hasBits((a | b) | (c | d)) {
        for (offset, block) in [(0, a), (16, b), (32, c), (48, d)] where Self.hasBits(block) {
          if let found = check(block, base, place + offset, limit, end) { return found }
        }
      }
      place += 64
    }
    return nil
  }

  /// 255 for each of 16 places where both bytes are those of the needle, else 0.
  @inline(__always)
  private func candidates(_ first: UnsafeRawPointer, _ second: UnsafeRawPointer, _ offset: Int) -> Vector {
    let a = first.loadUnaligned(fromByteOffset: offset, as: Vector.self)
    let b = second.loadUnaligned(fromByteOffset: offset, as: Vector.self)
    return Vector(repeating: 0).replacing(
      with: 255, where: (a .== firstByte) .& (b .== secondByte))
  }

  @inline(__always)
  private static func words(_ vector: Vector) -> (low: UInt64, high: UInt64) {
    withUnsafeBytes(of: vector) {
      ($0.load(as: UInt64.self), $0.load(fromByteOffset: 8, as: UInt64.self))
    }
  }

  @inline(__always)
  private static func hasBits(_ vector: Vector) -> Bool {
    let (low, high) = words(vector)
    return low | high != 0
  }

  @inline(never)
  private func check(
    _ block: Vector, _ base: UnsafePointer<UInt8>, _ place: Int, _ limit: Int, _ end: Int
  ) -> Int? {
    let (low, high) = Self.words(block)
    for (word, offset) in [(low, place), (high, place + 8)] {
      var rest = word
      while rest != 0 {
        let index = rest.trailingZeroBitCount >> 3
        rest &= ~(0xFF << UInt64(8 * index))
        let found = offset + index
        if found <= limit, isMatch(base + found, end: base + end) { return found }
      }
    }
    return nil
  }

  @inline(__always)
  private func isMatch(_ place: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>) -> Bool {
    for index in needle.indices where place[index] != needle[index] { return false }
    let next = place + needle.count
    return next == end || !TextFolder.changesLetter(next)
  }
}
