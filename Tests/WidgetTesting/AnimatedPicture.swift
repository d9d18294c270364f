/// Animated GIF files made by tests.
public enum AnimatedPicture {
  /// A frame of one colour.
  public struct Frame: Sendable {
    /// 0 black, 1 red, 2 green, 3 blue.
    var color: UInt8
    /// In hundredths of a second.
    var delay: UInt16

    public init(color: UInt8, delay: UInt16 = 5) {
      precondition(color < 4, "The colour table has four colours.")
      self.color = color
      self.delay = delay
    }
  }

  /// The bytes of a file.
  ///
  /// - Parameters:
  ///   - isEndless: Whether it begins again after its last frame.
  ///   - declaredSize: The size that the header declares, if it is not that of the frames.
  public static func gif(
    width: UInt16, height: UInt16, isEndless: Bool = true, declaredSize: UInt16? = nil, _ frames: [Frame]
  ) -> [UInt8] {
    func word(_ number: UInt16) -> [UInt8] { [UInt8(number & 0xFF), UInt8(number >> 8)] }
    let colors: [UInt8] = [0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255]
    var file =
      Array("GIF89a".utf8) + word(declaredSize ?? width) + word(declaredSize ?? height) + [0x81, 0, 0]
      + colors
    if isEndless { file += [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0] }
    for frame in frames {
      file += [0x21, 0xF9, 4, 4] + word(frame.delay) + [0, 0]
      file += [0x2C, 0, 0, 0, 0] + word(width) + word(height) + [0]
      file += pixels(frame.color, count: Int(width) * Int(height))
    }
    return file + [0x3B]
  }

  /// Pixels of one colour in codes of three bits, cleared before they would need more.
  private static func pixels(_ color: UInt8, count: Int) -> [UInt8] {
    let (clear, end): (UInt8, UInt8) = (4, 5)
    var bits: UInt32 = 0
    var bitCount: UInt32 = 0
    var data: [UInt8] = []
    func write(_ code: UInt8) {
      bits |= UInt32(code) << bitCount
      bitCount += 3
      while bitCount >= 8 {
        data.append(UInt8(bits & 0xFF))
        bits >>= 8
        bitCount -= 8
      }
    }
    for pixel in 0..<count {
      if pixel % 2 == 0 { write(clear) }
      write(color)
    }
    write(end)
    if bitCount > 0 { data.append(UInt8(bits & 0xFF)) }
    var blocks: [UInt8] = [2]
    for start in stride(from: 0, to: data.count, by: 255) {
      let block = data[start..<min(start + 255, data.count)]
      blocks.append(UInt8(block.count))
      blocks += block
    }
    return blocks + [0]
  }
}
