import CGtk

/// A decoded image, no larger than it is shown. Safe on any thread.
public nonisolated struct ScaledImage: Sendable {
  /// A GdkTexture.
  public let texture: SharedObject
  /// Whether it is the first of several frames.
  public let isAnimated: Bool
  /// The size of the image before it was made to fit, in pixels; its height is at most `maximumHeight`.
  public let naturalSize: (width: Int, height: Int)
  /// The size of the pixels in memory.
  package let byteCount: Int

  /// The greatest height of a whole image, in pixels. Cairo and most graphics cards can't draw much higher ones.
  static let maximumHeight = 16_384

  /// How an image is made to fit.
  public enum Shape: Hashable, Sendable {
    /// The centre of the image, with its shorter side scaled to `side` pixels.
    case square(side: Int)
    /// The whole image, at most `width` pixels wide.
    case whole(width: Int)

    var size: Int {
      switch self {
      case .square(let size), .whole(let size): size
      }
    }

    /// The factor from the dimensions of the image to those of the result; at most 1.
    func scale(width: Int, height: Int) -> Double {
      switch self {
      case .square(let side): min(1, Double(side) / Double(min(width, height)))
      case .whole(let most):
        min(1, Double(most) / Double(width), Double(ScaledImage.maximumHeight) / Double(height))
      }
    }
  }

  /// - Parameter bytes: Tightly packed rows of red, green, blue and, with four channels, alpha; allocated with
  ///   `g_malloc`. Takes ownership.
  init(
    width: Int, height: Int, naturalSize: (width: Int, height: Int), channels: Int, isAnimated: Bool = false,
    bytes: UnsafeMutableRawBufferPointer
  ) {
    precondition(bytes.count == width * height * channels, "Pixel rows must be tightly packed.")
    let format = channels == 4 ? GDK_MEMORY_R8G8B8A8 : GDK_MEMORY_R8G8B8
    let data = g_bytes_new_take(bytes.baseAddress, gsize(bytes.count))!
    defer { g_bytes_unref(data) }
    texture = SharedObject(
      adopting: gdk_memory_texture_new(
        gint(width), gint(height), format, data, gsize(width * channels))!)
    self.naturalSize = naturalSize
    self.isAnimated = isAnimated
    byteCount = bytes.count
  }
}
