import CGtk

/// Decodes pictures by GdkPixbuf, in the process that calls it: only in the decoding process.
nonisolated enum PixelDecoder {
  /// A decoded picture: rows without gaps of red, green, blue, and alpha if it has any, one byte each.
  struct Pixels {
    let width: Int
    let height: Int
    let channels: Int
    var bytes: [UInt8]
  }

  /// How much is fed before the dimensions are known: no more may be decoded of an image that is too large.
  private static let headerChunk = 4_096

  /// Decodes a picture no larger than it is shown, turns it as its file says (EXIF), and cuts evenly off what a longer
  /// side has more than a square.
  ///
  /// A smaller picture keeps its size.
  /// - Parameters:
  ///   - bytes: The whole file, in any format that GdkPixbuf has a loader for.
  ///   - shape: In pixels; positive.
  ///   - maximumPixelCount: Read from the file's header before any pixel is decoded.
  ///   - onBitmapSize: Called with the number of pixels that the header of a bitmap announces.
  /// - Complexity: O(pixels of the file); JPEG files are decoded at a reduced size.
  static func decode(
    _ bytes: [UInt8], as shape: ScaledImage.Shape, maximumPixelCount: Int,
    onBitmapSize: @escaping (Int) -> Void
  ) throws(PictureFailure) -> Pixels {
    precondition(shape.size > 0, "An image can't be shown \(shape.size) pixels wide.")
    if isCutPNG(bytes) { throw .undecodable }
    let loader = gdk_pixbuf_loader_new()!
    defer { g_object_unref(loader.raw) }
    let plan = Plan(shape: shape, maximumPixelCount: maximumPixelCount, onBitmapSize: onBitmapSize)
    let prepared: @convention(c) (UnsafeMutablePointer<GdkPixbufLoader>?, gint, gint, gpointer?) -> Void = {
      loader, width, height, data in
      Unmanaged<Plan>.fromOpaque(data!).takeUnretainedValue().sizePrepared(loader!, Int(width), Int(height))
    }
    g_signal_connect_data(
      loader.raw, "size-prepared", unsafeBitCast(prepared, to: GCallback.self),
      Unmanaged.passUnretained(plan).toOpaque(), nil, GConnectFlags(rawValue: 0))
    var error: UnsafeMutablePointer<GError>?
    defer { g_clear_error(&error) }
    let isComplete = withExtendedLifetime(plan) {
      feed(AnimatedGIF.firstFrame(of: bytes) ?? bytes, to: loader, plan: plan, error: &error)
    }
    // A loader must be closed also when it has failed.
    let isClosed = withExtendedLifetime(plan) {
      isComplete
        ? gdk_pixbuf_loader_close(loader, &error) != 0 : gdk_pixbuf_loader_close(loader, nil) != 0
    }
    if let refused = plan.refused { throw .tooManyPixels(width: refused.width, height: refused.height) }
    let noMemory = gint(GDK_PIXBUF_ERROR_INSUFFICIENT_MEMORY.rawValue)
    if g_error_matches(error, gdk_pixbuf_error_quark(), noMemory) != 0 { throw .memoryLimit }
    guard isComplete, isClosed else { throw .undecodable }
    guard let decoded = gdk_pixbuf_loader_get_pixbuf(loader),
      let turned = gdk_pixbuf_apply_embedded_orientation(decoded)
    else { throw .memoryLimit }
    defer { g_object_unref(turned.raw) }
    return pixels(of: turned, shape)
  }

  /// Whether a PNG file ends before its last chunk: its loader takes it for whole, and what was not read of the
  /// picture would be whatever the memory held before.
  private static func isCutPNG(_ bytes: [UInt8]) -> Bool {
    guard bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) else { return false }
    let name: [UInt8] = Array("IEND".utf8)
    // Other data may follow, but seldom does.
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

    init(shape: ScaledImage.Shape, maximumPixelCount: Int, onBitmapSize: @escaping (Int) -> Void) {
      self.shape = shape
      self.maximumPixelCount = maximumPixelCount
      self.onBitmapSize = onBitmapSize
    }

    func sizePrepared(_ loader: UnsafeMutablePointer<GdkPixbufLoader>, _ width: Int, _ height: Int) {
      isPrepared = true
      let (pixelCount, isOverflow) = width.multipliedReportingOverflow(by: height)
      guard width > 0, height > 0, !isOverflow, pixelCount <= maximumPixelCount else {
        refused = (width, height)
        // No size at all makes the loaders stop before they allocate anything.
        gdk_pixbuf_loader_set_size(loader, 0, 0)
        return
      }
      // A drawing costs what it draws, whatever size it claims.
      if let format = gdk_pixbuf_loader_get_format(loader), gdk_pixbuf_format_is_scalable(format) == 0 {
        onBitmapSize(pixelCount)
      }
      let scale = shape.scale(width: width, height: height)
      gdk_pixbuf_loader_set_size(
        loader, gint((Double(width) * scale).rounded(.up)), gint((Double(height) * scale).rounded(.up)))
    }
  }

  /// - Returns: Whether all was taken; not if the loader failed or the picture was refused.
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

  /// What is shown of a picture.
  private static func pixels(of pixbuf: OpaquePointer, _ shape: ScaledImage.Shape) -> Pixels {
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
    return Pixels(width: width, height: height, channels: channels, bytes: bytes)
  }
}
