import Glibc

/// The conversions. Each consumes input only as far as its output fits the target.
extension TextDecoder {
  private static let replacement: (UInt8, UInt8, UInt8) = (0xEF, 0xBF, 0xBD)

  private static func writeReplacement(_ target: UnsafeMutablePointer<UInt8>) {
    (target[0], target[1], target[2]) = replacement
  }

  /// Replaces each ill-formed sequence, or decodes its bytes in another encoding. An incomplete character at the end of the file is
  /// removed.
  static func repair(
    _ input: inout UnsafeBufferPointer<UInt8>, _ target: UnsafeMutablePointer<UInt8>, _ room: Int,
    isLast: Bool, _ strays: SingleByteEncoding?
  ) -> Int {
    var output = 0
    while output + 3 <= room, let start = input.baseAddress, !input.isEmpty {
      let check = UTF8Check.examine(start, count: min(input.count, room - output))
      memcpy(target + output, start, check.validCount)
      output += check.validCount
      input = UnsafeBufferPointer(rebasing: input[check.validCount...])
      if check.isIncomplete, isLast, input.count < 4 { input = UnsafeBufferPointer(rebasing: input[..<0]) }
      if input.isEmpty || check.isIncomplete { break }
      guard output + 3 <= room else { break }
      var taken = 1
      if let strays {
        output += write(strays.character(of: input[0]), to: target + output)
      } else {
        writeReplacement(target + output)
        output += 3
        taken = UTF8Check.illFormedLength(start + check.validCount, available: input.count)
      }
      input = UnsafeBufferPointer(rebasing: input[taken...])
    }
    return output
  }

  static func read(
    _ encoding: SingleByteEncoding, _ input: inout UnsafeBufferPointer<UInt8>,
    _ target: UnsafeMutablePointer<UInt8>, _ room: Int,
    isLast: Bool
  ) -> Int {
    var output = 0
    var taken = 0
    while taken < input.count, output + 3 <= room {
      let byte = input[taken]
      taken += 1
      if byte < 0x80 {
        target[output] = byte
        output += 1
      } else {
        output += write(encoding.character(of: byte), to: target + output)
      }
    }
    input = UnsafeBufferPointer(rebasing: input[taken...])
    return output
  }

  private static func write(_ packed: PackedUTF8, to target: UnsafeMutablePointer<UInt8>) -> Int {
    for index in 0..<packed.length {
      target[index] = UInt8(truncatingIfNeeded: packed.bytes >> UInt64(index * 8))
    }
    return packed.length
  }

  /// Converts with iconv; what it can't convert becomes U+FFFD.
  static func run(
    _ converter: iconv_t, _ unit: Int, _ input: inout UnsafeBufferPointer<UInt8>,
    _ target: UnsafeMutablePointer<UInt8>, _ room: Int, isLast: Bool
  ) -> Int {
    var left = input.count
    var free = room
    var position = UnsafeMutablePointer(
      mutating: UnsafeRawPointer(input.baseAddress)?.assumingMemoryBound(to: CChar.self))
    var place: UnsafeMutablePointer<CChar>? = UnsafeMutableRawPointer(target).assumingMemoryBound(
      to: CChar.self)
    while left > 0 {
      let result = iconv(converter, &position, &left, &place, &free)
      guard result == -1 else { break }
      let isCutOff = errno == EINVAL
      guard errno == EILSEQ || isCutOff && isLast, free >= 3 else { break }
      writeReplacement(target + (room - free))
      place = place.map { $0 + 3 }
      free -= 3
      let skipped = min(unit, left)
      position = position.map { $0 + skipped }
      left -= skipped
    }
    input = UnsafeBufferPointer(rebasing: input[(input.count - left)...])
    return room - free
  }
}
