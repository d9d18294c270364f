import CGtk
import Foundation
import GtkInterop
import RandomNumbers
import WidgetTesting

/// Pictures of a feed, decoded at the size of a row's thumbnail by the decoding process; compared with GdkPixbuf in
/// this process, without limits.
final class PicturesBenchmark {
  private static let count = 100
  private static let side = 40
  private static let sizes: [(width: Int, height: Int, name: String)] = [
    (400, 300, "thumbnail"), (4_000, 3_000, "photograph"),
  ]

  static func run() throws -> Report {
    var report = Report("pictures")
    let folder = FileManager.default.temporaryDirectory.appending(path: "pictures-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let decoder = PictureProgram.decoder(maximumProcesses: 1)
    for size in sizes {
      let count = size.name == "thumbnail" ? count : count / 20
      for type in ["jpeg", "png"] {
        let path = folder.appending(path: "\(size.name).\(type)").path
        write(width: size.width, height: size.height, type: type, to: path)
        func decode() {
          guard let bytes = FileManager.default.contents(atPath: path),
            (try? decoder.decode(Array(bytes), as: .square(side: side), maximumPixelCount: 64_000_000)) != nil
          else { fatalError("\(path) can't be decoded.") }
        }
        // The first picture starts the process.
        decode()
        let ours = Stopwatch.nanoseconds(per: count) { for _ in 0..<count { decode() } }
        let peer = Stopwatch.nanoseconds(per: count) { for _ in 0..<count { decodeHere(path) } }
        report.add("\(size.name)_\(type)_ms", ours / 1e6)
        report.add("gdk_pixbuf_\(size.name)_\(type)_ms", peer / 1e6)
        report.add("\(size.name)_\(type)_times_as_long", ours / peer, bar: 1.5)
      }
    }
    return report
  }

  /// Decodes without limits: the shorter side is as large as the thumbnail.
  private static func decodeHere(_ path: String) {
    guard let pixbuf = gdk_pixbuf_new_from_file_at_scale(path, 54, 40, 1, nil),
      let texture = gdk_texture_new_for_pixbuf(pixbuf)
    else { fatalError("\(path) is not decoded.") }
    g_object_unref(texture.raw)
    g_object_unref(pixbuf.raw)
  }

  /// A picture in which nearly every pixel has another colour, as in a photograph.
  private static func write(width: Int, height: Int, type: String, to path: String) {
    let pixbuf = gdk_pixbuf_new(GDK_COLORSPACE_RGB, 0, 8, gint(width), gint(height))!
    defer { g_object_unref(pixbuf.raw) }
    let stride = Int(gdk_pixbuf_get_rowstride(pixbuf))
    let pixels = gdk_pixbuf_get_pixels(pixbuf)!
    var generator = SplitMix64(seed: 1)
    for y in 0..<height {
      for x in 0..<3 * width {
        let wave = Int(Double((x + 2 * y) % 512) / 2)
        pixels[y * stride + x] = UInt8(clamping: wave + Int(generator.next() % 8))
      }
    }
    gdk_pixbuf_savev(pixbuf, path, type, nil, nil, nil)
  }
}
