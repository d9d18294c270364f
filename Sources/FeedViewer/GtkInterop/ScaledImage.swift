import CGtk

/// An image decoded from the bytes of its file, no larger than it is shown. For any thread.
public nonisolated struct ScaledImage: Sendable {
  /// Why bytes are no image that can be shown.
  public enum Failure: Error, Equatable {
    /// GdkPixbuf does not know the format, or the file is broken.
    case undecodable
    /// The image has more pixels than are allowed: nothing of it was decoded.
    case tooLarge(width: Int, height: Int)
  }

  /// A GdkTexture.
  public let texture: SharedObject
  /// The memory that the pixels take.
  public let byteCount: Int

  /// How much is fed before the dimensions are known: no more may be decoded of an image that is too large.
  private static let headerChunk = 4_096

  /// How an image is made to fit.
  public enum Shape: Hashable, Sendable {
    /// The middle of the image, its shorter side scaled to so many pixels.
    case square(side: Int)
    /// All of it, at most so many pixels wide.
    case whole(width: Int)

    var size: Int {
      switch self {
      case .square(let size), .whole(let size): size
      }
    }
  }

  /// Decodes an image no larger than it is shown, turns it as its file says (EXIF), and cuts evenly off what a longer
  /// side has more than a square.
  ///
  /// A smaller image keeps its size.
  /// - Parameters:
  ///   - bytes: The whole file, in any format that GdkPixbuf has a loader for.
  ///   - shape: In pixels; positive.
  ///   - maximumPixelCount: Against files that would fill the memory when decoded: read from the file's header
  ///     before any pixel is decoded.
  /// - Complexity: O(pixels of the file); JPEG files are decoded at a reduced size.
  public init(decoding bytes: [UInt8], as shape: Shape, maximumPixelCount: Int) throws(Failure) {
    precondition(shape.size > 0, "An image can't be shown \(shape.size) pixels wide.")
    if Self.isCutPNG(bytes) { throw .undecodable }
    let loader = gdk_pixbuf_loader_new()!
    defer { g_object_unref(loader.raw) }
    let plan = UnsafeMutablePointer<Plan>.allocate(capacity: 1)
    plan.initialize(to: Plan(shape: shape, maximumPixelCount: maximumPixelCount))
    defer { plan.deallocate() }
    let prepared: @convention(c) (UnsafeMutablePointer<GdkPixbufLoader>?, gint, gint, gpointer?) -> Void = {
      loader, width, height, data in
      ScaledImage.sizePrepared(loader!, Int(width), Int(height), data!.assumingMemoryBound(to: Plan.self))
    }
    g_signal_connect_data(
      loader.raw, "size-prepared", unsafeBitCast(prepared, to: GCallback.self), plan, nil,
      GConnectFlags(rawValue: 0))
    let isComplete = Self.feed(bytes, to: loader, plan: plan)
    // A loader must be closed also when it has failed.
    let isClosed = gdk_pixbuf_loader_close(loader, nil) != 0
    if let refused = plan.pointee.refused { throw .tooLarge(width: refused.width, height: refused.height) }
    guard isComplete, isClosed, let decoded = gdk_pixbuf_loader_get_pixbuf(loader),
      let turned = gdk_pixbuf_apply_embedded_orientation(decoded)
    else { throw .undecodable }
    defer { g_object_unref(turned.raw) }
    let shown = Self.part(of: turned, shape)
    defer { g_object_unref(shown.raw) }
    guard let texture = gdk_texture_new_for_pixbuf(shown) else { throw .undecodable }
    self.texture = SharedObject(adopting: texture)
    byteCount = Int(gdk_pixbuf_get_byte_length(shown))
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

  private struct Plan {
    let shape: Shape
    let maximumPixelCount: Int
    var refused: (width: Int, height: Int)?
    var isPrepared = false
  }

  private static func sizePrepared(
    _ loader: UnsafeMutablePointer<GdkPixbufLoader>, _ width: Int, _ height: Int,
    _ plan: UnsafeMutablePointer<Plan>
  ) {
    plan.pointee.isPrepared = true
    let (pixelCount, isOverflow) = width.multipliedReportingOverflow(by: height)
    guard width > 0, height > 0, !isOverflow, pixelCount <= plan.pointee.maximumPixelCount else {
      plan.pointee.refused = (width, height)
      // No size at all makes the loaders stop before they allocate anything.
      gdk_pixbuf_loader_set_size(loader, 0, 0)
      return
    }
    let scale =
      switch plan.pointee.shape {
      case .square(let side): min(1, Double(side) / Double(min(width, height)))
      case .whole(let most): min(1, Double(most) / Double(width))
      }
    gdk_pixbuf_loader_set_size(
      loader, gint((Double(width) * scale).rounded(.up)), gint((Double(height) * scale).rounded(.up)))
  }

  /// - Returns: Whether all was taken; not if the loader failed or the image was refused.
  private static func feed(
    _ bytes: [UInt8], to loader: UnsafeMutablePointer<GdkPixbufLoader>, plan: UnsafeMutablePointer<Plan>
  ) -> Bool {
    bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return false }
      var position = 0
      while position < buffer.count {
        let left = buffer.count - position
        let count = plan.pointee.isPrepared ? left : min(headerChunk, left)
        guard gdk_pixbuf_loader_write(loader, base + position, gsize(count), nil) != 0,
          plan.pointee.refused == nil
        else { return false }
        position += count
      }
      return true
    }
  }

  /// What is shown of an image, with a reference of its own.
  private static func part(of pixbuf: OpaquePointer, _ shape: Shape) -> OpaquePointer {
    guard case .square(let side) = shape else {
      g_object_ref(pixbuf.raw)
      return pixbuf
    }
    return centre(of: pixbuf, side: side)
  }

  /// The middle of an image, at most `side` pixels each way, with a reference of its own.
  private static func centre(of pixbuf: OpaquePointer, side: Int) -> OpaquePointer {
    let width = Int(gdk_pixbuf_get_width(pixbuf))
    let height = Int(gdk_pixbuf_get_height(pixbuf))
    let shown = min(side, width, height)
    // A part of a pixbuf, and also a copy of a part, keeps the memory of whole rows.
    guard width > shown || height > shown,
      let square = gdk_pixbuf_new(
        GDK_COLORSPACE_RGB, gdk_pixbuf_get_has_alpha(pixbuf), 8, gint(shown), gint(shown))
    else {
      g_object_ref(pixbuf.raw)
      return pixbuf
    }
    gdk_pixbuf_copy_area(
      pixbuf, gint((width - shown) / 2), gint((height - shown) / 2), gint(shown), gint(shown), square, 0, 0)
    return square
  }
}
