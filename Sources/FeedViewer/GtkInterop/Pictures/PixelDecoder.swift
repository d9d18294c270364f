import CGtk

/// Decodes pictures with GdkPixbuf in the calling process. Only the decoding process uses it.
nonisolated enum PixelDecoder {
  /// A decoded picture: tightly packed rows of red, green, blue and, if present, alpha, one byte each.
  struct Pixels {
    let width: Int
    let height: Int
    let channels: Int
    var bytes: [UInt8]
    /// The size of the picture before it was made to fit, as far as it can be drawn.
    var naturalSize: (width: Int, height: Int)
    /// Whether the file has more frames than the first one.
    var isAnimated = false
    /// How long the frame is shown, in milliseconds; nil for the last one.
    var delay: Int?
  }

  /// The size of the first piece, in bytes: little is decoded before the dimensions of the image are known.
  private static let headerChunk = 4_096

  /// Decodes a picture no larger than it is shown, rotates it as its EXIF data say, and crops the longer side evenly
  /// to a square if asked to.
  ///
  /// Smaller pictures keep their size. Only the first frame of an animated GIF is decoded.
  /// - Parameters:
  ///   - bytes: The whole file, in any format supported by GdkPixbuf.
  ///   - shape: In pixels; positive.
  ///   - maximumPixelCount: Checked against the file's header before any pixel is decoded.
  ///   - onBitmapSize: Called with the number of pixels that the header of a bitmap declares.
  /// - Complexity: O(pixels of the file); JPEG files are decoded at reduced size.
  static func decode(
    _ bytes: [UInt8], as shape: ScaledImage.Shape, maximumPixelCount: Int,
    onBitmapSize: @escaping (Int) -> Void
  ) throws(PictureFailure) -> Pixels {
    let first = AnimatedGIF.firstFrames(of: bytes, limit: 1)
    let (loader, size) = try load(first?.file ?? bytes, as: shape, maximumPixelCount, onBitmapSize)
    defer { g_object_unref(loader.raw) }
    guard let decoded = gdk_pixbuf_loader_get_pixbuf(loader),
      let turned = gdk_pixbuf_apply_embedded_orientation(decoded)
    else { throw .memoryLimit }
    defer { g_object_unref(turned.raw) }
    var pixels = pixels(of: turned, shape)
    let isTurned = gdk_pixbuf_get_width(turned) != gdk_pixbuf_get_width(decoded)
    let (width, height) = isTurned ? (size.height, size.width) : size
    let scale = min(1, Double(ScaledImage.maximumHeight) / Double(max(height, 1)))
    pixels.naturalSize = (
      max(Int((Double(width) * scale).rounded(.up)), pixels.width),
      max(Int((Double(height) * scale).rounded(.up)), pixels.height)
    )
    pixels.isAnimated =
      first?.isTruncated
      ?? gdk_pixbuf_loader_get_animation(loader).map { gdk_pixbuf_animation_is_static_image($0) == 0 }
      ?? false
    return pixels
  }

  /// A loader that has read a whole file, and the size of the picture that the file declares. The caller owns the loader.
  static func load(
    _ bytes: [UInt8], as shape: ScaledImage.Shape, _ maximumPixelCount: Int,
    _ onBitmapSize: @escaping (Int) -> Void
  ) throws(PictureFailure) -> (
    loader: UnsafeMutablePointer<GdkPixbufLoader>, size: (width: Int, height: Int)
  ) {
    precondition(shape.size > 0, "The size must be positive, not \(shape.size) pixels.")
    if isCutPNG(bytes) { throw .undecodable }
    let loader = gdk_pixbuf_loader_new()!
    var isLoaded = false
    defer { if !isLoaded { g_object_unref(loader.raw) } }
    let plan = Plan(shape: shape, maximumPixelCount: maximumPixelCount, onBitmapSize: onBitmapSize)
    let prepared: @convention(c) (UnsafeMutablePointer<GdkPixbufLoader>?, gint, gint, gpointer?) -> Void = {
      loader, width, height, data in
      Unmanaged<Plan>.fromOpaque(data!).takeUnretainedValue().sizePrepared(loader!, Int(width), Int(height))
    }
    let handler = g_signal_connect_data(
      loader.raw, "size-prepared", unsafeBitCast(prepared, to: GCallback.self),
      Unmanaged.passUnretained(plan).toOpaque(), nil, GConnectFlags(rawValue: 0))
    var error: UnsafeMutablePointer<GError>?
    defer { g_clear_error(&error) }
    let isComplete = withExtendedLifetime(plan) { feed(bytes, to: loader, plan: plan, error: &error) }
    // A loader must be closed even if it failed.
    let isClosed = withExtendedLifetime(plan) {
      isComplete
        ? gdk_pixbuf_loader_close(loader, &error) != 0 : gdk_pixbuf_loader_close(loader, nil) != 0
    }
    g_signal_handler_disconnect(loader.raw, handler)
    if let refused = plan.refused { throw .tooManyPixels(width: refused.width, height: refused.height) }
    let noMemory = gint(GDK_PIXBUF_ERROR_INSUFFICIENT_MEMORY.rawValue)
    if g_error_matches(error, gdk_pixbuf_error_quark(), noMemory) != 0 { throw .memoryLimit }
    guard isComplete, isClosed else { throw .undecodable }
    isLoaded = true
    return (loader, plan.size)
  }

  /// Whether a PNG file ends before its last chunk. Its loader would accept it, and the missing part of the picture
  /// would be uninitialised memory.
  private static func isCutPNG(_ bytes: [UInt8]) -> Bool {
    guard bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) else { return false }
    let name: [UInt8] = Array("IEND".utf8)
    // Other data may follow, but rarely does.
    var start = bytes.count - name.count
    while start >= 0 {
      if bytes[start] == name[0], bytes[start..<start + name.count].elementsEqual(name) { return false }
      start -= 1
    }
    return true
  }

  private final class Plan {
    let shape: ScaledImage.Shape
    let maximumPixelCount: Int
    let onBitmapSize: (Int) -> Void
    private(set) var refused: (width: Int, height: Int)?
    private(set) var isPrepared = false
    /// What the file declares.
    private(set) var size = (width: 0, height: 0)

    init(shape: ScaledImage.Shape, maximumPixelCount: Int, onBitmapSize: @escaping (Int) -> Void) {
      self.shape = shape
      self.maximumPixelCount = maximumPixelCount
      self.onBitmapSize = onBitmapSize
    }

    func sizePrepared(_ loader: UnsafeMutablePointer<GdkPixbufLoader>, _ width: Int, _ height: Int) {
      isPrepared = true
      size = (width, height)
      let (pixelCount, isOverflow) = width.multipliedReportingOverflow(by: height)
      guard width > 0, height > 0, !isOverflow, pixelCount <= maximumPixelCount else {
        refused = (width, height)
        // A size of zero makes loaders stop before they allocate anything.
        gdk_pixbuf_loader_set_size(loader, 0, 0)
        return
      }
      // The cost of a vector image depends on what it draws, not on its declared size.
      if let format = gdk_pixbuf_loader_get_format(loader), gdk_pixbuf_format_is_scalable(format) == 0 {
        onBitmapSize(pixelCount)
      }
      let scale = shape.scale(width: width, height: height)
      gdk_pixbuf_loader_set_size(
        loader, gint((Double(width) * scale).rounded(.up)), gint((Double(height) * scale).rounded(.up)))
    }
  }

  /// - Returns: Whether all bytes were consumed; false if the loader failed or the picture was refused.
  private static func feed(
    _ bytes: [UInt8], to loader: UnsafeMutablePointer<GdkPixbufLoader>, plan: Plan,
    error: inout UnsafeMutablePointer<GError>?
  ) -> Bool {
    bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return false }
      var position = 0
      while position < buffer.count {
        let left = buffer.count - position
        let count = plan.isPrepared ? left : min(headerChunk, left)
        guard gdk_pixbuf_loader_write(loader, base + position, gsize(count), &error) != 0,
          plan.refused == nil
        else { return false }
        position += count
      }
      return true
    }
  }

  /// The part of a picture that is shown.
  static func pixels(of pixbuf: OpaquePointer, _ shape: ScaledImage.Shape) -> Pixels {
    var width = Int(gdk_pixbuf_get_width(pixbuf))
    var height = Int(gdk_pixbuf_get_height(pixbuf))
    let channels = Int(gdk_pixbuf_get_n_channels(pixbuf))
    let stride = Int(gdk_pixbuf_get_rowstride(pixbuf))
    var start = gdk_pixbuf_read_pixels(pixbuf)!
    if case .square(let side) = shape {
      let (shownWidth, shownHeight) = (min(side, width, height), min(side, width, height))
      start += (height - shownHeight) / 2 * stride + (width - shownWidth) / 2 * channels
      (width, height) = (shownWidth, shownHeight)
    }
    let rowLength = width * channels
    let bytes = [UInt8](unsafeUninitializedCapacity: rowLength * height) { buffer, count in
      for row in 0..<height {
        (buffer.baseAddress! + row * rowLength).initialize(from: start + row * stride, count: rowLength)
      }
      count = rowLength * height
    }
    return Pixels(
      width: width, height: height, channels: channels, bytes: bytes, naturalSize: (width, height))
  }
}
