import CGtk

/// Decodes the frames of an animated picture one by one in the calling process. Only the decoding process uses it.
nonisolated final class AnimationDecoder {
  /// The frames that are played of longer animations: the GIF loader takes time quadratic in their number.
  static let frameLimit = 5_000

  private let loader: UnsafeMutablePointer<GdkPixbufLoader>
  private let shape: ScaledImage.Shape
  private var iterator: OpaquePointer?
  /// The time in the animation at which the present frame is shown, and how long; in milliseconds.
  private var time = 0
  private var delay: Int?

  /// Reads the whole file, and decodes nothing but its first frame. See `PixelDecoder.decode` for the parameters.
  init(
    _ bytes: [UInt8], as shape: ScaledImage.Shape, maximumPixelCount: Int,
    onBitmapSize: @escaping (Int) -> Void
  ) throws(PictureFailure) {
    let file = AnimatedGIF.firstFrames(of: bytes, limit: Self.frameLimit)?.file ?? bytes
    loader = try PixelDecoder.load(file, as: shape, maximumPixelCount, onBitmapSize).loader
    self.shape = shape
  }

  deinit {
    if let iterator { g_object_unref(iterator.raw) }
    g_object_unref(loader.raw)
  }

  /// The next frame, at first the first one. After the last frame of an endless animation the first one follows; other
  /// last frames are given again.
  func next() throws(PictureFailure) -> PixelDecoder.Pixels {
    if let iterator {
      time += delay ?? 0
      cgtk_animation_advance(iterator, gint64(time))
    } else {
      guard let animation = gdk_pixbuf_loader_get_animation(loader) else { throw .memoryLimit }
      iterator = cgtk_animation_start(animation)
    }
    guard let iterator, let pixbuf = gdk_pixbuf_animation_iter_get_pixbuf(iterator) else {
      throw .memoryLimit
    }
    var pixels = PixelDecoder.pixels(of: pixbuf, shape)
    pixels.isAnimated = true
    let milliseconds = Int(gdk_pixbuf_animation_iter_get_delay_time(iterator))
    delay = milliseconds < 0 ? nil : milliseconds
    pixels.delay = delay
    return pixels
  }
}
