import CGtk
import Expectations
import Foundation
import Testing

/// Files made to exhaust their decoder.
enum HostilePicture {
  /// A PNG file of black pixels: one bit for each, or eight bits for each of red, green, blue and alpha.
  ///
  /// - Parameter rows: How many rows there are in fact.
  static func png(width: Int, height: Int, rows: Int? = nil, isRGBA: Bool = false) throws -> [UInt8] {
    func bigEndian(_ number: Int) -> [UInt8] {
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
    func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
      let body = Array(name.utf8) + content
      return bigEndian(content.count) + body + crc32(body)
    }
    let header = bigEndian(width) + bigEndian(height) + [isRGBA ? 8 : 1, isRGBA ? 6 : 0, 0, 0, 0]
    let rowLength = 1 + (isRGBA ? 4 * width : (width + 7) / 8)
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", header)
      + chunk("IDAT", try deflatedZeros(count: rowLength * (rows ?? height))) + chunk("IEND", [])
  }

  private static func deflatedZeros(count: Int) throws -> [UInt8] {
    let compressor = g_zlib_compressor_new(G_ZLIB_COMPRESSOR_FORMAT_ZLIB, 9)!
    defer { g_object_unref(compressor.raw) }
    let zeros = [UInt8](repeating: 0, count: 1 << 20)
    var output = [UInt8](repeating: 0, count: 1 << 16)
    var result: [UInt8] = []
    var left = count
    while true {
      var read: gsize = 0
      var written: gsize = 0
      let next = min(left, zeros.count)
      let flags = left == next ? G_CONVERTER_INPUT_AT_END : GConverterFlags(rawValue: 0)
      let outcome = g_converter_convert(
        compressor, zeros, gsize(next), &output, gsize(output.count), flags, &read, &written, nil)
      try require(outcome != G_CONVERTER_ERROR)
      left -= Int(read)
      result += output.prefix(Int(written))
      if outcome == G_CONVERTER_FINISHED { return result }
    }
  }

  private static func crc32(_ bytes: [UInt8]) -> [UInt8] {
    var crc: UInt32 = .max
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
    }
    crc = ~crc
    return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: crc >> UInt32($0)) }
  }

  /// A drawing of 100 by 100 units, green below what is given.
  static func svg(_ content: String, width: Int = 100, height: Int = 100) -> [UInt8] {
    Array(
      """
      <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="\(width)" \
      height="\(height)"><rect width="100%" height="100%" fill="#0f0"/>\(content)</svg>
      """.utf8)
  }

  /// A drawing of some kilobytes whose filters take minutes.
  static func filters() -> [UInt8] {
    let steps = (0..<20).map {
      "<feGaussianBlur stdDeviation=\"\(200 + $0)\"/><feTurbulence numOctaves=\"50\" baseFrequency=\"0.\($0 + 1)\"/>"
        + "<feMorphology operator=\"dilate\" radius=\"200\"/>"
    }
    // Newer versions of librsvg draw at the size that is asked for: it must take long at 100 pixels, too.
    let rectangle = "<rect width=\"8000\" height=\"8000\" filter=\"url(#f)\"/>"
    return svg(
      "<filter id=\"f\" x=\"0\" y=\"0\" width=\"1\" height=\"1\">\(steps.joined())</filter>"
        + String(repeating: rectangle, count: 200),
      width: 8_000, height: 8_000)
  }

  /// A drawing whose parts use each other, ten times at each of many levels.
  static func uses() -> [UInt8] {
    let levels = (1..<30).map { level in
      "<g id=\"a\(level)\">"
        + String(repeating: "<use xlink:href=\"#a\(level - 1)\"/>", count: 10) + "</g>"
    }
    return svg(
      "<defs><g id=\"a0\"><rect width=\"9\"/></g>\(levels.joined())</defs><use xlink:href=\"#a29\"/>")
  }

  /// An animation of black pixels.
  static func gif(frames: Int) -> [UInt8] {
    let head = Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
    let frame: [UInt8] = [
      0x21, 0xF9, 4, 4, 1, 0, 0, 0, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0,
    ]
    return head + Array(repeatElement(frame, count: frames).joined()) + [0x3B]
  }
}
