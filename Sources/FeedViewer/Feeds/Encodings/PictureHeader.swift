/// The sizes of pictures, from their first bytes.
enum PictureHeader {
  /// In pixels.
  struct Size: Equatable {
    var width: Int
    var height: Int
  }

  /// The size of a picture in a format that is drawn, but for drawings; nil if the bytes do not tell.
  ///
  /// - Complexity: O(number of bytes).
  static func size(_ bytes: [UInt8]) -> Size? {
    func big(_ offset: Int, _ count: Int) -> Int {
      bytes[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) }
    }
    func little(_ offset: Int, _ count: Int) -> Int {
      bytes[offset..<offset + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    switch PictureType.of(bytes) {
    // PNG, section 11.2.2: the first chunk.
    case "image/png" where bytes.count >= 24: return Size(width: big(16, 4), height: big(20, 4))
    // GIF 89a, section 18: the logical screen.
    case "image/gif" where bytes.count >= 10: return Size(width: little(6, 2), height: little(8, 2))
    case "image/jpeg": return jpegFrame(bytes).map { Size(width: big($0 + 5, 2), height: big($0 + 3, 2)) }
    // The first chunk of WebP: extended, without loss, with loss (RFC 9649, sections 2.5 to 2.7).
    case "image/webp" where bytes.count >= 30:
      switch String(decoding: bytes[12..<16], as: UTF8.self) {
      case "VP8X": return Size(width: little(24, 3) + 1, height: little(27, 3) + 1)
      case "VP8L":
        let bits = little(21, 4)
        return Size(width: bits & 0x3FFF + 1, height: bits >> 14 & 0x3FFF + 1)
      case "VP8 ": return Size(width: little(26, 2) & 0x3FFF, height: little(28, 2) & 0x3FFF)
      default: return nil
      }
    default: return nil
    }
  }

  /// The size of the picture that a `data:` address in Base64 holds (RFC 2397); nil for anything else.
  ///
  /// - Complexity: O(1): only the beginning is decoded.
  static func size(inAddress address: String) -> Size? {
    let bytes = address.utf8
    guard bytes.prefix(5).map(ASCII.lowercased).elementsEqual("data:".utf8),
      let comma = bytes.prefix(100).firstIndex(of: UInt8(ascii: ",")),
      bytes[..<comma].suffix(7).map(ASCII.lowercased).elementsEqual(";base64".utf8)
    else { return nil }
    // Whole groups of four characters.
    let beginning = Array(bytes[comma...].dropFirst().prefix(4_096))
    return beginning.withUnsafeBufferPointer { Base64.decoded($0) }.flatMap(size)
  }

  /// The place of the length of a JPEG's frame header, which follows segments with their lengths (ITU T.81, section B.2.2).
  private static func jpegFrame(_ bytes: [UInt8]) -> Int? {
    var position = 2
    while position + 9 <= bytes.count, bytes[position] == 0xFF {
      let marker = bytes[position + 1]
      let length = Int(bytes[position + 2]) << 8 | Int(bytes[position + 3])
      switch marker {
      case 0xFF: position += 1
      // All start-of-frame markers are between C0 and CF, but for tables, extensions and conditions.
      case 0xC0...0xCF where ![0xC4, 0xC8, 0xCC].contains(marker): return position + 2
      default:
        guard length >= 2 else { return nil }
        position += 2 + length
      }
    }
    return nil
  }
}
