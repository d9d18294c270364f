/// The structure of a GIF file (GIF89a Specification, sections 18 to 27).
nonisolated enum AnimatedGIF {
  /// The file truncated after its first frames: the GIF loader would keep all frames, and takes time quadratic in their
  /// number.
  ///
  /// - Parameter limit: The most frames; positive.
  /// - Returns: The truncated file and the number of its frames, and whether there were more; nil if the bytes are not a
  ///   GIF file or contain no frame.
  /// - Complexity: O(bytes of these frames).
  static func firstFrames(
    of bytes: [UInt8], limit: Int
  ) -> (file: [UInt8], count: Int, isTruncated: Bool)? {
    guard bytes.count > 13, bytes.starts(with: Array("GIF8".utf8)) else { return nil }
    var position = 13 + colorTableSize(bytes[10])
    var count = 0
    var end = 0
    scan: while position < bytes.count {
      switch bytes[position] {
      case 0x21:
        guard let next = endOfSubBlocks(in: bytes, from: position + 2) else { break scan }
        position = next
      case 0x2C:
        if count == limit { return (bytes[..<end] + [0x3B], count, true) }
        guard position + 9 < bytes.count else { break scan }
        let data = position + 10 + colorTableSize(bytes[position + 9]) + 1
        guard let next = endOfSubBlocks(in: bytes, from: data) else { break scan }
        position = next
        end = next
        count += 1
      default: break scan
      }
    }
    return count > 0 ? (bytes[..<end] + [0x3B], count, false) : nil
  }

  /// The size of the colour table that a packed field declares, in bytes.
  private static func colorTableSize(_ packed: UInt8) -> Int {
    packed & 0x80 == 0 ? 0 : 3 << (Int(packed & 7) + 1)
  }

  /// The end of a series of sub-blocks, each preceded by its length; the last one is empty.
  private static func endOfSubBlocks(in bytes: [UInt8], from start: Int) -> Int? {
    var position = start
    while position < bytes.count {
      let length = Int(bytes[position])
      position += length + 1
      if length == 0 { return position }
    }
    return nil
  }
}
