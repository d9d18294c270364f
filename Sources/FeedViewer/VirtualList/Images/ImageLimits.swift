/// The limits of an image loader on the size of files and of decoded images.
package nonisolated struct ImageLimits: Sendable {
  /// The maximum size of a file in bytes; larger files are not read.
  package var fileSize = 32_000_000
  /// The maximum number of pixels of an image, as its file declares it; larger images are not decoded.
  package var pixelCount = 64_000_000
  /// The maximum number of pixels of an animation: each of its frames is composed in the size of the file.
  package var animationPixelCount = 16_000_000
  /// The bytes of decoded images above which only images on screen are decoded.
  package var decodedBytes = 48_000_000
  /// The bytes of files that are read ahead; above it, files are read when they are decoded.
  package var readBytes = 16_000_000

  /// Creates limits with the default values.
  package init() {}
}
