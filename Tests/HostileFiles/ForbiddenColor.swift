import CGtk

/// A colour that only pictures have that must not be shown.
enum ForbiddenColor {
  static func picture(side: Int) -> [UInt8] { PNG.square(side: side, red: 0xFF, green: 0, blue: 0xFF) }

  /// The number of pixels with this colour; 0 if there is no picture.
  static func pixelCount(ofPicture path: String) -> Int {
    guard let picture = gdk_pixbuf_new_from_file(path, nil) else { return 0 }
    defer { g_object_unref(UnsafeMutableRawPointer(picture)) }
    guard let pixels = gdk_pixbuf_read_pixels(picture) else { return 0 }
    let (stride, channels) = (Int(gdk_pixbuf_get_rowstride(picture)), Int(gdk_pixbuf_get_n_channels(picture)))
    var count = 0
    for y in 0..<Int(gdk_pixbuf_get_height(picture)) {
      for x in 0..<Int(gdk_pixbuf_get_width(picture)) {
        let pixel = pixels + y * stride + x * channels
        if pixel[0] == 0xFF, pixel[1] == 0, pixel[2] == 0xFF { count += 1 }
      }
    }
    return count
  }
}
