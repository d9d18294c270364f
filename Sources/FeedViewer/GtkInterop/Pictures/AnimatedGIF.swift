/// The structure of a GIF file (GIF89a Specification, sections 18 to 27).
nonisolated enum AnimatedGIF {
  /// The file truncated after its first frame, which is the only one shown: the GIF loader would decode all frames
  /// and keep them.
  ///
  /// - Returns: nil if the bytes are not a GIF file or contain no frame.
  /// - Complexity: O(bytes of the first frame).
  static func firstFrame(of bytes: [UInt8]) -> [UInt8]? {
    guard bytes.count > 13, bytes.starts(with: Array("GIF8".utf8)) else { return nil }
    var position = 13 + colorTableSize(bytes[10])
    while position < bytes.count {
      switch bytes[position] {
      case 0x21:
        guard let end = endOfSubBlocks(in: bytes, from: position + 2) else { return nil }
        position = end
      case 0x2C:
        guard position + 9 < bytes.count else { return nil }
        let data = position + 10 + colorTableSize(bytes[position + 9]) + 1
        guard let end = endOfSubBlocks(in: bytes, from: data) else { return nil }
        return bytes[..<end] + [0x3B]
      default: return nil
      }
    }
    return nil
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
