/// How much images may take.
public nonisolated struct ImageLimits: Sendable {
  /// Bytes of a file; larger ones are not read.
  public var fileSize = 32_000_000
  /// Pixels of an image as its file says; larger ones are not decoded.
  public var pixelCount = 64_000_000
  /// Bytes of decoded images. Beyond it nothing is decoded ahead, only what is on screen.
  public var decodedBytes = 48_000_000
  /// Bytes of files read ahead. Beyond it files are read when they are decoded.
  public var readBytes = 16_000_000

  public init() {}
}
