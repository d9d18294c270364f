import CGtk

/// The pixels of a PNG file.
struct Picture {
  let width: Int
  let height: Int
  /// Red, green, blue and alpha in the order of the machine, without padding.
  private let pixels: [UInt32]

  /// - Returns: Nil if the file is not there or can't be read.
  init?(contentsOf path: String) {
    guard let texture = gdk_texture_new_from_filename(path, nil) else { return nil }
    defer { g_object_unref(UnsafeMutableRawPointer(texture)) }
    width = Int(gdk_texture_get_width(texture))
    height = Int(gdk_texture_get_height(texture))
    var pixels = [UInt32](repeating: 0, count: width * height)
    let stride = width * 4
    pixels.withUnsafeMutableBytes {
      gdk_texture_download(
        texture, $0.baseAddress?.assumingMemoryBound(to: UInt8.self), gsize(stride))
    }
    self.pixels = pixels
  }

  /// The part of the pixels in some rows that do not have the picture's most frequent colour.
  func ink(inRows rows: Range<Int>) -> Double {
    var counts: [UInt32: Int] = [:]
    for pixel in pixels { counts[pixel, default: 0] += 1 }
    let background = counts.max { $0.value < $1.value }?.key
    let part = pixels[rows.lowerBound * width..<rows.upperBound * width]
    return Double(part.count { $0 != background }) / Double(part.count)
  }
}
