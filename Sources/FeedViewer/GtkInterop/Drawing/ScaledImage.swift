import CGtk

/// A decoded image, no larger than it is shown. For any thread.
public nonisolated struct ScaledImage: Sendable {
  /// A GdkTexture.
  public let texture: SharedObject
  /// The memory that the pixels take.
  public let byteCount: Int

  /// The largest height of a whole image, in pixels: Cairo and most graphics cards draw nothing that is much higher.
  static let maximumHeight = 16_384

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

    /// What the dimensions of an image are multiplied with; images are not enlarged.
    func scale(width: Int, height: Int) -> Double {
      switch self {
      case .square(let side): min(1, Double(side) / Double(min(width, height)))
      case .whole(let most):
        min(1, Double(most) / Double(width), Double(ScaledImage.maximumHeight) / Double(height))
      }
    }
  }

  /// - Parameter bytes: Rows without gaps of red, green, blue, and alpha if there are four channels; allocated with
  ///   `g_malloc`, taken over.
  init(width: Int, height: Int, channels: Int, bytes: UnsafeMutableRawBufferPointer) {
    precondition(bytes.count == width * height * channels, "Pixels must have no gaps.")
    let format = channels == 4 ? GDK_MEMORY_R8G8B8A8 : GDK_MEMORY_R8G8B8
    let data = g_bytes_new_take(bytes.baseAddress, gsize(bytes.count))!
    defer { g_bytes_unref(data) }
    texture = SharedObject(
      adopting: gdk_memory_texture_new(
        gint(width), gint(height), format, data, gsize(width * channels))!)
    byteCount = bytes.count
  }
}
