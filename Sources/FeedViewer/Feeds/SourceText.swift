import Glibc

/// The bytes of a file as valid UTF-8 with line feeds as the only line ends and no control characters.
///
/// Which encoding the bytes are in follows formats.md, section 3: byte order mark, zero bytes beside the
/// first `<`, the XML declaration, else UTF-8, and windows-1252 for the whole file when it is not valid
/// UTF-8.
struct SourceText {
  var bytes: [UInt8]
  /// Repairs with their offset in `bytes`, in order.
  var repairs: [Repair] = []

  struct Repair {
    var offset: Int
    var found: String
    var repair: String
  }

  init(decoding source: [UInt8]) {
    let encoding = Encoding.of(source)
    switch encoding.kind {
    case .utf8(let hasMark):
      let content = hasMark ? Array(source.dropFirst(3)) : source
      let check = UTF8Check.examine(content)
      if check.isValid {
        bytes = content
      } else if hasMark {
        bytes = Array(String(decoding: content, as: UTF8.self).utf8)
        repairs.append(
          Repair(
            offset: check.firstInvalid, found: "bytes that are not UTF-8",
            repair: "replaced with U+FFFD"))
      } else {
        bytes = Self.windows1252(content)
        repairs.append(
          Repair(
            offset: check.firstInvalid, found: "a byte that is not UTF-8",
            repair: "the whole file read as windows-1252"))
      }
      if !check.isValid || !check.isClean { clean() }
    case .named(let label):
      bytes = Self.converted(Array(source.dropFirst(encoding.markLength)), from: label)
      clean()
    }
    if let complaint = encoding.complaint {
      repairs.insert(Repair(offset: 0, found: complaint.found, repair: complaint.repair), at: 0)
    }
  }

  /// Turns CR LF and CR into LF, drops control characters, replaces U+FFFE and U+FFFF.
  private mutating func clean() {
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    var dropped: (offset: Int, byte: UInt8, count: Int)?
    bytes.withUnsafeBufferPointer { input in
      var index = 0
      while index < input.count {
        let byte = input[index]
        if byte == 0x0D {
          output.append(0x0A)
          if index + 1 < input.count, input[index + 1] == 0x0A { index += 1 }
        } else if byte < 0x20, byte != 0x0A, byte != 0x09 {
          dropped = (dropped?.offset ?? output.count, dropped?.byte ?? byte, (dropped?.count ?? 0) + 1)
        } else if byte == 0xEF, index + 2 < input.count, input[index + 1] == 0xBF, input[index + 2] >= 0xBE {
          output.append(contentsOf: [0xEF, 0xBF, 0xBD])
          index += 2
        } else {
          output.append(byte)
        }
        index += 1
      }
    }
    bytes = output
    if let dropped {
      let name = dropped.byte == 0 ? "a NUL" : "the control character \(dropped.byte)"
      let others = dropped.count > 1 ? " (\(dropped.count) in all)" : ""
      repairs.append(Repair(offset: dropped.offset, found: name + others, repair: "left out"))
    }
  }

  /// Decodes with iconv; bytes that mean nothing become U+FFFD.
  private static func converted(_ source: [UInt8], from label: String) -> [UInt8] {
    if label == "WINDOWS-1252" { return windows1252(source) }
    guard let converter = iconv_open("UTF-8", label), converter != iconv_t(bitPattern: -1) else {
      return windows1252(source)
    }
    defer { iconv_close(converter) }
    var output: [UInt8] = []
    output.reserveCapacity(source.count + source.count / 2)
    let unit = label.hasPrefix("UTF-16") ? 2 : label.hasPrefix("UTF-32") ? 4 : 1
    var input = source
    let chunkSize = 65_536
    input.withUnsafeMutableBytes { raw in
      guard let start = raw.baseAddress?.assumingMemoryBound(to: CChar.self) else { return }
      withUnsafeTemporaryAllocation(of: CChar.self, capacity: chunkSize) { chunk in
        var position: UnsafeMutablePointer<CChar>? = start
        var left = raw.count
        while left > 0 {
          var target = chunk.baseAddress
          var room = chunkSize
          let result = iconv(converter, &position, &left, &target, &room)
          let failure = result == -1 ? errno : 0
          output.append(contentsOf: UnsafeRawBufferPointer(chunk)[..<(chunkSize - room)])
          if failure == EILSEQ || failure == EINVAL {
            output.append(contentsOf: [0xEF, 0xBF, 0xBD])
            let skipped = min(unit, left)
            position = position.map { $0 + skipped }
            left -= skipped
          }
        }
      }
    }
    return output
  }

  /// Reads every byte as the web reads windows-1252: 81, 8D, 8F, 90 and 9D are control characters, not
  /// errors.
  private static func windows1252(_ source: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(source.count + source.count / 8)
    for byte in source {
      if byte < 0x80 {
        output.append(byte)
        continue
      }
      var packed = HTMLEntities.packed(Windows1252.scalar(of: byte))
      while packed.length > 0 {
        output.append(UInt8(truncatingIfNeeded: packed.bytes))
        packed = HTMLEntities.Packed(bytes: packed.bytes >> 8, length: packed.length - 1)
      }
    }
    return output
  }
}

/// The part of windows-1252 that is not Latin-1.
enum Windows1252 {
  private static let upper: [UInt16] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152,
    0x8D,
    0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161,
    0x203A,
    0x0153, 0x9D, 0x017E, 0x0178,
  ]

  static func scalar(of byte: UInt8) -> UInt32 {
    (0x80..<0xA0).contains(byte) ? UInt32(upper[Int(byte) - 0x80]) : UInt32(byte)
  }
}
