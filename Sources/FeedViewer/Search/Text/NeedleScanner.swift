import FeedViewerBase
import Glibc

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
  /// The first eight bytes of the needle, or all of them, the first one lowest.
  private let beginning: UInt64
  private let beginningMask: UInt64
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
    beginning = bytes.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    beginningMask = .max >> UInt64(64 - 8 * min(8, bytes.count))
  }

  /// The first place of the needle that begins at `start` or later and ends at `end` or earlier.
  ///
  /// - Parameter base: Text of which `FoldedBytes.slack` bytes after `end` may be read.
  /// - Complexity: O(`end` - `start`), unless nearly every place looks like the needle.
  @inline(__always)
  func firstPlace(in base: UnsafePointer<UInt8>, from start: Int, to end: Int) -> Int? {
    let limit = end - needle.count
    var place = start
    guard place <= limit else { return nil }
    // A needle that is nearly everywhere is usually at the very beginning of an entry.
    let beginning = candidates(
      UnsafeRawPointer(base + place + firstIndex), UnsafeRawPointer(base + place + secondIndex), 0)
    if Self.hasBits(beginning), let found = check(beginning, base, place, limit, end) { return found }
    place += 16
    while place <= limit {
      let first = UnsafeRawPointer(base + place + firstIndex)
      let second = UnsafeRawPointer(base + place + secondIndex)
      let a = candidates(first, second, 0)
      let b = candidates(first, second, 16)
      let c = candidates(first, second, 32)
      let d = candidates(first, second, 48)
      if Self.hasBits((a | b) | (c | d)) {
        if let found = check(a, base, place, limit, end) { return found }
        if let found = check(b, base, place + 16, limit, end) { return found }
        if let found = check(c, base, place + 32, limit, end) { return found }
        if let found = check(d, base, place + 48, limit, end) { return found }
      }
      place += 64
    }
    return nil
  }

  /// Whether the needle is one byte. Most entries have it near their beginning, so that looking at each entry by itself is
  /// quicker than looking for the next place and then for its entry.
  var isSingleByte: Bool { needle.count == 1 }

  /// Whether a needle of one byte is in a piece of text.
  ///
  /// Glibc's search takes the widest vectors of the processor.
  ///
  /// - Parameters: As for `firstPlace`.
  /// - Complexity: O(`end` - `start`).
  @inline(__always)
  func isIn(_ base: UnsafePointer<UInt8>, from start: Int, to end: Int) -> Bool {
    var place = base + start
    let end = base + end
    while let found = memchr(place, Int32(truncatingIfNeeded: beginning), end - place) {
      place = UnsafePointer(found.assumingMemoryBound(to: UInt8.self)) + 1
      if place == end || !TextFolder.changesLetter(place) { return true }
    }
    return false
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

  /// The first of 16 places at which the whole needle is.
  @inline(__always)
  private func check(
    _ candidates: Vector, _ base: UnsafePointer<UInt8>, _ place: Int, _ limit: Int, _ end: Int
  ) -> Int? {
    let (low, high) = Self.words(candidates)
    return check(low, base, place, limit, end) ?? check(high, base, place + 8, limit, end)
  }

  @inline(__always)
  private func check(
    _ candidates: UInt64, _ base: UnsafePointer<UInt8>, _ place: Int, _ limit: Int, _ end: Int
  ) -> Int? {
    var rest = candidates
    while rest != 0 {
      let shift = UInt64(truncatingIfNeeded: rest.trailingZeroBitCount)
      rest &= ~(0xFF << shift)
      let found = place + Int(shift >> 3)
      if found <= limit, isMatch(base + found, end: base + end) { return found }
    }
    return nil
  }

  @inline(__always)
  private func isMatch(_ place: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>) -> Bool {
    let word = UnsafeRawPointer(place).loadUnaligned(as: UInt64.self)
    guard (word ^ beginning) & beginningMask == 0, needle.count <= 8 || hasEnding(place) else { return false }
    let next = place + needle.count
    return next == end || !TextFolder.changesLetter(next)
  }

  /// Whether the bytes after the first eight are those of the needle.
  private func hasEnding(_ place: UnsafePointer<UInt8>) -> Bool {
    needle.withUnsafeBufferPointer { needle in
      for index in 8..<needle.count where place[index] != needle[index] { return false }
      return true
    }
  }
}
