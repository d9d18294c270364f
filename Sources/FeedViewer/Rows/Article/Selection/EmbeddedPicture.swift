import CGtk
import VirtualList

/// Pictures as parts of an HTML document.
nonisolated enum EmbeddedPicture {
  /// The most bytes of all pictures of a document.
  static let greatestSize = 64_000_000
  /// The most bytes of one picture.
  private static let limit = 16_000_000

  /// The `data:` address of a picture.
  ///
  /// - Parameters:
  ///   - path: The canonical path of a local file, or a `data:` address from the feed, which is written anew: it may say anything.
  ///   - budget: What is left for pictures, in bytes.
  /// - Returns: Nil if it can't be read, is too large, or is of no kind that browsers show.
  static func address(of path: String, budget: inout Int) -> String? {
    guard
      let bytes = try? ImageFile.bytes(
        path: path, maximumSize: min(limit, budget), followsLinks: false),
      let type = type(of: bytes)
    else { return nil }
    budget -= bytes.count
    guard let text = g_base64_encode(bytes, gsize(bytes.count)) else { return nil }
    defer { g_free(text) }
    return "data:\(type);base64,\(String(cString: text))"
  }

  /// The media type of a picture by its first bytes. Only pictures made of pixels: those of SVG are documents.
  private static func type(of bytes: [UInt8]) -> String? {
    func begins(_ start: String, at place: Int = 0) -> Bool {
      bytes.dropFirst(place).starts(with: start.utf8)
    }
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return "image/png" }
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
    if begins("GIF8") { return "image/gif" }
    if begins("RIFF"), begins("WEBP", at: 8) { return "image/webp" }
    if begins("ftypavif", at: 4) { return "image/avif" }
    if begins("BM") { return "image/bmp" }
    return nil
  }
}
