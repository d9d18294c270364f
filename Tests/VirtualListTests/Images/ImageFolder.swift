import CGtk
import Expectations
import Foundation
import Testing

/// A folder for images of one test.
final class ImageFolder {
  let url = FileManager.default.temporaryDirectory.appending(path: "images-\(UUID().uuidString)")

  isolated deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appending(path: name).path }

  /// Writes a picture of one colour.
  ///
  /// - Returns: Its path.
  func write(width: Int32, height: Int32, name: String? = nil, type: String = "png") throws -> String {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    let path = path(name ?? "\(width)x\(height).\(type)")
    let pixbuf = try require(gdk_pixbuf_new(GDK_COLORSPACE_RGB, 0, 8, width, height))
    defer { g_object_unref(pixbuf.raw) }
    gdk_pixbuf_fill(pixbuf, 0x2070_C0FF)
    let isWritten = gdk_pixbuf_savev(pixbuf, path, type, nil, nil, nil)
    try require(isWritten != 0)
    return path
  }

  /// Writes any bytes.
  func write(_ bytes: [UInt8], name: String) throws -> String {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    let path = path(name)
    try Data(bytes).write(to: URL(filePath: path))
    return path
  }
}
